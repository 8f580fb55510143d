package session

import (
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/identify"
	"bcdump/decode/internal/position"
	"bcdump/decode/message"
	"bcdump/decode/objects"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/transport"
	"bcdump/reassembly"
)

// fastPath is the fast path through the ordered stage, for updates and Acks in order on links
// that are known: nine of ten messages. It keeps what the tables of the session said about
// a flow or a ship as long as no entry of these tables comes or goes, and leaves whatever
// is unusual to the general way, which remains the truth.
type fastPath struct {
	flows  *[128]fastFlow      // nil until there is a batch
	update message.StateUpdate // the one at hand
	blocks *message.SeenBlocks // nil until there is an update
}

// fastFlow is one direction of a link that carries the game.
type fastFlow struct {
	ends     *capture.Ends // of the last datagram; nil: the place is free
	link     *link
	server   *server // nil: nothing is known of it yet
	toClient bool
	reversed bool  // src is the higher address
	age      int64 // of the tables when this was noted
	ships    *fastShips
}

// fastShips are those that one sender describes to one receiver: a place for each player,
// who has one ship at a time, and some for ships of the host.
type fastShips [2 * objects.Slots]fastShip

// place gives the place of a ship.
func (x *fastShips) place(object uint32) *fastShip {
	slot := objects.SlotOf(object)
	if slot == objects.HostSlot {
		slot += int(object % objects.Slots)
	}
	return &x[slot]
}

// fastShip is a ship.
type fastShip struct {
	object    uint32
	track     *position.Track // nil: the place is free
	births    int
	age       int64 // of the tables when the track was noted
	class     *ship.Class
	directory uint64 // version of that which the class is from
	looked    bool   // it was looked for there
	inferred  bool   // as in objects.Object
}

// flowAge changes with the tables that say which flows carry the game.
func (s *Session) flowAge() int64 {
	return s.links.byFlow.Changes() + s.flows.decided.Changes() + s.flows.candidates.Changes() + s.servers.known.Changes()
}

// shipAge changes with the tables that tracks are in.
func (s *Session) shipAge() int64 {
	return s.servers.positions.Changes()
}

// places gives the two places where a flow may be noted.
func (p *fastPath) places(e *capture.Ends) (a, b *fastFlow) {
	const mix, bits = 0x9E3779B1, 7
	at := (uint32(e.Src.Port())<<16 | uint32(e.Dst.Port())) * mix >> (32 - bits)
	return &p.flows[at], &p.flows[at^1]
}

// flow gives what is noted of a flow; nil = nothing.
func (p *fastPath) flow(e *capture.Ends) *fastFlow {
	a, b := p.places(e)
	switch {
	case a.is(e):
		return a
	case b.is(e):
		return b
	}
	return nil
}

// is reports whether the ends are those of the flow. Mostly they are where they were last.
func (f *fastFlow) is(e *capture.Ends) bool {
	if f.ends != e {
		if f.ends == nil || *f.ends != *e {
			return false
		}
		f.ends = e
	}
	return true
}

// remember notes the flow of a sound datagram that was claimed for the game: all others
// like it will be, until a table changes.
func (s *Session) remember(it *batch.Item) {
	d := &it.Datagram
	key, _ := reassembly.Flow{Src: d.Src, Dst: d.Dst}.Link()
	link, known := s.links.byFlow.Get(key)
	if _, entity := s.flows.decided.Get(key); entity || !known {
		return
	}
	if _, candidate := s.flows.candidates.Get(key); candidate {
		return
	}
	f := fastFlow{ends: d.Ends, link: link, toClient: it.Plain[0] == hostPeer, reversed: link.reversed(d.Src), age: s.flowAge()}
	f.server, _ = s.servers.known.Get(f.host())
	place, other := s.fast.places(d.Ends)
	if known := s.fast.flow(d.Ends); known != nil {
		place = known
	} else if other.age != s.flowAge() {
		place = other
	}
	if f.ships = place.ships; f.ships == nil {
		f.ships = &fastShips{}
	}
	clear(f.ships[:])
	*place = f
}

// fastDatagram takes a sound datagram the fast path; false = it has to go the general one.
func (s *Session) fastDatagram(it *batch.Item) bool {
	d := &it.Datagram
	f := s.fast.flow(d.Ends)
	peer := it.Plain[0]
	if f == nil || f.age != s.flowAge() || f.toClient != (peer == hostPeer) {
		return false
	}
	if !f.toClient && peer != newPeer && peer != f.link.peer {
		return false
	}
	s.summary.Headers += int64(d.HeaderBytes + d.Padding)
	s.summary.Datagrams.BC++
	s.copies.Claimed(len(s.protocols)) // the game comes last
	s.bookDatagram(record.BC, it)
	known := true
	for i := range it.Messages {
		if !known || !s.fastMessage(it, f, i) {
			s.messageRecord(it, f.link, i)
			known = f.age == s.flowAge()
		}
	}
	return true
}

