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
	content  Content
	record   *Record // whose content it is; nil = none
}

// take lets a record be decoded here. That of the record before is valid no more.
func (c *contents) take(r *Record) {
	r.decoder = c
	c.record = nil
}

// of gives the content of a record that was taken.
func (c *contents) of(r *Record) *Content {
	if c.record != r {
		c.record, c.content = r, Content{}
		c.decode(r)
	}
	return &c.content
}

func (c *contents) decode(r *Record) {
	switch r.Proto {
	case BC:
		c.gameRecord(r)
	case EntityState:
		c.entities(r)
	case GameSpy:
		c.gameSpy(r)
	}
}

func (c *contents) gameSpy(r *Record) {
	c.pairs, c.content.Kind = gamespy.Parse(r.Payload, c.pairs[:0])
	c.content.Pairs = c.pairs
}

func (c *contents) gameRecord(r *Record) {
	switch {
	case r.Unread || r.Header.Cut || r.Lost() || r.Part():
	case r.Header.Type == transport.Data:
		c.game(r)
	default:
		c.controlMessage(r)
	}
}

func (c *contents) game(r *Record) {
	if len(r.Payload) == 0 {
		r.Diagnose(Truncated, 0, "a Data message without an opcode")
		return
	}
	d := c.messages.DecodeIn(r.Payload, r.Context)
	c.content.Spec, c.content.Decoded = d.Spec, d.Decoded
	if d.Spec == nil {
		r.Diagnose(UnknownOpcode, 0, fmt.Sprintf("no source knows opcode 0x%02X", r.Payload[0]))
	}
	c.noteDecoded(r)
}

func (c *contents) controlMessage(r *Record) {
	c.content.Decoded = c.control.Decode(r.Header, r.Payload)
	if c.content.Message == nil && len(r.Payload) > 0 {
		r.Diagnose(UnknownPayload, int(r.Header.Header), fmt.Sprintf("no layout is known for %d B of %s", len(r.Payload), r.TypeName()))
	}
	c.noteDecoded(r)
}

func (c *contents) noteDecoded(r *Record) {
	d := &c.content.Decoded
	if d.Message == nil {
		return
	}
	at := len(r.Payload) - len(d.Trailing)
	switch {
	case d.Err != nil:
		r.Diagnose(Truncated, d.Err.Offset, d.Err.What())
	case len(d.Trailing) > 0:
		r.Diagnose(Trailing, at, fmt.Sprintf("%d B behind the last field", len(d.Trailing)))
	}
	if d.GroupFault != "" {
		r.Diagnose(BoolGroup, Whole, d.GroupFault)
	}
	if m, ok := d.Message.(message.Remarker); ok && d.Err == nil {
		for _, remark := range m.Remarks() {
			r.Diagnose(Unusual, Whole, remark)
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
		return len(r.diagnostics) // its payload is not decoded
	}
	for i := range r.diagnostics {
		if contentNote(r.diagnostics[i].Code) {
			return i
		}
	}
	return len(r.diagnostics)
}
