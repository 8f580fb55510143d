package wireshark

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// Kinds of nodes: see docs/dev/wireshark-format.md.
const (
	kindInt      = 'i'
	kindNegative = 'n'
	kindUnsigned = 'u' // what the bytes of the range say
	kindSigned   = 'j' // the same
	kindHex      = 'x'
	kindHexBytes = 'h' // what the bytes of the range say
	kindReal     = 'd'
	kindDecimal  = 'f'
	kindFloat    = 'y'
	kindSingle   = 'c' // what the bytes of the range say
	kindBool     = 'b'
	kindTrue     = 't'
	kindText     = 's'
	kindWord     = 'w'
	kindBytes    = 'r' // those of the range
	kindPayload  = 'q' // those behind the header, up to the end of the record
	kindOctets   = 'a' // those of the range, each a number
	kindNull     = 'z'
	kindObject   = 'o'
	kindVector   = 'v'
	kindPoint    = 'p' // a vector: what the bytes of the range say
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

// nodes appends nodes, in two: the form, which is the same for many messages, and the values that are not in the bytes.
type nodes struct {
	form   []byte // the piece at hand
	pieces []byte // those before, as annotations have them
	values []byte

	known  *forms // that the plugin has
	learns bool   // it gets the pieces of examples
	quiet  bool   // only the values are appended, and pieces that were made before
	shape  uint64 // tells apart the forms of records that have their fields in the same places

	behind  int    // where the last range with bytes ends that is not that of a holder
	payload []byte // bytes of the record that values are compared with
	start   int    // where they begin

	places [256]recent[int]
	texts  [256]recent[[]byte]
	seen   [256]recent[struct{}]
	digits []byte
}

// recent is what was found out of a word.
type recent[T any] struct {
	word string
	is   T
}

// of gives the entry of a word, whatever is in it.
func of[T any, W string | []byte](table *[256]recent[T], word W) *recent[T] {
	return &table[byte(len(word)+7*int(word[0])+31*int(word[len(word)-1])+101*int(word[len(word)/2]))]
}

// spelled gives a text as a string, mostly one that was made before.
func (n *nodes) spelled(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	r := of(&n.seen, text)
	if r.word != string(text) {
		r.word = string(text)
	}
	return r.word
}

// about begins a record. What lies in payload, start bytes behind its first one, is not said again.
func (n *nodes) about(payload []byte, start int) {
	n.form, n.pieces, n.values = n.form[:0], n.pieces[:0], n.values[:0]
	n.behind, n.payload, n.start, n.shape = 0, payload, start, 0
}

// cut ends a piece of the form: what the plugin knows has a number.
func (n *nodes) cut() {
	if len(n.form) == 0 {
		return
	}
	if n.learns {
		n.known.add(n.form)
	} else if at, known := n.known.places[string(n.form)]; known {
		n.pieces = binary.AppendUvarint(n.pieces, uint64(at)<<1|1)
	} else {
		n.pieces = append(binary.AppendUvarint(n.pieces, uint64(len(n.form))<<1), n.form...)
	}
	n.form = n.form[:0]
}

// take appends all nodes since about.
func (n *nodes) take(b []byte) []byte {
	n.cut()
	return append(append(append(b, n.pieces...), 0), n.values...)
}

// place is that of a word that the plugin knows; -1 = none. The same few are asked for again and again.
func (n *nodes) place(word string) int {
	if word == "" || len(word) > longestWord {
		return -1
	}
	r := of(&n.places, word)
	if r.word != word {
		r.word, r.is = word, knownWords().placeOf(word)
	}
	return r.is
}

// begin appends what all nodes begin with: kind, key, place.
func (n *nodes) begin(kind byte, key string, at span, hidden bool) {
	if hidden {
		kind -= upperCase
	}
	if at != nowhere {
		kind |= hasRange
	}
	if n.mix(uint64(kind)<<8 | uint64(len(key))); !n.quiet {
		n.form = append(n.form, kind)
		if key != "" {
			n.key(key)
		}
		if at != nowhere {
			n.form = appendRange(n.form, at, n.behind)
		}
	}
	if at.length > 0 {
		n.behind = at.offset + at.length
	}
}

// appendRange appends a place: where it begins is left out if that is behind the range before.
func appendRange(b []byte, at span, behind int) []byte {
	if at.offset == behind {
		return binary.AppendUvarint(b, uint64(at.length)<<1)
	}
	return binary.AppendVarint(binary.AppendUvarint(b, uint64(at.length)<<1|1), int64(at.offset-behind))
}

// key appends a key: as its place where the plugin knows it, else as it is.
func (n *nodes) key(key string) {
	switch at := n.place(key); {
	case at >= 0 && at < nearKeys:
		n.form = append(n.form, namedKey+byte(at))
	case at >= 0:
		n.form = binary.BigEndian.AppendUint16(n.form, uint16(farKey<<8+at-nearKeys))
	default:
		key = key[:min(len(key), namedKey-1)]
		n.form = append(append(n.form, byte(len(key))), key...)
	}
}

func (n *nodes) mix(x uint64) { n.shape = (n.shape ^ x) * 0x9E3779B97F4A7C15 }

func (n *nodes) end() {
	if !n.quiet {
		n.form = append(n.form, kindEnd)
	}
}

// says reports whether the bytes at a place say a number, as all numbers on the wire do.
func (n *nodes) says(at span, value int64) bool {
	from := at.offset - n.start
	if at == nowhere || from < 0 || from+at.length > len(n.payload) {
		return false
	}
	switch b := n.payload[from:]; at.length {
	case 1:
		return value == int64(b[0])
	case 2:
		return value == int64(binary.LittleEndian.Uint16(b))
	case 4:
		return value == int64(binary.LittleEndian.Uint32(b))
	}
	return false
}

func (n *nodes) int(key string, at span, value int64) { n.number(key, at, value, false) }

func (n *nodes) number(key string, at span, value int64, hidden bool) {
	switch {
	case n.says(at, value):
		n.begin(kindUnsigned, key, at, hidden)
	case value < 0:
		n.begin(kindNegative, key, at, hidden)
		n.values = binary.AppendUvarint(n.values, uint64(-value))
	default:
		n.begin(kindInt, key, at, hidden)
		n.values = binary.AppendUvarint(n.values, uint64(value))
	}
}

func (n *nodes) hex(key string, at span, value int64, digits int, hidden bool) {
	if !hidden && n.says(at, value) {
		n.begin(kindHexBytes, key, at, hidden)
		return
	}
	n.begin(kindHex, key, at, hidden)
	n.values = binary.AppendUvarint(n.values, uint64(value))
}

func (n *nodes) real(key string, at span, value float64, hidden bool) {
	n.digits = strconv.AppendFloat(n.digits[:0], value, 'f', -1, 64)
	n.decimal(key, at, hidden)
}

// decimal appends a number of which the digits were written: these, and how many are behind the point, or, if it is
// very large, very small or no number, the double.
func (n *nodes) decimal(key string, at span, hidden bool) {
	decimal, ok := digitsOf(n.digits)
	if !ok {
		value, _ := strconv.ParseFloat(strings.Trim(string(n.digits), `"`), 64)
		n.begin(kindReal, key, at, hidden)
		n.values = binary.BigEndian.AppendUint64(n.values, math.Float64bits(value))
		return
	}
	n.begin(kindDecimal, key, at, hidden)
	n.values = binary.AppendUvarint(n.values, decimal)
}

// digitsOf takes a decimal apart: all its digits as a number, four bits with how many of them are behind the point,
// and one that is set if it is negative. ok is false if it has an exponent or more digits than the plugin takes.
func digitsOf(decimal []byte) (packed uint64, ok bool) {
	const most = 13 // digits: 44 bits
	sign, point := uint64(0), len(decimal)
	if point > most {
		return 0, false
	}
	for i, c := range decimal {
		switch {
		case c == '-' && i == 0:
			sign = 1
		case c == '.':
			point = i + 1
		case c < '0' || c > '9':
			return 0, false
		default:
			packed = 10*packed + uint64(c-'0')
		}
	}
	return packed<<5 | uint64(len(decimal)-point)<<1 | sign, true
}

// singles appends floats as they are: the plugin finds their shortest decimals.
func (n *nodes) singles(list ...float32) {
	for _, f := range list {
		n.values = binary.LittleEndian.AppendUint32(n.values, math.Float32bits(f))
	}
}

func (n *nodes) bool(key string, at span, value int64, hidden bool) {
	n.begin(kindBool, key, at, hidden)
	n.values = append(n.values, byte(value))
}

// truth appends a boolean that is only there if it is true.
func (n *nodes) truth(key string, value bool) {
	if value {
		n.begin(kindTrue, key, nowhere, false)
	}
}

func (n *nodes) text(key string, at span, value string) { n.words(key, at, value, false) }

// words appends a node with a text that is part of the form if it is a word. What would control a terminal is
// escaped: it is shown as it is.
func (n *nodes) words(key string, at span, value string, hidden bool) {
	if place := n.place(value); place >= 0 {
		n.begin(kindWord, key, at, hidden)
		n.refer(place)
		return
	}
	n.said(key, at, value, hidden)
}

// said is words for a text that differs from message to message.
func (n *nodes) said(key string, at span, value string, hidden bool) {
	n.begin(kindText, key, at, hidden)
	n.values = n.string(n.values, value)
}

// refer appends the place of a word.
func (n *nodes) refer(place int) {
	if n.mix(uint64(place)); !n.quiet {
		n.form = binary.AppendUvarint(n.form, uint64(place))
	}
}

// string appends a text, in known words and what is between them.
func (n *nodes) string(b []byte, text string) []byte {
	if text == "" {
		return append(b, 0)
	}
	r := of(&n.texts, text)
	if r.word != text {
		r.word, r.is = text, appendParts(r.is[:0], printable.Text(text))
	}
	return append(b, r.is...)
}

// appendParts appends the parts of a text: each four times its length or place, + 2 if more follow, + 1 if it is a
// word. Words begin and end where no letter stands on one of the two sides.
func appendParts(b []byte, text string) []byte {
	part := func(n int, mark uint64, rest int) {
		if rest < len(text) {
			mark += 2
		}
		b = binary.AppendUvarint(b, uint64(n)<<2|mark)
	}
	from := 0
	literal := func(end, rest int) {
		if end > from {
			part(end-from, 0, rest)
			b = append(b, text[from:end]...)
		}
	}
	for at := 0; at < len(text) && len(text) <= longestDivided; {
		if place, end := wordAt(text, at); end > at {
			literal(at, at)
			part(place, 1, end)
			at, from = end, end
			continue
		}
		at++
	}
	literal(len(text), len(text))
	return b
}

const (
	longestWord = 60 // bytes; below 64: see words
	// longestDivided is how long a text may be that is searched for words.
	longestDivided = 120
)

// wordAt gives the longest known word that begins at a place, and its end; 0 = none does.
func wordAt(text string, at int) (place, end int) {
	if !edge(text, at) {
		return 0, 0
	}
	lengths := knownWords().lengths[text[at]]
	for end = min(len(text), at+longestWord); end > at+1; end-- {
		if lengths>>(end-at)&1 != 0 && edge(text, end) {
			if place = knownWords().placeOf(text[at:end]); place >= 0 {
				return place, end
			}
		}
	}
	return 0, 0
}

// edge reports whether no word goes on at a place.
func edge(text string, at int) bool {
	return at == 0 || at == len(text) || !letter(text[at-1]) || !letter(text[at])
}

func letter(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80
}

// bytes appends bytes of the record. Some begin before the field, with bytes that others own; what is
// not in the record is written as hex digits.
func (n *nodes) bytes(key string, at span, value []byte, hidden bool) {
	if at == nowhere {
		n.words(key, at, hex.EncodeToString(value), hidden)
		return
	}
	before := len(value) - at.length
	n.begin(kindBytes, key, span{at.offset - before, len(value)}, hidden)
}

// hidden appends a run that JSON does not have: a count, a switch, a header.
func (n *nodes) hidden(o *decode.Owned) { n.words(o.Path, spanOf(o), o.Value, true) }

// Explain says what the last value stands for.
func (n *nodes) Explain(text string) {
	if text == "" {
		return
	}
	n.begin(kindExplain, "", nowhere, false)
	n.values = n.string(n.values, text)
}

// messageNodes appends the fields of a message, which lie where a layout says: run i is that of field i.
type messageNodes struct {
	*nodes
	names fields.Names
	runs  []decode.Owned
	next  int      // the first run that was not appended
	open  []holder // outermost first
	path  []byte   // of what is open, as runs have it

	blocks map[*message.SeenBlock]shownBlock
	block  *message.SeenBlock // that of the message; nil = none is remembered
	recall bool               // it was shown before, and the runs end where it begins
	top    topHolder          // the last one that is in nothing
}

// topHolder is where an object or a list stands in the annotations.
type topHolder struct {
	pieces, values [2]int // from, to
	at             span
	before, behind int // where the ranges end
}

// shownBlock is what a subsystem block was shown as: most come again as they were.
type shownBlock struct {
	pieces, values []byte
	length         int // of its ranges
}

// Recall appends the subsystem block of an update that was shown before.
func (m *messageNodes) Recall(string) bool {
	if !m.recall {
		return false
	}
	b := m.blocks[m.block]
	m.cut()
	m.top.pieces = [2]int{len(m.pieces), len(m.pieces) + len(b.pieces)}
	m.pieces = append(m.pieces, b.pieces...)
	m.values = append(m.values, b.values...)
	m.behind += b.length
	m.next = len(m.runs)
	return true
}

// keep remembers a subsystem block as it was shown, unless it shares a group of booleans with what is before it.
func (m *messageNodes) keep(pieces []byte) {
	t := &m.top
	if m.block == nil || t.at == nowhere || t.at.offset != t.before {
		return
	}
	if len(m.blocks) >= mostForms {
		clear(m.blocks)
	}
	m.blocks[m.block] = shownBlock{bytes.Clone(pieces), bytes.Clone(m.values[t.values[0]:t.values[1]]), t.behind - t.before}
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
		path := strings.TrimPrefix(m.runs[n.Field].Path, string(m.path))
		m.digits = fields.AppendValue(m.digits[:0], n)
		m.words(path, at, m.spelled(m.digits), true)
	} else {
		m.value(n, at)
	}
	m.Explain(fields.PlayerOf(m.names, n))
	if n.Kind == wire.ID && m.names != nil && !n.Hidden {
		if m.digits = m.names.AppendName(m.digits[:0], uint32(n.Int)); len(m.digits) > 0 {
			m.said(fields.NameKey(n.Name), nowhere, m.spelled(m.digits), false)
		}
	}
}

