package decode

import (
	"fmt"
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/internal/bounded"
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
	number  uint32   // tells links apart; from 1
	sides   [2]*Side // that were made last, of what clients and servers send; nil = none

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
func (s *session) claimsGame(it *item, ahead lookahead) bool {
	d := &it.datagram
	switch {
	case it.plain == nil:
		return false
	case len(s.options.Ports) > 0:
		return s.options.portsMatch(d.Src, d.Dst)
	case s.options.Protocol == BC:
		return true
	}
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	_, recognised := s.game.ends.Get(key)
	return recognised || it.tellsGame() ||
		it.strength != transport.Refused && strongSoon(d.Src, d.Dst, ahead)
}

// tellsGame reports whether the datagram settles by itself that it is of the game: it
// passes the strict walk, and no other protocol would take it.
func (it *item) tellsGame() bool {
	return it.strength == transport.Strong && it.entityGrade() == entitystate.Refused
}

func strongSoon(a, b netip.AddrPort, ahead lookahead) bool {
	for n := range undecidedAhead {
		it := ahead.at(n)
		if it == nil {
			return false
		}
		d := &it.datagram
		if it.tellsGame() && (d.Src == a && d.Dst == b || d.Src == b && d.Dst == a) {
			return true
		}
	}
	return false
}

// gameRecords makes the records of one game datagram: its messages, the message
// that a fragment completes right behind it, and what could not be read.
func (s *session) gameRecords(it *item) {
	l := s.game.link(it.datagram.Src, it.datagram.Dst)
	if it.fault.Cause == transport.None {
		l.hear(it.plain[0])
	}
	made := len(s.out.records)
	for i := range it.messages {
		s.messageRecord(it, l, i)
	}
	s.faultRecord(it, l)
	if len(s.out.records) == made {
		s.rest(it, l, len(it.plain)).Diagnose(Empty, Whole, "a game datagram without messages")
	}
	if len(s.out.records) > made {
		noteLength(&s.out.records[len(s.out.records)-1], &it.datagram)
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
func directionOf(peer uint8) Direction {
	if peer == hostPeer {
		return ToClient
	}
	return ToServer
}

func (s *session) gameRecord(it *item, l *gameLink) *Record {
	r := s.out.add()
	*r = Record{Datagram: &it.datagram, Header: &noHeader}
	if len(it.plain) > 0 {
		r.Peer = it.plain[0]
	}
	s.setSide(r, l)
	return r
}

// setSide tells who speaks to whom, by what is known now.
func (s *session) setSide(r *Record, l *gameLink) {
	toClient, server := r.Peer == hostPeer, r.Dst
	if toClient {
		server = r.Src
	}
	r.Side = s.side(l, server, toClient)
}

// side gives what is known of who speaks, the same as before if it is the same.
func (s *session) side(l *gameLink, server netip.AddrPort, toClient bool) *Side {
	name := l.name
	if name == "" && l.peer != 0 {
		name, _ = s.game.names.Get(player{server, l.peer})
	}
	return l.side(name, toClient)
}

func (l *gameLink) side(client string, toClient bool) *Side {
	known, dir := &l.sides[0], ToServer
	if toClient {
		known, dir = &l.sides[1], ToClient
	}
	if *known == nil || (*known).Client != client || (*known).ClientPeer != l.peer {
		*known = &Side{Proto: BC, Dir: dir, Link: l.number, Client: client, ClientPeer: l.peer}
	}
	return *known
}

// server is the end of the link that hosts the game.
func (r *Record) server() netip.AddrPort {
	if r.Dir == ToClient {
		return r.Src
	}
	return r.Dst
}

func (s *session) messageRecord(it *item, l *gameLink, index int) {
	m := &it.messages[index]
	r := s.gameRecord(it, l)
	r.Index, r.Header, r.Offset = uint8(index), m, m.Offset
	r.Payload = m.Payload(it.plain)
	noteHeader(r)
	if m.Cut {
		r.Diagnose(Snapped, len(m.Bytes(it.plain)), fmt.Sprintf("the capture holds %d of the %d bytes of the message", len(m.Bytes(it.plain)), m.Length))
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
func (s *session) track(r *Record, l *gameLink, out *reassembly.Outcome) {
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
func (s *session) hear(l *gameLink, out *reassembly.Outcome) *reassembly.Link {
	if !s.tracker.Hear(l.state) {
		l.state = s.tracker.Link(l.flow, out)
	}
	return l.state
}

// refer ties a repeat to its first copy and an Ack to what it acknowledges.
func (s *session) refer(r *Record, out *reassembly.Outcome) {
	r.Copy = int32(out.Copy)
	r.Answers = ackOf(&out.Answers, r.Time)
}

// ackOf says what an Ack of a moment acknowledges.
func ackOf(sent *reassembly.Sent, at capture.Time) AckOf {
	if sent.Frame == 0 {
		return AckOf{}
	}
	return AckOf{
		Frame: sent.Frame, Index: uint8(sent.Index), Copies: int32(sent.Copies),
		After: at.Sub(capture.Nanos(sent.Nanos)),
	}
}

// learn takes names from PeerInfo, and forgets them when the client connects anew
// and when the host gives its id to another one.
func (s *session) learn(r *Record, l *gameLink, out *reassembly.Outcome) {
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
		if r.Dir == ToClient && !out.Retransmit {
			l.begin(m.AssignedPeerID)
			s.game.names.Put(player{r.server(), l.peer}, "")
		}
	case *transport.Peer:
		name := m.Name.String()
		s.game.names.Put(player{r.server(), m.PeerID}, name)
		if r.Dir == ToServer || m.PeerID == l.peer {
			l.name = name
			s.knows.rename(r, l)
		}
	}
	s.setSide(r, l)
}

func (s *session) joinedRecord(part *Record, j *reassembly.Joined) *Record {
	r := s.out.add()
	*r = *part
	r.Parts, r.Payload, r.diagnostics = &Parts{Frames: j.Frames, Length: j.Length}, j.Payload, nil
	return r
}

// lostRecords reports messages whose missing parts will not come any more.
func (s *session) lostRecords(lost []reassembly.Lost) {
	for i := range lost {
		s.lostRecord(&lost[i])
	}
}

func (s *session) lostRecord(f *reassembly.Lost) {
	last, header := &f.Last, transport.NewData(true, f.Seq)
	r := s.out.add()
	*r = Record{
		Datagram: &capture.Datagram{
			Frame: last.Frame, Time: capture.Time{Sec: last.Sec, Nanos: last.Nanos}, Digits: last.Digits,
			Ends: &capture.Ends{Src: last.Flow.Src, Dst: last.Flow.Dst},
		},
		Header: &header, Peer: last.Peer, Index: uint8(last.Index),
		Parts: &Parts{Frames: f.Frames, Length: f.Bytes, Lost: true},
	}
	s.setSide(r, s.game.link(r.Src, r.Dst))
	total := "an unknown number of"
	if f.Total > 0 {
		total = fmt.Sprint(f.Total)
	}
	r.Diagnose(FragmentLost, Whole, fmt.Sprintf("%s; of %s parts, those with index %v were seen", f.Reason, total, f.Have))
}

// faultCodes names the notes of what stops a walk.
var faultCodes = [...]Code{
	transport.NoHeader:    Truncated,
	transport.UnknownType: UnknownType,
	transport.BadLength:   BadLength,
	transport.TooFew:      MessageCount,
	transport.LeftOver:    LeftOver,
	transport.CutOff:      Snapped,
}

// faultRecord holds the bytes of a datagram that could not be read.
func (s *session) faultRecord(it *item, l *gameLink) {
	f := &it.fault
	headerShown := len(it.messages) > 0 && it.messages[len(it.messages)-1].Cut
	if f.Cause == transport.None || headerShown {
		return
	}
	s.rest(it, l, int(f.Offset)).Diagnose(faultCodes[f.Cause], 0, fmt.Sprintf("byte %d of the datagram: %s", f.Offset, f.String()))
}

// rest begins a record of what follows the last message of a datagram.
func (s *session) rest(it *item, l *gameLink, offset int) *Record {
	r := s.gameRecord(it, l)
	r.Index, r.Unread, r.Offset = uint8(len(it.messages)), true, int32(offset)
	r.Payload = it.plain[min(offset, len(it.plain)):]
	return r
}

func noteHeader(r *Record) {
	m := r.Header
	if m.OneByteLength {
		r.Diagnose(OneByteLength, 1, "the length is one byte: third-party software")
	}
	if m.Type == transport.OldDisconnect {
		r.Diagnose(OldDisconnect, 0, "type 0x06: third-party software")
	}
	if text := m.Suspect(); text != "" {
		r.Diagnose(Suspect, 1, text)
	}
	if unknown := m.AckFlags &^ (transport.AckFragment | transport.AckLowChannel); unknown != 0 {
		r.Diagnose(AckFlags, 3, fmt.Sprintf("flags 0x%02X: bits 2 to 7 are 0 in stock software", m.AckFlags))
	}
}

func noteOutcome(r *Record, out *reassembly.Outcome) {
	seq := r.Header.Seq
	if out.NewLink {
		r.Diagnose(NewLink, Whole, "another connection on the same addresses: numbers start again")
	}
	if out.Retransmit {
		r.Diagnose(Retransmit, Whole, fmt.Sprintf("seq %d was seen with the same bytes", seq))
	}
	if out.Conflict {
		r.Diagnose(Conflict, Whole, fmt.Sprintf("seq %d was seen with other bytes", seq))
	}
	if out.EightBit {
		r.Diagnose(Counter8Bit, Whole, fmt.Sprintf("seq %d follows 255: the counter has 8 bits", seq))
	}
	if out.OutOfOrder {
		r.Diagnose(OutOfOrder, Whole, fmt.Sprintf("seq %d comes late", seq))
	}
	if out.Missing > 0 {
		r.Diagnose(Gap, Whole, gapText(seq, out.Missing))
	}
	if out.RepeatAck {
		noteAckAgain(r)
	}
	if out.AckUnseen {
		noteAckUnseen(r)
	}
	if out.FragmentConflict != "" {
		r.Diagnose(FragmentConflict, Whole, out.FragmentConflict)
	}
}

func gapText(seq uint16, missing int) string {
	if missing == 1 {
		return fmt.Sprintf("seq %d is missing before %d", seq-1, seq)
	}
	return fmt.Sprintf("%d numbers are missing before %d", missing, seq)
}
