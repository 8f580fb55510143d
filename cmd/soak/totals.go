package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// totals counts what was looked at, so that a soak that checks nothing is seen.
var totals = counts{cases: map[string]int64{}}

type counts struct {
	cases   map[string]int64 // by kind
	refused int64            // were no capture any more
	damaged int64            // told of damage: status 3
	frames  int64
	lines   int64
	before  int64 // frames that came before the damage, and were as they should be
	texts   int64 // that were replaced
	ended   int64 // processes that a signal ended
	failed  int64 // processes that could do nothing: status 1
	skipped int64 // cases that this machine does not allow
	runs    int64 // of commands in sessions
	misused int64 // of these, refused for their options (status 2)

	resident int64 // the most memory that one of them took, in bytes
	memory   int64 // the most heap that a case took, in bytes
}

func (t *counts) add(d *decoded) {
	t.frames += d.summary.Frames
	t.lines += int64(d.lines.count)
	if d.summary.DamageCount > 0 {
		t.damaged++
	}
}

// all counts the cases of all kinds.
func (t *counts) all() (n int64) {
	for _, cases := range t.cases {
		n += cases
	}
	return n
}

// String gives the counts, a line each.
func (t *counts) String() string {
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(t.cases)) {
		fmt.Fprintf(&b, "%12d  cases of %s\n", t.cases[kind], kind)
	}
	for _, line := range []struct {
		n    int64
		what string
	}{
		{t.damaged, "cases with damage that was told (status 3)"},
		{t.refused, "cases that were no capture any more (status 1)"},
		{t.skipped, "cases that this machine does not allow"},
		{t.frames, "frames"}, {t.lines, "lines of JSON"},
		{t.before, "frames before the damage, as they should be"},
		{t.texts, "texts replaced by hostile ones"},
		{t.runs, "runs of commands on what is hostile"},
		{t.misused, "of these, with options that do not go together (status 2)"},
		{t.ended, "processes that a signal ended"},
		{t.failed, "processes that said that they could not go on (status 1)"},
	} {
		fmt.Fprintf(&b, "%12d  %s\n", line.n, line.what)
	}
	fmt.Fprintf(&b, "%12.1f  MiB of memory at most in one run of a command\n", float64(t.resident)/(1<<20))
	fmt.Fprintf(&b, "%12.1f  MiB of heap at most in one case\n", float64(t.memory)/(1<<20))
	return b.String()
}
