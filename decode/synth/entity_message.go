package synth

import (
	"encoding/binary"
	"math"
)

// Messages of the entity-state protocol, header included. They are written by code of
// their own, so that a mistake of the decoder's shows.

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

// Keys of an Input.
const (
	keyUp    = 0x01
	keyDown  = 0x02
	keyLeft  = 0x04
	keyRight = 0x08
	keyShoot = 0x10
)

func entityInput(sequence uint32, keys uint8) []byte {
	return EntityMessage(3, append(binary.LittleEndian.AppendUint32(nil, sequence), keys)...)
}

func entityHello(token uint32, name string) []byte {
	return EntityMessage(1, appendEntityName(binary.LittleEndian.AppendUint32(nil, token), name)...)
}

func entityLives(id uint32, lives uint8) []byte {
	return EntityMessage(10, append(binary.LittleEndian.AppendUint32(nil, id), lives)...)
}

func entityScore(id uint32, score int32) []byte {
	return EntityMessage(11, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, id), uint32(score))...)
}

func entityDespawn(id uint32) []byte {
	return EntityMessage(6, binary.LittleEndian.AppendUint32(nil, id)...)
}

// entityNameSize is what a name has room for; at least one byte of it is zero.
const entityNameSize = 16

func appendEntityName(b []byte, name string) []byte {
	padded := make([]byte, entityNameSize)
	copy(padded[:entityNameSize-1], name)
	return append(b, padded...)
}

// entityNumbers are the types that early and late servers number otherwise.
type entityNumbers struct {
	lobbyStatus, lobbyConfig, startMatch, gameOver, disconnect, returnToMenu uint8
}

var (
	earlyNumbers = entityNumbers{lobbyStatus: 14, lobbyConfig: 15, startMatch: 16, gameOver: 17, disconnect: 12, returnToMenu: 13}
	lateNumbers  = entityNumbers{lobbyStatus: 12, lobbyConfig: 13, startMatch: 14, gameOver: 15, disconnect: 16, returnToMenu: 17}
)