// fastMessage takes one; false = nothing was done.
func (s *Session) fastMessage(it *batch.Item, f *fastFlow, index int) bool {
	m := &it.Messages[index]
	switch {
	case m.Type == transport.Ack:
		return s.fastAck(it, f, index)
	case !unnumbered(m) || f.server == nil:
		return false
	}
	return s.fastUpdate(it, f, index)
}

// begin begins the record of a message that was walked.
func (s *Session) begin(it *batch.Item, f *fastFlow, index int, payload []byte) *record.Record {
	r := s.out.Add()
	r.Begin(&it.Datagram, s.side(f.link, it.Datagram.Ends, f.toClient), &it.Messages[index], payload)
	r.Plain, r.Peer, r.Count, r.Index, r.Walked = it.Plain, it.Plain[0], it.Plain[1], uint8(index), true
	return r
}

// host is the end of the flow that hosts the game.
func (f *fastFlow) host() netip.AddrPort {
	if f.toClient {
		return f.ends.Src
	}
	return f.ends.Dst
}

func (s *Session) fastAck(it *batch.Item, f *fastFlow, index int) bool {
	m := &it.Messages[index]
	if m.AckFlags&^(transport.AckFragment|transport.AckLowChannel) != 0 {
		return false
	}
	r := s.begin(it, f, index, m.Payload(it.Plain))
	var out reassembly.Outcome
	s.tracker.Acknowledge(s.stateOf(f.link, &out), f.reversed, m, &out)
	r.MarkAck(out.RepeatAck, out.AckUnseen)
	r.Answers = ackOf(&out.Answers, it.Datagram.Steady())
	s.lostRecords(out.Lost)
	return true
}

func (s *Session) fastUpdate(it *batch.Item, f *fastFlow, index int) bool {
	payload := it.Messages[index].Payload(it.Plain)
	object, _, _, ok := message.UpdateHeader(payload)
	if !ok || payload[0] != message.OpcodeStateUpdate {
		return false
	}
	x := s.ship(f, object)
	if x == nil {
		return false
	}
	if s.fast.blocks == nil {
		s.fast.blocks = &message.SeenBlocks{}
	}
	m, dialect := &s.fast.update, f.server.dialect.Settled
	skim, block := s.fast.blocks.Look(m, payload, x.class, dialect)
	if !skim.InOrder || x.class == nil && identify.HasClassEvidence(m) || x.inferred && !skim.Usual {
		return false
	}
	if f.toClient && skim.HasShield && !f.server.dialect.Confirm(s.onlyDialect(block, payload, x.class)) {
		return false
	}
	r := s.begin(it, f, index, payload)
	c := &r.Context
	c.Class, c.Inferred, c.Dialect, c.Catalogue = x.class, x.inferred, dialect, s.options.Ships
	if f.server.directory != nil {
		c.Names = f.server.directory
	}
	r.Remarkable, r.Skim, r.Block = !skim.Usual, skim, block
	var lost []reassembly.Lost
	if !s.tracker.Hear(f.link.state) {
		lost = s.hearAgain(f.link)
	}
	var motion position.Motion
	motion.From(m)
	v := x.track.Update(&motion, x.births, &c.World)
	if v.Late || v.Jump > 0 {
		r.Walked = false
		noteVerdict(r, m.GameTime, v)
	}
	if m.Hashed() && !v.Late && f.server.noteHash(r, m) {
		r.Walked = false
	}
	s.servers.relay(r, f.link, 0)
	s.lostRecords(lost)
	return true
}

// onlyDialect gives the dialect that alone explains a block.
func (s *Session) onlyDialect(block *message.SeenBlock, payload []byte, class *ship.Class) message.Dialect {
	if block == nil {
		return identify.OnlyDialect(&s.servers.trial, payload, class)
	}
	if block.Note == 0 {
		block.Note = 1 + uint8(identify.OnlyDialect(&s.servers.trial, payload, class))
	}
	return message.Dialect(block.Note - 1)
}

// hearAgain is for a link that the tracker has forgotten. Taking it up again may make it
// give up messages of another one.
func (s *Session) hearAgain(l *link) []reassembly.Lost {
	var out reassembly.Outcome
	s.stateOf(l, &out)
	return out.Lost
}

// ship finds what is known of a ship; nil = too little for the fast path.
func (s *Session) ship(f *fastFlow, id uint32) *fastShip {
	x := f.ships.place(id)
	if x.object != id || x.track == nil || x.age != s.shipAge() {
		track, births := s.servers.positions.Find(position.Key{Object: id, Src: f.ends.Src, Dst: f.ends.Dst}, !f.toClient)
		if track == nil {
			return nil
		}
		*x = fastShip{object: id, track: track, births: births, age: s.shipAge()}
	}
	if version := f.server.directory.Version(); !x.looked || x.directory != version {
		found, _ := f.server.directory.Find(id)
		x.class, x.inferred, x.directory = found.Class, found.Inferred, version
		// The directory may not have the user's word yet.
		x.looked = s.servers.classOf(id, x.class) == x.class
	}
	if !x.looked {
		return nil
	}
	return x
}

// unnumbered tells Data without a sequence number from all other messages.
func unnumbered(m *transport.Message) bool {
	return m.Type == transport.Data && m.FlagsLen == uint16(m.Length)
}
