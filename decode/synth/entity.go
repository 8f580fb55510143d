package synth

import (
	"encoding/binary"
	"math"
	"net/netip"
)

// Addresses of the server.
var (
	EntityServer  = netip.MustParseAddrPort("198.51.100.10:4242")
	EntityServer6 = netip.MustParseAddrPort("[2001:db8:42::10]:4242")
)

// Messages of the entity-state protocol, header included. They are written by code of
// their own, so that a mistake of the decoder's shows. Package battle plays games of it.

// Entity is one entity of a State.
type Entity struct {
	ID           uint32
	Type         uint8
	X, Y, VX, VY float32
	RGBA         uint32
}

// Types of entities.
const (
	PlayerEntity = 1
	EnemyEntity  = 2
	BulletEntity = 3
)

// EntityMessage puts the header before a payload.
func EntityMessage(kind uint8, payload ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(len(payload)))
	return append(append(b, kind, 1), payload...)
}

// EntityState is a State.
func EntityState(entities []Entity) []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(len(entities)))
	for i := range entities {
		b = entities[i].append(b)
	}
	return EntityMessage(4, b...)
}

func (e *Entity) append(b []byte) []byte {
	b = append(binary.LittleEndian.AppendUint32(b, e.ID), e.Type)
	for _, f := range [...]float32{e.X, e.Y, e.VX, e.VY} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return binary.LittleEndian.AppendUint32(b, e.RGBA)
}
