package decode

import (
	"encoding/binary"
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/gamespy"
	"bcdump/decode/internal/bounded"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/reassembly"
)

// entityFlows is what is known of the flows that carry entity-state messages, or may.
type entityFlows struct {
	decided    *bounded.Map[reassembly.Flow, *entityFlow]        // by Flow.Link
	candidates *bounded.Map[reassembly.Flow, *entitystate.Score] // the same, not decided yet
	revisions  *bounded.Map[netip.AddrPort, entitystate.Revision]
	decoder    entitystate.Decoder
}

// entityFlow is a flow that is known to carry entity-state messages.
type entityFlow struct {
	server netip.AddrPort // one of its ends; zero = not known
	player string         // name of the client, as its Hello says
	sides  [2]*Side       // that were made last, as of a gameLink
}

// entityPort is what servers use unless they are told otherwise. It is no evidence.
const entityPort = 4242

func newEntityFlows() entityFlows {
	return entityFlows{
		decided:    bounded.New[reassembly.Flow, *entityFlow](rememberedLinks),
		candidates: bounded.New[reassembly.Flow, *entitystate.Score](rememberedLinks),
		revisions:  bounded.New[netip.AddrPort, entitystate.Revision](rememberedLinks),
	}
}

func (f *entityFlows) evicted() int64 {
	return f.decided.Evicted() + f.candidates.Evicted() + f.revisions.Evicted()
}

// judgement is how much a datagram speaks for entity-state, worked out when it is asked
// for. It belongs to the ordered stage.
type judgement struct {
	judged bool
	grade  entitystate.Grade
}

// entityGrade judges the item as an entity-state message; a fragment by what the first
// one holds.
func (it *item) entityGrade() entitystate.Grade {
	if it.judged {
		return it.grade
	}
	it.judged = true
	it.grade, _ = entitystate.Judge(it.entityPayload())
	return it.grade
}

// entityRow is what the item is as an entity-state message that was not refused.
func (it *item) entityRow() *entitystate.Spec { return entitystate.Peek(it.entityPayload()) }

// entityPayload gives what is judged, and how much of it is missing.
func (it *item) entityPayload() (payload []byte, missing int) {
	if it.fragment != nil {
		return it.firstFragment()
	}
	return it.datagram.Payload, it.cut()
}

const udpHeader = 8

// firstFragment gives the beginning of the UDP payload and how much of it is missing, if
// the item is the first fragment of a UDP datagram; and notes its ends.
func (it *item) firstFragment() (payload []byte, missing int) {
	p := &it.fragment.part
	const udp = 17
	if p.Offset != 0 || p.Protocol != udp || len(p.Data) < udpHeader {
		return nil, 0
	}
	port := func(at int) uint16 { return binary.BigEndian.Uint16(p.Data[at:]) }
	it.datagram.Ends = &capture.Ends{Src: netip.AddrPortFrom(p.Src, port(0)), Dst: netip.AddrPortFrom(p.Dst, port(2))}
	return p.Data[udpHeader:], max(int(port(4))-len(p.Data), 0)
}

// claimsEntities decides whether a datagram is an entity-state message.
//
//  1. The user said so, or named another protocol or other ports.
//  2. On a flow that was recognised everything is, but what is clearly of another
//     protocol.
//  3. A datagram that keeps all rules makes its flow recognised if those before it and
//     the next ones tell enough together; see entitystate.Score.
func (s *session) claimsEntities(it *item, ahead lookahead) bool {
	d := &it.datagram
	switch {
	case len(s.options.Ports) > 0 && !s.options.portsMatch(d.Src, d.Dst):
		return false
	case s.options.Protocol == EntityState:
		return entitystate.Plausible(d.Payload) || !gamespy.IsText(d.Payload)
	case s.options.Protocol != "":
		return false
	}
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	if _, ok := s.flows.decided.Get(key); ok {
		return it.entityGrade() != entitystate.Refused || s.damagedEntity(it, key)
	}
	score, ok := s.flows.candidates.Get(key)
	if !it.tellsEntities() {
		if ok {
			score.Add(entitystate.Refused, 0)
		}
		return false
	}
	if !ok {
		score = new(entitystate.Score)
		s.flows.candidates.Put(key, score)
	}
	score.Add(it.grade, it.entityRow().Type)
	if !score.Decided() && !decidedSoon(*score, key, ahead) {
		return false
	}
	s.flows.candidates.Drop(key)
	s.flows.decided.Put(key, &entityFlow{})
	return true
}

// damagedEntity reports whether a datagram that breaks a rule, on a flow that is known to
// carry entity-state messages, is one of them all the same.
func (s *session) damagedEntity(it *item, key reassembly.Flow) bool {
	switch {
	case it.strength == transport.Strong:
		return false
	case entitystate.Plausible(it.datagram.Payload):
		return true
	}
	_, game := s.game.ends.Get(key)
	return !game && !gamespy.IsText(it.datagram.Payload)
}

