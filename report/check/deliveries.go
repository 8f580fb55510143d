package check

import (
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/transport"
	"bcdump/report/facts"
)

// delivery is a reliable message, or one fragment of it, on its way: how often it was sent, and
// when it was acknowledged.
type delivery struct {
	link          *link
	to, channel   int
	key           uint32
	number        int64 // of the sequence, without the wrap
	fragment      bool
	exact         bool // it was acknowledged by an Ack that names the fragment
	replaced      bool // its number is that of another one now
	row           int  // of the first copy
	first, newest capture.Time
	copies        int
	acked         capture.Time // zero = not acknowledged
	ackedIn       int64        // frame of the first Ack
	again         int          // copies that came later than tooLate after the Ack
	// namesake is the message before that had the same number, if nobody had acknowledged it: an
	// Ack does not say which of the two it means.
	namesake *delivery
}

const (
	// tooLate is how long after an Ack a copy may still be on its way.
	tooLate = 500 * time.Millisecond
	// againFirst and againLater are how long after the first copy the second one comes at most, and after a later one the
	// next; againDoubled is the longest interval of those who double it.
	againFirst, againLater, againDoubled = 1800 * time.Millisecond, 6500 * time.Millisecond, 35 * time.Second
	// settledAfter is how long after its last copy a message is judged.
	settledAfter  = 15 * time.Second
	mostFragments = 255
)

// at is when it was sent first.
func (d *delivery) at() match.Event { return d.link.t.Event(d.row) }

// name is how it is called in the text of a violation.
func (d *delivery) name() string {
	if d.fragment {
		return "a fragment"
	}
	return d.link.t.ahead.At(d.row).Title()
}

// deliveries are those of one direction of a link, the oldest first.
type deliveries struct {
	waiting []*delivery
	known   map[uint32]*delivery
	parts   int // of those that are known, how many are fragments
}

// keyOf tells the reliable messages apart that are on their way at once. index is -1 for a whole
// message.
func keyOf(channel int, seq uint16, index int) uint32 {
	return uint32(channel)<<31 | uint32(index+1)<<16 | uint32(seq)
}

// key is that of the message at hand.
func (h *heard) key() uint32 {
	index := -1
	if h.Has(facts.Part) {
		index = int(h.header().FragmentIndex)
	}
	return keyOf(channel(transport.Type(h.Kind)), h.Seq, index)
}

// sent takes a copy of a numbered message. It gives the delivery and the time of the copy before, zero
// for the first; nil if its first copy is not in the capture.
func (x *deliveries) sent(h *heard) (d *delivery, before capture.Time) {
	key := h.key()
	if d = x.known[key]; h.once {
		return x.follow(h, key, d), before
	}
	if d == nil {
		return nil, before
	}
	before, d.newest = d.newest, h.Time
	if d.copies++; !d.acked.IsZero() && h.Time.Sub(d.acked) > tooLate {
		d.again++
	}
	return d, before
}

// follow begins to follow a message; old is the one that had its number before, nil = none.
func (x *deliveries) follow(h *heard, key uint32, old *delivery) *delivery {
	d := &delivery{
		link: h.link, to: h.to, channel: int(key >> 31), key: key, number: h.number, fragment: h.Has(facts.Part), row: h.n,
		first: h.Time, newest: h.Time, copies: 1,
	}
	switch {
	case old != nil:
		old.replaced, old.namesake = true, nil
		if old.acked.IsZero() {
			d.namesake = old
		}
	case d.fragment:
		x.parts++
	}
	if x.known == nil {
		x.known = map[uint32]*delivery{}
	}
	x.known[key], x.waiting = d, append(x.waiting, d)
	return d
}

// waits reports whether the other channel has a message with the number of an Ack, and no earlier frame acknowledges that message.
// Otherwise the Ack may be for a message that the capture lacks.
func (x *deliveries) waits(ack *heard) bool {
	other := 1
	if flags, _ := ack.ack(); flags&transport.AckLowChannel != 0 {
		other = 0
	}
	d := x.known[keyOf(other, ack.Seq, -1)]
	return d != nil && (d.acked.IsZero() || d.ackedIn == ack.Frame)
}

// answered takes an Ack.
func (x *deliveries) answered(h *heard, low bool, flags, index uint8) {
	channel := 0
	if low {
		channel = 1
	}
	if flags&transport.AckFragment != 0 {
		x.acknowledge(keyOf(channel, h.Seq, int(index)), h, true)
		return
	}
	x.acknowledge(keyOf(channel, h.Seq, -1), h, true)
	for i := 0; i < mostFragments && x.parts > 0; i++ { // an Ack that does not name the fragment may be for any
		if !x.acknowledge(keyOf(channel, h.Seq, i), h, false) {
			break
		}
	}
}

