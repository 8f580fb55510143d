package message

import "bcdump/decode/wire"

// PlayerLeftText, opcode 0x18, host to client: show that a player has left.
//
//	+0   u8     opcode 0x18
//	+1   str16  player_name
//
// Source: static analysis; its bytes were never published. Another reading of the
// writer gives a 32-bit length: it is taken where only that fits exactly, and
// remarked.
type PlayerLeftText struct {
	PlayerName wire.Text
	Wide       bool // the length has 32 bits
}

// Visit describes the fields in wire order.
func (m *PlayerLeftText) Visit(v wire.Visitor) {
	v.Str16Or32("player_name", &m.PlayerName, &m.Wide)
}

// Remarks says which length was taken if it is not the usual one.
func (m *PlayerLeftText) Remarks() []string {
	if !m.Wide {
		return nil
	}
	return []string{"32-bit name length"}
}
