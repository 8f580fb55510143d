package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/report/terminal"
)

// TestClosedPipe: whoever reads the output may go, as head does. Every command of the tree ends
// quietly then, with status 0.
func TestClosedPipe(t *testing.T) {
	capture := filepath.Join(t.TempDir(), "a.pcap")
	if err := os.WriteFile(capture, pcaps["chat"](), 0o600); err != nil {
		t.Fatal(err)
	}
	root := newRoot(&streams{})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	tried := 0
	for _, words := range leaves(root, nil) {
		if len(words) > 0 && words[0] == "browse" {
			continue // it writes to a terminal only
		}
		tried++
		t.Run(strings.Join(words, " "), func(t *testing.T) {
			t.Parallel()
			intoClosedPipe(t, speaking(t, words, capture))
		})
	}
	if tried < 15 {
		t.Errorf("only %d commands", tried)
	}
}

// leaves lists the words of all commands that do something themselves.
func leaves(cmd *cobra.Command, words []string) (all [][]string) {
	for _, sub := range cmd.Commands() {
		all = append(all, leaves(sub, append(words[:len(words):len(words)], sub.Name()))...)
	}
	if len(all) == 0 || cmd.Runnable() {
		all = append(all, words)
	}
	return all
}

// speaking completes a command to one that writes something and ends well.
func speaking(t *testing.T, words []string, capture string) []string {
	t.Helper()
	if slices.Equal(words, []string{"report"}) { // its page goes into a file
		return append(words, "-o", "json", capture)
	}
	for _, rest := range [][]string{
		{capture}, {capture, capture}, {}, {"-w", t.TempDir(), capture}, {"--update", "--goldens", t.TempDir(), capture}, {"text"},
	} {
		args := slices.Concat(words, rest)
		var out bytes.Buffer
		if run(args, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(io.Discard)}) == exitOK && out.Len() > 0 {
			return args
		}
	}
	t.Fatalf("nothing makes %v say anything; add its arguments here", words)
	return nil
}

func intoClosedPipe(t *testing.T, args []string) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	var said bytes.Buffer
	cmd := exec.Command("bcdump", args...)
	cmd.Stdout, cmd.Stderr = in, &said
	if err := cmd.Run(); err != nil || said.Len() > 0 {
		t.Errorf("bcdump %s: %v, said %q", strings.Join(args, " "), err, said.String())
	}
}
