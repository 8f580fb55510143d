package reassembly

import "bcdump/decode/transport"

// channel is one counter of one sender: control messages and Data messages are
// numbered apart.
type channel struct {
	started  bool
	eightBit bool   // the counter wraps at 256, as third-party servers do it
	highest  uint16 // newest number
	largest  uint16 // ever seen; above 255 the counter has 16 bits
	room     uint16 // sightings to hold before old ones are looked for
	news     uint32 // new numbers so far
	span     int    // place of the newest number: how far it is from the first one seen
	seen     map[uint32]sighting
	arrived  marks  // by place
	acked    marks  // by place
	sets     []*set // pending and recently completed fragment sets, oldest first
}

// sighting is what is remembered of a message to know it again.
type sighting struct {
	hash     uint64
	frame    int64  // of the first copy; its index and time below
	nanos    int64  // since 1970
	last     uint32 // channel.news when it was last seen
	copies   uint16
	index    uint8
	answered bool
}

// see is a message that was seen for the first time.
func (c *channel) see(sum uint64, at Point) sighting {
	return sighting{hash: sum, last: c.news, frame: at.Frame, nanos: at.nanos(), index: uint8(at.Index), copies: 1}
}

const (
	// repeatWindow is how many new numbers ago a message may have been seen last
	// to count as repeated. A stock counter has 16 bits, a third-party one 8: half
	// of the smaller keeps a reused number apart from a repeated one.
	repeatWindow = 128
	// sightings bounds channel.seen: numbers within the window, and the 255 parts
	// that a number may have. Most senders need half of it. A map grows at 7/8 of a
	// power of two: these are below.
	sightings, fewSightings = 440, 220
	// ackMemory is how many numbers back an Ack is known to be repeated. A power of
	// two: marks are found by masking.
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

// hash is FNV-1a over what a repeat has to share: type, payload and, of part 0,
// the total, which stands before the payload.
func hash(m *transport.Message, payload []byte) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := (uint64(offset) ^ uint64(m.Type)) * prime
	h = (h ^ uint64(m.FragmentTotal)) * prime
	for _, c := range payload {
		h = (h ^ uint64(c)) * prime
	}
	return h
}

// ahead is how far a number lies ahead of the newest one; negative = behind.
func (c *channel) ahead(seq uint16) int {
	if c.eightBit && seq <= 255 {
		return int(int8(uint8(seq) - uint8(c.highest)))
	}
	return int(int16(seq - c.highest))
}

// likeness says how a message relates to the last one of the same number and index.
type likeness struct {
	known bool // it was seen, a short while ago
	equal bool // it had the same bytes, however long ago
}

func (l likeness) repeat() bool { return l.known && l.equal }

// compare looks a message up among the recent ones.
func (c *channel) compare(id uint32, sum uint64) likeness {
	old, ok := c.seen[id]
	return likeness{known: ok && c.news-old.last < repeatWindow, equal: ok && old.hash == sum}
}

// remember notes that a message was seen for the first time.
func (c *channel) remember(id uint32, sum uint64, at Point) {
	if c.seen == nil {
		c.seen, c.room = make(map[uint32]sighting), fewSightings
	}
	if _, ok := c.seen[id]; !ok && len(c.seen) >= int(c.room) {
		c.forget()
	}
	c.seen[id] = c.see(sum, at)
}

// again notes that a message was seen once more, and gives the copies so far. What is
// remembered of it may be gone, if it is a part that still waits for others.
func (c *channel) again(id uint32, sum uint64, at Point) (copies int) {
	s, ok := c.seen[id]
	if !ok || s.hash != sum {
		c.remember(id, sum, at)
		s = c.seen[id]
	}
	s.last = c.news
	s.copies = max(s.copies, s.copies+1) // and not around to 0
	c.seen[id] = s
	return int(s.copies)
}

// answer gives the message that an Ack names, if it is the first one for it.
func (c *channel) answer(id uint32) (sent Sent) {
	s, ok := c.seen[id]
	if !ok || s.answered {
		return Sent{}
	}
	s.answered = true
	c.seen[id] = s
	return Sent{Frame: s.frame, Index: int(s.index), Nanos: s.nanos, Copies: int(s.copies)}
}

// forget makes room. It drops sightings too old to matter; then it allows for more
// of them; at the limit it drops ever younger ones. Which ones go does not depend on
// map order.
func (c *channel) forget() {
	c.dropOlder(repeatWindow)
	if len(c.seen) > int(c.room)/2 && c.room < sightings {
		c.room *= 2
	}
	for window := uint32(repeatWindow); len(c.seen) >= int(c.room); {
		window /= 2
		c.dropOlder(window)
	}
}

func (c *channel) dropOlder(window uint32) {
	for id, s := range c.seen {
		if c.news-s.last >= window {
			delete(c.seen, id)
		}
	}
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
	c.measure(seq, like, out)
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
// 8; one that may be a late repeat shows it only where hardly a number is missing.
func (c *channel) measure(seq uint16, like likeness, out *Outcome) {
	near := 64
	if like.known || like.equal {
		near = 8
	}
	step := int(seq) + 256 - int(c.highest)
	switch {
	case seq > 255:
		c.eightBit = false
	case !c.eightBit && c.largest <= 255 && int(seq) < near && step > 0 && step <= near:
		c.eightBit, out.EightBit = true, true
	}
	c.largest = max(c.largest, seq)
}

// acknowledge notes an Ack of this sender's number.
func (c *channel) acknowledge(seq uint16, out *Outcome) {
	behind := c.behind(seq)
	switch {
	case !c.started || behind < 0:
		out.AckUnseen = true
	case behind >= ackMemory:
		out.AckUnseen = behind > c.span
		out.RepeatAck = !out.AckUnseen // far too late to be the first
	default:
		place := c.span - behind
		out.AckUnseen = !c.arrived.has(place)
		out.RepeatAck = c.acked.has(place)
		c.acked.set(place)
		if !out.AckUnseen && !out.RepeatAck {
			out.Answers = c.answer(identify(&transport.Message{Seq: seq}))
		}
	}
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
