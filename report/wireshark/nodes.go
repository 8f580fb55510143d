package wireshark

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/record"
	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// Kinds of nodes: see docs/dev/wireshark-format.md.
const (
	kindInt      = 'i'
	kindNegative = 'n'
	kindHex      = 'x'
	kindReal     = 'd'
	kindDecimal  = 'f'
	kindBool     = 'b'
	kindText     = 's'
	kindBytes    = 'r' // those of the range
	kindNull     = 'z'
	kindObject   = 'o'
	kindVector   = 'v'
	kindList     = 'l'
	kindItem     = 'e'
	kindMessage  = 'm'
	kindGroup    = 'g'
	kindNote     = '!'
	kindExplain  = '+'
	kindEnd      = '.'
)

// Marks of kinds.
const (
	hasRange  = 0x80
	upperCase = 'a' - 'A' // less: the node is hidden
	// namedKey and more stand for the words that the plugin knows, by their place: the first ones in a
	// byte, those behind them, from farKey on, in two.
	namedKey = 0x80
	farKey   = 0xE0
	nearKeys = farKey - namedKey
)

// span is the place of a node, from the first byte of its record.
type span struct{ offset, length int }

// nowhere is that of values without bytes.
var nowhere = span{-1, 0}

// spanOf is where a run of a layout lies.
func spanOf(o *decode.Owned) span { return span{o.Offset, o.Length} }

// nodes appends nodes to b.
type nodes struct {
	b      []byte
	behind int // where the last range ends that is not that of a holder
	recent [256]recentWord
	digits []byte
}

// recentWord is a word that was looked up, and its place; -1 = the plugin does not know it.
type recentWord struct {
	word  string
	place int
}

// place is that of a word that the plugin knows; -1 = none. The same few are asked for again and again.
func (n *nodes) place(word string) int {
	const longest = 40
	if word == "" || len(word) > longest {
		return -1
	}
	r := &n.recent[byte(len(word)+7*int(word[0])+31*int(word[len(word)-1])+101*int(word[len(word)/2]))]
	if r.word != word {
		r.word, r.place = word, knownWords().placeOf(word)
	}
	return r.place
}

// begin appends what all nodes begin with: kind, key, place.
func (n *nodes) begin(kind byte, key string, at span, hidden bool) {
	if hidden {
		kind -= upperCase
	}
	if at != nowhere {
		kind |= hasRange
	}
	n.b = append(n.b, kind)
	if key != "" {
		n.key(key)
	}
	if at != nowhere {
		n.b = appendRange(n.b, at, n.behind)
		n.behind = at.offset + at.length
	}
}

// appendRange appends a place: where it begins is left out if that is behind the range before.
func appendRange(b []byte, at span, behind int) []byte {
	if at.offset == behind {
		return binary.AppendUvarint(b, uint64(at.length)<<1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(at.length)<<1|1), uint64(at.offset))
}

// key appends a key: as its place where the plugin knows it, else as it is.
func (n *nodes) key(key string) {
	switch at := n.place(key); {
	case at >= 0 && at < nearKeys:
		n.b = append(n.b, namedKey+byte(at))
	case at >= 0:
		n.b = binary.BigEndian.AppendUint16(n.b, uint16(farKey<<8+at-nearKeys))
	default:
		key = key[:min(len(key), namedKey-1)]
		n.b = append(append(n.b, byte(len(key))), key...)
	}
}

func (n *nodes) end() { n.b = append(n.b, kindEnd) }

func (n *nodes) int(key string, at span, value int64) { n.number(key, at, value, false) }

func (n *nodes) number(key string, at span, value int64, hidden bool) {
	if value < 0 {
		n.begin(kindNegative, key, at, hidden)
		n.b = binary.AppendUvarint(n.b, uint64(-value))
		return
	}
	n.begin(kindInt, key, at, hidden)
	n.b = binary.AppendUvarint(n.b, uint64(value))
}

func (n *nodes) hex(key string, at span, value int64, digits int, hidden bool) {
	n.begin(kindHex, key, at, hidden)
	n.b = binary.AppendUvarint(append(n.b, byte(digits)), uint64(value))
}

func (n *nodes) real(key string, at span, value float64, hidden bool) {
	n.begin(kindReal, key, at, hidden)
	n.b = binary.BigEndian.AppendUint64(n.b, math.Float64bits(value))
}

