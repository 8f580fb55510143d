package wireshark

import (
	"encoding/hex"
	"slices"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/record"
	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// Kinds of lines: see docs/dev/wireshark-format.md.
const (
	kindInt     = 'i'
	kindHex     = 'x'
	kindReal    = 'd'
	kindBool    = 'b'
	kindText    = 's'
	kindBytes   = 'r' // the bytes of its range
	kindNull    = 'z'
	kindHidden  = 'h'
	kindOctets  = 'a' // several values in a line
	kindReals   = 'f'
	kindVector  = 'v'
	kindWords   = 'w'
	kindExplain = '+' // the value of the line before
	// These have others below them.
	kindObject  = 'o'
	kindList    = 'l'
	kindItem    = 'e'
	kindGroup   = 'g'
	kindMessage = 'm'
	kindNote    = 'n'
)

// span is the place of a value, from the first byte of its record.
type span struct{ offset, length int }

// nowhere is that of values without bytes.
var nowhere = span{-1, 0}

// spanOf is where a run of a layout lies.
func spanOf(o *decode.Owned) span { return span{o.Offset, o.Length} }

// lines appends values, one on a line.
type lines struct {
	b    []byte
	open []holder // outermost first
}

// holder is a line that has other lines below it. Its place is the smallest range with theirs.
type holder struct {
	place int // where its range stands in b
	at    span
}

// begin begins a line: what follows is the value.
func (l *lines) begin(kind byte, key string, at span) {
	l.b = append(strconv.AppendInt(l.b, int64(len(l.open)), 10), kind)
	l.b = append(append(append(appendRange(l.b, at), '\t'), key...), '\t')
	l.holds(at)
}

func (l *lines) end() { l.b = append(l.b, '\n') }

func appendRange(b []byte, at span) []byte {
	if at == nowhere {
		return b
	}
	b = append(strconv.AppendInt(b, int64(at.offset), 10), ',')
	return strconv.AppendInt(b, int64(at.length), 10)
}

// holds says that a place is in what is open.
func (l *lines) holds(at span) {
	if at == nowhere || len(l.open) == 0 {
		return
	}
	h := &l.open[len(l.open)-1]
	if h.at == nowhere {
		h.at = at
		return
	}
	end := max(h.at.offset+h.at.length, at.offset+at.length)
	h.at.offset = min(h.at.offset, at.offset)
	h.at.length = end - h.at.offset
}

// hold begins a line that has those up to release below it.
func (l *lines) hold(kind byte, key string, value string) {
	at := len(l.b)
	l.begin(kind, key, nowhere)
	l.b = append(l.b, value...)
	l.end()
	l.open = append(l.open, holder{place: at + len(strconv.Itoa(len(l.open))) + 1, at: nowhere})
}

// release ends what hold has begun.
func (l *lines) release() {
	h := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	if h.at != nowhere {
		l.b = slices.Insert(l.b, h.place, appendRange(nil, h.at)...)
		l.holds(h.at)
	}
}

// Open begins an object, a list or an element.
func (l *lines) Open(g wire.Group, name string) {
	l.hold([...]byte{wire.Struct: kindObject, wire.List: kindList, wire.Item: kindItem}[g], name, "")
}

// Close ends any of them.
func (l *lines) Close(wire.Group, bool) { l.release() }

// Explain says what the last value stands for.
func (l *lines) Explain(text string) {
	if text != "" {
		l.begin(kindExplain, "", nowhere)
		l.b = append(l.b, printable.Text(text)...)
		l.end()
	}
}

func (l *lines) int(key string, at span, value int64) {
	l.begin(kindInt, key, at)
	l.b = strconv.AppendInt(l.b, value, 10)
	l.end()
}

func (l *lines) hex(key string, at span, value uint64, digits int) {
	l.begin(kindHex, key, at)
	l.b = fields.AppendHex(l.b, value, digits)
	l.end()
}

// float appends a float as JSON has it, with the digits that a float32 needs.
func (l *lines) float(key string, at span, f float32) {
	l.begin(kindReal, key, at)
	l.b = fields.AppendFloat(l.b, f)
	l.end()
}

func (l *lines) bool(key string, at span, value bool) {
	l.begin(kindBool, key, at)
	l.b = strconv.AppendBool(l.b, value)
	l.end()
}

// truth appends a boolean that is only there if it is true.
func (l *lines) truth(key string, value bool) {
	if value {
		l.bool(key, nowhere, true)
	}
}

// text appends a text. What would control a terminal is escaped: it is shown as it is.
func (l *lines) text(key string, at span, value string) {
	l.begin(kindText, key, at)
	l.b = append(l.b, printable.Text(value)...)
	l.end()
}

// bytes appends bytes of the record. Some begin before the field, with bytes that others own; what is
// not in the record is written as hex digits.
func (l *lines) bytes(key string, at span, value []byte) {
	if at == nowhere {
		l.text(key, at, hex.EncodeToString(value))
		return
	}
	before := len(value) - at.length
	l.begin(kindBytes, key, span{at.offset - before, len(value)})
	l.end()
}

// hidden appends a run that JSON does not have: a count, a switch, a header.
func (l *lines) hidden(o *decode.Owned) {
	l.begin(kindHidden, o.Path, spanOf(o))
	l.b = append(l.b, printable.Text(o.Value)...)
	l.end()
}

// note appends a note: how bad it is, its line in the tree, and what it says.
func (l *lines) note(severity int, label string, x decode.Diagnostic) {
	l.hold(kindNote, "notes", strconv.Itoa(severity)+printable.Text(label))
	l.text("code", nowhere, string(x.Code))
	if x.Offset != decode.Whole {
		l.int("offset", nowhere, int64(x.Offset))
	}
	l.text("text", nowhere, x.Text)
	l.release()
}

// What stands before the fields of messages in names of Wireshark's fields, beside "bc.".
const (
	entityPrefix  = "entity."
	gameSpyPrefix = "gamespy"
)

// prefix is that of a record: the name of its message.
func prefix(r *decode.Record) string {
	if r.Proto == decode.EntityState {
		return entityPrefixOf(r.Name())
	}
	return r.Title()
}

// entityPrefixOf is the prefix of an entity-state message. A message that may be one of two has no name.
func entityPrefixOf(name string) string {
	if name == "" {
		name = "Ambiguous"
	}
	return entityPrefix + name
}

// severity is how bad a note is, as Wireshark's expert information has it: chat, note, warning, error.
var severity = map[record.Kind]int{record.Ordinary: 0, record.ThirdParty: 1, record.Hole: 2, record.Misfit: 3}