func (m *messageNodes) value(n *wire.Node, at span) {
	switch n.Kind {
	case wire.Int:
		m.whole(n, at)
	case wire.Hex, wire.ID:
		m.hex(n.Name, at, n.Int, n.Digits, n.Hidden)
	case wire.Real:
		m.single(n, at)
	case wire.Reals:
		m.reals(n, at)
	case wire.Octets:
		m.octets(n, at)
	case wire.Bool:
		m.bool(n.Name, at, n.Int, n.Hidden)
	case wire.Characters:
		m.said(n.Name, at, m.spelled(n.Bytes), n.Hidden)
	case wire.Words:
		m.list(n, at)
	case wire.Bytes:
		m.bytes(n.Name, at, n.Bytes, n.Hidden)
	case wire.Hash:
		m.bytes(n.Name, at, n.Sum(), n.Hidden)
	default:
		m.begin(kindNull, n.Name, at, n.Hidden)
	}
}

// list appends texts. The same list says the same: of known words it has no values.
func (m *messageNodes) list(n *wire.Node, at span) {
	shape, values := m.shape, len(m.values)
	for _, word := range n.Words {
		if m.quiet {
			break
		}
		m.words(n.Name, at, word, n.Hidden)
	}
	m.shape = shape
	if m.mix(uint64(uintptr(unsafe.Pointer(unsafe.SliceData(n.Words))))); len(m.values) > values {
		m.mix(1)
	}
}

