package trial

import (
	"bytes"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// Run is what became of one run of a program.
type Run struct {
	Status int            // -1: a signal ended it
	Signal syscall.Signal // that one
	Hung   bool           // it was killed at its limit
	Wall   time.Duration
	CPU    time.Duration // of the user and the system, with that of the processes that it waited for
	Peak   int64         // bytes of memory; 0 = not known here
}

// Watch runs a command to its end, or to the limit, and does something meanwhile; nil = nothing. The
// error is that it could not be started.
func Watch(cmd *exec.Cmd, limit time.Duration, while func(*os.Process)) (r Run, err error) {
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return r, err
	}
	var hung atomic.Bool
	late := time.AfterFunc(limit, func() {
		hung.Store(true)
		_ = cmd.Process.Kill() // it may just have ended
	})
	if while != nil {
		while(cmd.Process)
	}
	_ = cmd.Wait() // the status tells
	late.Stop()
	state := cmd.ProcessState
	r = Run{Status: state.ExitCode(), Hung: hung.Load(), Wall: time.Since(begun), CPU: state.UserTime() + state.SystemTime(), Peak: Peak(state)}
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		r.Signal = w.Signal()
	}
	return r, nil
}

// Head keeps the first bytes of what is written: enough to say what was wrong.
type Head struct{ bytes.Buffer }

func (h *Head) Write(p []byte) (int, error) {
	const most = 1 << 16
	_, _ = h.Buffer.Write(p[:min(len(p), max(0, most-h.Len()))])
	return len(p), nil
}
