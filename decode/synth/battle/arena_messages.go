package battle

import (
	"encoding/binary"

	"bcdump/decode/synth"
)

// Keys of an Input.
const (
	keyUp    = 0x01
	keyDown  = 0x02
	keyLeft  = 0x04
	keyRight = 0x08
	keyShoot = 0x10
)

func entityInput(sequence uint32, keys uint8) []byte {
	return synth.EntityMessage(3, append(binary.LittleEndian.AppendUint32(nil, sequence), keys)...)
}

func entityHello(token uint32, name string) []byte {
	return synth.EntityMessage(1, appendEntityName(binary.LittleEndian.AppendUint32(nil, token), name)...)
}

func entityLives(id uint32, lives uint8) []byte {
	return synth.EntityMessage(10, append(binary.LittleEndian.AppendUint32(nil, id), lives)...)
}

func entityScore(id uint32, score int32) []byte {
	return synth.EntityMessage(11, binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, id), uint32(score))...)
}

func entityDespawn(id uint32) []byte {
	return synth.EntityMessage(6, binary.LittleEndian.AppendUint32(nil, id)...)
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
