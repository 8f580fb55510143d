package decode

import (
	"fmt"

	"bcdump/decode/entitystate"
	"bcdump/decode/gamespy"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// contents decodes the payloads of records, one after the other, and uses its
// memory again. One goroutine at a time.
type contents struct {
	messages message.Decoder
	control  transport.ControlDecoder
	pairs    []gamespy.Pair
	states   entitystate.Decoder
}

// fill decodes the payload of r and notes what is wrong with it.
func (c *contents) fill(r *Record) {
	r.Content = Content{}
	if p := rowOf(r.Proto); p != nil {
		p.fill(c, r)
	}
}

func (c *contents) gameSpy(r *Record) {
	c.pairs, r.Content.Kind = gamespy.Parse(r.Payload, c.pairs[:0])
	r.Content.Pairs = c.pairs
}

func (c *contents) gameRecord(r *Record) {
	switch {
	case r.Unread || r.Header.Cut || r.Lost || r.Part():
	case r.Header.Type == transport.Data:
		c.game(r)
	default:
		c.controlMessage(r)
	}
}

func (c *contents) game(r *Record) {
	if len(r.Payload) == 0 {
		r.note(Truncated, 0, "a Data message without an opcode")
		return
	}
	d := c.messages.DecodeIn(r.Payload, r.Context)
	r.Content.Spec, r.Content.Decoded = d.Spec, d.Decoded
	if d.Spec == nil {
		r.note(UnknownOpcode, 0, fmt.Sprintf("no source knows opcode 0x%02X", r.Payload[0]))
	}
	noteDecoded(r)
}

func (c *contents) controlMessage(r *Record) {
	r.Content.Decoded = c.control.Decode(&r.Header, r.Payload)
	if r.Content.Message == nil && len(r.Payload) > 0 {
		r.note(UnknownPayload, int(r.Header.Header), fmt.Sprintf("no layout is known for %d B of %s", len(r.Payload), r.TypeName()))
	}
	noteDecoded(r)
}

func noteDecoded(r *Record) {
	d := &r.Content.Decoded
	if d.Message == nil {
		return
	}
	at := len(r.Payload) - len(d.Trailing)
	switch {
	case d.Err != nil:
		r.note(Truncated, d.Err.Offset, d.Err.What())
	case len(d.Trailing) > 0:
		r.note(Trailing, at, fmt.Sprintf("%d B behind the last field", len(d.Trailing)))
	}
	if d.GroupFault != "" {
		r.note(BoolGroup, Whole, d.GroupFault)
	}
	if m, ok := d.Message.(message.Remarker); ok && d.Err == nil {
		for _, remark := range m.Remarks() {
			r.note(Unusual, Whole, remark)
		}
	}
}

// contentNote reports whether fill adds notes of this code; those before them belong
// to the record itself.
func contentNote(code Code) bool {
	switch code {
	case Truncated, Trailing, BoolGroup, Unusual, UnknownOpcode, UnknownPayload,
		UnknownType, SizeMismatch, BadVersion, AmbiguousType, CountOver512, UnknownEntityType, NonFinite, DuplicateID, UnknownBits:
		return true
	}
	return false
}

// ownNotes counts the notes that were there before the payload was decoded.
func (r *Record) ownNotes() int {
	if r.Unread {
		return len(r.Notes) // its payload is not decoded
	}
	for i := range r.Notes {
		if contentNote(r.Notes[i].Code) {
			return i
		}
	}
	return len(r.Notes)
}
