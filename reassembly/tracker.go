package reassembly

import (
	"container/list"
	"encoding/binary"
	"time"

	"bcdump/decode/transport"
)

// limits bound the memory of a Tracker.
type limits struct {
	links         int // that are remembered at once
	fragmentBytes int // memory for all unfinished messages
}

// Stats count what a Tracker did beyond the single outcomes.
type Stats struct {
	Links             int // links seen; a forgotten one that comes back counts again
	LinksEvicted      int // forgotten because there were too many
	FragmentsJoined   int // messages put together
	FragmentsLost     int // unfinished messages given up
	FragmentsEvicted  int // of these, because of a limit on bytes, messages or links
	FragmentConflicts int // parts that contradict their set
}

// Point says where a message was seen. The tracker looks at Flow and Peer; the rest
// it only hands back.
type Point struct {
	Frame  int64 // of the capture
	Flow   Flow
	Peer   uint8 // byte 0 of the datagram
	Index  int   // place of the message within its datagram
	Sec    int64 // time of the frame, since 1970, on a clock that is never set back
	Nanos  uint32
	Back   time.Duration // by how much that of the capture was; kept for the record of a lost message
	Digits uint8         // kept for the record of a lost message
	Count  uint8         // byte 1 of the datagram; kept likewise
	Place  Place
	Alone  bool // nothing else is in its datagram
}

// Place is where the payload of a message lies, in bytes.
type Place struct {
	Envelope int32 // of the frame before the datagram; 0 = unknown
	Offset   int32 // in the datagram
}

// Outcome is what the numbers say about one transport message.
type Outcome struct {
	Retransmit bool // same number, same bytes, seen a short while ago
	Conflict   bool // same number, other bytes
	OutOfOrder bool // behind the newest number and not seen a short while ago
	Overtaken  Sent // by which that was; frame 0 = none is remembered
	Missing    int  // numbers skipped right before this one
	Stale      bool // in conflict, and a repeat of what the number carried before
	EightBit   bool // this number shows that the counter wraps at 256
	RepeatAck  bool // the number was acknowledged before
	AckUnseen  bool // the number acknowledged is not in the capture
	NewLink    bool // a connect request that starts the link anew
	Copy       int  // of a repeat: its copy number, from 2
	First      Sent // of a repeat: its first copy; Frame 0 = that is forgotten
	Answers    Sent // the message that an Ack is the first to acknowledge

	FragmentConflict string  // what is wrong with a fragment, or ""
	Joined           *Joined // the message that this fragment completes
	Lost             []Lost  // unfinished messages given up at this point
}

// Sent is a numbered message that was seen: where its first copy stands.
type Sent struct {
	Frame  int64 // 0 = none
	Index  int
	Sec    int64 // since 1970
	Nanos  uint32
	Copies int           // seen so far
	Pause  time.Duration // of a repeat: since the copy before
}

// Joined is a message put together from its fragments.
type Joined struct {
	Payload []byte  // game message, opcode first; owned by the receiver
	Frames  []int64 // frame numbers of the parts, in index order
	Indexes []uint8 // places of the parts within their datagrams
	Places  []Place // of their payloads
	Sizes   []int   // of the same, in bytes
	Length  int     // sum of the lengths of the transport messages
}

// Lost is a message of which not all fragments came.
type Lost struct {
	Seq    uint16
	Have   []int   // indexes seen, ascending
	Frames []int64 // their frame numbers
	// Indexes are their places within their datagrams.
	Indexes []uint8
	Total   int // parts announced; 0 = unknown, part 0 was not seen
	Bytes   int // sum of the lengths of the transport messages seen
	Reason  string
	Last    Point // of the part that came last
}

// Tracker keeps the state of all links of one capture. One goroutine at a time;
// messages in capture order.
type Tracker struct {
	limits limits
	links  map[Flow]*Link // by Flow.Link
	stats  Stats

	heard      *list.List // of links, the one in front that was heard last
	unfinished *list.List // sets, the oldest in front
	cost       int        // bytes that they take
	sightings  int        // whole messages that there is room for
}

// New makes a Tracker.
func New() *Tracker {
	return &Tracker{limits: limits{512, 4 << 20}, links: map[Flow]*Link{}, heard: list.New(), unfinished: list.New()}
}

// Stats gives the counts so far.
func (t *Tracker) Stats() Stats {
	s := t.stats
	s.Links = len(t.links) + s.LinksEvicted
	return s
}

// ObserveOn takes the next message, on a link that was heard just now. Of a message
// without a number that is Data, Hear alone says as much. payload is what stands behind
// its header; it may be used again afterwards. reversed says that the
// sender is the higher address; sum is the Sum of the payload, and anything if Compares denies that it is
// needed. What the message says is added to out, which is empty before. A message that
// the capture cut is not to be observed: its bytes cannot be compared.
func (t *Tracker) ObserveOn(l *Link, reversed bool, m *transport.Message, payload []byte, sum uint64, at *Point, out *Outcome) {
	sender, receiver := &l.sides[0], &l.sides[1]
	if reversed {
		sender, receiver = receiver, sender
	}
	if m.Type == transport.Ack {
		t.Acknowledge(l, reversed, m, out)
		return
	}
	silent := at.Sec - l.sec
	l.sec = at.Sec
	switch m.Type {
	case transport.Connect:
		t.connect(l, m, payload, sum, at, silent, sender, receiver, out)
	case transport.Disconnect, transport.OldDisconnect:
		l.leave(m)
	}
	if m.HasSeq {
		room := t.sightings
		t.number(sender.channel(m.Type), m, payload, sum, at, out)
		if t.sightings > room && t.sightings > maxSightings {
			t.forget(l)
		}
	}
}

