package check

import (
	"testing"

	"bcdump/decode/match"
)

// many makes a trial with links.
func many(links int) *trial {
	t := &trial{places: 2, of: map[uint32]*link{}}
	t.nowhere.counts = make([]count, t.places)
	for i := range links {
		c := &match.Connection{Number: i + 1, Link: uint32(i + 1), Slot: -1}
		t.of[c.Link] = &link{Connection: c}
		t.link(c.Link, 1)
	}
	return t
}

// TestNamedViolations has a rule name the first violations only.
func TestNamedViolations(t *testing.T) {
	x := many(1)
	w := newWatch(x, &Rule{}, "", 0)
	for i := range int64(2 * mostShown) {
		w.breaks(Server, x.links[0], match.Event{Frame: i + 1}, "violation %d", i)
		w.breaks(Server, nil, match.Event{Frame: i + 1}, "violation %d", i)
	}
	for _, l := range []*link{x.links[0], &x.nowhere} {
		if named := l.named[0]; l.counts[0].violations != 2*mostShown || len(named) != mostShown || named[mostShown-1].At.Frame != mostShown {
			t.Errorf("%d violations, %d named", l.counts[0].violations, len(named))
		}
	}
	crowd := many(fewLinks + 1)
	w = newWatch(crowd, &Rule{}, "", 0)
	for i := range int64(2 * mostShown) {
		w.breaks(Server, crowd.links[0], match.Event{Frame: i + 1}, "violation %d", i)
	}
	if l := crowd.links[0]; l.counts[0].violations != 2*mostShown || len(l.named[0]) != someShown {
		t.Errorf("of many links: %d violations, %d named", l.counts[0].violations, len(l.named[0]))
	}
}

// TestHolesAreBounded loses every other number of a channel.
func TestHolesAreBounded(t *testing.T) {
	var n numbers
	for i := range 2 * maxChannelHoles {
		n.take(numbered(uint16(3*i), int64(i+1), "x"))
	}
	if len(n.holes) != maxChannelHoles || !n.forgotten {
		t.Errorf("%d holes of a channel, forgotten %v", len(n.holes), n.forgotten)
	}
}
