package reassembly

import (
	"container/list"
	"net/netip"
	"time"

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

// Link is the state between two addresses, for those who have more messages of the same
// link: they need not have it searched for. It holds until Hear denies it.
type Link struct {
	key       Flow          // as Flow.Link gives it
	sides     *[2]side      // what the lower address sends, what the higher one sends; nil = forgotten
	connected bool          // a connect request was seen
	token     uint64        // of the last connect request
	back      time.Duration // by how much the clock was set back by then
	asked     time.Duration // what that request is stamped, since 1970
	sec       int64         // when something but updates and Acks alone was heard last

	place *list.Element // in Tracker.heard
}

// side is the state of one sender on a link: each channel has its own counter.
type side struct {
	low, high channel
}

func (s *side) channels() [2]*channel { return [2]*channel{&s.low, &s.high} }

func (s *side) channel(t transport.Type) *channel {
	if t == transport.Data {
		return &s.high
	}
	return &s.low
}

// blank reports whether nothing reliable was seen on the link.
func (l *Link) blank() bool {
	for i := range l.sides {
		if l.sides[i].low.started || l.sides[i].high.started {
			return false
		}
	}
	return true
}

// Link finds or makes the state of a link, giving up the one that was silent longest when
// there are too many, and notes that it was heard. What that gives up is added to out.
func (t *Tracker) Link(f Flow, out *Outcome) *Link {
	key, _ := f.Link()
	if l := t.links[key]; l != nil {
		t.Hear(l)
		return l
	}
	if len(t.links) >= t.limits.links {
		t.evictLink(out)
	}
	l := &Link{key: key, sides: new([2]side)}
	t.add(l)
	return l
}

// add takes in a link as the one that was heard last.
func (t *Tracker) add(l *Link) {
	t.links[l.key], l.place = l, t.heard.PushFront(l)
}

// Hear notes that a link was heard, as Link does. It reports whether the tracker still
// has the link; if not, or if there is none, Link has to be asked.
func (t *Tracker) Hear(l *Link) bool {
	if l == nil || l.sides == nil {
		return false
	}
	t.heard.MoveToFront(l.place)
	return true
}

// silent gives the links, those first that were silent longest.
func (t *Tracker) silent(yield func(*Link) bool) {
	for e := t.heard.Back(); e != nil; e = e.Prev() {
		if !yield(e.Value.(*Link)) {
			return
		}
	}
}

func (t *Tracker) evictLink(out *Outcome) {
	l := t.heard.Back().Value.(*Link)
	before := t.stats.FragmentsLost
	t.giveUpLink(l, "too many links at once", out)
	t.stats.FragmentsEvicted += t.stats.FragmentsLost - before
	t.sightings -= l.sightings()
	t.heard.Remove(l.place)
	delete(t.links, l.key)
	*l = Link{} // others may keep it for long
	t.stats.LinksEvicted++
}

// trim drops what is too old to matter, of a client that has left or is silent: there may be hundreds.
func (t *Tracker) trim(l *Link) {
	for i := range l.sides {
		for _, c := range l.sides[i].channels() {
			t.sightings -= c.seen.trim(c.news)
		}
	}
}

// maxSightings bounds the whole messages that all links make room for: 8 MB. Beyond it, links that have been
// silent longest remember only what came lately.
//
//limit:maxSightings Numbers, fragments, acknowledgements | whole messages that all channels make room for, to know them again | links that were silent longest keep the newest 64 of a channel | TestSightingsOfAllLinks
const maxSightings = 1 << 17

// forget has links forget, but not the one at hand.
func (t *Tracker) forget(but *Link) {
	const enough = maxSightings / 4 * 3
	for l := range t.silent {
		if t.sightings <= enough {
			return
		}
		if l != but {
			t.trim(l)
		}
	}
}

// reset forgets all numbers and fragments of a link, in both directions.
func (t *Tracker) reset(l *Link, out *Outcome) {
	t.giveUpLink(l, "another connection begins", out)
	t.sightings -= l.sightings()
	*l.sides = [2]side{}
}

// sightings counts the whole messages that there is room for.
func (l *Link) sightings() (n int) {
	for i := range l.sides {
		for _, c := range l.sides[i].channels() {
			n += len(c.seen.wholes)
		}
	}
	return n
}

func (t *Tracker) giveUpLink(l *Link, reason string, out *Outcome) {
	for i := range l.sides {
		high := &l.sides[i].high
		for len(high.sets) > 0 {
			t.giveUp(high, 0, reason, out)
		}
	}
}
