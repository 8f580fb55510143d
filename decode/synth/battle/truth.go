package battle

import (
	"fmt"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// Truth is what passed the tap, counted where it was sent. Directions are "c2s", client
// to server, and "s2c"; numbers of bytes and opcodes are texts such as "0x1C".
type Truth struct {
	Frames    int64     `json:"frames"`
	Start     time.Time `json:"start"` // of the battle; frames come later
	Datagrams Datagrams `json:"udp_class"`
	Noise     Noise     `json:"noise"`
	Network   Network   `json:"network"`
	Game      Game      `json:"game"`
	Fragments Fragments `json:"fragments"`
	Updates   Updates   `json:"state_updates"`
	Blocks    Blocks    `json:"subsystems"`
	Seconds   Seconds   `json:"bytes_per_second"`
	Deaths    Deaths    `json:"deaths"`
	Links     []Link    `json:"links"`
	Relays    []Relay   `json:"relays"`
	Objects   []*Life   `json:"objects"`

	counts [2]counts
}

// Datagrams counts UDP datagrams.
type Datagrams struct {
	Game    int64 `json:"game"`
	GameSpy int64 `json:"gamespy"`
	Other   int64 `json:"other"`
	Empty   int64 `json:"empty"`
}

func (d *Datagrams) total() int64 { return d.Game + d.GameSpy + d.Other + d.Empty }

// Noise counts frames that are not UDP.
type Noise struct {
	TCP  int64 `json:"tcp"`
	ICMP int64 `json:"icmp"`
	ARP  int64 `json:"arp"`
}

// Network counts what the network did to game datagrams.
type Network struct {
	LostBefore int64 `json:"lost_before_tap"` // they are not in the capture
	LostBehind int64 `json:"lost_behind_tap"` // copies that are, and never arrived
	Duplicated int64 `json:"duplicated"`
	Delayed    int64 `json:"delayed"` // so long that later ones may overtake them
}

// Pair is a number for each direction.
type Pair struct {
	Up   int64 `json:"c2s"`
	Down int64 `json:"s2c"`
}

// Tables is a table for each direction, by a byte.
type Tables struct {
	Up   map[string]int64 `json:"c2s"`
	Down map[string]int64 `json:"s2c"`
}

// Game counts game datagrams and the messages in them.
type Game struct {
	Packets Pair   `json:"packets"`
	Bytes   Pair   `json:"udp_payload_bytes"`
	Types   Tables `json:"messages_by_type"`
	Wire    Tables `json:"opcodes_wire"`   // a message in parts counts once, with its last part
	Unique  Tables `json:"opcodes_unique"` // repeats of a numbered message left out
	Acks    Acks   `json:"acks"`
	// Retransmits counts numbered messages and parts that had passed before.
	Retransmits Pair `json:"retransmits"`
}

// Acks counts acknowledgements.
type Acks struct {
	Pair
	Fragment int64 `json:"fragment"`
	Low      int64 `json:"below32"`
}

// Fragments counts parts of messages.
type Fragments struct {
	Parts      int64 `json:"fragments"` // on the wire, repeats too
	Complete   int64 `json:"groups_complete"`
	Incomplete int64 `json:"groups_incomplete"`
	begun      int64
}

// Updates counts StateUpdates by their flags.
type Updates struct {
	Flags Tables `json:"flags"`
	Total Pair   `json:"total"`
}

// Blocks counts what StateUpdates carry.
type Blocks struct {
	Blocks   int64 `json:"blocks"`
	Messages int64 `json:"power_messages"`
	Pairs    int64 `json:"power_pairs"`
}

// Seconds is the UDP payload of game datagrams by second since 1970.
type Seconds struct {
	Up   map[string]int64 `json:"c2s"`
	Down map[string]int64 `json:"s2c"`
}

// Deaths counts the ships that exploded, by cause.
type Deaths struct {
	Weapons      int64 `json:"weapons"`
	SelfDestruct int64 `json:"self_destruct"`
	Collision    int64 `json:"collision"`
}

// Link is one connection of a client. NeverAcknowledged counts numbered messages and
// parts of which no Ack passed the tap.
type Link struct {
	Client            string `json:"client"`
	Name              string `json:"name"`
	Retransmits       Pair   `json:"retransmits"`
	NeverAcknowledged Pair   `json:"never_acknowledged"`
}

// Relay counts messages that the host copies from one client to others, each once: a
// copy has the same bytes.
type Relay struct {
	Opcode   string `json:"opcode"`
	Messages int64  `json:"messages"`
	Copies   int64  `json:"copies"`
}

// Life is one ship from its creation to its end.
type Life struct {
	ObjectID  string   `json:"object_id"`
	Species   uint8    `json:"species"`
	Class     string   `json:"ship"`
	Slot      uint8    `json:"owner_slot"`
	Player    string   `json:"player"`
	Hash      string   `json:"hash"`
	Creations [][3]any `json:"creations"` // frame, direction, client; repeats too
	Updates   Pair     `json:"updates"`
	Blocks    int64    `json:"blocks"`
	Powers    int64    `json:"power_messages"`
	Death     *Death   `json:"death"` // null = it lived to the end, or its player left
	// Windows counts its blocks for each receiver.
	Windows []*Window `json:"windows"`
	// Sums over the values of blocks and power settings, if they were asked for.
	BlocksSum string `json:"blocks_sha256,omitempty"`
	PowersSum string `json:"power_sha256,omitempty"`

	cause Cause
	sums  *sums
}

// Death is when the end of a ship was first told.
type Death struct {
	Frame int64     `json:"frame"`
	Time  time.Time `json:"time"`
	Cause Cause     `json:"cause"`
}

// Cause says why a ship exploded.
type Cause string

// Causes.
const (
	ByWeapons      Cause = "weapons"
	BySelfDestruct Cause = "self-destruct"
	ByCollision    Cause = "collision"
)

// counts is the raw form of one direction.
type counts struct {
	packets, bytes, retransmits, acks, updates int64
	types, wire, unique, flags, relays         [256]int64
	seconds                                    []second
}

// second is the bytes of one second; they come in the order of time.
type second struct {
	at, bytes int64
}

func newTruth(o *Options) *Truth {
	return &Truth{Start: o.Start, Links: []Link{}, Relays: []Relay{}, Objects: []*Life{}}
}

func (t *Truth) born(x *vessel, player string) *Life {
	life := &Life{
		ObjectID: fmt.Sprintf("0x%08X", x.id), Species: x.class.Species, Class: x.class.Key, Slot: x.slot,
		Player: player, Hash: fmt.Sprintf("0x%04X", hashOf(x.class)), Windows: []*Window{},
	}
	if x.s.Sums {
		life.sums = newSums()
	}
	return life
}

const (
	clientToServer = iota
	serverToClient
)

func (l *line) direction() int {
	if l.up {
		return clientToServer
	}
	return serverToClient
}

func (p *Pair) add(direction int) {
	if direction == clientToServer {
		p.Up++
		return
	}
	p.Down++
}

// count books a game datagram that passes the tap.
func (s *session) count(p *packet, frame int64) {
	t, d := s.truth, p.line.direction()
	c := &t.counts[d]
	t.Datagrams.Game++
	c.packets++
	c.bytes += int64(len(p.plain))
	c.inSecond(t.Start.Add(s.now).Unix(), int64(len(p.plain)))
	for i := range p.pieces {
		x := &p.pieces[i]
		c.types[x.kind]++
		switch {
		case x.ack != nil:
			t.countAck(c, x.ack)
		case x.letter != nil:
			s.countLetter(p.line, x.letter, frame)
		case x.life != nil:
			t.countUpdate(p, x, frame)
		}
	}
}

func (c *counts) inSecond(at, bytes int64) {
	if n := len(c.seconds); n == 0 || c.seconds[n-1].at != at {
		c.seconds = append(c.seconds, second{at: at})
	}
	c.seconds[len(c.seconds)-1].bytes += bytes
}

func (t *Truth) countAck(c *counts, of *letter) {
	c.acks++
	of.ackCaptured = true
	if of.header.Fragment {
		t.Game.Acks.Fragment++
	}
	if of.header.Type != transport.Data {
		t.Game.Acks.Low++
	}
}

func (t *Truth) countUpdate(p *packet, r *piece, frame int64) {
	d := p.line.direction()
	c := &t.counts[d]
	c.wire[0x1C]++
	c.unique[0x1C]++
	c.flags[r.flags]++
	c.updates++
	r.life.Updates.add(d)
	if r.flags&message.FlagSubsystems != 0 {
		t.Blocks.Blocks++
		r.life.Blocks++
		r.life.countBlock(&r.block, p.again)
	}
	if r.flags&message.FlagWeapons != 0 {
		t.Blocks.Messages++
		t.Blocks.Pairs += int64(r.items)
		r.life.Powers++
	}
	if r.life.sums != nil {
		r.life.sums.add(r, frame, p.line.link.truth.Client)
	}
}

func (x *Life) countBlock(b *block, again bool) {
	if b.window.Captured == 0 {
		x.Windows = append(x.Windows, b.window)
	}
	b.window.count(b, again)
}

// countLetter books a numbered message or part.
func (s *session) countLetter(l *line, m *letter, frame int64) {
	t, d := s.truth, l.direction()
	repeated := m.captured
	m.captured = true
	if repeated {
		t.counts[d].retransmits++
		l.link.truth.Retransmits.add(d)
	}
	switch {
	case m.header.Type != transport.Data:
	case m.header.Fragment:
		t.countPart(d, m.content, repeated)
	default:
		t.counts[d].wire[m.content.opcode]++
		if !repeated {
			t.counts[d].first(m.content)
		}
		s.note(l, m.content, frame)
	}
}

// first books a message that passes whole for the first time.
func (c *counts) first(m *content) {
	c.unique[m.opcode]++
	if m.copied {
		c.relays[m.opcode]++
	}
}

func (t *Truth) countPart(d int, m *content, repeated bool) {
	t.Fragments.Parts++
	if repeated {
		return
	}
	if m.passed == 0 {
		t.Fragments.begun++
	}
	m.passed++
	if m.passed == m.total {
		t.Fragments.Complete++
		t.counts[d].wire[m.opcode]++
		t.counts[d].first(m)
	}
}

// note files births and deaths.
func (s *session) note(l *line, m *content, frame int64) {
	if x := m.created; x != nil {
		if x.Creations == nil {
			s.truth.Objects = append(s.truth.Objects, x)
		}
		way := "S>C"
		if l.up {
			way = "C>S"
		}
		x.Creations = append(x.Creations, [3]any{frame, way, l.link.truth.Client})
	}
	if x := m.killed; x != nil && x.Death == nil {
		x.Death = &Death{Frame: frame, Time: s.truth.Start.Add(s.now), Cause: x.cause}
		s.truth.Deaths.add(x.cause)
	}
}

func (d *Deaths) add(c Cause) {
	switch c {
	case ByWeapons:
		d.Weapons++
	case BySelfDestruct:
		d.SelfDestruct++
	case ByCollision:
		d.Collision++
	}
}

// conclude turns the counts into the form that is printed.
func (s *session) conclude() {
	t := s.truth
	up, down := &t.counts[clientToServer], &t.counts[serverToClient]
	t.Frames = s.tap.Frames()
	t.Game.Packets = Pair{up.packets, down.packets}
	t.Game.Bytes = Pair{up.bytes, down.bytes}
	t.Game.Retransmits = Pair{up.retransmits, down.retransmits}
	t.Game.Acks.Pair = Pair{up.acks, down.acks}
	t.Game.Types = Tables{byByte(&up.types), byByte(&down.types)}
	t.Game.Wire = Tables{byByte(&up.wire), byByte(&down.wire)}
	t.Game.Unique = Tables{byByte(&up.unique), byByte(&down.unique)}
	t.Updates = Updates{Tables{byByte(&up.flags), byByte(&down.flags)}, Pair{up.updates, down.updates}}
	t.Seconds = Seconds{bySecond(up.seconds), bySecond(down.seconds)}
	t.Fragments.Incomplete = t.Fragments.begun - t.Fragments.Complete
	for opcode := range up.relays {
		if n, copies := up.relays[opcode], down.relays[opcode]; n+copies > 0 {
			t.Relays = append(t.Relays, Relay{fmt.Sprintf("0x%02X", opcode), n, copies})
		}
	}
	for _, x := range t.Objects {
		x.BlocksSum, x.PowersSum = x.sums.texts()
	}
	for _, k := range s.links {
		k.truth.NeverAcknowledged = Pair{k.up.unanswered(), k.down.unanswered()}
		t.Links = append(t.Links, k.truth)
	}
}

// unanswered counts what passed the tap and no Ack of which did.
func (l *line) unanswered() (n int64) {
	for _, m := range l.waiting {
		if m.captured && !m.ackCaptured {
			n++
		}
	}
	return n
}

func byByte(table *[256]int64) map[string]int64 {
	m := map[string]int64{}
	for i, n := range table {
		if n > 0 {
			m[fmt.Sprintf("0x%02X", i)] = n
		}
	}
	return m
}

func bySecond(list []second) map[string]int64 {
	m := map[string]int64{}
	for _, s := range list {
		m[fmt.Sprint(s.at)] = s.bytes
	}
	return m
}