// decimal appends what JSON says of a float: its digits and how many are behind the point, or, if it is very large,
// very small or no number, the double.
func (n *nodes) decimal(key string, at span, f float32, hidden bool) {
	n.digits = fields.AppendFloat(n.digits[:0], f)
	mantissa, places, ok := digitsOf(n.digits)
	if !ok {
		n.real(key, at, wide(f), hidden)
		return
	}
	n.begin(kindDecimal, key, at, hidden)
	n.b = append(binary.AppendUvarint(n.b, mantissa), byte(places))
}

// digitsOf takes a decimal apart: all its digits as a number, times two, plus one if it is negative, and how many of
// them are behind the point. ok is false if it has an exponent or more digits than the plugin takes.
func digitsOf(decimal []byte) (mantissa uint64, places int, ok bool) {
	const most = 13 // digits: 44 bits
	sign, point := uint64(0), len(decimal)
	for i, c := range decimal {
		switch {
		case c == '-' && i == 0:
			sign = 1
		case c == '.':
			point = i + 1
		case c < '0' || c > '9' || len(decimal) > most:
			return 0, 0, false
		default:
			mantissa = 10*mantissa + uint64(c-'0')
		}
	}
	return mantissa<<1 | sign, len(decimal) - point, true
}

func (n *nodes) bool(key string, at span, value int64, hidden bool) {
	n.begin(kindBool, key, at, hidden)
	n.b = append(n.b, byte(value))
}

// truth appends a boolean that is only there if it is true.
func (n *nodes) truth(key string, value bool) {
	if value {
		n.bool(key, nowhere, 1, false)
	}
}

func (n *nodes) text(key string, at span, value string) { n.words(kindText, key, at, value, false) }

// words appends a node with a text. What would control a terminal is escaped: it is shown as it is.
func (n *nodes) words(kind byte, key string, at span, value string, hidden bool) {
	n.begin(kind, key, at, hidden)
	n.string(value)
}

func (n *nodes) string(value string) {
	if at := n.place(value); at >= 0 {
		n.b = binary.AppendUvarint(n.b, uint64(at)<<1|1)
		return
	}
	value = printable.Text(value)
	n.b = append(binary.AppendUvarint(n.b, uint64(len(value))<<1), value...)
}

func (n *nodes) blob(value []byte) {
	n.b = append(binary.AppendUvarint(n.b, uint64(len(value))<<1), value...)
}

// bytes appends bytes of the record. Some begin before the field, with bytes that others own; what is
// not in the record is written as hex digits.
func (n *nodes) bytes(key string, at span, value []byte, hidden bool) {
	if at == nowhere {
		n.words(kindText, key, at, hex.EncodeToString(value), hidden)
		return
	}
	before := len(value) - at.length
	n.begin(kindBytes, key, span{at.offset - before, len(value)}, hidden)
}

// hidden appends a run that JSON does not have: a count, a switch, a header.
func (n *nodes) hidden(o *decode.Owned) { n.words(kindText, o.Path, spanOf(o), o.Value, true) }

// explain says what the last node stands for.
func (n *nodes) explain(text string) {
	n.b = append(n.b, kindExplain)
	n.string(text)
}

// messageNodes appends the fields of a message, which lie where a layout says: run i is that of field i.
type messageNodes struct {
	*nodes
	names fields.Names
	runs  []decode.Owned
	next  int      // the first run that was not appended
	open  []holder // outermost first
}

// at gives the place of a value.
func (m *messageNodes) at(n *wire.Node) span {
	if !n.Owned() || n.Field >= len(m.runs) {
		return nowhere
	}
	m.next = max(m.next, n.Field+1)
	at := spanOf(&m.runs[n.Field])
	m.holds(at)
	return at
}

// Value appends one, and what it stands for. The numbers of a vector stand below a node of their own.
func (m *messageNodes) Value(n *wire.Node) {
	at := m.at(n)
	if n.Hidden && at != nowhere {
		m.words(kindText, m.runs[n.Field].Path, at, string(fields.AppendValue(nil, n)), true)
	} else {
		m.value(n, at)
	}
	m.Explain(fields.PlayerOf(m.names, n))
	if n.Kind == wire.ID && m.names != nil && !n.Hidden {
		if name := m.names.AppendName(nil, uint32(n.Int)); len(name) > 0 {
			m.words(kindText, fields.NameKey(n.Name), nowhere, string(name), false)
		}
	}
}

