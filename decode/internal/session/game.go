package session

import (
	"bytes"
	"fmt"
	"math"
	"net/netip"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/internal/batch"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/reassembly"
)

// claimsGame decides whether a datagram belongs to the game.
//
//  1. The user said so: by port, or by protocol. Named ports exclude all others.
//  2. A link that was recognised stays so: its damaged datagrams are damaged game
//     datagrams.
//  3. A datagram that passes the strict walk makes its link recognised.
//  4. One that passes but says too little is claimed if a datagram of the same
//     link passes soon after.
func (s *Session) claimsGame(it *batch.Item, ahead Lookahead) bool {
	d := &it.Datagram
	s.inClear(it, ahead)
	switch {
	case it.Plain == nil:
		return false
	case len(s.options.Ports) > 0:
		return s.options.portsMatch(d.Src, d.Dst)
	case s.options.Protocol == record.BC:
		return true
	}
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	_, recognised := s.links.byFlow.Get(key)
	return recognised || tellsGame(it) ||
		it.Strength != transport.Refused && strongSoon(d.Src, d.Dst, ahead)
}

// tellsGame reports whether the datagram settles by itself that it is of the game: it
// passes the strict walk, and no other protocol would take it.
func tellsGame(it *batch.Item) bool {
	return it.Strength == transport.Strong && entityGrade(it) == entitystate.Refused
}

func strongSoon(a, b netip.AddrPort, ahead Lookahead) bool {
	for n := range undecidedAhead {
		it := ahead.At(n)
		if it == nil {
			return false
		}
		d := &it.Datagram
		if tellsGame(it) && (d.Src == a && d.Dst == b || d.Src == b && d.Dst == a) {
			return true
		}
	}
	return false
}

// gameRecords makes the records of one game datagram: its messages, the message
// that a fragment completes right behind it, and what could not be read.
func (s *Session) gameRecords(it *batch.Item) {
	l := s.links.of(it.Datagram.Src, it.Datagram.Dst)
	if it.Fault.Cause == transport.None && it.Datagram.CopyOf == 0 {
		l.learnPeer(it.Plain[0])
	}
	made := len(s.out.Records)
	for i := range it.Messages {
		s.messageRecord(it, l, i)
	}
	s.faultRecord(it, l)
	if len(s.out.Records) == made {
		s.rest(it, l, len(it.Plain)).Diagnose(record.Empty, record.Whole, "a game datagram without messages")
	}
	if len(s.out.Records) > made {
		noteLength(&s.out.Records[len(s.out.Records)-1], &it.Datagram)
	}
}

// gameRecord begins a record of a game datagram. header is nil for what follows a fault.
func (s *Session) gameRecord(it *batch.Item, l *link, header *transport.Message, payload []byte) *record.Record {
	r := s.out.Add()
	r.Begin(&it.Datagram, nil, header, payload)
	r.Plain = it.Plain
	if len(it.Plain) > 0 {
		r.Peer = it.Plain[0]
	}
	if len(it.Plain) > 1 {
		r.Count = it.Plain[1]
	}
	s.setSide(r, l)
	return r
}

// setSide tells who speaks to whom, by what is known now.
func (s *Session) setSide(r *record.Record, l *link) { r.Side = s.side(l, r.Ends, r.Peer == hostPeer) }

// side gives what is known of who speaks: what was made of it before, as long as neither the
// link nor the table of names has changed.
func (s *Session) side(l *link, e *capture.Ends, toClient bool) *record.Side {
	way := 0
	if toClient {
		way = 1
	}
	if l.named == s.links.names.Changes() && l.sides[way] != nil {
		return l.sides[way]
	}
	return s.newSide(l, e, way)
}

func (s *Session) newSide(l *link, e *capture.Ends, way int) *record.Side {
	if l.named != s.links.names.Changes() {
		l.named, l.sides = s.links.names.Changes(), [2]*record.Side{}
	}
	name, server := l.name, [...]netip.AddrPort{e.Dst, e.Src}[way]
	if name == "" && l.peer != 0 {
		if called, _ := s.links.names.Get(client{server, l.peer}); called.link == 0 || called.link == l.number {
			name = called.name
		}
	}
	l.sides[way] = l.newSide(name, way == 1)
	return l.sides[way]
}

