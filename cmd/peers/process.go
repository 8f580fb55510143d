package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"time"

	"bcdump/internal/trial"
)

// process is what became of one run of a program.
type process struct {
	status int // -1 if a signal ended it
	hung   bool
	said   string // the first of what it wrote on standard error
	wall   time.Duration
	peak   int64 // bytes of memory; 0 = not known here
}

// mostSaid is how much of standard error is kept.
const mostSaid = 1 << 16

// start runs a program to its end, or to the limit. What it prints goes to out.
func start(limit time.Duration, out io.Writer, name string, args ...string) (process, error) {
	var said bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	run := exec.CommandContext(ctx, name, args...)
	run.Stdout, run.Stderr = out, &head{&said}
	run.WaitDelay = time.Second
	begun := time.Now()
	err := run.Run()
	p := process{hung: ctx.Err() != nil, said: said.String(), wall: time.Since(begun)}
	if run.ProcessState == nil {
		return p, err
	}
	p.status, p.peak = run.ProcessState.ExitCode(), trial.Peak(run.ProcessState)
	var exit *exec.ExitError
	if p.hung || errors.As(err, &exit) {
		err = nil
	}
	return p, err
}

// head keeps the first bytes of what is written.
type head struct{ b *bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	h.b.Write(p[:min(len(p), max(0, mostSaid-h.b.Len()))])
	return len(p), nil
}

// lines hands on one line after the other, without its line feed; finish the last one.
type lines struct {
	each func(line []byte)
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	written := len(p)
	for {
		line, after, whole := bytes.Cut(p, []byte("\n"))
		if !whole {
			l.rest = append(l.rest, p...)
			return written, nil
		}
		if len(l.rest) > 0 {
			line = append(l.rest, line...)
			l.rest = l.rest[:0]
		}
		l.each(line)
		p = after
	}
}

// finish hands on what has no line feed behind it.
func (l *lines) finish() {
	if len(l.rest) > 0 {
		l.each(l.rest)
	}
}
