package reassembly

import (
	"bytes"
	"container/list"
	"fmt"
	"slices"

	"bcdump/decode/transport"
)

// Conditions of reassembly. A message is split when it would exceed 412 bytes;
// docs/protocol/fragments.md shows one with its bytes.
//
//  1. The key is sender, receiver and number: never the datagram, the order of
//     arrival or the opcode.
//  2. Parts are kept by index, in any order, between other messages and between
//     the parts of other numbers.
//  3. A part that was seen already is a repeat, before completion and after it.
//  4. Complete = part 0 is there, which alone states the total, and so are all of
//     0 to total-1. The payload is the parts in index order.
//  5. In conflict are: a total of 0 or 1, an index not below the total (also of a
//     complete message), a second part 0 with another total, a known index with
//     other bytes. The first reading stays; the other is reported.
//  6. After completion a known index with other bytes begins a message anew, as a
//     restarted peer does; so does any index once the message is as many numbers old
//     as repeats are known for. What this one lacks is no repeat of the one before,
//     though it has the same bytes.
//  7. A set that can no longer be completed is given up and reported: it is far
//     behind, the link starts anew, there are too many sets, bytes or links, the
//     capture ends.

// set is the parts of one fragmented message.
type set struct {
	seq     uint16
	total   int    // 0 = part 0 has not been seen
	parts   []part // those that came, in index order
	bytes   int    // payload bytes kept
	lengths int    // sum of the lengths of the transport messages
	cost    int    // memory it takes while unfinished
	touched uint32 // channel.news when a part or a repeat of one came last
	channel *channel
	element *list.Element // in Tracker.unfinished; nil = complete
	acked   [4]uint64
	last    Point
}

type part struct {
	index   int
	frame   int64
	within  uint8 // place of the message within its datagram
	place   Place
	payload []byte
}

func (s *set) complete() bool { return s.element == nil }

// find gives the place of an index in parts, or the one that it would have.
func (s *set) find(index int) (place int, found bool) {
	return slices.BinarySearchFunc(s.parts, index, func(p part, index int) int { return p.index - index })
}

// holds reports whether a part with this index was seen.
func (s *set) holds(index int) bool {
	if s.complete() {
		return index < s.total
	}
	_, found := s.find(index)
	return found
}

// top is the highest index of an unfinished set.
func (s *set) top() int { return s.parts[len(s.parts)-1].index }

const (
	// setsPerChannel bounds unfinished and remembered sets of one sender.
	//limit:setsPerChannel Numbers, fragments, acknowledgements | unfinished and recently joined messages of a channel | the oldest is given up: a note | TestSetsPerChannel, fragments-unfinished
	setsPerChannel = 16
	// setCost and partCost are what a set and a part take in memory beside the
	// payload.
	setCost, partCost = 256, 64
	// staleNumbers is how far the counter may move on before a pending set with an
	// 8-bit or 16-bit number is given up. Within that its number is not used anew.
	//limit:staleNumbers16 Numbers, fragments, acknowledgements | numbers until an unfinished message is given up | given up: a note | TestGiveUpStale
	//limit:staleNumbers8 Numbers, fragments, acknowledgements | numbers until an unfinished message is given up, if the counter has 8 bits | given up: a note | TestGiveUpStale
	staleNumbers8, staleNumbers16 = repeatWindow8, 0x4000
)

func (c *channel) find(seq uint16) (index int) {
	for i := len(c.sets) - 1; i >= 0; i-- {
		if c.sets[i].seq == seq {
			return i
		}
	}
	return -1
}

// setOf gives the set that a part belongs to, or nil: a complete one
// only as long as parts of it may be repeated.
func (c *channel) setOf(m *transport.Message) *set {
	if !m.Fragment {
		return nil
	}
	i := c.find(m.Seq)
	if i < 0 || c.sets[i].complete() && c.news-c.sets[i].touched >= c.window() {
		return nil
	}
	return c.sets[i]
}

// file takes one fragment that is not a repeat; s is the set of its number or nil.
func (t *Tracker) file(c *channel, s *set, m *transport.Message, payload []byte, at *Point, out *Outcome) {
	if problem := s.check(m); problem != "" {
		out.FragmentConflict = problem
		t.stats.FragmentConflicts++
		return
	}
	if s == nil || s.complete() {
		s = t.begin(c, m.Seq, out)
	}
	t.keep(s, m, payload, at)
	if s.total > 0 && len(s.parts) == s.total {
		out.Joined = t.join(s)
	}
	t.bound(out)
}

// begin makes a set for a number. It takes the place of a complete one, if any: an
// unfinished one would be used.
func (t *Tracker) begin(c *channel, seq uint16, out *Outcome) *set {
	if i := c.find(seq); i >= 0 {
		c.sets = slices.Delete(c.sets, i, i+1)
	}
	if len(c.sets) >= setsPerChannel {
		t.makeRoom(c, out)
	}
	s := &set{seq: seq, channel: c, cost: setCost}
	s.element = t.unfinished.PushBack(s)
	t.cost += s.cost
	c.sets = append(c.sets, s)
	c.pending++
	return s
}

// makeRoom lets go of the oldest complete set or, if all are unfinished, of the
// oldest of these.
func (t *Tracker) makeRoom(c *channel, out *Outcome) {
	if i := slices.IndexFunc(c.sets, (*set).complete); i >= 0 {
		c.sets = slices.Delete(c.sets, i, i+1)
		return
	}
	t.stats.FragmentsEvicted++
	t.giveUp(c, 0, "too many unfinished messages", out)
}

