package session

import (
	"encoding/binary"
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/gamespy"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/bounded"
	"bcdump/decode/record"
	"bcdump/decode/transport"
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
	server netip.AddrPort  // one of its ends; zero = not known
	player string          // name of the client, as its Hello says
	sides  [2]*record.Side // that were made last, as of a link
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

// entityGrade judges the item as an entity-state message; a fragment by what the first
// one holds.
func entityGrade(it *batch.Item) entitystate.Grade {
	if it.Judged {
		return it.Grade
	}
	it.Judged = true
	it.Grade, _ = entitystate.Judge(entityPayload(it))
	return it.Grade
}

// entityRow is what the item is as an entity-state message that was not refused.
func entityRow(it *batch.Item) *entitystate.Spec { return entitystate.Peek(entityPayload(it)) }

// entityPayload gives what is judged, and how much of it is missing.
func entityPayload(it *batch.Item) (payload []byte, missing int) {
	if it.Fragment != nil {
		return firstFragment(it)
	}
	return it.Datagram.Payload, it.Cut()
}

const udpHeader = 8

// firstFragment gives the beginning of the UDP payload and how much of it is missing, if
// the item is the first fragment of a UDP datagram; and notes its ends.
func firstFragment(it *batch.Item) (payload []byte, missing int) {
	p := &it.Fragment.Part
	const udp = 17
	if p.Offset != 0 || p.Protocol != udp || len(p.Data) < udpHeader {
		return nil, 0
	}
	port := func(at int) uint16 { return binary.BigEndian.Uint16(p.Data[at:]) }
	it.Datagram.Ends = &capture.Ends{Src: netip.AddrPortFrom(p.Src, port(0)), Dst: netip.AddrPortFrom(p.Dst, port(2))}
	return p.Data[udpHeader:], max(int(port(4))-len(p.Data), 0)
}

// claimsEntities decides whether a datagram is an entity-state message.
//
//  1. The user said so, or named another protocol or other ports.
//  2. On a flow that was recognised everything is, but what is clearly of another
//     protocol.
//  3. A datagram that keeps all rules makes its flow recognised if those before it and
//     the next ones tell enough together; see entitystate.Score.
func (s *Session) claimsEntities(it *batch.Item, ahead Lookahead) bool {
	d := &it.Datagram
	switch {
	case len(s.options.Ports) > 0 && !s.options.portsMatch(d.Src, d.Dst):
		return false
	case s.options.Protocol == record.EntityState:
		return entitystate.Plausible(d.Payload) || !gamespy.IsText(d.Payload)
	case s.options.Protocol != "":
		return false
	}
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	if _, ok := s.flows.decided.Get(key); ok {
		return entityGrade(it) != entitystate.Refused || s.damagedEntity(it, key)
	}
	score, ok := s.flows.candidates.Get(key)
	if !tellsEntities(it) {
		if ok {
			score.Add(entitystate.Refused, 0)
		}
		return false
	}
	if !ok {
		score = new(entitystate.Score)
		s.flows.candidates.Put(key, score)
	}
	score.Add(it.Grade, entityRow(it).Type)
	if !score.Decided() && !decidedSoon(*score, key, ahead) {
		return false
	}
	s.flows.candidates.Drop(key)
	s.flows.decided.Put(key, &entityFlow{})
	return true
}

// damagedEntity reports whether a datagram that breaks a rule, on a flow that is known to
// carry entity-state messages, is one of them all the same.
func (s *Session) damagedEntity(it *batch.Item, key reassembly.Flow) bool {
	switch {
	case it.Strength == transport.Strong:
		return false
	case entitystate.Plausible(it.Datagram.Payload):
		return true
	}
	_, game := s.links.byFlow.Get(key)
	return !game && !gamespy.IsText(it.Datagram.Payload)
}

// tellsEntities reports whether the datagram speaks for entity-state, and would not be
// taken for a game datagram as well.
func tellsEntities(it *batch.Item) bool {
	return it.Strength == transport.Refused && entityGrade(it) != entitystate.Refused
}

// decidedSoon adds what the next datagrams of a flow tell.
func decidedSoon(score entitystate.Score, key reassembly.Flow, ahead Lookahead) bool {
	for n := range undecidedAhead {
		it := ahead.At(n)
		if it == nil {
			return false
		}
		if !tellsEntities(it) {
			continue
		}
		if next, _ := (reassembly.Flow{Src: it.Datagram.Src, Dst: it.Datagram.Dst}).Link(); next != key {
			continue
		}
		if score.Add(it.Grade, entityRow(it).Type); score.Decided() {
			return true
		}
	}
	return false
}

// entityRecords makes the record of one entity-state message.
func (s *Session) entityRecords(it *batch.Item) {
	d := &it.Datagram
	f := s.flows.learn(it)
	r := s.Add(it, f.side(f.direction(it)))
	r.Revision = s.flows.revision(r.Server())
	noteLength(r, d)
}

// side gives what is known of who speaks, the same as before if it is the same.
func (f *entityFlow) side(dir record.Direction) *record.Side {
	known := &f.sides[0]
	if dir == record.ToClient {
		known = &f.sides[1]
	}
	if *known == nil || (*known).Client != f.player {
		*known = &record.Side{Proto: record.EntityState, Dir: dir, Client: f.player}
	}
	return *known
}

// learn finds or makes the state of a flow, and takes from a message that keeps all rules
// what it tells: who is the server, how it numbers messages, who the client is.
func (f *entityFlows) learn(it *batch.Item) *entityFlow {
	d := &it.Datagram
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	flow, ok := f.decided.Get(key)
	if !ok {
		flow = &entityFlow{}
		f.decided.Put(key, flow)
	}
	if entityGrade(it) == entitystate.Refused {
		return flow
	}
	row := entityRow(it)
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

func (f *entityFlows) name(flow *entityFlow, it *batch.Item) {
	decoded := f.decoder.Decode(it.Datagram.Payload, entitystate.Context{Missing: it.Cut()})
	if hello, ok := decoded.Message.(*entitystate.Hello); ok && !hello.Old {
		flow.player = hello.PlayerName.BeforeZero()
	}
}

func (f *entityFlows) revision(server netip.AddrPort) entitystate.Revision {
	revision, _ := f.revisions.Get(server)
	return revision
}

// direction says who sent a message: its type does, else what is known of the flow, else
// the usual port of servers.
func (f *entityFlow) direction(it *batch.Item) record.Direction {
	d := &it.Datagram
	if row := entitystate.Peek(d.Payload, it.Cut()); row != nil && row.Direction != entitystate.Both {
		return record.Direction(row.Direction)
	}
	if d.Src == f.server || !f.server.IsValid() && d.Src.Port() == entityPort {
		return record.ToClient
	}
	return record.ToServer
}
