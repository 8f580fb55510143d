package message

import "bcdump/decode/wire"

// BootPlayer, opcode 0x04: a third-party server throws a player out. Stock
// software uses the transport type Boot instead, with other reasons.
//
//	+0   u8     opcode 0x04
//	+1   u8     reason             of that server's own list
//
// Source: a document.
type BootPlayer struct {
	Reason uint8
}

// Visit describes the fields in wire order.
func (m *BootPlayer) Visit(v wire.Visitor) {
	v.U8("reason", &m.Reason)
}
