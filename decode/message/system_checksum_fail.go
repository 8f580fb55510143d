package message

import "bcdump/decode/wire"

// SystemChecksumFail, opcode 0x22, host to client: a file differs, no join.
//
//	+0   u8     opcode 0x22
//	+1   str16  text               file name
//
// Source: static analysis; never captured. Older documents swap 0x22 and 0x23.
type SystemChecksumFail struct {
	Text wire.Text
}

// Visit describes the fields in wire order.
func (m *SystemChecksumFail) Visit(v wire.Visitor) {
	v.Str16("text", &m.Text)
}
