// Package entitystate reads and writes the second protocol: small messages with a header of four
// bytes; the most frequent one, State, is the whole world of a side-scrolling game. Each message
// has one file with one type that describes its fields once (see wire.Message), and one or more
// rows in a table of types.
//
// In comes a UDP payload; out come the header, the fields of the message, what is wrong
// with it, and bytes again; and how much the payload speaks for this protocol.
//
// The package must not know addresses, flows, or what was said before: which revision
// a server speaks is told to it.
package entitystate

import (
	"bcdump/decode/wire"
)

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

// Code names a rule that a message can break.
type Code string

// Codes of issues.
const (
	HeaderShort       Code = "header_short"        // fewer than four bytes
	SizeMismatch      Code = "size_mismatch"       // the size is not that of the payload
	BadVersion        Code = "version"             // the version is not 1; the payload is not read
	UnknownType       Code = "unknown_type"        // no revision has this type with this size
	AmbiguousType     Code = "ambiguous_type"      // two revisions have it, for different messages
	PayloadShort      Code = "payload_short"       // bytes are missing
	TrailingBytes     Code = "trailing_bytes"      // bytes after the last field
	CountOver512      Code = "count_over_512"      // more entities than servers send
	UnknownEntityType Code = "unknown_entity_type" // not 1 to 4
	NonFinite         Code = "non_finite"          // a position or velocity is NaN or infinite
	DuplicateID       Code = "duplicate_id"        // two entities with one id
	UnknownBits       Code = "unknown_bits"        // bits of keys that have no meaning
)

// Issue is a rule that a message breaks.
type Issue struct {
	Code   Code
	Offset int // in the datagram
	Text   string
}

// issues collects what is wrong with one message.
type issues struct {
	list []Issue
	ids  []uint32 // memory to sort ids in
}

func (i *issues) add(code Code, offset int, text string) {
	i.list = append(i.list, Issue{code, offset, text})
}

// checked is a message with rules beyond its layout.
type checked interface {
	// check adds the rules that the message breaks.
	check(*issues)
}

// sized is a message whose layout depends on the size of its payload.
type sized interface {
	setSize(payload int)
}
