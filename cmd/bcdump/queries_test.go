package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestCommandsKeepFlags makes sure that the commands of --queries read a capture as the
// report did: with every flag that changes what a message decodes to.
func TestCommandsKeepFlags(t *testing.T) {
	f, cmd := inputFlags{}, &cobra.Command{}
	f.addDecoding(cmd)
	names := regexp.MustCompile("(?m)^ +--([a-z-]+) ").FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1)
	if len(names) < 6 {
		t.Fatalf("only %d flags", len(names))
	}
	for _, name := range names {
		if err := cmd.Flags().Set(name[1], "it's"); err != nil {
			t.Fatal(err)
		}
	}
	got := f.command([]string{"a b"})("x", "")
	for _, name := range names {
		if !strings.Contains(got, " --"+name[1]+" 'it'\\''s' ") {
			t.Errorf("--%s is missing: %s", name[1], got)
		}
	}
	if !strings.HasSuffix(got, " -f x 'a b' | wc -l") {
		t.Error(got)
	}
}

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"": "''", "a.pcap": "a.pcap", "/x/y-1_2.pcap": "/x/y-1_2.pcap", "a b": "'a b'", "$x": "'$x'", "*": "'*'", "~": "'~'", "ö": "'ö'",
		"Vor'cha": `'Vor'\''cha'`, "a\nb": "'a\nb'", `a\b`: `'a\b'`, "a;b": "'a;b'", "-": "-",
	} {
		if got := quoted(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
