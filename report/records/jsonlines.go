package records

import (
	"slices"
	"strconv"
	"time"

	"bcdump/decode"
	"bcdump/decode/fields"
)

// JSONOptions say what JSON lines have.
type JSONOptions struct {
	Hex  bool   // every line has its raw bytes
	File string // of the records, on every line; "" = on none
	// Context says of every line that its record stands beside one that the filter keeps.
	Context bool
	// Zone is where the clock of the times is; nil = UTC.
	Zone *time.Location
}

// JSONLines gives renderers that print one JSON object per record and line, keys
// in the order of docs/reference/decode.md.
//
// A renderer remembers texts that come again; AppendJSON, which does not, gives the same
// lines.
func JSONLines(o JSONOptions) func() decode.Renderer {
	return func() decode.Renderer {
		j := fastJSON{start: lineStart{opening: lineOpening(&o), zone: o.Zone}}
		return func(b []byte, r *decode.Record) []byte { return j.append(b, r, o.Hex) }
	}
}

// withRoom doubles a buffer that has no room for a usual line. Left to itself it would grow
// by quarters, and five times what it becomes would be copied and thrown away.
func withRoom(b []byte) []byte {
	const line, least = 2048, 64 << 10
	if cap(b)-len(b) >= line {
		return b
	}
	return slices.Grow(b, max(len(b), least))
}

// AppendJSON appends the JSON object of a record and a line feed.
func AppendJSON(b []byte, r *decode.Record, o JSONOptions) []byte {
	b = appendStart(b, r, &o)
	b = appendMessage(b, r)
	return appendEnd(b, r, o.Hex)
}

// appendMessage appends what lies between the keys that a datagram has and the raw bytes.
func appendMessage(b []byte, r *decode.Record) []byte {
	switch {
	case r.Proto == decode.BC:
		b = appendTransport(b, r)
	case r.Dir != "":
		b = appendDirected(b, r)
	}
	return appendContent(b, r)
}

func appendEnd(b []byte, r *decode.Record, hex bool) []byte {
	if r.Clean() && !hex && r.Stated == nil {
		return append(b, '}', '\n')
	}
	if r.Undecoded() || hex && len(r.Payload) > 0 {
		b = append(b, `,"raw":`...)
		b = fields.AppendBytes(b, r.Payload)
	}
	b = appendPassage(b, r)
	b = appendNotes(b, r.Diagnostics())
	return append(b, '}', '\n')
}

// appendPassage appends what became of the datagram on its way to the file.
func appendPassage(b []byte, r *decode.Record) []byte {
	if r.CopyOf > 0 {
		b = append(b, `,"copy_of":`...)
		b = strconv.AppendInt(b, r.CopyOf, 10)
	}
	if r.Stated != nil {
		b = append(b, `,"translated":{"src":"`...)
		b = decode.AppendAddress(b, r.Stated.Src)
		b = append(b, `","dst":"`...)
		b = append(decode.AppendAddress(b, r.Stated.Dst), `"}`...)
	}
	return b
}

func appendTransport(b []byte, r *decode.Record) []byte {
	b = strconv.AppendInt(b, int64(r.Index), 10)
	b = append(b, `,"type":"`...)
	b = append(b, r.TypeName()...)
	b = append(b, `","len":`...)
	b = strconv.AppendInt(b, int64(r.Length()), 10)
	if r.Unread {
		return b
	}
	b = appendHeader(b, r)
	if frames := r.Frames(); frames != nil {
		b = append(b, `,"frames":[`...)
		for i, frame := range frames {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, frame, 10)
		}
		b = append(b, ']')
	}
	b = appendNumbers(b, r)
	if opcode, ok := r.Opcode(); ok {
		b = appendOpcode(b, r, opcode)
	}
	return b
}

// appendNumbers appends what numbers tell about a repeat or an Ack.
func appendNumbers(b []byte, r *decode.Record) []byte {
	if r.Copy > 0 {
		b = append(b, `,"copy":`...)
		b = strconv.AppendInt(b, int64(r.Copy), 10)
	}
	return appendAnswers(b, &r.Answers)
}

func appendAnswers(b []byte, a *decode.AckOf) []byte {
	if a.Frame == 0 {
		return b
	}
	b = append(b, `,"answers":`...)
	b = appendOrigin(b, a.Frame, a.Index, a.After)
	b = append(b, `,"copies":`...)
	b = strconv.AppendInt(b, int64(a.Copies), 10)
	return append(b, '}')
}

