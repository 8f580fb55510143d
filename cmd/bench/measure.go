package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"time"

	"bcdump/internal/peak"
)

// sample is one run of a command.
type sample struct {
	wall, cpu time.Duration // cpu: user and system
	peak      int64         // bytes of memory; 0 = not known here
}

// key names a command on a capture.
type key struct {
	name      string
	datagrams int
}

// results are the samples by round. A slow command has fewer.
type results map[key][]sample

// slow is how long a run may take before its command is measured in slowRounds only.
const (
	slow       = 20 * time.Second
	slowRounds = 3
)

// measureAll goes through the list once without counting, which brings the files into
// memory, and then round after round, so that whatever else the machine does meets
// all commands alike.
func measureAll(list []command, rounds int, progress io.Writer) (results, error) {
	measured, limit := results{}, map[key]int{}
	for round := range rounds + 1 {
		begun := time.Now()
		for _, c := range list {
			k := key{c.name, c.datagrams}
			if round > 0 && len(measured[k]) >= limit[k] {
				continue
			}
			s, err := c.measure()
			if err != nil {
				return nil, err
			}
			if round > 0 {
				measured[k] = append(measured[k], s)
				continue
			}
			limit[k] = rounds
			if s.wall > slow {
				limit[k] = min(rounds, slowRounds)
			}
		}
		fmt.Fprintf(progress, "round %d of %d: %.0f s\n", round, rounds, time.Since(begun).Seconds())
	}
	return measured, nil
}

// measure starts the copies at once and waits for the last one. Output goes to the null
// device, as a file and not through a pipe.
func (c *command) measure() (sample, error) {
	var s sample
	started := make([]*exec.Cmd, 0, c.copies)
	said := make([]bytes.Buffer, c.copies)
	begun := time.Now()
	for i := range c.copies {
		process := exec.Command(c.args[0], c.args[1:]...)
		process.Stderr = &head{&said[i]}
		if err := process.Start(); err != nil {
			return s, err
		}
		started = append(started, process)
	}
	var failed error
	for i, process := range started {
		if err := process.Wait(); err != nil {
			failed = fmt.Errorf("%v: %w: %s", c.args, err, said[i].Bytes())
		}
		state := process.ProcessState
		s.cpu += state.UserTime() + state.SystemTime()
		s.peak = max(s.peak, peak.Of(state))
	}
	s.wall = time.Since(begun)
	return s, failed
}

// head keeps the first bytes of what is written: enough for an error.
type head struct{ b *bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	const most = 1 << 10
	h.b.Write(p[:min(len(p), max(0, most-h.b.Len()))])
	return len(p), nil
}
