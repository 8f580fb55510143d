package reporttest

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/synth"
)

// Types of entity-state messages, as the tests read them themselves.
const (
	TypeInput    = 3
	TypeState    = 4
	TypeLives    = 10
	TypeScore    = 11
	EntityHeader = 4
)

// InOrder sorts what was sent by time, as a capture has it.
func InOrder(s *synth.Script) []synth.Sent {
	sent := slices.Clone(s.Sent)
	slices.SortStableFunc(sent, func(a, b synth.Sent) int { return cmp.Compare(a.At, b.At) })
	return sent
}

// IsType reports whether an entity-state message is of a type.
func IsType(d *synth.Sent, kind byte) bool { return d.Payload[2] == kind }

// Cady is the first client of an entity-state game.
var Cady = netip.MustParseAddrPort("198.51.100.20:50000")

// HostileEntities is frame i of traffic that makes a report remember: clients, servers,
// players and matches of their own, ids that nobody has seen.
func HostileEntities(s *synth.Script, i int) {
	at := time.Duration(i) * 250 * time.Millisecond
	client := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(i / 4 >> 16), byte(i / 4 >> 8), byte(i / 4)}), 50000)
	server := netip.AddrPortFrom(netip.AddrFrom4([4]byte{11, byte(i / 16 >> 16), byte(i / 16 >> 8), byte(i / 16)}), 4242)
	var entities []synth.Entity
	for k := range 40 {
		entities = append(entities, synth.Entity{ID: uint32(40*i + k), Type: byte(1 + (i+k)%4), RGBA: uint32(i)})
	}
	switch i % 4 {
	case 0, 1:
		s.Raw(at, server, client, synth.EntityState(entities))
	case 2:
		s.Raw(at, server, client, entityNumber(TypeScore, uint32(i), uint32(i)))
	default:
		s.Raw(at, server, client, synth.EntityMessage(17, byte(i)))
	}
}

// ManyChanges is how often a score changes in manyEntities.
const ManyChanges = 5000

// ManyEntities is one server with more of everything than reports keep.
func ManyEntities() *synth.Script {
	s := &synth.Script{Start: Start}
	at := time.Duration(0)
	send := func(payload []byte) {
		at += time.Second / 60
		s.Raw(at, synth.EntityServer, Cady, payload)
	}
	var entities []synth.Entity
	for i := range 600 {
		entities = append(entities, synth.Entity{ID: uint32(i + 1), Type: synth.PlayerEntity})
	}
	for range 2 {
		send(synth.EntityState(entities[:1])) // so many that the protocol is recognised
	}
	for range 3 {
		send(synth.EntityState(entities))
	}
	for i := range ManyChanges {
		send(entityNumber(TypeScore, uint32(i%300+1), uint32(i+1)))
	}
	return s
}

// entityNumber is an update of lives or of a score.
func entityNumber(kind byte, id, value uint32) []byte {
	return synth.EntityMessage(kind, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, id), value)...)
}

// Who takes part in the captures of tests, and when these begin.
var (
	Host   = netip.MustParseAddrPort("10.0.0.1:22101")
	First  = netip.MustParseAddrPort("10.0.0.2:1024")
	Second = netip.MustParseAddrPort("10.0.0.3:1025")
	Start  = time.Date(2026, 2, 9, 22, 9, 0, 0, time.UTC)
)
