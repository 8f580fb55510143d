package records

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
)

const (
	// mostPerRow is the bytes in a row if there is room.
	mostPerRow = 16
	// offsetTitles stand over the offsets in the frame, and in the UDP payload.
	offsetTitles = "  in frame  in UDP  "
)

// fieldTitles stand over what is said of a field.
func (t *textLine) fieldTitles() string {
	if t.aligned() {
		return string(padRight(nil, "field", t.path)) + "   size  type          evidence  value"
	}
	return string(padRight(nil, "field", t.path)) + "  value, type, evidence"
}

// layout prints the bytes of a record beside the fields that own them.
func (t *textLine) layout(b []byte, r *decode.Record) []byte {
	owned := r.Layout()
	if t.Explain {
		return t.explain(b, r, owned)
	}
	for i := range owned {
		o := &owned[i]
		for at := 0; at == 0 || at < len(o.Bytes); at += t.perRow {
			b = t.start(b, fmt.Sprintf("%*d", frameWidth+7, o.Offset+at))
			b = t.bytesAndField(b, o, at, at+t.perRow)
		}
	}
	return b
}

// explain prints for the same rows where they lie in the datagram and in the frame. The two bytes
// before its first message belong to the datagram.
func (t *textLine) explain(b []byte, r *decode.Record, owned []decode.Owned) []byte {
	places := r.Places()
	for _, o := range r.DatagramHeader() {
		head := places[0]
		head.Offset = 0
		b = t.placed(b, &o, 0, 1, head.Envelope, int32(o.Offset))
	}
	if r.Proto == decode.BC && r.Index > 0 {
		b = t.remark(b, fmt.Sprintf("message %d of %d in the datagram of peer %d", r.Index+1, r.Count, r.Peer))
	}
	if r.Fragments > 0 {
		b = t.remark(b, fmt.Sprintf("the datagram was joined from %d IP fragments: the offsets are not those in a frame", r.Fragments))
	}
	start, others := 0, readings(r)
	for i, p := range places {
		if len(places) > 1 {
			b = t.remark(b, fmt.Sprintf("part %d of %d: frame %d", i+1, len(places), p.Frame))
		}
		b = t.within(b, owned, p, start, &others)
		start += int(p.Length)
	}
	return b
}

// within prints the rows of the bytes that lie in one place, of which the first is byte start of the
// record. A field that continues in the next place is shown again there.
func (t *textLine) within(b []byte, owned []decode.Owned, p decode.Place, start int, others *[]message.OtherReading) []byte {
	end := start + int(p.Length)
	for i := range owned {
		o := &owned[i]
		from, to := max(o.Offset, start)-o.Offset, min(o.Offset+len(o.Bytes), end)-o.Offset
		if shared := len(o.Bytes) == 0; shared && (o.Offset < start || o.Offset >= end) || !shared && from >= to {
			continue
		}
		for at := from; at == from || at < to; at += t.perRow {
			b = t.placed(b, o, at, min(at+t.perRow, max(to, at)), p.Envelope, p.Offset+int32(o.Offset+at-start))
		}
		b = t.otherReading(b, o, others)
	}
	return b
}

// placed prints a row with its offsets. envelope 0 = nobody knows where in the frame it lies.
func (t *textLine) placed(b []byte, o *decode.Owned, from, to int, envelope, offset int32) []byte {
	inFrame := "-"
	if envelope > 0 {
		inFrame = fmt.Sprint(envelope + offset)
	}
	b = t.start(b, fmt.Sprintf("%10s  %6d", inFrame, offset))
	return t.bytesAndField(b, o, from, to)
}

// remark prints a line between the rows.
func (t *textLine) remark(b []byte, text string) []byte {
	b = t.start(b, fmt.Sprintf("%10s  %6s", "", ""))
	b = t.Begin(b, t.Dim)
	b = append(b, text...)
	b = t.End(b, t.Dim)
	return t.CloseFolded(b, t.Width, t.below())
}

// start begins a row with its offsets.
func (t *textLine) start(b []byte, offsets string) []byte {
	t.Open(b)
	b = t.Begin(b, t.Dim)
	b = append(append(b, offsets...), "  "...)
	b = t.End(b, t.Dim)
	return b
}

// bytesAndField appends bytes of a field, and in its first row which field it is.
func (t *textLine) bytesAndField(b []byte, o *decode.Owned, from, to int) []byte {
	shown := "(shared)"
	if len(o.Bytes) > 0 {
		shown = string(fields.AppendHexBytes(nil, o.Bytes[from:min(to, len(o.Bytes))]))
	}
	if from > 0 {
		return t.closeRow(append(b, shown...))
	}
	b = padRight(padRight(b, shown, t.hexWidth()), o.Path, t.path)
	switch {
	case !t.Explain:
		b = append(append(b, ' '), o.Value...)
	case t.aligned():
		b = t.value(t.encoding(fmt.Appendf(b, " %4d B", o.Length), o, "  %-14s%-10s"), o)
	default:
		b = t.encoding(t.value(append(b, "  "...), o), o, "  %s %s")
	}
	return t.closeRow(b)
}

// value appends the value, and the name of the subsystem that it is about.
func (t *textLine) value(b []byte, o *decode.Owned) []byte {
	b = append(b, o.Value...)
	if o.Name != "" {
		b = append(append(append(b, "  ("...), o.Name...), ')')
	}
	return b
}

// encoding appends type and evidence of a field.
func (t *textLine) encoding(b []byte, o *decode.Owned, format string) []byte {
	evidence := o.Evidence.String()
	if o.Path == "raw" || o.Path == "trailing" || o.Path == "part" {
		evidence = "" // nothing is known of these bytes
	}
	b = t.Begin(b, t.Dim)
	b = fmt.Appendf(b, format, o.Type, evidence)
	b = t.End(b, t.Dim)
	return b
}

// aligned reports whether there is room for columns behind the field.
func (t *textLine) aligned() bool { return t.perRow == mostPerRow }

// closeRow keeps blanks at the end where lines are as wide as they are.
func (t *textLine) closeRow(b []byte) []byte {
	if t.Width == 0 {
		return t.CloseWide(b)
	}
	return t.CloseFolded(b, t.Width, t.below())
}

// hexWidth is the room of the bytes of a row.
func (t *textLine) hexWidth() int { return 3 * t.perRow }

// below is the column of the field, where what does not fit continues.
func (t *textLine) below() int {
	if t.Explain {
		return len(offsetTitles) + t.hexWidth()
	}
	return frameWidth + 9 + t.hexWidth()
}
