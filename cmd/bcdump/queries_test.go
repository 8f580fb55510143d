package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bcdump/internal/must"
)

// TestCommandsKeepFlags makes sure that the commands of --queries read a capture as the
// report did: with every flag that changes what a message decodes to.
func TestCommandsKeepFlags(t *testing.T) {
	f, cmd := inputFlags{}, &cobra.Command{}
	f.addDecoding(cmd)
	var want []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		value, word := "it's", `'it'\''s'`
		if only := map[string]string{"dialect": "openbc", "proto": "bc"}[flag.Name]; only != "" { // these take certain words
			value, word = only, only
		}
		must.Do(t, flag.Value.Set(value))
		want = append(want, " --"+flag.Name+" "+word+" ")
	})
	if len(want) < 6 {
		t.Fatalf("only %d flags", len(want))
	}
	got := f.command([]string{"a b"})("x", "")
	for _, flag := range want {
		if !strings.Contains(got, flag) {
			t.Errorf("%s is missing: %s", flag, got)
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
