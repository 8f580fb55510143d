// Package copies tells which datagrams are copies of others, made on the way to the file: a machine that captures all
// its interfaces sees a datagram on the card, the bridge and the virtual card of a container, a switch mirrors both
// directions, captures of client and host are merged. The first one counts, wherever it was captured.
//
// The payload alone tells nothing: the game sends equal Acks and keepalives, and a host the same update to several
// clients. A sender's retransmission has a new IP identification, unless the sender writes 0 into all, as Linux does.
// What a network delivers twice arrives twice, so both count. This is the evidence, for datagrams with the same
// payload and identification:
//
//	ends         captured                       a copy if
//	the same     elsewhere: another interface,  it comes within 2 s; 250 ms if the identification is 0. Each place
//	             VLAN, way or time to live      has a datagram once: what comes there again is the next one
//	the same     at the same place              three of five datagrams of its flow, before and behind it, come there
//	                                            again, about as soon; within 0.5 ms if identifications do not change
//	one differs  anywhere                       three of four datagrams with the other end, in the next 256, have a
//	                                            twin with this one; if there are none, it comes within 2 ms
//	both differ  anywhere                       the same of both ends, and four in each direction have one
//
// In the last two cases address translation has replaced ends, which from then on stand for those that were met first.
// If the identification is 0, twins come within 2 ms, elsewhere or behind a router, four in each direction; but if it is
// known that the receiver is translated, all that comes to it has a twin. What was captured before and behind a
// translation at one place, without identification and with one time to live, stays two battles: two players who are
// told the same look so.
//
// In come datagrams in the order of the capture, and those ahead; out comes for each the one that it is a copy of. The
// package must not know what they say.
package copies

import (
	"fmt"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/bounded"
)

// Ahead shows the items behind the one at hand, from 0; nil = the end, or too far away.
type Ahead interface{ At(n int) *batch.Item }

// Finder finds the copies of one capture.
type Finder struct {
	ring   []Datagram                  // the last datagrams that are no copies, by their number; nil until there is one
	newest [rememberedDatagrams]uint32 // the number of the last one whose Sum begins so
	count  uint32                      // the number of the next one

	flows     *bounded.Map[capture.Ends, *doubling] // in which datagrams come again at the same place
	all       doubling                              // the same of all flows, once there is one
	ends      *bounded.Map[netip.AddrPort, netip.AddrPort]
	undone    *bounded.Map[capture.Ends, *capture.Ends] // ends, and what they were before translation
	unrelated *bounded.Map[[2]capture.Ends, int]        // of which none is the other one translated: how often to pass over them

	effort int // that looking ahead may take

	taps    []tap
	at      uint8 // number of the last one
	summary Summary
}

// Summary counts datagrams that are copies of others, made on the way to the file.
type Summary struct {
	Datagrams int64 // that are copies
	Copied    int64 // of which there are copies
	Most      int64 // copies of one datagram
	// Interfaces are those on which copies and what they are copies of were captured, in the order of the capture:
	// names, or numbers as in "interface 2"; nil = not known, or only one.
	Interfaces []string
	// Translated are ends that address translation has replaced, and what they stand for, in the order of the capture.
	Translated []Translated
}

// Translated is an end that stands for another one.
type Translated struct {
	As, For netip.AddrPort
}

// tap is an interface on which datagrams were captured.
type tap struct {
	number uint32
	about  *capture.Interface
	copies bool // on which there were copies, or what they are copies of
}

const (
	// rememberedDatagrams is a power of two.
	//limit:rememberedDatagrams What earlier messages tell | datagrams of which a copy may come | copies of older ones are not told from repeats | TestBounded
	rememberedDatagrams = 1024
	sumBits             = 10
	// copiesAhead is how many datagrams are looked at to tell whether copies are the rule.
	//limit:copiesAhead What earlier messages tell | lookahead from a datagram that may be a copy, in datagrams | less evidence | TestEvidence
	copiesAhead = 256
	aheadTime   = 5 * time.Second // of the capture: who watches it while it is made does not wait for long
	//limit:rememberedEnds What earlier messages tell | flows with copies at the same place, and ends that address translation replaced | the one unused for longest is forgotten | TestBounded
	rememberedEnds = 256

	// mostEqual bounds what equal datagrams between many ends cost.
	//limit:mostEqual What earlier messages tell | datagrams with the same payload and identification that are looked at | copies of older ones are not told from repeats | TestBounded
	mostEqual = 128

	// lookCost is how many datagrams pay for one look ahead, and mostEffort what is saved for later: else a flood of equal
	// datagrams between ends that are always new would take a hundred times as long.
	//limit:lookCost What earlier messages tell | datagrams for each look ahead | by what is known of others, or no copy | TestFlood
	lookCost   = 16
	mostEffort = 64 * lookCost

	copyTime      = 2 * time.Second        // if the identification tells datagrams apart
	copyTimeSoon  = 250 * time.Millisecond // elsewhere, if it does not
	copyTimeHere  = 500 * time.Microsecond // at the same place
	soonHere      = 16                     // datagrams later, at the same place, if the identification is 0
	copyTimeOther = 2 * time.Millisecond   // with another end
)

