package session

import (
	"fmt"
	"math"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/entitystate"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/copies"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// Session is the state of one capture that needs frame order. Batches pass it one
// after the other.
type Session struct {
	options   Options
	protocols []Protocol
	joiner    *capture.Defragmenter
	tracker   *reassembly.Tracker
	links     links
	flows     entityFlows
	servers   servers
	summary   Summary
	newest    capture.Time // of the datagrams of the game or of entity-state, on the steady clock
	fast      fastPath
	copies    copies.Finder
	legs      copies.Legs
	passed    int           // frames of the batch at hand whose times were taken
	pieces    batch.Carried // what IP fragments belong to: known later than the frames of a batch, how much later depends on its size
	out       *batch.Batch  // whose records are being made
	ahead     Ahead         // of that batch
	look      Lookahead     // of the item at hand; here, since one made for each item would cost memory
}

// New makes the state of a capture that begins.
func New(options Options) *Session {
	s := &Session{
		options:   options,
		protocols: append(slices.Clip(options.Protocols), protocols[:]...),
		joiner:    capture.NewDefragmenter(),
		tracker:   reassembly.New(),
		links:     newLinks(),
		flows:     newEntityFlows(),
		copies:    copies.New(),
	}
	s.servers = newServers(options.Dialect, options.Ships, options.ObjectClasses)
	return s
}

// Records is how many records were made so far.
func (s *Session) Records() int { return int(s.summary.Records) }

// Ahead shows datagrams before their turn, which deciding about an undecided one needs.
type Ahead interface {
	// Item gives the item n places behind one of the front batch, 0 being the next; nil at
	// the end of the capture, and if it is too far away.
	Item(from, n int) *batch.Item
}

// Lookahead is Ahead seen from one item.
type Lookahead struct {
	ahead Ahead
	from  int // place of the item in the batch
}

// At gives the item n places behind, 0 being the next; nil as Ahead says.
func (l Lookahead) At(n int) *batch.Item { return l.ahead.Item(l.from, n) }

// Time gives the time of that item; false if there is none.
func (l Lookahead) Time(n int) (at capture.Time, ok bool) {
	if it := l.At(n); it != nil {
		return it.Datagram.Time, true
	}
	return at, false
}

// Order turns the items of a batch into records, those that are left if it was here before: it
// stops when there are many records. ahead begins with this batch.
func (s *Session) Order(b *batch.Batch, ahead Ahead) {
	b.Reserve(b.Messages)
	s.out, s.ahead = b, ahead
	if s.fast.flows == nil {
		s.equip()
	}
	if b.Ordered == 0 {
		s.summary.count(b)
		s.passed = 0
	}
	for ; b.Wants(); b.Ordered++ {
		it := &b.Items[b.Ordered]
		s.look = Lookahead{ahead, b.Ordered}
		s.stamp(b, it)
		if it.Fragment != nil && !s.join(it) {
			continue
		}
		s.datagram(it, s.look)
	}
	if b.Ordered == len(b.Items) {
		s.skim(b, math.MaxInt64)
	}
	s.summary.Records += int64(len(b.Records))
	s.ahead, s.look = nil, Lookahead{} // a session that waits keeps no batch
}

// equip makes what a session works with, which one that is kept does without.
func (s *Session) equip() {
	s.fast.flows, s.servers.messages = new([128]fastFlow), new(message.Decoder)
}

// Finish makes the records that the end of the capture calls for.
func (s *Session) Finish(b *batch.Batch) {
	b.Reserve(0)
	s.out = b
	s.lostRecords(s.tracker.Flush())
	s.summary.Records += int64(len(b.Records))
}

// Summary says what the capture held so far, but for what its reader knows.
func (s *Session) Summary() Summary {
	sum := s.summary
	sum.Joined = s.joiner.Stats()
	sum.Links = s.tracker.Stats()
	sum.Forgotten = s.links.byFlow.Evicted() + s.links.names.Evicted() + s.servers.forgotten() + s.flows.evicted()
	sum.Servers = s.servers.summary()
	sum.Players, sum.MorePlayers = slices.Clip(s.links.players.list), s.links.players.more
	sum.Carried.Add(&s.pieces)
	sum.Copies = s.copies.Summary()
	sum.Datagrams.Copies, sum.Legs = sum.Copies.Datagrams, s.legs.Found()
	return sum
}

// join adds an IP fragment; it reports whether it completed a datagram, which is
// then in the item.
func (s *Session) join(it *batch.Item) bool {
	back, late := it.Datagram.Back, it.Datagram.Late
	kind := s.joiner.Join(it.Fragment.Frame, &it.Fragment.Part, &it.Datagram)
	it.Datagram.Back, it.Datagram.Late = back, late
	if kind != capture.UDP {
		s.summary.Skipped[kind]++
		var protocol capture.Protocol // of what was joined; a piece alone, and one that does not fit, tell none
		if kind == capture.NotUDP || kind == capture.OtherLink {
			protocol = s.joiner.Protocol()
		}
		s.pieces.Count(kind, protocol, 1)
		return false
	}
	it.Fragment, it.Judged = nil, false
	it.Identify()
	if batch.Enciphered(it.Datagram.Payload) {
		it.Plain = make([]byte, len(it.Datagram.Payload))
		cipher.Decipher(it.Plain, it.Datagram.Payload)
		it.Walk(nil)
	}
	return true
}

// stamp puts the time of an item on the steady clock, after those of the frames before it that gave none.
func (s *Session) stamp(b *batch.Batch, it *batch.Item) {
	s.skim(b, it.Datagram.Frame)
	s.passed++
	it.Datagram.Late = s.summary.Clock.Take(it.Datagram.Frame, it.Datagram.Time, &s.look)
	it.Datagram.Back = s.summary.Clock.Back
}

// skim takes the times of frames up to one.
func (s *Session) skim(b *batch.Batch, until int64) {
	for frames := b.Frames.Frames; s.passed < len(frames) && frames[s.passed].Number < until; s.passed++ {
		s.summary.Clock.Take(frames[s.passed].Number, frames[s.passed].Time, nil)
	}
}

// copied makes the records of a datagram that is a copy of another one. They teach nothing.
func (s *Session) copied(it *batch.Item, x *copies.Datagram) {
	made := len(s.out.Records)
	s.summary.Headers += int64(it.Datagram.HeaderBytes + it.Datagram.Padding)
	s.summary.Ledger.BookCopy(len(it.Datagram.Payload))
	switch {
	case x.Protocol > 0:
		s.inClear(it, s.look)
		s.protocols[x.Protocol-1].Records(s, it)
	case len(it.Datagram.Payload) == 0 && it.Datagram.Missing == 0:
		s.Add(it, unknownSide).Diagnose(record.Empty, record.Whole, "a datagram without payload")
	default:
		s.unknownRecord(it)
	}
	for i := made; i < len(s.out.Records); i++ {
		s.out.Records[i].Diagnose(record.Copy, record.Whole, fmt.Sprintf("the datagram of frame %d, captured once more", x.Frame))
	}
}

func (s *Session) datagram(it *batch.Item, ahead Lookahead) {
	it.Datagram.CopyOf, it.Datagram.Stated = 0, nil
	if it.Logged == nil {
		if x := s.copies.Find(it, &s.look); x != nil {
			s.copied(it, x)
			return
		}
	}
	sound := !s.options.GeneralOnly && it.Sound()
	if sound && s.fastDatagram(it) {
		return
	}
	if remarks := it.Remarks(); len(remarks) > 0 {
		defer s.noteRemarks(len(s.out.Records), remarks)
	}
	s.summary.Headers += int64(it.Datagram.HeaderBytes + it.Datagram.Padding)
	if len(it.Datagram.Payload) == 0 && it.Datagram.Missing == 0 {
		s.summary.Datagrams.Empty++
		s.Add(it, unknownSide).Diagnose(record.Empty, record.Whole, "a datagram without payload")
		return
	}
	for i := range s.protocols {
		p := &s.protocols[i]
		if p.Claims(s, it, ahead) {
			*p.Count(&s.summary.Datagrams)++
			s.copies.Claimed(i + 1)
			s.bookDatagram(p.Name, it)
			p.Records(s, it)
			if sound && p.Name == record.BC {
				s.remember(it)
			}
			return
		}
	}
	s.summary.Datagrams.Unknown++
	s.bookDatagram(record.Unknown, it)
	if mayBe := s.unknownRecord(it); mayBe != nil {
		*mayBe++
	}
}

// bookDatagram books what belongs to a datagram as a whole.
func (s *Session) bookDatagram(proto record.Protocol, it *batch.Item) {
	if now := it.Datagram.Steady(); proto == record.BC || proto == record.EntityState {
		if step := now.Sub(s.newest); !s.newest.IsZero() && step > 0 && step <= capture.LongPause {
			s.summary.Active += step
		}
		s.newest = now
	}
	header := 0
	if proto == record.BC {
		header = min(len(it.Plain), transport.DatagramHeader)
		if header > 0 && it.Plain[0] == hostPeer {
			s.legs.Take(&it.Datagram)
		}
	}
	s.summary.Ledger.BookDatagram(len(it.Datagram.Payload), header)
}

// noteRemarks adds the remarks about a datagram of a text log to the first of its
// records, which begin at a place in the list.
func (s *Session) noteRemarks(first int, remarks []capture.Remark) {
	codes := [...]record.Code{capture.Damaged: record.Damaged, capture.CallFailed: record.CallFailed, capture.OtherSocket: record.OtherSocket}
	for _, remark := range remarks {
		s.out.Records[first].Diagnose(codes[remark.Kind], record.Whole, remark.Text)
	}
}

// Add begins a record of a datagram that is not of the game, with all of its payload.
func (s *Session) Add(it *batch.Item, side *record.Side) *record.Record {
	r := s.out.Add()
	r.Begin(&it.Datagram, side, nil, it.Datagram.Payload)
	return r
}

// The sides of protocols of which no more is known.
var unknownSide, gameSpySide = &record.Side{Proto: record.Unknown}, &record.Side{Proto: record.GameSpy}

// noteLength says that the payload is not whole.
func noteLength(r *record.Record, d *capture.Datagram) {
	switch {
	case d.Missing == 0 || r.Has(record.Snapped):
	case d.Snapped:
		r.Diagnose(record.Snapped, record.Whole, fmt.Sprintf("captured %d of %d bytes of the datagram", len(d.Payload), d.Length()))
	default:
		r.Diagnose(record.UDPLength, record.Whole, fmt.Sprintf("the UDP header says %d bytes of payload, the frame has %d", d.Length(), len(d.Payload)))
	}
}

// unknownRecord makes the record of a datagram of no known protocol, and returns the counter of the protocol that the datagram
// may belong to; nil = none.
func (s *Session) unknownRecord(it *batch.Item) (mayBe *int64) {
	const tells = 5 // bytes at least
	r := s.Add(it, unknownSide)
	d := &it.Datagram
	switch {
	case len(d.Payload) == 0: // the note about its length says why
	case len(s.options.Ports) > 0 && !s.options.portsMatch(d.Src, d.Dst):
		r.Diagnose(record.Unrecognised, record.Whole, "not on a selected port")
	case entityGrade(it) != entitystate.Refused && it.Strength != transport.Refused:
		r.Diagnose(record.Undecided, record.Whole, "fits both the game protocol and entity-state")
		mayBe = &s.summary.MayBeEntityState
	case entityGrade(it) != entitystate.Refused:
		r.Diagnose(record.Undecided, record.Whole, "could be entity-state, but its flow has too little data to tell")
		mayBe = &s.summary.MayBeEntityState
	case wireGuard(d.Payload):
		r.Diagnose(record.Unrecognised, record.Whole, "looks like WireGuard, which is encrypted")
		mayBe = &s.summary.WireGuard
	case it.Strength == transport.Weak:
		r.Diagnose(record.Undecided, record.Whole, "could be a game datagram, but is too short to tell")
		mayBe = &s.summary.MayBeGame
	default:
		r.Diagnose(record.Unrecognised, record.Whole, "not a game datagram: "+it.Fault.String())
	}
	if d.Snapped && len(d.Payload) < tells {
		mayBe = &s.summary.MayBeGame
	}
	noteLength(r, d)
	return mayBe
}

func (s *Session) claimsGameSpy(it *batch.Item, _ Lookahead) bool {
	payload := it.Datagram.Payload
	// A State of 106 entities begins with a backslash too.
	return len(payload) > 0 && !batch.Enciphered(payload) && entityGrade(it) == entitystate.Refused
}

func (s *Session) gameSpyRecords(it *batch.Item) {
	noteLength(s.Add(it, gameSpySide), &it.Datagram)
}

// wireGuard reports whether a datagram looks like one of that tunnel: its four types have sizes of their own, as its paper says.
func wireGuard(p []byte) bool {
	if len(p) < 32 || p[1]|p[2]|p[3] != 0 {
		return false
	}
	return p[0] == 1 && len(p) == 148 || p[0] == 2 && len(p) == 92 || p[0] == 3 && len(p) == 64 || p[0] == 4 && len(p)%16 == 0
}