// check reports what is wrong with a part (condition 5), or "". The set of its
// number may be nil.
func (s *set) check(m *transport.Message) string {
	index, total := int(m.FragmentIndex), int(m.FragmentTotal)
	switch {
	case index == 0 && total < 2:
		return fmt.Sprintf("fragment 0 announces %d fragments, the range is 2 to 255", total)
	case s == nil:
		return ""
	case s.total > 0 && index >= s.total:
		return fmt.Sprintf("fragment %d of a message with fragments 0 to %d", index, s.total-1)
	case s.complete():
		return "" // condition 6
	case index == 0 && s.total > 0 && s.total != total:
		return fmt.Sprintf("fragment 0 announces %d fragments, an earlier copy %d", total, s.total)
	case s.holds(index):
		return fmt.Sprintf("fragment %d repeated with different content", index)
	case index == 0 && s.top() >= total:
		return fmt.Sprintf("fragment 0 announces %d fragments, but fragment %d was seen", total, s.top())
	}
	return ""
}

// wants reports whether a part is one that an unfinished set lacks, and that fits in.
func (s *set) wants(m *transport.Message) bool {
	return s != nil && !s.complete() && !s.holds(int(m.FragmentIndex)) && s.check(m) == ""
}

// repeats reports whether a part is one that the set has. Of an unfinished set the
// bytes tell, of a complete one what is remembered of them.
func (s *set) repeats(m *transport.Message, payload []byte, like likeness) bool {
	index := int(m.FragmentIndex)
	switch {
	case s == nil || !s.holds(index) || index == 0 && int(m.FragmentTotal) != s.total:
		return false
	case s.complete():
		return like.equal
	}
	place, _ := s.find(index)
	return bytes.Equal(s.parts[place].payload, payload)
}

func (t *Tracker) keep(s *set, m *transport.Message, payload []byte, at *Point) {
	index := int(m.FragmentIndex)
	if index == 0 {
		s.total = int(m.FragmentTotal)
	}
	place, _ := s.find(index)
	s.parts = slices.Insert(s.parts, place, part{index, at.Frame, uint8(at.Index), at.Place, bytes.Clone(payload)})
	s.bytes += len(payload)
	s.lengths += int(m.Length)
	s.touched, s.last = s.channel.news, *at
	s.cost += partCost + len(payload)
	t.cost += partCost + len(payload)
}

// join puts the parts of a complete set together (condition 4) and lets go of
// them; the set stays to recognise Acks and late parts.
func (t *Tracker) join(s *set) *Joined {
	j := &Joined{
		Payload: make([]byte, 0, s.bytes),
		Frames:  make([]int64, 0, s.total),
		Indexes: make([]uint8, 0, s.total),
		Length:  s.lengths,
	}
	for _, p := range s.parts {
		j.Payload = append(j.Payload, p.payload...)
		j.Frames = append(j.Frames, p.frame)
		j.Indexes = append(j.Indexes, p.within)
		j.Places = append(j.Places, p.place)
		j.Sizes = append(j.Sizes, len(p.payload))
	}
	t.forgetParts(s)
	t.stats.FragmentsJoined++
	return j
}

// giveUpStale drops pending sets that the counter has left behind (condition 7).
func (t *Tracker) giveUpStale(c *channel, out *Outcome) {
	if c.pending == 0 {
		return
	}
	limit := uint32(staleNumbers16)
	if c.eightBit {
		limit = staleNumbers8
	}
	for i := 0; i < len(c.sets); {
		if s := c.sets[i]; !s.complete() && c.news-s.touched >= limit {
			t.giveUp(c, i, "the sender moved on long ago", out)
			continue
		}
		i++
	}
}

// bound keeps the memory of unfinished messages within the limit.
func (t *Tracker) bound(out *Outcome) {
	for t.cost > t.limits.fragmentBytes {
		s := t.unfinished.Front().Value.(*set)
		t.stats.FragmentsEvicted++
		t.giveUp(s.channel, s.channel.find(s.seq), "too many bytes in unfinished messages", out)
	}
}

// forgetParts lets go of what an unfinished set holds.
func (t *Tracker) forgetParts(s *set) {
	t.unfinished.Remove(s.element)
	t.cost -= s.cost
	s.channel.pending--
	s.parts, s.element, s.cost = nil, nil, 0
}

// giveUp removes a set; an unfinished one is reported.
func (t *Tracker) giveUp(c *channel, i int, reason string, out *Outcome) {
	s := c.sets[i]
	c.sets = slices.Delete(c.sets, i, i+1)
	if s.complete() {
		return
	}
	defer t.forgetParts(s)
	t.stats.FragmentsLost++
	lost := Lost{Seq: s.seq, Total: s.total, Reason: reason, Bytes: s.lengths, Last: s.last}
	for _, p := range s.parts {
		lost.Have = append(lost.Have, p.index)
		lost.Frames = append(lost.Frames, p.frame)
		lost.Indexes = append(lost.Indexes, p.within)
	}
	out.Lost = append(out.Lost, lost)
}

// acknowledgePart notes an Ack of one fragment.
func (c *channel) acknowledgePart(seq uint16, index uint8, out *Outcome) {
	i := c.find(seq)
	if i < 0 {
		out.AckUnseen = true
		return
	}
	s := c.sets[i]
	word, bit := &s.acked[index/64], uint64(1)<<(index%64)
	out.AckUnseen = !s.holds(int(index))
	out.RepeatAck = *word&bit != 0
	*word |= bit
	if !out.AckUnseen && !out.RepeatAck {
		out.Answers = c.answer(identify(&transport.Message{Seq: seq, Fragment: true, FragmentIndex: index}))
	}
}
