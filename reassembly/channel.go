package reassembly

import (
	"hash/maphash"
	"time"

	"bcdump/decode/transport"
)

// channel is one counter of one sender: control messages and Data messages are
// numbered apart.
type channel struct {
	started  bool
	eightBit bool   // the counter wraps at 256, as third-party servers do it
	highest  uint16 // newest number
	largest  uint16 // ever seen; above 255 the counter has 16 bits
	news     uint32 // new numbers so far
	span     int    // place of the newest number: how far it is from the first one seen
	seen     sightings
	arrived  marks  // by place
	acked    marks  // by place
	sets     []*set // pending and recently completed fragment sets, oldest first
	pending  int    // how many of them are not complete
}

const (
	// repeatWindow is how many new numbers ago a message may have been seen last
	// to count as repeated, and repeatWindow8 the same of a counter of 8 bits. In a
	// fight hundreds of numbers pass before a lost message comes again. Half of 8
	// bits keeps a reused number apart from a repeated one.
	//limit:repeatWindow Numbers, fragments, acknowledgements | new numbers within which a repeat is recognised | taken for a new message | TestRepeatWindow
	//limit:repeatWindow8 Numbers, fragments, acknowledgements | new numbers within which a repeat is recognised, if the counter has 8 bits | taken for a new message | TestRepeatWindow
	repeatWindow, repeatWindow8 = 0x4000, 128
	// ackMemory is how many numbers back an Ack is known to be repeated. A power of
	// two: marks are found by masking.
	//limit:ackMemory Numbers, fragments, acknowledgements | numbers of a channel whose Acks are known | taken for repeats | TestAcks
	ackMemory = 1024
)

// marks is one bit for each of the newest ackMemory numbers. It goes by the place
// of a number, not by the number itself, which wraps.
type marks [ackMemory / 64]uint64

func (m *marks) has(place int) bool {
	return m[place&(ackMemory-1)/64]&(1<<(place&63)) != 0
}

func (m *marks) set(place int)   { m[place&(ackMemory-1)/64] |= 1 << (place & 63) }
func (m *marks) clear(place int) { m[place&(ackMemory-1)/64] &^= 1 << (place & 63) }

// identify names a message within its channel: number and, of a fragment, index.
func identify(m *transport.Message) uint32 {
	id := uint32(m.Seq) << 9
	if m.Fragment {
		id |= 1<<8 | uint32(m.FragmentIndex)
	}
	return id
}

// seed is of this run: sums are compared with each other only.
var seed = maphash.MakeSeed()

// Sum is a hash of a payload, to tell a repeat by: two of 64 bits are equal for different
// bytes so seldom that no capture is long enough to see it.
func Sum(payload []byte) uint64 { return maphash.Bytes(seed, payload) }

// Compares reports whether the payload of a message is compared with others, so that its
// Sum has to be known.
func Compares(m *transport.Message) bool {
	return m.HasSeq && m.Type != transport.Ack || m.OneByteLength
}

// whole adds to the sum of a payload what else a repeat has to share: the type and, of
// part 0, the total, which stands before the payload.
func whole(m *transport.Message, sum uint64) uint64 {
	return sum ^ (uint64(m.Type) | uint64(m.FragmentTotal)<<8)
}

// ahead is how far a number lies ahead of the newest one; negative = behind.
func (c *channel) ahead(seq uint16) int {
	if c.eightBit && seq <= 255 {
		return int(int8(uint8(seq) - uint8(c.highest)))
	}
	return int(int16(seq - c.highest))
}

// window is how many new numbers ago a message may have been seen last to count as known.
func (c *channel) window() uint32 {
	if c.eightBit {
		return repeatWindow8
	}
	return repeatWindow
}

// likeness says how a message relates to the last one of the same number and index.
type likeness struct {
	known  bool // it was seen, a short while ago
	recent bool // so short that this holds of a counter of 8 bits too
	equal  bool // it had the same bytes, however long ago
	stale  bool // it is recent, and has the bytes of the one before that
}

func (l likeness) repeat() bool { return l.known && l.equal }

// compare holds a message against the last one of the same number and index, or nil.
func (c *channel) compare(m *transport.Message, old *sighting, sum uint64, at *Point) (l likeness) {
	if old == nil {
		return l
	}
	l.equal = old.hash == sum
	if l.equal && c.anew(m, old, at) {
		return likeness{}
	}
	ago := c.news - old.last
	l.known, l.recent = ago < c.window(), ago < repeatWindow8
	l.stale = l.recent && !l.equal && old.before == sum && !c.next(m.Seq)
	return l
}

// A server that repeats a message sends it alone in its datagram, so long after the copy before.
const leastPause, mostPause = 2 * time.Second, 3 * time.Second

// anew reports whether a message with the bytes of the last one of its number is another one: of a counter
// that comes round, the number after the newest one, unless it comes as a copy does.
func (c *channel) anew(m *transport.Message, old *sighting, at *Point) bool {
	pause := old.pause(at)
	return !m.Fragment && c.next(m.Seq) && !(at.Alone && pause >= leastPause && pause <= mostPause)
}

// next reports whether a number is the one after the newest of a counter of 8 bits, or of one that may be.
func (c *channel) next(seq uint16) bool {
	return (c.eightBit || c.largest == 255) && seq <= 255 && seq == uint16(uint8(c.highest)+1)
}