// tellsEntities reports whether the datagram speaks for entity-state, and would not be
// taken for a game datagram as well.
func (it *item) tellsEntities() bool {
	return it.strength == transport.Refused && it.entityGrade() != entitystate.Refused
}

// decidedSoon adds what the next datagrams of a flow tell.
func decidedSoon(score entitystate.Score, key reassembly.Flow, ahead lookahead) bool {
	for n := range undecidedAhead {
		it := ahead.at(n)
		if it == nil {
			return false
		}
		if !it.tellsEntities() {
			continue
		}
		if next, _ := (reassembly.Flow{Src: it.datagram.Src, Dst: it.datagram.Dst}).Link(); next != key {
			continue
		}
		if score.Add(it.grade, it.entityRow().Type); score.Decided() {
			return true
		}
	}
	return false
}

// entityRecords makes the record of one entity-state message.
func (s *session) entityRecords(it *item) {
	d := &it.datagram
	f := s.flows.learn(it)
	r := s.add(it, f.side(f.direction(it)))
	r.Revision = s.flows.revision(r.server())
	noteLength(r, d)
}

// side gives what is known of who speaks, the same as before if it is the same.
func (f *entityFlow) side(dir Direction) *Side {
	known := &f.sides[0]
	if dir == ToClient {
		known = &f.sides[1]
	}
	if *known == nil || (*known).Client != f.player {
		*known = &Side{Proto: EntityState, Dir: dir, Client: f.player}
	}
	return *known
}

// learn finds or makes the state of a flow, and takes from a message that keeps all rules
// what it tells: who is the server, how it numbers messages, who the client is.
func (f *entityFlows) learn(it *item) *entityFlow {
	d := &it.datagram
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	flow, ok := f.decided.Get(key)
	if !ok {
		flow = &entityFlow{}
		f.decided.Put(key, flow)
	}
	if it.entityGrade() == entitystate.Refused {
		return flow
	}
	row := it.entityRow()
	switch row.Direction {
	case entitystate.ToClient:
		flow.server = d.Src
	case entitystate.ToServer:
		flow.server = d.Dst
	}
	if revision := row.Tells(); revision != entitystate.Unsettled {
		f.revisions.Put(flow.server, revision)
	}
	if row.Name == "Hello" {
		f.name(flow, it)
	}
	return flow
}

func (f *entityFlows) name(flow *entityFlow, it *item) {
	decoded := f.decoder.Decode(it.datagram.Payload, entitystate.Context{Missing: it.cut()})
	if hello, ok := decoded.Message.(*entitystate.Hello); ok && !hello.Old {
		flow.player = fields.PaddedText(hello.PlayerName)
	}
}

func (f *entityFlows) revision(server netip.AddrPort) entitystate.Revision {
	revision, _ := f.revisions.Get(server)
	return revision
}

// direction says who sent a message: its type does, else what is known of the flow, else
// the usual port of servers.
func (f *entityFlow) direction(it *item) Direction {
	d := &it.datagram
	if row := entitystate.Peek(d.Payload, it.cut()); row != nil && row.Direction != entitystate.Both {
		return Direction(row.Direction)
	}
	if d.Src == f.server || !f.server.IsValid() && d.Src.Port() == entityPort {
		return ToClient
	}
	return ToServer
}

// issueCodes are the notes of what is wrong with an entity-state message, where they
// are called otherwise.
var issueCodes = map[entitystate.Code]Code{
	entitystate.HeaderShort:   Truncated,
	entitystate.PayloadShort:  Truncated,
	entitystate.TrailingBytes: Trailing,
}

func (c *contents) entities(r *Record) {
	d := c.states.Decode(r.Payload, r.entityContext())
	c.content.State, c.content.Decoded = d.Spec, d.Decoded
	for _, issue := range d.Issues {
		code, ok := issueCodes[issue.Code]
		if !ok {
			code = Code(issue.Code)
		}
		r.Diagnose(code, issue.Offset, issue.Text)
	}
}

func (r *Record) entityContext() entitystate.Context {
	return entitystate.Context{Revision: r.Revision, Missing: r.Length() - len(r.Payload)}
}

// entitySpans gives the place and the value of each field, those of the header first.
func (r *Record) entitySpans() (spans []wire.Span, values []string) {
	var c contents
	d, spans := c.states.Trace(r.Payload, r.entityContext())
	if len(spans) > 0 {
		values = fields.Values(&d.Header, fields.All)
	}
	if d.Message != nil {
		values = append(values, fields.Values(d.Message, limitOf(&d.Decoded))...)
	}
	return spans, values
}
