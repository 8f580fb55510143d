package main

import "fmt"

// totals counts what was looked at, so that a soak that checks nothing is seen.
var totals counts

type counts struct {
	refused int64 // were no capture any more
	damaged int64 // told of damage: status 3
	frames  int64
	lines   int64
	before  int64 // frames that came before the damage, and were as they should be
	memory  int64 // the most heap that a case took, in bytes
}

func (t *counts) add(d *decoded) {
	t.frames += d.summary.Frames
	t.lines += int64(d.lines.count)
	if d.summary.DamageCount > 0 {
		t.damaged++
	}
}

// String gives the counts, a line each.
func (t *counts) String() string {
	return fmt.Sprintf("%12d  cases with damage that was told (status 3)\n%12d  cases that were no capture any more (status 1)\n"+
		"%12d  frames, %d lines of JSON\n%12d  frames before the damage, as they should be\n%12.1f  MiB of heap at most in one case\n",
		t.damaged, t.refused, t.frames, t.lines, t.before, float64(t.memory)/(1<<20))
}
