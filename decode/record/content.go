package record

import (
	"bcdump/decode/entitystate"
	"bcdump/decode/gamespy"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Content is what the payload of a record says.
type Content struct {
	Spec *message.Spec // of a game message whose opcode is known
	// State is the row of an entity-state message whose type is known.
	State *entitystate.Spec
	wire.Decoded
	Pairs []gamespy.Pair // of a GameSpy text
	Kind  gamespy.Kind
}

// Decoder decodes the payloads of records, one after the other, and uses its
// memory again. The zero value is ready. One goroutine at a time.
type Decoder struct {
	messages message.Decoder
	control  transport.ControlDecoder
	pairs    []gamespy.Pair
	states   entitystate.Decoder
	content  Content
	record   *Record // whose content it is; nil = none
}

// Take lets a record be decoded here when someone asks for its content. That of the record
// before is valid no more.
func (d *Decoder) Take(r *Record) {
	r.decoder = d
	d.record = nil
}

// of gives the content of a record that was taken.
func (d *Decoder) of(r *Record) *Content {
	if d.record != r {
		r.diagnostics = r.diagnostics[:r.ownNotes()] // it may have been decoded before
		d.record, d.content = r, Content{}
		r.format().Decode(d, r, &d.content)
	}
	return &d.content
}

// contentNote reports whether decoding adds notes of this code; those before them belong
// to the record itself.
func contentNote(code Code) bool {
	switch code {
	case Truncated, Trailing, BoolGroup, Unusual, DirLastPart, DirOther, OutsideFilter, UnknownOpcode, UnknownPayload,
		UnknownType, SizeMismatch, BadVersion, AmbiguousType, CountOver512, UnknownEntityType, NonFinite, DuplicateID, UnknownBits:
		return true
	}
	return false
}

// ownNotes counts the notes that were there before the payload was decoded.
func (r *Record) ownNotes() int {
	if r.Unread {
		return len(r.diagnostics) // its payload is not decoded
	}
	for i := range r.diagnostics {
		if contentNote(r.diagnostics[i].Code) {
			return i
		}
	}
	return len(r.diagnostics)
}