// whole appends a whole number.
func (m *messageNodes) whole(n *wire.Node, at span) {
	if (n.Type == "i8" || n.Type == "i32") && at != nowhere {
		m.begin(kindSigned, n.Name, at, n.Hidden)
		return
	}
	m.number(n.Name, at, n.Int, n.Hidden)
}

// single appends a float: as JSON has it, with the digits that a float32 needs.
func (m *messageNodes) single(n *wire.Node, at span) {
	if n.Type == "f32" && at.length == 4 {
		m.begin(kindSingle, n.Name, at, n.Hidden)
		return
	}
	if at != nowhere {
		m.begin(kindFloat, n.Name, at, n.Hidden)
		m.singles(float32(n.Real))
		return
	}
	m.float(n.Name, at, float32(n.Real), n.Hidden)
}

func (m *messageNodes) float(key string, at span, f float32, hidden bool) {
	m.digits = fields.AppendFloat(m.digits[:0], f)
	m.decimal(key, at, hidden)
}

func (m *messageNodes) reals(n *wire.Node, at span) {
	switch {
	case n.Vector() && n.Type == "3 x f32" && at.length == 12:
		m.begin(kindPoint, n.Name, at, n.Hidden)
	case n.Vector():
		m.begin(kindVector, n.Name, at, n.Hidden)
		m.singles(n.Reals...)
	default:
		for _, f := range n.Reals {
			m.float(n.Name, at, f, n.Hidden)
		}
	}
}

