package records

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/report/terminal"
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

// explain prints for the same rows where they lie in the datagram and in the frame.
func (t *textLine) explain(b []byte, r *decode.Record, owned []decode.Owned) []byte {
	for _, e := range entries(r, owned) {
		if e.Field != nil && int(e.InUDP) < t.Bare {
			continue
		}
		if e.Field == nil {
			b = t.remark(b, e.Remark)
			continue
		}
		for at := e.From; at == e.From || at < e.To; at += t.perRow {
			b = t.placed(b, &e, at, min(at+t.perRow, max(e.To, at)))
		}
	}
	return b
}

// placed prints a row with its offsets.
func (t *textLine) placed(b []byte, e *Entry, from, to int) []byte {
	inFrame := "-"
	if e.InFrame > 0 {
		inFrame = fmt.Sprint(int(e.InFrame) + from - e.From)
	}
	if t.Bare > 0 {
		inFrame = ""
	}
	b = t.start(b, fmt.Sprintf("%10s  %6d", inFrame, int(e.InUDP)-t.Bare+from-e.From))
	return t.bytesAndField(b, e.Field, from, to)
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

func (t *textLine) value(b []byte, o *decode.Owned) []byte { return append(b, ValueOf(o)...) }

// encoding appends type and evidence of a field.
func (t *textLine) encoding(b []byte, o *decode.Owned, format string) []byte {
	b = t.Begin(b, t.Dim)
	b = fmt.Appendf(b, format, o.Type, EvidenceOf(o))
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

// LedgerText says who owns the bytes of a capture, one line per owner that has any.
func LedgerText(name string, l *decode.Ledger) string {
	var b []byte
	say := func(format string, args ...any) {
		b = terminal.AppendLine(b, terminal.Span{Text: fmt.Sprintf(format, args...)})
	}
	say("%s: %d bytes of UDP payload", name, l.Total)
	line := func(n int64, what string) {
		if n != 0 {
			say("%12d  %5.1f %%  %s", n, 100*float64(n)/float64(max(l.Total, 1)), what)
		}
	}
	line(l.Header, "headers of game datagrams")
	line(l.Framing, "headers of transport messages")
	line(l.Fields, "fields")
	line(l.Repeats, "retransmitted fragments")
	line(l.Parts, "fragments of incomplete messages")
	line(l.Trailing, "after the last field")
	line(l.Raw, "unknown layout")
	line(l.Unread, "unreadable or cut")
	line(l.EntityState, "entity-state messages")
	line(l.GameSpy, "GameSpy texts")
	line(l.Foreign, "datagrams of no known protocol")
	line(l.Copies, "copies of datagrams")
	line(l.Total-l.Sum(), "in no account: this is a bug")
	say("%21.2f %%  of the game's bytes explained", 100*l.Explained())
	return string(b)
}
