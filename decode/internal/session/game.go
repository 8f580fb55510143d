package session

import (
	"fmt"
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/bounded"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// game is what is known of the links that carry the game.
type game struct {
	ends    *bounded.Map[reassembly.Flow, *gameLink] // by Flow.Link
	names   *bounded.Map[player, string]
	links   uint32 // how many there were
	control transport.ControlDecoder
}

// gameLink is the link between one client and one server.
type gameLink struct {
	peer    uint8 // id of the client; 0 = not known
	name    string
	slot    int // player slot of the client, by the Settings it got
	hasSlot bool
	number  uint32          // tells links apart; from 1
	sides   [2]*record.Side // that were made last, of what clients and servers send; nil = none

	flow   reassembly.Flow  // from the lower address to the higher one
	state  *reassembly.Link // nil or forgotten: to be asked for
	hashes [2]uint64        // of the lower and the higher address, of relay.Finder; 0 = not yet there
}

// reversed reports whether what src sends goes from the higher address to the lower one.
func (l *gameLink) reversed(src netip.AddrPort) bool { return src != l.flow.Src }

// player is a peer id at a server.
type player struct {
	server netip.AddrPort
	peer   uint8
}

const (
	hostPeer = 0x01 // byte 0 of what the host sends
	newPeer  = 0xFF // byte 0 of what a client without an id sends

	// rememberedLinks bounds what is known of links and players.
	rememberedLinks = 4096
	// undecidedAhead is how many datagrams ahead are looked at to decide about one
	// that says too little by itself, and lookAhead how many bytes of the capture:
	// other traffic may lie between. Neither is a time, so that the answer depends on
	// nothing but the capture.
	undecidedAhead = 64
	lookAhead      = 1 << 20
)

func newGame() game {
	return game{
		ends:  bounded.New[reassembly.Flow, *gameLink](rememberedLinks),
		names: bounded.New[player, string](rememberedLinks),
	}
}

// link finds or makes the state of a link that carries the game. Links of others
// are not remembered: their number must not push those of the game out.
func (g *game) link(src, dst netip.AddrPort) *gameLink {
	key, _ := reassembly.Flow{Src: src, Dst: dst}.Link()
	if l, ok := g.ends.Get(key); ok {
		return l
	}
	g.links++
	l := &gameLink{number: g.links, flow: key}
	g.ends.Put(key, l)
	return l
}

// claimsGame decides whether a datagram belongs to the game.
//
//  1. The user said so: by port, or by protocol. Named ports exclude all others.
//  2. A link that was recognised stays so: its damaged datagrams are damaged game
//     datagrams.
//  3. A datagram that passes the strict walk makes its link recognised.
//  4. One that passes but says too little is claimed if a datagram of the same
//     link passes soon after.
func (s *Session) claimsGame(it *batch.Item, ahead lookahead) bool {
	d := &it.Datagram
	switch {
	case it.Plain == nil:
		return false
	case len(s.options.Ports) > 0:
		return s.options.portsMatch(d.Src, d.Dst)
	case s.options.Protocol == record.BC:
		return true
	}
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	_, recognised := s.game.ends.Get(key)
	return recognised || tellsGame(it) ||
		it.Strength != transport.Refused && strongSoon(d.Src, d.Dst, ahead)
}

// tellsGame reports whether the datagram settles by itself that it is of the game: it
// passes the strict walk, and no other protocol would take it.
func tellsGame(it *batch.Item) bool {
	return it.Strength == transport.Strong && entityGrade(it) == entitystate.Refused
}

func strongSoon(a, b netip.AddrPort, ahead lookahead) bool {
	for n := range undecidedAhead {
		it := ahead.at(n)
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
	l := s.game.link(it.Datagram.Src, it.Datagram.Dst)
	if it.Fault.Cause == transport.None {
		l.hear(it.Plain[0])
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

// hear learns the id of the client from byte 0 of its sound datagrams. Another id
// is another connection, whose beginning the capture does not have.
func (l *gameLink) hear(peer uint8) {
	if peer != hostPeer && peer != newPeer && peer != l.peer {
		l.begin(peer)
	}
}

// begin forgets what was known: another connection begins on the same addresses.
func (l *gameLink) begin(peer uint8) {
	*l = gameLink{peer: peer, number: l.number, flow: l.flow, state: l.state, hashes: l.hashes}
}

// directionOf tells by byte 0 of a datagram who sent it; 0 stands for an empty one.
func directionOf(peer uint8) record.Direction {
	if peer == hostPeer {
		return record.ToClient
	}
	return record.ToServer
}

// gameRecord begins a record of a game datagram. header is nil for what follows a fault.
func (s *Session) gameRecord(it *batch.Item, l *gameLink, header *transport.Message, payload []byte) *record.Record {
	r := s.out.Add()
	r.Begin(&it.Datagram, nil, header, payload)
	if len(it.Plain) > 0 {
		r.Peer = it.Plain[0]
	}
	s.setSide(r, l)
	return r
}

// setSide tells who speaks to whom, by what is known now.
func (s *Session) setSide(r *record.Record, l *gameLink) {
	toClient, server := r.Peer == hostPeer, r.Dst
	if toClient {
		server = r.Src
	}
	r.Side = s.side(l, server, toClient)
}

// side gives what is known of who speaks, the same as before if it is the same.
func (s *Session) side(l *gameLink, server netip.AddrPort, toClient bool) *record.Side {
	name := l.name
	if name == "" && l.peer != 0 {
		name, _ = s.game.names.Get(player{server, l.peer})
	}
	return l.side(name, toClient)
}

func (l *gameLink) side(client string, toClient bool) *record.Side {
	known, dir := &l.sides[0], record.ToServer
	if toClient {
		known, dir = &l.sides[1], record.ToClient
	}
	if *known == nil || (*known).Client != client || (*known).ClientPeer != l.peer {
		*known = &record.Side{Proto: record.BC, Dir: dir, Link: l.number, Client: client, ClientPeer: l.peer}
	}
	return *known
}

func (s *Session) messageRecord(it *batch.Item, l *gameLink, index int) {
	m := &it.Messages[index]
	r := s.gameRecord(it, l, m, m.Payload(it.Plain))
	r.Index = uint8(index)
	noteHeader(r)
	if m.Cut {
		r.Diagnose(record.Snapped, len(m.Bytes(it.Plain)), fmt.Sprintf("the capture holds %d of the %d bytes of the message", len(m.Bytes(it.Plain)), m.Length))
		return
	}
	var out reassembly.Outcome
	s.track(r, l, &out)
	noteOutcome(r, &out)
	s.refer(r, &out)
	s.learn(r, l, &out)
	s.knows.observe(r, l)
	if out.Joined != nil {
		s.knows.observe(s.joinedRecord(r, out.Joined), l)
	}
	s.lostRecords(out.Lost)
}

// track asks the tracker about a message.
func (s *Session) track(r *record.Record, l *gameLink, out *reassembly.Outcome) {
	state := s.hear(l, out)
	m := r.Header
	if m.Type == transport.Data && !m.HasSeq {
		return // that the link was heard is all
	}
	var sum uint64
	if reassembly.Compares(m) {
		sum = reassembly.Sum(r.Payload)
	}
	s.tracker.ObserveOn(state, l.reversed(r.Src), m, r.Payload, sum, &reassembly.Point{
		Frame: r.Frame, Flow: reassembly.Flow{Src: r.Src, Dst: r.Dst}, Peer: r.Peer, Index: int(r.Index),
		Sec: r.Time.Sec, Nanos: r.Time.Nanos, Digits: r.Digits,
	}, out)
}

// hear tells the tracker that a link was heard, and gives what it keeps of it.
func (s *Session) hear(l *gameLink, out *reassembly.Outcome) *reassembly.Link {
	if !s.tracker.Hear(l.state) {
		l.state = s.tracker.Link(l.flow, out)
	}
	return l.state
}

// refer ties a repeat to its first copy and an Ack to what it acknowledges.
func (s *Session) refer(r *record.Record, out *reassembly.Outcome) {
	r.Copy = int32(out.Copy)
	r.Answers = ackOf(&out.Answers, r.Time)
}

// ackOf says what an Ack of a moment acknowledges.
func ackOf(sent *reassembly.Sent, at capture.Time) record.AckOf {
	if sent.Frame == 0 {
		return record.AckOf{}
	}
	return record.AckOf{
		Frame: sent.Frame, Index: uint8(sent.Index), Copies: int32(sent.Copies),
		After: at.Sub(capture.Nanos(sent.Nanos)),
	}
}

// learn takes names from PeerInfo, and forgets them when the client connects anew
// and when the host gives its id to another one.
func (s *Session) learn(r *record.Record, l *gameLink, out *reassembly.Outcome) {
	if out.NewLink {
		l.begin(0)
		s.setSide(r, l)
	}
	switch r.Header.Type {
	case transport.Connect, transport.PeerInfo:
	default:
		return
	}
	d := s.game.control.Decode(r.Header, r.Payload)
	if !d.Complete() {
		return
	}
	switch m := d.Message.(type) {
	case *transport.ConnectResponse:
		if r.Dir == record.ToClient && !out.Retransmit {
			l.begin(m.AssignedPeerID)
			s.game.names.Put(player{r.Server(), l.peer}, "")
		}
	case *transport.Peer:
		name := m.Name.String()
		s.game.names.Put(player{r.Server(), m.PeerID}, name)
		if r.Dir == record.ToServer || m.PeerID == l.peer {
			l.name = name
			s.knows.rename(r, l)
		}
	}
	s.setSide(r, l)
}

func (s *Session) joinedRecord(part *record.Record, j *reassembly.Joined) *record.Record {
	r := s.out.Add()
	r.Join(part, &record.Parts{Frames: j.Frames, Length: j.Length}, j.Payload)
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
		Frame: last.Frame, Time: capture.Time{Sec: last.Sec, Nanos: last.Nanos}, Digits: last.Digits,
		Ends: &capture.Ends{Src: last.Flow.Src, Dst: last.Flow.Dst},
	}, nil, &header, nil)
	r.Peer, r.Index = last.Peer, uint8(last.Index)
	r.Parts = &record.Parts{Frames: f.Frames, Length: f.Bytes, Lost: true}
	s.setSide(r, s.game.link(r.Src, r.Dst))
	total := "an unknown number of"
	if f.Total > 0 {
		total = fmt.Sprint(f.Total)
	}
	r.Diagnose(record.FragmentLost, record.Whole, fmt.Sprintf("%s; of %s parts, those with index %v were seen", f.Reason, total, f.Have))
}

// faultCodes names the notes of what stops a walk.
var faultCodes = [...]record.Code{
	transport.NoHeader:    record.Truncated,
	transport.UnknownType: record.UnknownType,
	transport.BadLength:   record.BadLength,
	transport.TooFew:      record.MessageCount,
	transport.LeftOver:    record.LeftOver,
	transport.CutOff:      record.Snapped,
}

// faultRecord holds the bytes of a datagram that could not be read.
func (s *Session) faultRecord(it *batch.Item, l *gameLink) {
	f := &it.Fault
	headerShown := len(it.Messages) > 0 && it.Messages[len(it.Messages)-1].Cut
	if f.Cause == transport.None || headerShown {
		return
	}
	s.rest(it, l, int(f.Offset)).Diagnose(faultCodes[f.Cause], 0, fmt.Sprintf("byte %d of the datagram: %s", f.Offset, f.String()))
}

// rest begins a record of what follows the last message of a datagram.
func (s *Session) rest(it *batch.Item, l *gameLink, offset int) *record.Record {
	r := s.gameRecord(it, l, nil, it.Plain[min(offset, len(it.Plain)):])
	r.Index, r.Unread, r.Offset = uint8(len(it.Messages)), true, int32(offset)
	return r
}

func noteHeader(r *record.Record) {
	m := r.Header
	if m.OneByteLength {
		r.Diagnose(record.OneByteLength, 1, "the length is one byte: third-party software")
	}
	if m.Type == transport.OldDisconnect {
		r.Diagnose(record.OldDisconnect, 0, "type 0x06: third-party software")
	}
	if text := m.Suspect(); text != "" {
		r.Diagnose(record.Suspect, 1, text)
	}
	if unknown := m.AckFlags &^ (transport.AckFragment | transport.AckLowChannel); unknown != 0 {
		r.Diagnose(record.AckFlags, 3, fmt.Sprintf("flags 0x%02X: bits 2 to 7 are 0 in stock software", m.AckFlags))
	}
}

func noteOutcome(r *record.Record, out *reassembly.Outcome) {
	seq := r.Header.Seq
	if out.NewLink {
		r.Diagnose(record.NewLink, record.Whole, "another connection on the same addresses: numbers start again")
	}
	if out.Retransmit {
		r.Diagnose(record.Retransmit, record.Whole, fmt.Sprintf("seq %d was seen with the same bytes", seq))
	}
	if out.Conflict {
		r.Diagnose(record.Conflict, record.Whole, fmt.Sprintf("seq %d was seen with other bytes", seq))
	}
	if out.EightBit {
		r.Diagnose(record.Counter8Bit, record.Whole, fmt.Sprintf("seq %d follows 255: the counter has 8 bits", seq))
	}
	if out.OutOfOrder {
		r.Diagnose(record.OutOfOrder, record.Whole, fmt.Sprintf("seq %d comes late", seq))
	}
	if out.Missing > 0 {
		r.Diagnose(record.Gap, record.Whole, gapText(seq, out.Missing))
	}
	if out.RepeatAck {
		r.DiagnoseRepeatAck()
	}
	if out.AckUnseen {
		r.DiagnoseAckUnseen()
	}
	if out.FragmentConflict != "" {
		r.Diagnose(record.FragmentConflict, record.Whole, out.FragmentConflict)
	}
}

func gapText(seq uint16, missing int) string {
	if missing == 1 {
		return fmt.Sprintf("seq %d is missing before %d", seq-1, seq)
	}
	return fmt.Sprintf("%d numbers are missing before %d", missing, seq)
}