// octets appends bytes that are a number each.
func (m *messageNodes) octets(n *wire.Node, at span) {
	if at.length == len(n.Bytes) && at != nowhere && !n.Hidden {
		m.begin(kindOctets, n.Name, at, false)
		return
	}
	for _, x := range n.Bytes {
		m.number(n.Name, at, int64(x), n.Hidden)
	}
}

// Open begins an object, a list or an element.
func (m *messageNodes) Open(g wire.Group, name string) {
	if len(m.open) == 0 {
		m.cut()
	}
	h := holder{kind: len(m.form), at: nowhere, behind: m.behind, path: len(m.path), pieces: len(m.pieces), values: len(m.values)}
	m.begin([...]byte{wire.Struct: kindObject, wire.List: kindList, wire.Item: kindItem}[g], name, nowhere, false)
	h.key = len(m.form)
	m.open = append(m.open, h)
	if g != wire.Item {
		m.path = append(append(m.path, name...), '.')
		return
	}
	list := &m.open[len(m.open)-2]
	m.path = append(strconv.AppendInt(append(m.path[:h.path-1], '['), int64(list.items), 10), "]."...)
	list.items++
}

// holder is an object, a list or an element that is open. It lies where what is in it lies.
type holder struct {
	kind, key int // where they stand in the form
	items     int // of a list
	at        span
	behind    int // where the range before ends
	path      int // how long the one around is
	// Where they stand in the annotations, if nothing is around.
	pieces, values int
}

// Close ends any of them.
func (m *messageNodes) Close(g wire.Group, _ bool) {
	m.end()
	h := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	m.path = m.path[:h.path]
	if g == wire.Item {
		m.path[h.path-1] = '.'
	}
	m.holds(h.at)
	if h.at != nowhere && !m.quiet {
		m.form[h.kind] |= hasRange
		m.form = slices.Insert(m.form, h.key, appendRange(nil, h.at, h.behind)...)
	}
	if len(m.open) == 0 {
		m.cut()
		m.top = topHolder{[2]int{h.pieces, len(m.pieces)}, [2]int{h.values, len(m.values)}, h.at, h.behind, m.behind}
	}
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
