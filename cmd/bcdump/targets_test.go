//go:build linux

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bcdump/internal/must"
	"bcdump/report/terminal"
)

// TestTargets: each flag of each command that names a file to write, found by walking the tree, writes
// into what is no ordinary file instead of putting a file in its place.
func TestTargets(t *testing.T) {
	folder := t.TempDir()
	capture := filepath.Join(folder, "a.pcap")
	must.Do(t, os.WriteFile(capture, pcaps["chat"](), 0o600))
	if code := run([]string{"verify", "--update", capture}, streams{in: strings.NewReader(""), out: io.Discard, err: terminal.NewWriter(io.Discard)}); code != exitOK {
		t.Fatal(code)
	}
	tried := 0
	var walk func(cmd *cobra.Command, words []string)
	walk = func(cmd *cobra.Command, words []string) {
		for _, sub := range cmd.Commands() {
			walk(sub, append(slices.Clip(words), sub.Name()))
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if kind, usage := pflag.UnquoteUsage(f); kind == "FILE" && strings.HasPrefix(usage, "write ") {
				tried++
				t.Run(strings.Join(append(slices.Clip(words), f.Name), " "), func(t *testing.T) { intoPipe(t, words, f.Name, capture) })
			}
		})
	}
	walk(newRoot(&streams{}), nil)
	if tried < 12 {
		t.Errorf("only %d flags", tried)
	}
}

// intoPipe runs a command that writes into a named pipe.
func intoPipe(t *testing.T, words []string, flag, capture string) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if slices.Contains(words, "share") { // it writes captures only
		pipe += ".pcap"
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	came := make(chan int, 1)
	go func() {
		b := make([]byte, 1<<16)
		for total := 0; ; {
			n, err := reader.Read(b)
			if total += n; err != nil || n > 0 && bytes.HasSuffix(b[:n], []byte("\x00the end")) {
				came <- total - len("\x00the end")
				return
			}
		}
	}()
	args := append(slices.Clip(words), "--"+flag, pipe)
	switch strings.Join(words[:min(len(words), 1)], "") {
	case "synth":
		args = append(args, "--minutes", "0.1")
		if flag != "write" {
			args = append(args, "-w", filepath.Join(t.TempDir(), "battle.pcap"))
		}
	case "diff":
		args = append(args, capture, capture)
	case "report":
		if flag == "index" {
			args = append(args, "-w", t.TempDir())
		}
		args = append(args, capture)
	default:
		args = append(args, capture)
	}
	var said bytes.Buffer
	code := run(args, streams{in: strings.NewReader(""), out: io.Discard, err: terminal.NewWriter(&said)})
	info, err := os.Stat(pipe)
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("%v has put a file in the place of a pipe: %v", args, err)
	}
	must.Get(reader.WriteString("\x00the end"))(t)
	if n := <-came; n == 0 {
		t.Errorf("%v wrote nothing (status %d): %s", args, code, said.String())
	}
	_ = reader.Close()
}
