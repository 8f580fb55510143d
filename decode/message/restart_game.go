package message

import "bcdump/decode/wire"

// RestartGame, opcode 0x39, host to all clients: a new round begins.
//
//	+0   u8     opcode 0x39, nothing more
//
// Source: the game's readable scripts; no captured bytes.
type RestartGame struct{}

// Visit describes the fields in wire order: there are none.
func (m *RestartGame) Visit(wire.Visitor) {}
