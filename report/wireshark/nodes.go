package wireshark

import (
	"encoding/binary"
	"encoding/hex"
	"math"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/internal/printable"
)

// Kinds of nodes: see docs/wireshark.md.
const (
	kindInt      = 'i'
	kindNegative = 'n'
	kindHex      = 'x'
	kindReal     = 'd'
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

// Flags of nodes.
const (
	hasRange = 1
	isHidden = 2
)

// span is the place of a node, from the first byte of its record.
type span struct{ offset, length int }

// nowhere is that of values without bytes.
var nowhere = span{-1, 0}

// spanOf is where a run of a layout lies.
func spanOf(o *decode.Owned) span { return span{o.Offset, o.Length} }

// nodes appends nodes to b.
type nodes struct{ b []byte }

// begin appends what all nodes begin with.
func (n *nodes) begin(kind byte, key string, at span, hidden bool) {
	flags := byte(0)
	if at != nowhere {
		flags |= hasRange
	}
	if hidden {
		flags |= isHidden
	}
	key = key[:min(len(key), math.MaxUint8)]
	n.b = append(append(n.b, kind, flags, byte(len(key))), key...)
	if at != nowhere {
		n.b = binary.AppendUvarint(n.b, uint64(at.offset))
		n.b = binary.AppendUvarint(n.b, uint64(at.length))
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

func (n *nodes) string(value string) { n.blob([]byte(printable.Text(value))) }

func (n *nodes) blob(value []byte) {
	n.b = append(binary.AppendUvarint(n.b, uint64(len(value))), value...)
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

// explain says what the last node stands for.
func (n *nodes) explain(text string) {
	n.b = append(n.b, kindExplain)
	n.string(text)
}

// messageNodes appends the fields of a message, which lie where a layout says: run i is that of field i.
type messageNodes struct {
	*nodes
	runs []decode.Owned
	next int   // the first run that was not appended
	open []int // how many elements there were of each list, and 0 for objects, outermost first
}

var _ fields.Walker = (*messageNodes)(nil)

// at gives the place of a value.
func (m *messageNodes) at(v *fields.Node) span {
	if v.Span == fields.None || v.Span >= len(m.runs) {
		return nowhere
	}
	m.next = max(m.next, v.Span+1)
	return spanOf(&m.runs[v.Span])
}

// Value appends one. The numbers of a vector stand below a node of their own.
func (m *messageNodes) Value(v *fields.Node) {
	at, name := m.at(v), v.Name
	if v.Vector {
		if v.At == 0 {
			m.words(kindVector, v.Name, at, "", v.Hidden)
		}
		name = [...]string{"x", "y", "z"}[v.At]
	}
	m.value(v, name, at)
	if v.Vector && v.At == v.Of-1 {
		m.end()
	}
}

func (m *messageNodes) value(v *fields.Node, name string, at span) {
	switch v.Kind {
	case fields.Int:
		m.number(name, at, v.Int, v.Hidden)
	case fields.HexID:
		m.hex(name, at, v.Int, v.Digits, v.Hidden)
	case fields.Real:
		m.real(name, at, v.Real, v.Hidden)
	case fields.Bool:
		m.bool(name, at, v.Int, v.Hidden)
	case fields.Text:
		m.words(kindText, name, at, v.Text, v.Hidden)
	case fields.Bytes:
		m.bytes(name, at, v.Bytes, v.Hidden)
	default:
		m.begin(kindNull, name, at, v.Hidden)
	}
}

// Open begins an object.
func (m *messageNodes) Open(name string) { m.enter(kindObject, name) }

// List begins a list.
func (m *messageNodes) List(name string) { m.enter(kindList, name) }

// Item begins an element, which has its place in the list.
func (m *messageNodes) Item() {
	list := len(m.open) - 1
	at := m.open[list]
	m.open[list]++
	m.enter(kindItem, "")
	m.b = binary.AppendUvarint(m.b, uint64(at))
}

func (m *messageNodes) enter(kind byte, name string) {
	m.begin(kind, name, nowhere, false)
	m.open = append(m.open, 0)
}

// Close ends any of them.
func (m *messageNodes) Close() {
	m.end()
	m.open = m.open[:len(m.open)-1]
}

// Explain says what the last value stands for.
func (m *messageNodes) Explain(text string) { m.explain(text) }
