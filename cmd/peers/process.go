package main

import (
	"bytes"
	"io"
	"os/exec"
	"time"

	"bcdump/internal/trial"
)

// process is what became of one run of a program, and the first of what it wrote on standard error.
type process struct {
	trial.Run
	said string
}

// start runs a program to its end, or to the limit. What it prints goes to out.
func start(limit time.Duration, out io.Writer, name string, args ...string) (p process, err error) {
	var said trial.Head
	run := exec.Command(name, args...)
	run.Stdout, run.Stderr = out, &said
	run.WaitDelay = time.Second
	p.Run, err = trial.Watch(run, limit, nil)
	p.said = said.String()
	return p, err
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
