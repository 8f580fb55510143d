package message

import "bcdump/decode/wire"

// GameInit, opcode 0x01, host to a joining client: start the game.
//
//	+0   u8     opcode 0x01, nothing more
//
// Source: observed.
type GameInit struct{}

// Visit describes the fields in wire order: there are none.
func (m *GameInit) Visit(wire.Visitor) {}
