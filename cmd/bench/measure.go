package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"bcdump/internal/trial"
)

// results are the runs of each command by round. A slow one has fewer.
type results map[key][]trial.Run

const (
	slow       = 8 * time.Second // how long a run may take before its command is measured in slowRounds only
	slowRounds = 3
	endless    = 10 * time.Minute
)

// measureAll goes through the list once without counting, which brings the files into memory, and then
// round after round, so that whatever else the machine does meets all commands alike.
func measureAll(list []command, rounds int, progress io.Writer) (results, error) {
	measured, limit := results{}, map[key]int{}
	for round := range rounds + 1 {
		begun := time.Now()
		for _, c := range list {
			if round > 0 && len(measured[c.key]) >= limit[c.key] {
				continue
			}
			r, err := c.measure()
			if err != nil {
				return nil, err
			}
			if limit[c.key] = max(limit[c.key], rounds); round > 0 {
				measured[c.key] = append(measured[c.key], r)
			} else if r.Wall > slow {
				limit[c.key] = min(rounds, slowRounds)
			}
		}
		fmt.Fprintf(progress, "round %d of %d: %.0f s\n", round, rounds, time.Since(begun).Seconds())
	}
	return measured, nil
}

// measure runs a command. Output goes to the null device, as a file and not through a pipe. All get a time
// zone: without one, tcpdump asks for /etc/localtime at each packet, three quarters of its time.
func (c command) measure() (trial.Run, error) {
	var said trial.Head
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Env, cmd.Stderr = append(os.Environ(), "TZ=UTC"), &said
	r, err := trial.Watch(cmd, endless, nil)
	if err == nil && r.Status != 0 { // a program that gives up early would look fast
		err = fmt.Errorf("%v: status %d: %s", cmd.Args, r.Status, said.Bytes())
	}
	return r, err
}

// median gives the median of each figure.
func median(runs []trial.Run) (m trial.Run) {
	if len(runs) == 0 {
		return m
	}
	return trial.Run{
		Wall: middle(runs, func(r trial.Run) time.Duration { return r.Wall }),
		CPU:  middle(runs, func(r trial.Run) time.Duration { return r.CPU }),
		Peak: middle(runs, func(r trial.Run) int64 { return r.Peak }),
	}
}

// middle is the figure in the middle, or the mean of the two.
func middle[T time.Duration | int64](runs []trial.Run, figure func(trial.Run) T) T {
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b trial.Run) int { return cmp.Compare(figure(a), figure(b)) })
	n := len(sorted)
	return (figure(sorted[(n-1)/2]) + figure(sorted[n/2])) / 2
}
