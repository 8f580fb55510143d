package check

import (
	"testing"

	"bcdump/decode/match"
)

// TestBursts: ten violations at once, or ten here and there.
func TestBursts(t *testing.T) {
	of := func(broken func(second int) bool) float64 {
		var b burst
		var whole count
		for second := range 200 {
			c := count{1, 0}
			if broken(second) {
				c.violations++
			}
			b.in(int64(second) / 10).add(c)
			whole.add(c)
		}
		return b.size(whole)
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

// What no cause explains is named even where many violations of the same rule that one explains came first.
func TestAloneIsNamed(t *testing.T) {
	explained := true
	l := &link{Connection: &match.Connection{}, host: &host{}}
	l.counts = make([]count, 2)
	w := newWatch(&trial{bursts: make([]burst, 2)}, &Rule{}, "", 0)
	w.ties = []tie{{&causes[0], func(*trial, *link, match.Event) bool { return explained }}}
	for i := range int64(100) {
		explained = i < 60
		w.judges(Client, l, false, match.Event{Frame: i}, "violation %d", i)
	}
	w.links, w.whole = []*link{l}, &host{}
	w.whole.nobody = &link{counts: make([]count, 2), host: w.whole}
	b := &finding{watch: w, side: Client, parts: make([]sum, 1)}
	b.collect(false)
	for _, want := range []struct {
		cause  *Cause
		n      int64
		frames []int64
	}{{&causes[0], 60, []int64{0, 19}}, {nil, 40, []int64{60, 64}}} {
		if f := b.cause(want.cause, unnoticed); f.Instances != want.n || len(f.Frames) == 0 || f.Frames[0] != want.frames[0] || f.Frames[len(f.Frames)-1] != want.frames[1] {
			t.Errorf("%d violations in frames %v, want %d in %v", f.Instances, f.Frames, want.n, want.frames)
		}
	}
}
