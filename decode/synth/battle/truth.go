package battle

import (
	"fmt"
	"time"
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
	Seconds   Tables    `json:"bytes_per_second"` // UDP payload of game datagrams by second since 1970
	Deaths    Deaths    `json:"deaths"`
	Links     []Link    `json:"links"`
	Relays    []Relay   `json:"relays"`
	Objects   []*Life   `json:"objects"`

	Presence []*Presence `json:"presence"` // in the order of the connections
	Kills    []*Kill     `json:"kills"`
	Scores   []*Standing `json:"scores"` // in the order in which players entered
	Chat     []Line      `json:"chat"`
	// Nameless are the clients of whose names a capture at one player, or one that begins in the battle,
	// has nothing.
	Nameless []string `json:"nameless,omitempty"`
	// Unnamed are the names of those clients: a capture at one player lists no connections of others.
	Unnamed []string `json:"-"`
	// Views are what clients were told, if that is asked for.
	Views []*View `json:"views,omitempty"`

	// Entities is all of that of a battle of entity-state.
	Entities *EntityTruth `json:"-"`

	withViews bool // so it is
	counts    [2]counts
}

// Datagrams counts UDP datagrams.
type Datagrams struct {
	Game    int64 `json:"game"`
	GameSpy int64 `json:"gamespy"`
	Other   int64 `json:"other"`
	Empty   int64 `json:"empty"`

	EntityState int64 `json:"entity_state,omitempty"`
}

func (d *Datagrams) total() int64 { return d.Game + d.GameSpy + d.Other + d.Empty + d.EntityState }

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

// Tables is a table for each direction, by a byte or a second.
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

	// Lost counts its datagrams that the network lost, of a battle whose network has a seed of its own.
	Lost *Losses `json:"lost,omitempty"`

	presence *Presence
	left     bool          // it has said that it leaves
	said     time.Duration // when the host told it something last, but for Acks and keepalives
}

// Losses counts lost datagrams: those that are not in the capture, and those that are.
type Losses struct {
	Before Pair `json:"before_tap"`
	Behind Pair `json:"behind_tap"`
}

// loses counts a lost datagram.
func (k *Link) loses(l *line, before bool) {
	switch {
	case k.Lost == nil:
	case before:
		k.Lost.Before.add(l.direction(), 1)
	default:
		k.Lost.Behind.add(l.direction(), 1)
	}
}

// Relay counts messages that the host copies from one client to others, each once: a
// copy has the same bytes.
type Relay struct {
	Opcode   string `json:"opcode"`
	Messages int64  `json:"messages"`
	Copies   int64  `json:"copies"`
}

// Life is one ship from its creation to its end, as far as the capture shows it.
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

	owner *Presence
	cause Cause
	kill  *Kill
	sums  *sums
	views []*View
	shown bool // it is listed: the capture has its creation, or an update

	removed bool // somebody was told that it is no more, without an explosion
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

// counts is the raw form of the tables of one direction.
type counts struct {
	types, wire, unique, flags, relays [256]int64
	seconds                            []second
}

// second is the bytes of one second; they come in the order of time.
type second struct {
	at, bytes int64
}

const (
	clientToServer = iota
	serverToClient
)

func newTruth(start time.Time) *Truth {
	return &Truth{
		Start: start, Links: []Link{}, Relays: []Relay{}, Objects: []*Life{},
		Presence: []*Presence{}, Kills: []*Kill{}, Scores: []*Standing{}, Chat: []Line{},
	}
}

func (p *Pair) add(direction int, n int64) {
	if direction == clientToServer {
		p.Up += n
		return
	}
	p.Down += n
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
func (t *Truth) conclude(frames int64) {
	up, down := &t.counts[clientToServer], &t.counts[serverToClient]
	t.Frames = frames
	t.Game.Types = Tables{byByte(&up.types), byByte(&down.types)}
	t.Game.Wire = Tables{byByte(&up.wire), byByte(&down.wire)}
	t.Game.Unique = Tables{byByte(&up.unique), byByte(&down.unique)}
	t.Updates.Flags = Tables{byByte(&up.flags), byByte(&down.flags)}
	t.Seconds = Tables{bySecond(up.seconds), bySecond(down.seconds)}
	t.Fragments.Incomplete = t.Fragments.begun - t.Fragments.Complete
	for opcode := range up.relays {
		if n, copies := up.relays[opcode], down.relays[opcode]; n+copies > 0 {
			t.Relays = append(t.Relays, Relay{byteText(uint8(opcode)), n, copies})
		}
	}
	for _, x := range t.Objects {
		x.BlocksSum, x.PowersSum = x.sums.texts()
	}
}

// byteText is a byte such as an opcode as the truth has it: 0x1C.
func byteText(b uint8) string { return fmt.Sprintf("0x%02X", b) }

func byByte(table *[256]int64) map[string]int64 {
	m := map[string]int64{}
	for i, n := range table {
		if n > 0 {
			m[byteText(uint8(i))] = n
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

// EntityTruth is what of a battle of entity-state passed the tap, counted where it was sent.
type EntityTruth struct {
	Frames    int64           `json:"frames"`
	Start     time.Time       `json:"start"` // of the battle; frames come later
	Datagrams Datagrams       `json:"udp_class"`
	Noise     Noise           `json:"noise"`
	Network   Network         `json:"network"`
	Revision  string          `json:"revision"` // of the server: early, late
	Matches   int64           `json:"matches"`
	Types     Tables          `json:"messages_by_type"`
	Clients   []*EntityClient `json:"clients"`
	Breaks    []Broken        `json:"breaks,omitempty"` // the faults, by the names of Options.Troubles

	types [2][256]int64
}

// Broken is a fault, by its name, and the frames of what is told wrong.
type Broken struct {
	Rule   string  `json:"rule"`
	Frames []int64 `json:"frames"`
}

// EntityClient is what was sent between a client and the server.
type EntityClient struct {
	Client   string `json:"client"`
	Name     string `json:"name"`
	Packets  Pair   `json:"packets"`
	Bytes    Pair   `json:"udp_payload_bytes"`
	States   int64  `json:"states"`
	Entities int64  `json:"entities"` // in all States together
	Least    int64  `json:"fewest_entities"`
	Most     int64  `json:"most_entities"`
	Inputs   int64  `json:"inputs"`
	Lacking  int64  `json:"lacking"` // States of which an IP fragment is not in the capture
}

func (t *Truth) concludeEntities(frames int64) {
	e := t.Entities
	t.Frames = frames
	e.Frames, e.Start, e.Datagrams, e.Noise, e.Network = frames, t.Start, t.Datagrams, t.Noise, t.Network
	e.Types = Tables{byByte(&e.types[clientToServer]), byByte(&e.types[serverToClient])}
}