// appendOrigin begins an object about an earlier message, and the time since.
func appendOrigin(b []byte, frame int64, index uint8, after time.Duration) []byte {
	b = append(b, `{"frame":`...)
	b = strconv.AppendInt(b, frame, 10)
	b = append(b, `,"index":`...)
	b = strconv.AppendInt(b, int64(index), 10)
	b = append(b, `,"ms":`...)
	return appendMilliseconds(b, after)
}

// appendMilliseconds appends a time with as many decimals as it has.
func appendMilliseconds(b []byte, d time.Duration) []byte {
	const exact = 1e15 // a float64 has that many digits at least
	if d >= 0 && d < exact {
		return fields.AppendDecimal(b, uint64(d), 6)
	}
	return strconv.AppendFloat(b, decode.Milliseconds(d), 'f', -1, 64)
}

func appendRelay(b []byte, relay *decode.Relay) []byte {
	if relay.Frame == 0 {
		return b
	}
	b = append(b, `,"relay_of":`...)
	b = appendOrigin(b, relay.Frame, relay.Index, relay.After)
	if relay.Echo {
		b = append(b, `,"echo":true`...)
	}
	if relay.Surplus {
		b = append(b, `,"surplus":true`...)
	}
	return append(b, '}')
}

func appendHeader(b []byte, r *decode.Record) []byte {
	m := r.Header
	if m.Reliable() {
		b = append(b, `,"reliable":true`...)
	}
	if m.Ordered() {
		b = append(b, `,"ordered":true`...)
	}
	if m.HasSeq {
		b = append(b, `,"seq":`...)
		b = strconv.AppendInt(b, int64(m.Seq), 10)
	}
	if !r.Part() {
		return b
	}
	b = append(b, `,"fragment":{"index":`...)
	b = strconv.AppendInt(b, int64(m.FragmentIndex), 10)
	if m.FragmentIndex == 0 {
		b = append(b, `,"total":`...)
		b = strconv.AppendInt(b, int64(m.FragmentTotal), 10)
	}
	return append(b, '}')
}

func appendOpcode(b []byte, r *decode.Record, opcode uint8) []byte {
	b = appendNumber(b, r, opcode)
	b = append(b, `,"size":`...)
	b = strconv.AppendInt(b, int64(len(r.Payload)), 10)
	return appendRelay(b, &r.Relay)
}

// appendNumber appends the number of a message and its name.
func appendNumber(b []byte, r *decode.Record, opcode uint8) []byte {
	b = append(b, `,"opcode":"`...)
	b = fields.AppendHex(b, uint64(opcode), 2)
	b = append(b, '"')
	if name := r.Name(); name != "" {
		b = append(b, `,"name":"`...)
		b = append(b, name...)
		b = append(b, '"')
	}
	return b
}

// appendDirected appends what a message of another protocol has beside its fields, if it is
// known who sent it.
func appendDirected(b []byte, r *decode.Record) []byte {
	b = append(b, `,"len":`...)
	b = strconv.AppendInt(b, int64(r.Length()), 10)
	if opcode, ok := r.Opcode(); ok {
		b = appendNumber(b, r, opcode)
	}
	return b
}

func appendContent(b []byte, r *decode.Record) []byte {
	c := r.Content()
	switch {
	case r.Proto == decode.GameSpy:
		return appendPairs(b, c)
	case c.Message == nil:
		return b
	}
	b = append(b, `,"fields":`...)
	b = fields.AppendJSON(b, c.Message, fields.Limit(&c.Decoded), r.Context.Names)
	return appendTrailing(b, c)
}

func appendTrailing(b []byte, c *decode.Content) []byte {
	if len(c.Trailing) > 0 {
		b = append(b, `,"trailing":`...)
		b = fields.AppendBytes(b, c.Trailing)
	}
	return b
}

func appendPairs(b []byte, c *decode.Content) []byte {
	b = append(b, `,"fields":{"kind":"`...)
	b = append(b, c.Kind.String()...)
	b = append(b, `","pairs":[`...)
	for i, p := range c.Pairs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		b = fields.AppendLatin1(b, p.Key)
		b = append(b, ',')
		b = fields.AppendLatin1(b, p.Value)
		b = append(b, ']')
	}
	return append(b, `]}`...)
}

func appendNotes(b []byte, notes []decode.Diagnostic) []byte {
	if len(notes) == 0 {
		return b
	}
	b = append(b, `,"notes":[`...)
	for i := range notes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"code":"`...)
		b = append(b, notes[i].Code...)
		b = append(b, '"')
		if notes[i].Offset != decode.Whole {
			b = append(b, `,"offset":`...)
			b = strconv.AppendInt(b, int64(notes[i].Offset), 10)
		}
		b = append(b, `,"text":`...)
		b = fields.AppendString(b, notes[i].Text)
		b = append(b, '}')
	}
	return append(b, ']')
}