func (s *Session) messageRecord(it *batch.Item, l *link, index int) {
	m := &it.Messages[index]
	r := s.gameRecord(it, l, m, m.Payload(it.Plain))
	r.Index = uint8(index)
	noteHeader(r)
	if m.Cut {
		r.Diagnose(record.Snapped, len(m.Bytes(it.Plain)), fmt.Sprintf("captured %d of %d bytes of the message", len(m.Bytes(it.Plain)), m.Length))
		return
	}
	if r.CopyOf != 0 {
		s.servers.context(r, l)
		return
	}
	var out reassembly.Outcome
	s.track(r, l, &out)
	noteOutcome(r, &out)
	s.refer(r, &out)
	s.learn(r, l, &out)
	s.servers.observe(r, l)
	if out.Joined != nil {
		s.servers.observe(s.joinedRecord(r, out.Joined), l)
	}
	s.lostRecords(out.Lost)
}

// track asks the tracker about a message.
func (s *Session) track(r *record.Record, l *link, out *reassembly.Outcome) {
	state := s.stateOf(l, out)
	m := r.Header
	if m.Type == transport.Data && !m.HasSeq {
		return // that the link was heard is all
	}
	var sum uint64
	if reassembly.Compares(m) {
		sum = reassembly.Sum(r.Payload)
	}
	at := r.Steady()
	s.tracker.ObserveOn(state, l.reversed(r.Src), m, r.Payload, sum, &reassembly.Point{
		Frame: r.Frame, Flow: reassembly.Flow{Src: r.Src, Dst: r.Dst}, Peer: r.Peer, Count: r.Count, Index: int(r.Index),
		Sec: at.Sec, Nanos: at.Nanos, Back: r.Back + r.Late, Digits: r.Digits, Alone: r.Count == 1,
		Place: reassembly.Place{Envelope: r.Before(), Offset: m.Offset + int32(m.Header)},
	}, out)
}

// stateOf tells the tracker that a link was heard, and gives what it keeps of it.
func (s *Session) stateOf(l *link, out *reassembly.Outcome) *reassembly.Link {
	if !s.tracker.Hear(l.state) {
		if l.state != nil {
			s.summary.LinksAgain++
		}
		l.state = s.tracker.Link(l.flow, out)
	}
	return l.state
}

// refer ties a repeat to its first copy and an Ack to what it acknowledges.
func (s *Session) refer(r *record.Record, out *reassembly.Outcome) {
	r.Copy, r.Stale = int32(out.Copy), out.Stale
	r.First = record.First{Frame: out.First.Frame, Pause: out.First.Pause, Ago: ago(out, r.Steady()), Index: uint8(out.First.Index)}
	r.Answers = ackOf(&out.Answers, r.Steady())
}

// ago is how long ago a message was sent at least.
func ago(out *reassembly.Outcome, at capture.Time) time.Duration {
	sent := &out.First
	if out.OutOfOrder {
		sent = &out.Overtaken
	}
	if sent.Frame == 0 {
		return 0
	}
	return max(at.Sub(capture.Time{Sec: sent.Sec, Nanos: sent.Nanos}), 0)
}

// ackOf says what an Ack of a moment acknowledges, on the steady clock: nothing of before the clock was set to another
// century.
func ackOf(sent *reassembly.Sent, at capture.Time) record.AckOf {
	after := at.Sub(capture.Time{Sec: sent.Sec, Nanos: sent.Nanos})
	if sent.Frame == 0 || after == math.MaxInt64 {
		return record.AckOf{}
	}
	return record.AckOf{Frame: sent.Frame, Index: uint8(sent.Index), Copies: int32(sent.Copies), After: after}
}

// learn takes names from PeerInfo, and forgets them when the client connects anew
// and when the host gives its id to another one.
func (s *Session) learn(r *record.Record, l *link, out *reassembly.Outcome) {
	if out.NewLink {
		l.begin(0)
		s.setSide(r, l)
	}
	switch r.Header.Type {
	case transport.Connect, transport.PeerInfo, transport.Boot:
	case transport.Disconnect, transport.OldDisconnect:
		if r.Dir == record.ToServer {
			s.servers.server(r.Server()).leaves(l)
		}
		return
	default:
		return
	}
	d := s.links.control.Decode(r.Header, r.Payload)
	if !d.Complete() {
		return
	}
	switch m := d.Message.(type) {
	case *transport.Kick: // others are told of it too
		if r.Dir == record.ToClient && (m.PeerID == l.peer || m.PeerID == newPeer) {
			s.servers.server(r.Server()).leaves(l)
		}
	case *transport.ConnectRequest:
		if r.Dir == record.ToServer && l.name == "" {
			l.rename(s.nameAhead(r, l.clear))
		}
	case *transport.ConnectResponse:
		if r.Dir == record.ToClient && !out.Retransmit {
			l.begin(m.AssignedPeerID)
			l.rename(s.nameAhead(r, l.clear))
			s.links.names.Put(client{r.Server(), l.peer}, called{link: l.number})
		}
	case *transport.Peer:
		name := wire.ShortName(m.Name.String())
		s.links.players.note(name)
		known, _ := s.links.names.Get(client{r.Server(), m.PeerID})
		s.links.names.Put(client{r.Server(), m.PeerID}, called{name, known.link})
		if r.Dir == record.ToServer || m.PeerID == l.peer {
			l.rename(name)
			s.servers.rename(r, l)
		}
	}
	s.setSide(r, l)
}