func (m *messageNodes) value(n *wire.Node, at span) {
	switch n.Kind {
	case wire.Int:
		m.number(n.Name, at, n.Int, n.Hidden)
	case wire.Hex, wire.ID:
		m.hex(n.Name, at, n.Int, n.Digits, n.Hidden)
	case wire.Real:
		m.decimal(n.Name, at, float32(n.Real), n.Hidden)
	case wire.Reals:
		m.reals(n, at)
	case wire.Octets:
		for _, x := range n.Bytes {
			m.number(n.Name, at, int64(x), n.Hidden)
		}
	case wire.Bool:
		m.bool(n.Name, at, n.Int, n.Hidden)
	case wire.Characters:
		m.words(kindText, n.Name, at, string(n.Bytes), n.Hidden)
	case wire.Words:
		for _, word := range n.Words {
			m.words(kindText, n.Name, at, word, n.Hidden)
		}
	case wire.Bytes:
		m.bytes(n.Name, at, n.Bytes, n.Hidden)
	case wire.Hash:
		m.bytes(n.Name, at, n.Sum(), n.Hidden)
	default:
		m.begin(kindNull, n.Name, at, n.Hidden)
	}
}

func (m *messageNodes) reals(n *wire.Node, at span) {
	names := [...]string{n.Name, n.Name, n.Name}
	if n.Vector() {
		m.begin(kindVector, n.Name, at, n.Hidden)
		names = [...]string{"x", "y", "z"}
		defer m.end()
	}
	for i, f := range n.Reals {
		m.decimal(names[i%len(names)], at, f, n.Hidden)
	}
}

// wide is the shortest decimal that reads back as the same float32.
func wide(f float32) float64 {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return float64(f)
	}
	d, _ := strconv.ParseFloat(strconv.FormatFloat(float64(f), 'g', -1, 32), 64)
	return d
}

// Open begins an object, a list or an element, which has its place in the list.
func (m *messageNodes) Open(g wire.Group, name string) {
	h := holder{kind: len(m.b), at: nowhere}
	m.begin([...]byte{wire.Struct: kindObject, wire.List: kindList, wire.Item: kindItem}[g], name, nowhere, false)
	h.key = len(m.b)
	m.open = append(m.open, h)
	if g == wire.Item {
		list := &m.open[len(m.open)-2]
		m.b = binary.AppendUvarint(m.b, uint64(list.items))
		list.items++
	}
}

// holder is an object, a list or an element that is open. It lies where what is in it lies.
type holder struct {
	kind, key int // where they stand in the annotations
	items     int // of a list
	at        span
}

// Close ends any of them.
func (m *messageNodes) Close(wire.Group, bool) {
	m.end()
	h := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	if h.at == nowhere {
		return
	}
	m.b[h.kind] |= hasRange
	m.b = slices.Insert(m.b, h.key, appendRange(nil, h.at, -1)...)
	m.holds(h.at)
}

// holds says that a place is in what is open.
func (m *messageNodes) holds(at span) {
	if at == nowhere || len(m.open) == 0 {
		return
	}
	h := &m.open[len(m.open)-1]
	if h.at == nowhere {
		h.at = at
		return
	}
	end := max(h.at.offset+h.at.length, at.offset+at.length)
	h.at.offset = min(h.at.offset, at.offset)
	h.at.length = end - h.at.offset
}

// Explain says what the last value stands for.
func (m *messageNodes) Explain(text string) {
	if text != "" {
		m.explain(text)
	}
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

// entityPrefixOf is that of an entity-state message; the one that may be one of two has no name.
func entityPrefixOf(name string) string {
	if name == "" {
		name = "Ambiguous"
	}
	return entityPrefix + name
}

// Severity is how bad a note is, as Wireshark's expert information has it.
type Severity byte

// Severities.
const (
	Chat Severity = iota
	Note
	Warning
	Error
)

// severity grades a note: what is part of ordinary traffic, what is remarkable, what breaks a rule
// of the protocol, and what says that bytes could not be read or are missing.
func severity(code record.Code) Severity {
	switch code {
	case record.Retransmit, record.RepeatAck, record.AckUnseen, record.OutOfOrder, record.AckFlags, record.NewLink, record.Late:
		return Chat
	case record.BadLength, record.UnknownType, record.MessageCount, record.LeftOver, record.SizeMismatch, record.BadVersion,
		record.Snapped, record.UDPLength, record.FragmentLost, record.FragmentConflict, record.Truncated, record.Damaged:
		return Error
	case record.Conflict, record.Gap, record.Trailing, record.BoolGroup, record.UnknownOpcode, record.UnknownPayload,
		record.UnknownEntityType, record.NonFinite, record.DuplicateID, record.SubsysHash, record.Unrecognised:
		return Warning
	}
	return Note
}
