package record

import (
	"fmt"
	"sync"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// bc is the format of the game.
type bc struct{}

// IsGame reports whether the record holds a whole game message.
func (r *Record) IsGame() bool {
	return r.readable() && r.Header.Type == transport.Data && !r.Header.Cut && len(r.Payload) > 0 &&
		!r.Lost() && (!r.Header.Fragment || r.Joined())
}

// Joined reports whether the record is a message put together from fragments.
func (r *Record) Joined() bool { return r.Parts != nil && !r.Parts.Lost }

// InClear reports whether the datagram is of the game and not enciphered where it was captured: in a text log, or in a capture that was written deciphered.
func (r *Record) InClear() bool {
	return len(r.Plain) > 0 && len(r.Datagram.Payload) > 0 && &r.Plain[0] == &r.Datagram.Payload[0]
}

// Part reports whether the record is one fragment of a message.
func (r *Record) Part() bool { return r.readable() && r.Header.Fragment && r.Parts == nil }

// readable reports whether the header of the transport message is valid.
func (r *Record) readable() bool { return r.Proto == BC && !r.Unread }

// TypeName is the transport type as printed: "data", "ack", ...; "unknown" after a
// fault.
func (r *Record) TypeName() string {
	if r.Unread {
		return "unknown"
	}
	return r.Header.Type.String()
}

func (bc) Opcode(r *Record) (opcode uint8, ok bool) {
	if !r.IsGame() {
		return 0, false
	}
	return r.Payload[0], true
}

func (bc) Name(r *Record) string {
	if !r.IsGame() {
		return ""
	}
	if spec := message.Lookup(r.Payload[0]); spec != nil {
		return spec.Name
	}
	return ""
}

func (bc) Length(r *Record) int {
	if r.Unread {
		return len(r.Payload)
	}
	return int(r.Header.Length)
}

func (bc) Undecoded(r *Record) bool {
	switch {
	case r.Part() && !r.Header.Cut:
		return r.Has(FragmentConflict) // its bytes are in no other record
	case r.Lost():
		return false
	case r.Unread || r.Header.Cut:
		return true
	}
	return len(r.Payload) > 0 && !r.Content().Complete()
}

// Decode reads the payload of what is whole: of a part, the joined message is read.
func (bc) Decode(d *Decoder, r *Record, c *Content) {
	switch {
	case r.Unread || r.Header.Cut || r.Lost() || r.Part():
	case r.Header.Type == transport.Data:
		d.game(r, c)
	default:
		d.controlMessage(r, c)
	}
}

func (d *Decoder) game(r *Record, c *Content) {
	if len(r.Payload) == 0 {
		r.Diagnose(Truncated, 0, "a Data message without an opcode")
		return
	}
	decoded := d.messages.DecodeIn(r.Payload, r.Context)
	c.Spec, c.Decoded = decoded.Spec, decoded.Decoded
	if decoded.Spec == nil && !message.OfMods(r.Payload[0]) {
		r.Diagnose(UnknownOpcode, 0, fmt.Sprintf("unknown opcode 0x%02X", r.Payload[0]))
	}
	r.diagnoseDecoded(&c.Decoded)
}

func (d *Decoder) controlMessage(r *Record, c *Content) {
	c.Decoded = d.control.Decode(r.Header, r.Payload)
	if c.Message == nil && (len(r.Payload) > 0 || r.Header.Type == transport.Connect) {
		r.Diagnose(UnknownPayload, int(r.Header.Header), fmt.Sprintf("unknown layout: %d B of %s", len(r.Payload), r.TypeName()))
	}
	r.diagnoseDecoded(&c.Decoded)
}

func (r *Record) diagnoseDecoded(d *wire.Decoded) {
	if d.Message == nil {
		return
	}
	at := len(r.Payload) - len(d.Trailing)
	switch {
	case d.Err != nil:
		r.Diagnose(Truncated, d.Err.Offset, d.Err.What())
	case len(d.Trailing) > 0:
		r.Diagnose(Trailing, at, fmt.Sprintf("%d B after the last field", len(d.Trailing)))
	}
	if d.GroupFault != "" {
		r.Diagnose(BoolGroup, Whole, d.GroupFault)
	}
	if m, ok := d.Message.(message.Remarker); ok && d.Err == nil {
		for _, remark := range m.Remarks() {
			r.Diagnose(Unusual, Whole, remark)
		}
	}
	if m, ok := d.Message.(*message.ChecksumResponse); ok && d.Err == nil {
		for _, f := range m.Findings() {
			r.Diagnose(findingCodes[f.Kind], Whole, f.Text)
		}
	}
}

// findingCodes names the notes of what messages show.
var findingCodes = [...]Code{
	message.LastPartHashed: DirLastPart,
	message.OtherDirectory: DirOther,
	message.OutsideFilter:  OutsideFilter,
}

// spanDecoders are kept: a decoder has room for one message of each kind.
var spanDecoders = sync.Pool{New: func() any { return new(Decoder) }}

// Spans gives the opcode first.
func (bc) Spans(r *Record) (spans []wire.Span, values []string) {
	d := spanDecoders.Get().(*Decoder)
	defer spanDecoders.Put(d)
	var decoded wire.Decoded
	switch {
	case r.IsGame():
		traced, s := d.messages.Trace(r.Payload, r.Context)
		decoded, spans = traced.Decoded, s
	case r.readable() && !r.Header.Cut && !r.Lost() && r.Header.Type != transport.Data:
		decoded, spans = d.control.Trace(r.Header, r.Payload)
	}
	if decoded.Message == nil {
		return nil, nil
	}
	values = fields.Values(decoded.Message, fields.Limit(&decoded), r.Context.Names)
	if r.IsGame() {
		opcode := string(fields.AppendHex(nil, uint64(r.Payload[0]), 2))
		if name := r.Name(); name != "" {
			opcode += "  " + name
		}
		values = append([]string{opcode}, values...)
	}
	return spans, values
}

// locate gives the places of the fields, the opcode first.
func (d *Decoder) locate(r *Record) (spans []wire.Span) {
	switch {
	case r.Content().Message == nil:
	case r.IsGame():
		spans = d.messages.Locate(r.Payload, r.Context)
	default:
		_, spans = d.control.Trace(r.Header, r.Payload)
	}
	return spans
}

// Book books a record of the game. Those of a joined message were booked as parts of it
// before it was there.
func (bc) Book(l *Ledger, r *Record) {
	n := int64(len(r.Payload))
	switch {
	case r.Lost():
		return
	case r.Joined():
		l.Parts -= n
		l.payload(r, n)
		return
	case r.Unread:
		l.Unread += n - int64(r.headerWithin())
		return
	}
	l.Framing += int64(r.Header.Header)
	switch {
	case r.Header.Cut:
		l.Unread += n
	case r.Part() && r.Has(Retransmit):
		l.Repeats += n
	case r.Part():
		l.Parts += n
	default:
		l.payload(r, n)
	}
}

// payload books the payload of a whole message.
func (l *Ledger) payload(r *Record, n int64) {
	if r.Content().Message == nil {
		l.Raw += n
		return
	}
	l.message(r, n)
}

// headerWithin counts bytes of the datagram header that an unreadable datagram
// holds: one that is too short to be walked.
func (r *Record) headerWithin() int {
	return max(min(len(r.Payload), transport.DatagramHeader-int(r.Offset)), 0)
}

func (l *Ledger) message(r *Record, n int64) {
	trailing := int64(len(r.Content().Trailing))
	var raw int64
	if m, ok := r.Content().Message.(message.Opaque); ok {
		raw = int64(m.RawBytes())
	}
	l.Trailing += trailing
	l.Raw += raw
	l.Fields += n - trailing - raw
}