// nameAhead looks for the name that a client is about to tell: its PeerInfo comes a round trip after its
// Connect, whose frames are the player's too. "" = none comes soon, or something else of the client before it.
func (s *Session) nameAhead(r *record.Record, clear bool) string {
	src, dst := r.Src, r.Dst
	if r.Dir == record.ToClient {
		src, dst = dst, src
	}
	for n := range nameAheadDatagrams {
		it := s.ahead.Item(s.out.Ordered, n)
		if it == nil || it.Datagram.Time.Sub(r.Time) > nameAheadTime {
			return ""
		}
		if it.Plain == nil || it.Datagram.Src != src || it.Datagram.Dst != dst { // an IP fragment has no ends
			continue
		}
		if clear {
			readClear(it)
		}
		if name, told := s.nameIn(it, r); told {
			return name
		}
	}
	return ""
}

// nameIn gives the name that a datagram of a client tells. told is true, too, when the datagram says that
// none is to be waited for: the game goes on, or another Connect comes than the one of r.
func (s *Session) nameIn(it *batch.Item, r *record.Record) (name string, told bool) {
	for i := range it.Messages {
		m := &it.Messages[i]
		payload := m.Payload(it.Plain)
		switch m.Type {
		case transport.PeerInfo:
			d := s.links.control.Decode(m, payload)
			if peer, ok := d.Message.(*transport.Peer); ok && d.Complete() {
				return wire.ShortName(peer.Name.String()), true
			}
		case transport.Data:
			told = true
		case transport.Connect:
			told = told || r.Dir == record.ToServer && !bytes.Equal(payload, r.Payload)
		}
	}
	return "", told
}

func (s *Session) joinedRecord(part *record.Record, j *reassembly.Joined) *record.Record {
	r := s.out.Add()
	parts := &record.Parts{Frames: j.Frames, Indexes: j.Indexes, Length: j.Length}
	for i, p := range j.Places {
		parts.Places = append(parts.Places, record.Place{Frame: j.Frames[i], Envelope: p.Envelope, Offset: p.Offset, Length: int32(j.Sizes[i])})
	}
	r.Join(part, parts, j.Payload)
	return r
}

// lostRecords reports messages whose missing parts will not come any more.
func (s *Session) lostRecords(lost []reassembly.Lost) {
	for i := range lost {
		s.lostRecord(&lost[i])
	}
}

func (s *Session) lostRecord(f *reassembly.Lost) {
	last, header := &f.Last, transport.NewData(true, f.Seq)
	r := s.out.Add()
	r.Begin(&capture.Datagram{
		Frame: last.Frame, Time: capture.Time{Sec: last.Sec, Nanos: last.Nanos}.Add(-last.Back), Digits: last.Digits, Back: last.Back,
		Ends: &capture.Ends{Src: last.Flow.Src, Dst: last.Flow.Dst},
	}, nil, &header, nil)
	r.Peer, r.Count, r.Index = last.Peer, last.Count, uint8(last.Index)
	r.Parts = &record.Parts{Frames: f.Frames, Indexes: f.Indexes, Length: f.Bytes, Lost: true}
	s.setSide(r, s.links.of(r.Src, r.Dst))
	total := "an unknown number"
	if f.Total > 0 {
		total = fmt.Sprint(f.Total)
	}
	r.Diagnose(record.FragmentLost, record.Whole, fmt.Sprintf("%s; fragments %v of %s were seen", f.Reason, f.Have, total))
}

// faultRecord holds the bytes of a datagram that could not be read.
func (s *Session) faultRecord(it *batch.Item, l *link) {
	f := &it.Fault
	headerShown := len(it.Messages) > 0 && it.Messages[len(it.Messages)-1].Cut
	if f.Cause == transport.None || headerShown {
		return
	}
	s.rest(it, l, int(f.Offset)).Diagnose(faultCodes[f.Cause], 0, fmt.Sprintf("byte %d of the datagram: %s", f.Offset, f.String()))
}

// rest begins a record of what follows the last message of a datagram.
func (s *Session) rest(it *batch.Item, l *link, offset int) *record.Record {
	r := s.gameRecord(it, l, nil, it.Plain[min(offset, len(it.Plain)):])
	r.Index, r.Unread, r.Offset = uint8(len(it.Messages)), true, int32(offset)
	return r
}