// remember notes that a message was seen for the first time, in the place of the old one
// of the same number and index, if any.
func (t *Tracker) remember(c *channel, old *sighting, id uint32, sum uint64, at *Point) *sighting {
	var before uint64
	if old != nil {
		before = old.hash
	} else {
		old = t.place(c, id, at)
	}
	*old = sighting{id: id, hash: sum, before: before, last: c.news, frame: at.Frame, sec: at.Sec, nanos: at.Nanos, index: uint8(at.Index), copies: 1}
	old.isSeen(at)
	return old
}

// again notes that a message was seen once more, and gives its first copy and the copies so far.
// What is remembered of it may be gone, if it is a part that still waits for others.
func (t *Tracker) again(c *channel, old *sighting, id uint32, sum uint64, at *Point) (first Sent) {
	if old == nil || old.hash != sum {
		old = t.remember(c, old, id, sum, at)
	} else {
		first = old.sent()
		first.Pause = old.pause(at)
	}
	old.last = c.news
	old.isSeen(at)
	old.copies = max(old.copies, old.copies+1) // and not around to 0
	first.Copies = int(old.copies)
	return first
}

// answer gives the message that an Ack names, if it is the first one for it.
func (c *channel) answer(id uint32) (sent Sent) {
	s := c.seen.find(id)
	if s == nil || s.answered {
		return Sent{}
	}
	s.answered = true
	return s.sent()
}

// advance orders a number that is no repeat, and reports how it fits in. One seen
// lately with other bytes (known) counts as new only where it moves the counter on:
// a counter of 8 bits may come round while the number's last owner is still repeated.
func (c *channel) advance(seq uint16, like likeness, out *Outcome) {
	if !c.started {
		c.started, c.highest, c.largest = true, seq, seq
		c.news++
		c.arrived.set(c.span)
		return
	}
	c.largest = max(c.largest, seq)
	ahead := c.ahead(seq)
	if ahead <= 0 && like.known {
		return
	}
	c.news++
	if ahead < 0 {
		out.OutOfOrder = true
		if -ahead < ackMemory {
			c.arrived.set(c.span + ahead)
		}
		return
	}
	out.Missing = max(ahead-1, 0)
	c.moveOn(ahead)
	c.highest = seq
}

// overtook gives the first to come of the numbers behind one that comes late: that was sent before.
func (c *channel) overtook(seq uint16) (first Sent) {
	const most = 32 // that may have come late together with it
	for range most {
		seq++
		m := transport.NewData(true, seq)
		x := c.seen.find(identify(&m))
		if x != nil && (first.Frame == 0 || x.frame < first.Frame) && c.news-x.last < c.window() {
			first = x.sent()
		}
	}
	return first
}

// moveOn makes the number ahead of the newest the newest.
func (c *channel) moveOn(ahead int) {
	if ahead >= ackMemory {
		c.arrived, c.acked = marks{}, marks{}
	} else {
		for place := c.span + 1; place <= c.span+ahead; place++ {
			c.arrived.clear(place)
			c.acked.clear(place)
		}
	}
	c.span += ahead
	c.arrived.set(c.span)
}

// measure finds out how many bits the counter has. Above 255 it has 16. A number
// near 0 that follows one near 255, while none above was ever seen, shows that it has
// 8; one that may be a late copy, or fills a gap, does not, and one that may be a late message
// under a used number only where hardly a number is missing.
func (c *channel) measure(seq uint16, like likeness) (eightBit bool) {
	near := 64
	if like.recent {
		near = 8
	}
	step := int(seq) + 256 - int(c.highest)
	switch {
	case seq > 255:
		c.eightBit = false
	case !c.eightBit && c.started && c.largest <= 255 && int(seq) < near && step > 0 && step <= near && !like.equal && !c.lacks(seq):
		c.eightBit = true
		return true
	}
	return false
}

// lacks reports whether a number behind the newest one has not come yet.
func (c *channel) lacks(seq uint16) bool {
	behind := -c.ahead(seq)
	return behind > 0 && behind <= c.span && behind < ackMemory && !c.arrived.has(c.span-behind)
}

// acknowledge notes an Ack of this sender's number.
func (c *channel) acknowledge(seq uint16, out *Outcome) {
	behind := c.behind(seq)
	switch {
	case !c.started || behind < 0:
		out.AckUnseen = true
	case behind >= ackMemory:
		out.AckUnseen = behind > c.span
		out.Answers = c.answer(identify(&transport.Message{Seq: seq}))
		out.RepeatAck = !out.AckUnseen && out.Answers.Frame == 0
	default:
		place := c.span - behind
		earlier := !c.arrived.has(place) && c.cameBefore(place)
		out.AckUnseen = !c.arrived.has(place) && !earlier
		out.RepeatAck = c.acked.has(place) || earlier
		c.acked.set(place)
		if !out.AckUnseen && !out.RepeatAck {
			out.Answers = c.answer(identify(&transport.Message{Seq: seq}))
		}
	}
}

// cameBefore reports whether a number that has not come came in an earlier round of a counter of 8 bits:
// what is acknowledged is that one, once more.
func (c *channel) cameBefore(place int) bool {
	const round = 1 << 8
	for p := place - round; c.eightBit && p > c.span-ackMemory; p -= round {
		if c.arrived.has(p) {
			return true
		}
	}
	return false
}

// behind is how far an acknowledged number lies behind the newest; negative = ahead.
// Of 8 bits all count as behind: stock software sends Acks again for so long that
// half the range is not enough, and never before what they acknowledge.
func (c *channel) behind(seq uint16) int {
	if c.eightBit && seq <= 255 {
		return int(uint8(c.highest) - uint8(seq))
	}
	return -c.ahead(seq)
}
