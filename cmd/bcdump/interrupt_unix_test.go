//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcdump/internal/must"
)

// longPipe is more than a pipe of 1 MiB holds: once all of it was written, most of it has been read.
func longPipe() []byte { return pcaps["long"]() }

// started runs bcdump with a pipe as its input.
func started(t *testing.T, out io.Writer, args ...string) (cmd *exec.Cmd, in io.WriteCloser, errs *bytes.Buffer) {
	t.Helper()
	cmd, errs = exec.Command("bcdump", args...), &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = out, errs
	in = must.Get(cmd.StdinPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, in, errs
}

// TestInterrupt: Ctrl-C while a pipe is silent gives the report so far, and status 130.
func TestInterrupt(t *testing.T) {
	for line, want := range map[string]string{
		"stats -":               "Chat",
		"stats -o json -":       `"name":"Chat"`,
		"decode -":              "long long",
		"decode -j 1 -o json -": `"name":"Chat"`,
		"timeline -":            "no ship",
		"timeline --summary -":  "no ship",
		"match -":               "long long",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			cmd, in, errs := started(t, &out, strings.Fields(line)...)
			must.Get(in.Write(longPipe()))(t)
			must.Do(t, cmd.Process.Signal(os.Interrupt))
			var ended *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != exitInterrupted {
				t.Errorf("%v, want status %d", err, exitInterrupted)
			}
			if !strings.Contains(out.String(), want) && !strings.Contains(strings.ToLower(out.String()), want) {
				t.Errorf("no %q in %d B of output: %.300s", want, out.Len(), out.String())
			}
			said := errs.String()
			if !strings.HasPrefix(said, "bcdump: warning: standard input: interrupted after ") || strings.Count(said, "\n") != 1 {
				t.Errorf("standard error: %s", said)
			}
		})
	}
}

// TestInterruptBeforeTheCapture: there is nothing to report on yet.
func TestInterruptBeforeTheCapture(t *testing.T) {
	var out bytes.Buffer
	cmd, in, errs := started(t, &out, "stats", "-w", t.TempDir()+"/report", "-")
	defer func() { _ = in.Close() }()
	state := interruptUntilItEnds(t, cmd)
	if status := state.ExitCode(); status != exitInterrupted && status != -1 || out.Len()+errs.Len() > 0 {
		t.Errorf("status %d, said %s%s", status, out.String(), errs.String())
	}
}

// TestSecondInterrupt: a run that hangs in its output ends at the second Ctrl-C.
func TestSecondInterrupt(t *testing.T) {
	out, hang := narrowPipe(t)
	defer func() { _ = out.Close() }()
	cmd, in, _ := started(t, hang, "decode", "-j", "1", "-")
	_ = hang.Close()
	go func() { _, _ = in.Write(longPipe()) }()
	must.Get(io.ReadFull(out, make([]byte, 1000)))(t)
	must.Do(t, cmd.Process.Signal(os.Interrupt))
	state := interruptUntilItEnds(t, cmd)
	if status, ok := state.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v", state)
	}
}

// narrowPipe gives the ends of a stream that takes a few KiB: bcdump makes true pipes larger, see
// widenPipe.
func narrowPipe(t *testing.T) (r, w *os.File) {
	ends := must.Get(syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0))(t)
	for _, end := range ends {
		syscall.CloseOnExec(end)
	}
	must.Do(t, syscall.SetsockoptInt(ends[1], syscall.SOL_SOCKET, syscall.SO_SNDBUF, 4096))
	return os.NewFile(uintptr(ends[0]), "out"), os.NewFile(uintptr(ends[1]), "hang")
}

// interruptUntilItEnds sends Ctrl-C again and again: the program may not have come to where it
// heeds it.
func interruptUntilItEnds(t *testing.T, cmd *exec.Cmd) *os.ProcessState {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	for range 6000 {
		select {
		case <-ended:
			return cmd.ProcessState
		case <-time.After(10 * time.Millisecond):
			_ = cmd.Process.Signal(os.Interrupt)
		}
	}
	t.Fatal("it does not end")
	return nil
}
