package entitystate

import (
	"fmt"

	"bcdump/decode/wire"
)

// Spawn, type 5, server to clients: an entity comes into being. No known server sends
// it.
//
//	+0   entity
//
// Source: documents.
type Spawn struct {
	Entity Entity
}

// Visit describes the fields in wire order.
func (m *Spawn) Visit(v wire.Visitor) {
	wire.Object(v, "entity", func() { m.Entity.visit(v) })
}

func (m *Spawn) check(i *issues) {
	state := State{Count: 1, Entities: []Entity{m.Entity}}
	at := len(i.list)
	state.check(i)
	for n := range i.list[at:] {
		i.list[at+n].Offset = HeaderSize
	}
}

// Despawn, type 6, server to clients: an entity is gone. Later servers send it.
//
//	+0   u32  id
//
// Source: documents.
type Despawn struct {
	ID uint32
}

// Visit describes the fields in wire order.
func (m *Despawn) Visit(v wire.Visitor) { v.U32("id", &m.ID) }

// Input, type 3, client to server: which keys are down.
//
//	+0   u32  sequence
//	+4   u8   bits       0x01 up, 0x02 down, 0x04 left, 0x08 right, 0x10 shoot, 0x20 charge
//
// Source: documents.
type Input struct {
	Sequence uint32
	Bits     uint8
}

// undefinedKeys are bits without a meaning.
const undefinedKeys = 0xC0

// keyNames lists for every combination the keys that are down.
var keyNames = func() (names [0x40][]string) {
	for bits := range names {
		names[bits] = []string{}
		for i, name := range [...]string{"Up", "Down", "Left", "Right", "Shoot", "Charge"} {
			if bits&(1<<i) != 0 {
				names[bits] = append(names[bits], name)
			}
		}
	}
	return names
}()

// Visit describes the fields in wire order.
func (m *Input) Visit(v wire.Visitor) {
	v.U32("sequence", &m.Sequence)
	v.Hex8("bits", &m.Bits)
	v.ShowTexts("keys", keyNames[m.Bits&^undefinedKeys])
}

func (m *Input) check(i *issues) {
	if bits := m.Bits & undefinedKeys; bits != 0 {
		i.add(UnknownBits, HeaderSize+4, fmt.Sprintf("keys 0x%02X: bits 6 and 7 have no meaning", m.Bits))
	}
}

// LivesUpdate, type 10, server to clients.
//
//	+0   u32  id      of the player
//	+4   u8   lives
//
// Source: documents.
type LivesUpdate struct {
	ID    uint32
	Lives uint8
}

// Visit describes the fields in wire order.
func (m *LivesUpdate) Visit(v wire.Visitor) {
	v.U32("id", &m.ID)
	v.U8("lives", &m.Lives)
}

// ScoreUpdate, type 11, server to clients.
//
//	+0   u32  id      of the player; 0 = the team, on late servers
//	+4   i32  score
//
// Source: documents.
type ScoreUpdate struct {
	ID    uint32
	Score int32
}

// Visit describes the fields in wire order.
func (m *ScoreUpdate) Visit(v wire.Visitor) {
	v.U32("id", &m.ID)
	v.I32("score", &m.Score)
}

// GameOver, type 17 of early and 15 of late servers, server to clients.
//
//	+0   u8  reason
//
// Source: documents; what the reasons mean is not known.
type GameOver struct {
	Reason uint8
}

// Visit describes the fields in wire order.
func (m *GameOver) Visit(v wire.Visitor) { v.U8("reason", &m.Reason) }

// Ping, type 7, in both directions. It was proposed only.
//
//	+0   u32  sequence
//	+4   u32  timestamp   milliseconds
//
// Source: a document.
type Ping struct {
	Sequence  uint32
	Timestamp uint32
}

// Visit describes the fields in wire order.
func (m *Ping) Visit(v wire.Visitor) {
	v.U32("sequence", &m.Sequence)
	v.U32("timestamp", &m.Timestamp)
}

// Pong, type 8, in both directions: a Ping sent back. It was proposed only.
//
// Source: a document.
type Pong struct{ Ping }
