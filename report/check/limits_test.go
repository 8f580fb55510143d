package check

import (
	"testing"

	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// many makes a trial with links.
func many(links int) *trial {
	t := &trial{places: 2, bursts: make([]burst, 2), whole: &host{}}
	t.whole.nobody = t.noLink(t.whole)
	for i := range links {
		c := &match.Connection{Number: i + 1, Link: uint32(i + 1), Slot: -1}
		t.all = append(t.all, &link{Connection: c, host: t.whole})
		t.linkOf(c)
	}
	return t
}

// TestNamedViolations has a rule name the first violations only.
func TestNamedViolations(t *testing.T) {
	x := many(1)
	w := newWatch(x, &Rule{}, "", 0)
	for i := range int64(2 * mostShown) {
		w.judges(Server, x.links[0], false, match.Event{Frame: i + 1}, "violation %d", i)
		w.judges(Server, nil, false, match.Event{Frame: i + 1}, "violation %d", i)
	}
	for _, l := range []*link{x.links[0], x.whole.nobody} {
		if named := l.broken(0).named; l.counts[0].violations != 2*mostShown || len(named) != mostShown || named[mostShown-1].At.Frame != mostShown {
			t.Errorf("%d violations, %d named", l.counts[0].violations, len(named))
		}
	}
	crowd := many(fewLinks + 1)
	w = newWatch(crowd, &Rule{}, "", 0)
	for i := range int64(2 * mostShown) {
		w.judges(Server, crowd.links[0], false, match.Event{Frame: i + 1}, "violation %d", i)
	}
	if l := crowd.links[0]; l.counts[0].violations != 2*mostShown || len(l.broken(0).named) != someShown {
		t.Errorf("of many links: %d violations, %d named", l.counts[0].violations, len(l.broken(0).named))
	}
}

// TestHolesAreBounded loses every other number of a channel.
func TestHolesAreBounded(t *testing.T) {
	var n numbers
	for i := range 2 * maxChannelHoles {
		n.takes(uint16(3*i), int64(i+1))
	}
	if len(n.holes) != maxChannelHoles || !n.forgotten {
		t.Errorf("%d holes of a channel, forgotten %v", len(n.holes), n.forgotten)
	}
}

// TestSpells: violations about more ships than there is room for are those of the newest time in which the rule was broken.
func TestSpells(t *testing.T) {
	x := many(1)
	w := newWatch(x, &Rule{}, "", 0)
	w.sees = true
	for i := range uint32(2 * maxSpells) {
		x.subject = subject{object: i%2 + 1}
		w.judges(Server, x.links[0], false, match.Event{Frame: int64(i) + 1, Time: capture.Time{Sec: int64(i) * 100}}, "violation")
	}
	all, n := x.links[0].broken(0).spells, int64(0)
	for _, s := range all {
		n += s.n
	}
	if len(all) > maxSpells || n != 2*maxSpells {
		t.Errorf("%d violations in %d spells", n, len(all))
	}
}
