package message

import "bcdump/decode/wire"

// VersionDifferent, opcode 0x23, host to client: another game version, no join.
//
//	+0   u8     opcode 0x23
//	+1   str16  text               version
//
// Source: static analysis; never captured. Older documents swap 0x22 and 0x23.
type VersionDifferent struct {
	Text wire.Text
}

// Visit describes the fields in wire order.
func (m *VersionDifferent) Visit(v wire.Visitor) {
	v.Str16("text", &m.Text)
}