// Datagram is a datagram that is no copy.
type Datagram struct {
	sum    uint64
	ends   *capture.Ends // before address translation
	Frame  int64
	at     int64  // its time, as nanoseconds gives it
	older  uint32 // the number of the one before it whose sum begins so
	id     uint32
	places [4]uint16 // where it was captured, by placeOf; 0 = none
	copies int32     // of it so far
	// Protocol has claimed it, by its place in the list of protocols, from 1; 0 = none.
	Protocol uint8
	tap      uint8 // the number of its interface, by taps.of
	again    bool  // it came again at the same place
}

// New makes one that has seen nothing.
func New() Finder {
	return Finder{
		count: rememberedDatagrams + 1, // so that 0 is long ago
		flows: bounded.New[capture.Ends, *doubling](rememberedEnds), ends: bounded.New[netip.AddrPort, netip.AddrPort](rememberedEnds),
		undone:    bounded.New[capture.Ends, *capture.Ends](rememberedEnds),
		effort:    mostEffort,
		unrelated: bounded.New[[2]capture.Ends, int](rememberedEnds),
	}
}

// numbered gives a datagram by its number.
func (c *Finder) numbered(number uint32) *Datagram { return &c.ring[number%rememberedDatagrams] }

// remembers reports whether a number is not too old.
func (c *Finder) remembers(number uint32) bool { return c.count-number <= rememberedDatagrams }

// Find gives the datagram that the item is a copy of; nil = it is none, and will be remembered. If address translation
// has replaced an end, the datagram gets the ends before that.
func (c *Finder) Find(it *batch.Item, ahead Ahead) *Datagram {
	newest := &c.newest[it.Sum>>(64-sumBits)]
	place := placeOf(it)
	if c.ends.Len() > 0 {
		place = c.undo(&it.Datagram, place)
	}
	if c.at >= uint8(len(c.taps)) || c.taps[c.at].number != it.Datagram.Trail.Interface || c.taps[c.at].about != it.Interface {
		c.at = c.tapOf(it)
	}
	number := *newest
	for c.remembers(number) && c.numbered(number).sum != it.Sum {
		number = c.numbered(number).older
	}
	if c.remembers(number) {
		if x := c.match(it, number, place, ahead); x != nil {
			it.Datagram.CopyOf = x.Frame
			c.tell(x)
			return x
		}
	}
	if c.ring == nil {
		c.ring = make([]Datagram, rememberedDatagrams)
	}
	if c.flows.Len() > 0 {
		c.pass(it)
	}
	d := &it.Datagram
	*c.numbered(c.count) = Datagram{sum: it.Sum, ends: d.Ends, Frame: d.Frame, at: nanosecondsOf(d), older: *newest, id: d.Trail.ID, places: [4]uint16{place}, tap: c.at}
	*newest = c.count
	c.count++
	c.effort = min(c.effort+1, mostEffort)
	return nil
}

// looks reports whether to look ahead is worth it.
func (c *Finder) looks() bool {
	if c.effort < lookCost {
		return false
	}
	c.effort -= lookCost
	return true
}

// Claimed notes which protocol has claimed the datagram that was met last, by its place in the list, from 1.
func (c *Finder) Claimed(protocol int) {
	if c.ring != nil {
		c.numbered(c.count - 1).Protocol = uint8(protocol)
	}
}

// mostTaps bounds the interfaces that are named.
//
//limit:mostTaps What earlier messages tell | interfaces of copies that are named | not named | TestBounded
const mostTaps = 16

