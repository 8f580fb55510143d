package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"bcdump/internal/trial"
)

// sample is one run of a command.
type sample struct {
	wall, cpu time.Duration // cpu: user and system
	peak      int64         // bytes of memory; 0 = not known here
	run       string        // when its run began: ratios are of one run only
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
	slow       = 8 * time.Second
	slowRounds = 3
)

// measureAll goes through the list once without counting, which brings the files into
// memory, and then round after round, so that whatever else the machine does meets
// all commands alike.
func measureAll(list []command, rounds int, run string, progress io.Writer) (results, error) {
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
			s.run = run
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

// measure starts the copies at once and waits for the last one. Output goes to the null device,
// as a file and not through a pipe, if the command does not ask for one.
func (c *command) measure() (s sample, err error) {
	begun := time.Now()
	var running started
	for range c.copies {
		if err := running.start(c); err != nil {
			return s, err
		}
	}
	for _, p := range running {
		if waitErr := p.process.Wait(); waitErr != nil {
			err = fmt.Errorf("%v: %w: %s", p.process.Args, waitErr, p.said.Bytes())
		}
		state := p.process.ProcessState
		s.cpu += state.UserTime() + state.SystemTime()
		s.peak = max(s.peak, trial.Peak(state))
	}
	s.wall = time.Since(begun)
	return s, err
}

// started are processes, each with what it says on standard error.
type started []running

type running struct {
	process *exec.Cmd
	said    *trial.Head
}

// start runs a copy of a command, and who reads its output, if it goes into a pipe.
func (all *started) start(c *command) error {
	if !c.piped {
		return all.run(c.args, nil, nil)
	}
	from, into, err := os.Pipe()
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // the processes have it
	defer into.Close() //nolint:errcheck // the same
	if err := all.run([]string{"cat"}, from, nil); err != nil {
		return err
	}
	return all.run(c.args, nil, into)
}

// run starts a process. A standard input or output of nil is the null device. All get a time zone:
// without one, tcpdump asks for /etc/localtime at each packet, three quarters of its time.
func (all *started) run(args []string, in, out *os.File) error {
	r := running{exec.Command(args[0], args[1:]...), &trial.Head{}}
	r.process.Env = append(os.Environ(), "TZ=UTC")
	r.process.Stderr = r.said
	if in != nil {
		r.process.Stdin = in
	}
	if out != nil {
		r.process.Stdout = out
	}
	*all = append(*all, r)
	return r.process.Start()
}
