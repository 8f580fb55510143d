package message

import "bcdump/decode/wire"

// HostMsg, opcode 0x13, client to host: destroy my ship.
//
//	+0   u8     opcode 0x13, nothing more
//
// Source: a document; the size was counted in real sessions.
type HostMsg struct{}

// Visit describes the fields in wire order: there are none.
func (m *HostMsg) Visit(wire.Visitor) {}
