package message

import "bcdump/decode/wire"

// ChecksumRequest, opcode 0x20, host to a joining client: hash these files.
//
//	+0   u8     opcode 0x20
//	+1   u8     round              0, 1, 2, 3, 255
//	+2   str16  directory
//	     str16  filter             empty = all files
//	     bool   recursive
//
// Source: observed, all five rounds.
type ChecksumRequest struct {
	Round     uint8
	Directory wire.Text
	Filter    wire.Text
	Recursive bool
}

// Visit describes the fields in wire order.
func (m *ChecksumRequest) Visit(v wire.Visitor) {
	v.U8("round", &m.Round)
	v.Str16("directory", &m.Directory)
	v.Str16("filter", &m.Filter)
	v.Bool("recursive", &m.Recursive)
}