// tapOf gives the number of the interface of an item; mostTaps = there are too many.
func (c *Finder) tapOf(it *batch.Item) uint8 {
	x := tap{number: it.Datagram.Trail.Interface, about: it.Interface}
	for i := range c.taps {
		if c.taps[i].number == x.number && c.taps[i].about == x.about {
			return uint8(i)
		}
	}
	if len(c.taps) < mostTaps {
		c.taps = append(c.taps, x)
		return uint8(len(c.taps) - 1)
	}
	return mostTaps
}

// tell counts a copy.
func (c *Finder) tell(x *Datagram) {
	if x.copies++; x.copies == 1 {
		c.summary.Copied++
	}
	c.summary.Datagrams++
	c.summary.Most = max(c.summary.Most, int64(x.copies))
	for _, at := range [...]uint8{x.tap, c.at} {
		if int(at) < len(c.taps) {
			c.taps[at].copies = true
		}
	}
}

// Summary says what was found so far.
func (c *Finder) Summary() Summary {
	s := c.summary
	s.Translated = slices.Clone(s.Translated)
	for i := range c.taps {
		if name := c.taps[i].name(); c.taps[i].copies && name != "" && !slices.Contains(s.Interfaces, name) {
			s.Interfaces = append(s.Interfaces, name)
		}
	}
	if len(s.Interfaces) < 2 {
		s.Interfaces = nil
	}
	return s
}

// name is what people call an interface; "" = it has no name.
func (t *tap) name() string {
	const named = 1 << 16 // numbers of Linux are smaller than the hash of a name
	switch {
	case t.about != nil && t.about.Name != "":
		return t.about.Name
	case t.number != 0 && t.number < named:
		return fmt.Sprintf("interface %d", t.number)
	case t.about != nil && t.number == 0:
		return fmt.Sprintf("interface %d", t.about.Number)
	}
	return ""
}

// match looks for the datagram that the item is a copy of, from a number on back.
func (c *Finder) match(it *batch.Item, number uint32, place uint16, ahead Ahead) *Datagram {
	d := &it.Datagram
	now, most := nanosecondsOf(d), copyTime
	if d.Trail.ID == 0 {
		most = copyTimeSoon
	}
	var elsewhere, here, other *Datagram
	for steps := 0; c.remembers(number) && steps < mostEqual; number = c.numbered(number).older {
		x := c.numbered(number)
		if x.sum != it.Sum {
			continue
		}
		steps++
		switch {
		case apart(now, x.at) > most:
		case x.ends != d.Ends && *x.ends != *d.Ends:
			if other == nil && (d.Trail.ID != 0 || !x.was(place) && apart(now, x.at) <= copyTimeOther) {
				other = x
			}
		case !x.was(place):
			elsewhere = x // the oldest that was not seen there
		case here == nil && (x.id != 0 || c.count-number <= soonHere):
			here = x
		}
	}
	switch {
	case elsewhere != nil:
		elsewhere.add(place)
		return elsewhere
	case here != nil && c.doubled(here, it, ahead):
		return here
	case here == nil && other != nil && c.translated(other, it, ahead):
		place = c.undo(d, place)
		other.add(place)
		return other
	}
	return nil
}

// was reports whether the datagram was captured at a place.
func (x *Datagram) was(place uint16) bool {
	return x.places[0] == place || x.places[1] == place || x.places[2] == place || x.places[3] == place
}

// add notes that it was captured at another place. There is room for those of a machine with containers.
func (x *Datagram) add(place uint16) {
	for i := range x.places {
		if x.places[i] == 0 {
			x.places[i] = place
			return
		}
	}
}

// placeOf tells places apart at which one datagram can be captured.
func placeOf(it *batch.Item) uint16 {
	t := &it.Datagram.Trail
	h := uint64(t.Interface)<<32 | uint64(t.Tags)
	h ^= uint64(t.Hops)<<56 | uint64(t.Way)<<48
	if it.Interface != nil {
		h ^= uint64(it.Interface.Number) << 16
	}
	return shortened(h)
}

func shortened(h uint64) uint16 { return uint16(h*0x9E3779B97F4A7C15>>48) | 1 }

// nanosecondsOf is the time of a datagram, to be compared with that of another one only.
func nanosecondsOf(d *capture.Datagram) int64 {
	return d.Time.Sec*int64(time.Second) + int64(d.Time.Nanos)
}

// apart is the time between two.
func apart(a, b int64) time.Duration {
	if a < b {
		return time.Duration(b - a)
	}
	return time.Duration(a - b)
}
