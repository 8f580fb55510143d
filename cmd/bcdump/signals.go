package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"bcdump/internal/atomicfile"
)

// interrupts is how a run is asked to stop. The first Ctrl-C ends the reading of captures, so that
// what was read is shown; the second one ends the program. A nil one is never asked.
type interrupts struct {
	asked  chan struct{} // closed by the first one that is heeded
	heeded atomic.Bool
	leave  atomic.Pointer[func()] // leaves the terminal as it was; nil = nothing was changed there
}

// leaving says what leaves the terminal as it was when a signal ends the program, until done is called.
func (i *interrupts) leaving(leave func()) (done func()) {
	if i == nil {
		return func() {}
	}
	i.leave.Store(&leave)
	return func() { i.leave.Store(nil) }
}

func (i *interrupts) leaveTerminal() {
	if leave := i.leave.Load(); leave != nil {
		(*leave)()
	}
}

// channel is closed when the run is to stop.
func (i *interrupts) channel() <-chan struct{} {
	if i == nil {
		return nil
	}
	return i.asked
}

// heed says whether somebody will stop when asked to.
func (i *interrupts) heed(on bool) {
	if i != nil {
		i.heeded.Store(on)
	}
}

// happened reports whether the run was asked to stop.
func (i *interrupts) happened() bool {
	if i == nil {
		return false
	}
	select {
	case <-i.asked:
		return true
	default:
		return false
	}
}

// take asks the run to stop; false = it would not, or was asked before.
func (i *interrupts) take() bool {
	if i.happened() || !i.heeded.Load() {
		return false
	}
	close(i.asked)
	return true
}

// catchSignals keeps a run that a signal ends from leaving half a file behind. A signal that
// whoever started it wants to be ignored, as nohup does, stays ignored.
func catchSignals() *interrupts {
	i := &interrupts{asked: make(chan struct{})}
	stop := make(chan os.Signal, 1)
	for _, s := range []os.Signal{syscall.SIGHUP, os.Interrupt, syscall.SIGQUIT, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(stop, s)
		}
	}
	go func() {
		for s := range stop {
			if s != os.Interrupt || !i.take() {
				i.leaveTerminal()
				endBy(s)
			}
		}
	}()
	return i
}

// endBy ends the program as the signal would have, without half a file.
func endBy(s os.Signal) {
	atomicfile.RemoveUnfinished()
	signal.Reset(s)
	if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
		time.Sleep(time.Second) // the signal ends the program, as without a file
	}
	if s == os.Interrupt { // on Windows nobody can send one
		os.Exit(exitInterrupted)
	}
	os.Exit(exitNothing)
}
