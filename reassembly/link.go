package reassembly

import (
	"container/list"
	"net/netip"

	"bcdump/decode/transport"
)

// Flow is one direction between two UDP addresses.
type Flow struct {
	Src, Dst netip.AddrPort
}

// Link names both directions of a flow by one of them, that from the lower address to
// the higher one; reversed tells that f is the other.
func (f Flow) Link() (key Flow, reversed bool) {
	if f.Src.Compare(f.Dst) <= 0 {
		return f, false
	}
	return Flow{Src: f.Dst, Dst: f.Src}, true
}

// link is the state between two addresses.
type link struct {
	key       Flow    // as Flow.Link gives it
	sides     [2]side // what the lower address sends, what the higher one sends
	connected bool    // a connect request was seen
	token     uint64  // of the last connect request
	element   *list.Element
}

// side is the state of one sender on a link: each channel has its own counter.
type side struct {
	low, high channel
}

func (s *side) channel(t transport.Type) *channel {
	if t == transport.Data {
		return &s.high
	}
	return &s.low
}

// blank reports whether nothing reliable was seen on the link.
func (l *link) blank() bool {
	for i := range l.sides {
		if l.sides[i].low.started || l.sides[i].high.started {
			return false
		}
	}
	return true
}

// linkOf finds or makes the state of a link, giving up the one that was silent
// longest when there are too many.
func (t *Tracker) linkOf(key Flow, out *Outcome) *link {
	if t.last != nil && t.last.key == key {
		return t.last
	}
	l := t.links[key]
	if l == nil {
		if len(t.links) >= t.limits.Links {
			t.evictLink(out)
		}
		l = &link{key: key}
		l.element = t.recent.PushFront(l)
		t.links[key] = l
	} else {
		t.recent.MoveToFront(l.element)
	}
	t.last = l
	return l
}

func (t *Tracker) evictLink(out *Outcome) {
	oldest := t.recent.Back()
	l := oldest.Value.(*link)
	before := t.stats.FragmentsLost
	t.giveUpLink(l, "too many links at once", out)
	t.stats.FragmentsEvicted += t.stats.FragmentsLost - before
	t.recent.Remove(oldest)
	delete(t.links, l.key)
	t.stats.LinksEvicted++
}

// reset forgets all numbers and fragments of a link, in both directions.
func (t *Tracker) reset(l *link, out *Outcome) {
	t.giveUpLink(l, "the client connected anew", out)
	l.sides = [2]side{}
}

func (t *Tracker) giveUpLink(l *link, reason string, out *Outcome) {
	for i := range l.sides {
		high := &l.sides[i].high
		for len(high.sets) > 0 {
			t.giveUp(high, 0, reason, out)
		}
	}
}