// Acknowledge is ObserveOn for an Ack.
func (*Tracker) Acknowledge(l *Link, reversed bool, m *transport.Message, out *Outcome) {
	sender := &l.sides[1]
	if reversed {
		sender = &l.sides[0]
	}
	c := &sender.high
	if m.AckFlags&transport.AckLowChannel != 0 {
		c = &sender.low
	}
	if m.AckFlags&transport.AckFragment != 0 {
		c.acknowledgePart(m.Seq, m.FragmentIndex, out)
		return
	}
	c.acknowledge(m.Seq, out)
}

// connect starts the link anew if the request is not a repeat: another token, the clock was set back since, or
// the first request on a link that has been talking, but for that of a join which goes on. silent is for how many seconds it was.
func (t *Tracker) connect(l *Link, m *transport.Message, payload []byte, sum uint64, at *Point, silent int64, client, host *side, out *Outcome) {
	token, ok := connectToken(m, payload, sum)
	const asks, gone = 30 * time.Second, 60 // for which a client goes on asking; seconds of silence behind which nobody does
	if !ok || at.Peer == hostPeer {
		return
	}
	stamp := time.Duration(at.Sec)*time.Second + time.Duration(at.Nanos) - at.Back
	joined := at.Back > l.back && (stamp == l.asked || at.Back-l.back >= asks) // the capture was joined to itself
	if l.connected && l.token == token && !joined && silent < gone {
		return
	}
	again := at.Peer != newPeer || host.lets(at) || client.introduced(at) // what was sent before the capture began, or is overtaken
	if !l.blank() && (l.connected || m.OneByteLength || !again) {
		t.reset(l, out)
		out.NewLink = true
	}
	l.connected, l.token, l.back, l.asked = true, token, at.Back, stamp
}

// introduced reports whether a client has said its name a moment ago, which follows a request at once.
func (s *side) introduced(at *Point) bool {
	m := transport.NewControl(transport.PeerInfo, 1)
	x := s.low.seen.find(identify(&m))
	return x != nil && x.pause(at) < time.Second
}

// lets reports whether a host lets a client in: it asks for checksums, in five rounds under its first numbers.
// A request that comes then was sent before the capture began, and nobody has acknowledged it.
func (s *side) lets(at *Point) bool {
	const rounds, repeated = 5, 10 * time.Second // for which a message is sent again
	for seq := range uint16(rounds) {
		m := transport.NewData(true, seq)
		if x := s.high.seen.find(identify(&m)); x != nil && x.pause(at) < repeated {
			return true
		}
	}
	return false
}

// Bytes 0: of what the host sends, what it connects with is a response; and of what a client sends that has no
// id yet.
const (
	hostPeer = 0x01
	newPeer  = 0xFF
)

// leave notes that a client left without a token to know its next connection by:
// the bytes of a one-byte-length request are the same each time.
func (l *Link) leave(m *transport.Message) {
	if m.OneByteLength {
		l.connected = false
	}
}

// connectToken gives what tells one connection from the next: the token of a
// request; of the short form that third-party software writes, its bytes.
func connectToken(m *transport.Message, payload []byte, sum uint64) (token uint64, ok bool) {
	const afterAddress, request = 4, 10
	switch {
	case m.OneByteLength:
		return sum, true
	case len(payload) >= request:
		return uint64(binary.LittleEndian.Uint32(payload[afterAddress:])), true
	}
	return 0, false
}

// number compares a numbered message with those before it.
//
//  1. Same number (and index), same bytes, fewer than 0x4000 new numbers ago: a
//     repeat. It changes nothing, but the numbers are counted from it again. So is a
//     part that its unfinished message has, however old, and never one that it lacks.
//     Of a counter of 8 bits the numbers are 128.
//  2. Same number, other bytes, as recent: a conflict. Its payload is new all the
//     same: a restarted peer, or a counter of 8 bits.
//  3. Otherwise it is new: it moves the counter on, or comes out of order. Of a counter
//     of 8 bits so is what follows the newest number, whatever its bytes, unless it
//     comes as a copy does: alone, 2 to 3 s after the one before.
//  4. Parts of one message share a number, which counts once.
func (t *Tracker) number(c *channel, m *transport.Message, payload []byte, sum uint64, at *Point, out *Outcome) {
	id := identify(m)
	sum = whole(m, sum)
	old := c.seen.find(id)
	like := c.compare(m, old, sum, at)
	s := c.setOf(m)
	if (s == nil || s.complete()) && c.measure(m.Seq, like) {
		out.EightBit = true
		like.known = like.recent
		s = c.setOf(m)
	}
	if like.equal && s.wants(m) {
		like = likeness{} // only of the message before under this number
	}
	if like.repeat() || s.repeats(m, payload, like) {
		out.Retransmit = true
		out.First = t.again(c, old, id, sum, at)
		out.Copy = out.First.Copies
		if s != nil {
			s.touched = c.news
		}
		return
	}
	out.Conflict, out.Stale = like.known, like.stale
	if s == nil {
		if c.advance(m.Seq, like, out); out.OutOfOrder {
			out.Overtaken = c.overtook(m.Seq)
		}
		t.giveUpStale(c, out)
	}
	t.remember(c, old, id, sum, at)
	if m.Fragment {
		t.file(c, s, m, payload, at, out)
	}
}

// Flush gives up all unfinished messages at the end of the capture.
func (t *Tracker) Flush() []Lost {
	var out Outcome
	for l := range t.silent {
		t.giveUpLink(l, "the capture ends", &out)
	}
	return out.Lost
}
