package entitystate

import "bcdump/decode/wire"

// Header stands before every message.
//
//	+0  u16  size      bytes after the header
//	+2  u8   type
//	+3  u8   version   always 1
//
// Source: documents.
type Header struct {
	Size    uint16
	Type    uint8
	Version uint8
}

// Sizes of what has always the same, in bytes.
const (
	HeaderSize = 4
	EntitySize = 25
)

// Version is the only one there is: it was never raised when messages changed.
const Version = 1

// Visit describes the fields in wire order.
func (h *Header) Visit(v wire.Visitor) {
	v.U16("size", &h.Size)
	v.Hex8("type", &h.Type)
	v.U8("version", &h.Version)
}
