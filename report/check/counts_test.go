package check

import (
	"math"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// TestBursts: ten violations at once, or ten here and there.
func TestBursts(t *testing.T) {
	of := func(broken func(second int) bool) float64 {
		var b bursts
		counts := make([]count, 1)
		for second := range 200 {
			at := capture.Time{Sec: int64(second)}
			if !at.Before(b.ends) {
				b.look(at, 1, func(take func([]count)) { take(counts) })
			}
			counts[0].instances++
			if broken(second) {
				counts[0].violations++
			}
		}
		return b.size(0, counts[0])
	}
	if size := of(func(s int) bool { return s/10%4 == 0 }); size < 8 || size > 12 {
		t.Errorf("ten at once: %.1f", size)
	}
	if size := of(func(s int) bool { return s*7%4 == 0 }); size != 1 {
		t.Errorf("evenly: %.1f", size)
	}
	if size := of(func(int) bool { return true }); size != 1 {
		t.Errorf("always: %.1f", size)
	}
}

// TestBurstsOfJumps: a clock that jumps does not have the counts looked at again and again.
func TestBurstsOfJumps(t *testing.T) {
	var b bursts
	looks := 0
	at := capture.Time{}
	for range 100_000 {
		if !at.Before(b.ends) {
			b.look(at, 1, func(func([]count)) { looks++ })
		}
		if at.Sec < math.MaxInt64/2 {
			at = at.Add(1000 * 24 * time.Hour)
		}
	}
	if looks > 2000 {
		t.Errorf("%d times", looks)
	}
}

// What no cause explains is named even where many violations of the same rule that one explains came first.
func TestAloneIsNamed(t *testing.T) {
	explained := true
	l := &link{}
	l.counts = make([]count, 2)
	w := newWatch(&trial{}, &Rule{}, "", 0)
	w.ties = []tie{{&causes[0], func(*trial, *link, match.Event) bool { return explained }}}
	for i := range int64(100) {
		explained = i < 60
		w.judges(Client, l, false, match.Event{Frame: i}, "violation %d", i)
	}
	b := finding{watch: w, Verdict: &Verdict{Rule: w.rule, Judges: Client, on: []*link{l}}}
	for _, want := range []struct {
		cause  *Cause
		n      int64
		frames []int64
	}{{&causes[0], 60, []int64{0, 19}}, {nil, 40, []int64{60, 64}}} {
		why := func(c *Cause) bool { return c == want.cause }
		named := b.named(why)
		if n := b.count(b.on, why); n != want.n || len(named) == 0 || named[0].At.Frame != want.frames[0] || named[len(named)-1].At.Frame != want.frames[1] {
			t.Errorf("%d violations, named %v, want %d, frames %v", n, named, want.n, want.frames)
		}
	}
}
