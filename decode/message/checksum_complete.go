package message

import "bcdump/decode/wire"

// ChecksumComplete, opcode 0x28, host to client: the files are as they should be.
//
//	+0   u8     opcode 0x28, nothing more
//
// Source: observed, always right before Settings.
type ChecksumComplete struct{}

// Visit describes the fields in wire order: there are none.
func (m *ChecksumComplete) Visit(wire.Visitor) {}