func (x *deliveries) acknowledge(key uint32, ack *heard, exact bool) bool {
	first := x.known[key]
	for d := first; d != nil; d = d.namesake {
		if d.acked.IsZero() {
			d.acked, d.ackedIn = ack.Time, ack.Frame
		}
		d.exact = d.exact || exact
	}
	return first != nil
}

// lacksPart reports whether the capture lacks the fragment that an Ack names, and has other fragments of that message.
func (x *deliveries) lacksPart(ack *heard, index int) bool {
	for i := range mostFragments {
		d := x.known[keyOf(0, ack.Seq, i)]
		if d != nil && (i > index || i == 0 && index < int(ack.t.ahead.At(d.row).Header.FragmentTotal)) {
			return i != index
		}
	}
	return false
}

// settle takes those out that are so old that nothing more will come; nil = all.
func (x *deliveries) settle(now *capture.Time, judge func(*delivery)) {
	for len(x.waiting) > 0 && (now == nil || x.waiting[0].newest.Add(settledAfter).Before(*now)) {
		d := x.waiting[0]
		x.waiting[0] = nil
		x.waiting = x.waiting[1:]
		switch newer := x.known[d.key]; {
		case !d.replaced:
			delete(x.known, d.key)
			if d.fragment {
				x.parts--
			}
		case newer != nil && newer.namesake == d:
			newer.namesake = nil
		}
		judge(d)
	}
}

// wrapped reports whether a message has a number that 8 bits do not hold, of a sender that counts so.
func (d *delivery) wrapped() bool {
	return d.channel == 0 && d.number >= wrapsAt && d.link.numbers[d.to][0].eightBit
}

// stall is what becomes of a link whose host counts in 8 bits: its number 256, written as 0, is sent again and
// again although it is acknowledged, and then the host gives the client up.
type stall struct {
	sum   uint64      // of the message with number 256
	first match.Event // frame 0 = the link has not come so far
	again []match.Event
	acked match.Event // the first Ack of it
	acks  int
	// repeated is the highest number from 256 on that was sent again, once the lowest that was not.
	repeated, once         int64
	repeatedFrom, onceFrom match.Event
	unheard                int // datagrams of the client since the last one to it
}

const (
	// wrapsAt is the first number that 8 bits do not hold.
	wrapsAt = 256
	// mostTries is how often the host sends number 256 again until it gives the client up.
	mostTries = 8
)

// over reports whether the host has given up: it tried as often as it does, though it got Acks.
func (s *stall) over() bool { return len(s.again) >= mostTries && s.acks > mostTries }

// sends takes a message of the data channel of a host that counts in 8 bits.
func (s *stall) sends(h *heard) {
	switch {
	case h.Seq != 0 || h.number < wrapsAt:
	case s.first.Frame == 0:
		s.sum, s.first = h.sum(), h.at()
	case s.sum == h.sum() && len(s.again) < mostTries:
		s.again = append(s.again, h.at())
	}
}

// answers takes an Ack of the client, of the data channel.
func (s *stall) answers(h *heard) {
	if s.first.Frame == 0 || h.Seq != 0 {
		return
	}
	if s.acks++; s.acks == 1 {
		s.acked = h.at()
	}
}

// settled takes what became of a message of the data channel.
func (s *stall) settled(d *delivery) {
	switch {
	case d.number < wrapsAt || d.number >= 2*wrapsAt:
	case d.copies > 1 && d.number > s.repeated:
		s.repeated, s.repeatedFrom = d.number, d.at()
	case d.copies == 1 && (s.once == 0 || d.number < s.once):
		s.once, s.onceFrom = d.number, d.at()
	}
}

// answers counts the game messages of one side by opcode, all of them and the mute ones: sent once, never acknowledged.
type answers struct {
	n         int
	all, none [256]int
	mute      []*delivery
}

// acksLacked decides whether the capture lacks the Acks of mute messages. Nothing is missing or sent again, so a few mute messages
// were acknowledged if most others of their opcodes are: otherwise both sides would be wrong. The same holds if all mute messages
// came within a moment, so that one datagram may have acknowledged them, whatever their opcodes, and any other was acknowledged.
func (t *trial) acksLacked(x *host, a *answers) {
	const few, fewest, moment = 20, 10, 200 * time.Millisecond
	if a == nil {
		return
	}
	single := a.n > len(a.mute) && !slices.ContainsFunc(a.mute, func(d *delivery) bool { return d.newest.Sub(a.mute[0].newest).Abs() > moment })
	for _, d := range a.mute {
		if code := t.Row(d.row).Opcode; single || few*len(a.mute) <= a.n && 2*a.none[code] < a.all[code] {
			if a.n >= fewest { // fewer do not show that the capture drops more than these Acks
				x.lacked, t.whole.lacked = x.lacked+1, t.whole.lacked+1
			}
			continue
		}
		t.delivery = d
		each(t.ask.settled, d)
	}
}
