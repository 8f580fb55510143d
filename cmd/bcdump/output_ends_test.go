package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/internal/must"
	"bcdump/report/terminal"
)

// TestOutputEnds: whoever reads the output may go, as head does, and every command of the tree ends quietly
// then, with status 0; where the disk is full it says so, with status 1.
func TestOutputEnds(t *testing.T) {
	capture := filepath.Join(t.TempDir(), "a.pcap")
	must.Do(t, os.WriteFile(capture, pcaps["chat"](), 0o600))
	root := newRoot(&streams{})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	tried := [][]string{{"--help"}, {"stats", "--help"}, {"help", "filter"}, {"help", "exit-status"}, {"ships", "sovereign"}, {"opcodes", "0x1C"}}
	for _, words := range leaves(root, nil) {
		if len(words) > 0 && words[0] == "browse" {
			continue // it writes to a terminal only
		}
		tried = append(tried, speaking(t, words, capture)...)
	}
	for _, args := range tried {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			intoClosedPipe(t, args, inProcess)
			ontoFullDisk(t, args, 1, "no space left on device\n", inProcess)
		})
	}
	process := []string{"decode", capture} // a process may be ended by a signal
	intoClosedPipe(t, process, asProcess)
	ontoFullDisk(t, process, 1, "no space left on device\n", asProcess)
	ontoFullDisk(t, []string{"decode", "-q", "-o", "json", "-f", "frame > 100", capture}, 0, "", asProcess) // who has nothing to write needs no room
	if len(tried) < 40 {
		t.Errorf("only %d commands and forms", len(tried))
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

// takesCaptures tells whether a command reads captures, by how it is written.
func takesCaptures(words []string) bool {
	cmd, _, err := newRoot(&streams{}).Find(words)
	return err == nil && regexp.MustCompile(`FILE|CAPTURE|A B`).MatchString(cmd.Use)
}

// speaking completes a command to those that write something and end well: one in each form.
func speaking(t *testing.T, words []string, capture string) (all [][]string) {
	t.Helper()
	forms := [][]string{{}, {"-o", "json"}, {"-o", "csv"}}
	if slices.Equal(words, []string{"report"}) { // its page goes into a file
		forms = forms[1:]
	}
	for _, form := range forms {
		for _, rest := range [][]string{
			{capture}, {capture, capture}, {}, {"-w", t.TempDir(), capture}, {"--update", "--goldens", t.TempDir(), capture}, {"text"},
		} {
			args := append([]string{}, slices.Concat(words, form, rest)...) // of none at all cobra takes those of the tests
			var out bytes.Buffer
			if run(args, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(io.Discard)}) == exitOK && out.Len() > 0 {
				all = append(all, args)
				break
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("nothing makes %v say anything; add its arguments here", words)
	}
	return all
}

// A way to run a command gives its status, and writes what it says of errors.
type way func(args []string, out *os.File, said io.Writer) int

func inProcess(args []string, out *os.File, said io.Writer) int {
	return run(args, streams{in: strings.NewReader(""), out: out, err: terminal.NewWriter(said)})
}

func asProcess(args []string, out *os.File, said io.Writer) int {
	cmd := exec.Command("bcdump", args...)
	cmd.Stdout, cmd.Stderr = out, said
	_ = cmd.Run() // the status tells
	return cmd.ProcessState.ExitCode()
}

func intoClosedPipe(t *testing.T, args []string, run way) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	must.Do(t, out.Close())
	into(t, in, args, 0, "", run)
}

func ontoFullDisk(t *testing.T, args []string, status int, said string, run way) {
	t.Helper()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // the system has none
	}
	into(t, full, args, status, said, run)
}

// into has a command write into what it can't, and demands its status and how ends what it says.
func into(t *testing.T, out *os.File, args []string, status int, end string, run way) {
	t.Helper()
	defer func() { _ = out.Close() }()
	var said bytes.Buffer
	if got := run(args, out, &said); got != status || !strings.HasSuffix(said.String(), end) || (end == "") != (said.Len() == 0) {
		t.Errorf("bcdump %s into %s: status %d, said %q", strings.Join(args, " "), out.Name(), got, said.String())
	}
}
