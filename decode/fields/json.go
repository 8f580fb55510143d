package fields

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// All is the limit for messages that were read completely.
const All = math.MaxInt

// Limit is how many fields of a message may be shown: those that were there.
func Limit(d *wire.Decoded) int {
	if d.Complete() {
		return All
	}
	return d.Fields
}

// players gives names to peer ids, where Names does so too.
type players interface{ Player(peer uint8) string }

// playerOf is the name of the player whose peer id a field holds; "" = it holds none, or nobody knows it.
func playerOf(names Names, field string, value int64) string {
	switch field {
	case "player_id", "killer_id", "victim_id", "sender_id", "firing_player", "peer_id":
		if p, ok := names.(players); ok && value > 0 && value <= math.MaxUint8 {
			return p.Player(uint8(value))
		}
	}
	return ""
}

// AppendJSON appends m as a JSON object. Only the first limit fields in wire
// order are printed: of a message that was cut, the fields that a Reader counted.
//
// Ids, hashes and flag bytes are hex strings ("0x3FFFFFFF"), floats the shortest
// decimal that reads back as the same float32, NaN and infinities strings,
// vectors arrays, text UTF-8.
func AppendJSON(b []byte, m wire.Message, limit int) []byte {
	return AppendJSONNamed(b, m, limit, nil)
}

// Names gives names to object ids.
type Names interface {
	// AppendName appends the name of an object in UTF-8, or nothing if it has none.
	AppendName(b []byte, id uint32) []byte
}

// AppendJSONNamed is AppendJSON that puts the name of an object behind its id, where
// it has one: "target_id" is followed by "target".
func AppendJSONNamed(b []byte, m wire.Message, limit int, names Names) []byte {
	return appendJSON(b, m, NewGate(limit), names)
}

// AppendJSONWhole is AppendJSONNamed with the fields that own bytes and are hidden elsewhere.
func AppendJSONWhole(b []byte, m wire.Message, limit int, names Names) []byte {
	gate := NewGate(limit)
	gate.whole = true
	return appendJSON(b, m, gate, names)
}

func appendJSON(b []byte, m wire.Message, gate Gate, names Names) []byte {
	j := jsonVisitors.Get().(*jsonVisitor)
	*j = jsonVisitor{b: append(b, '{'), Gate: gate, leaves: leaves{j}, names: names, object: j.object}
	m.Visit(j)
	j.b = append(j.b, '}')
	b, j.b, j.names = j.b, nil, nil
	jsonVisitors.Put(j)
	return b
}

// jsonVisitors are kept: behind the interface each would be allocated anew for
// every message.
var jsonVisitors = sync.Pool{New: func() any { return new(jsonVisitor) }}

type jsonVisitor struct {
	Gate
	leaves
	b      []byte
	names  Names
	object []byte // name of the last object
}

var _ wire.Visitor = (*jsonVisitor)(nil)

// Terminator is a zero, where hidden fields are printed.
func (j *jsonVisitor) Terminator(name string, present *bool) {
	if j.whole && *present {
		j.key(name)
		j.b = append(j.b, '0')
	}
}

// key writes the separator and the key of the next value.
func (j *jsonVisitor) key(name string) {
	j.separate()
	j.b = append(j.b, '"')
	j.b = append(j.b, name...)
	j.b = append(j.b, '"', ':')
}

func (j *jsonVisitor) separate() {
	if last := j.b[len(j.b)-1]; last != '{' && last != '[' {
		j.b = append(j.b, ',')
	}
}

func (j *jsonVisitor) integer(name string, value int64) {
	if j.Leaf() {
		j.key(name)
		j.b = strconv.AppendInt(j.b, value, 10)
	}
}

func (j *jsonVisitor) U8None(name string, none uint8, p *uint8) {
	if *p != none {
		j.integer(name, int64(*p))
	} else if j.Leaf() {
		j.null(name)
	}
}

func (j *jsonVisitor) null(name string) {
	j.key(name)
	j.b = append(j.b, "null"...)
}

func (j *jsonVisitor) hex(name string, value uint32, digits int) {
	if j.Leaf() {
		j.key(name)
		j.b = AppendHex(append(j.b, '"'), uint64(value), digits)
		j.b = append(j.b, '"')
	}
}

func (j *jsonVisitor) float(name, _ string, value float64) {
	if j.Leaf() {
		j.key(name)
		j.b = AppendFloat(j.b, float32(value))
	}
}

func (j *jsonVisitor) vector(name, _ string, value wire.Vector) { j.floats(name, value[:]) }

func (j *jsonVisitor) floats(name string, values []float32) {
	if j.Leaf() {
		j.list(name, values)
	}
}

func (j *jsonVisitor) list(name string, values []float32) {
	j.key(name)
	j.b = append(j.b, '[')
	for _, f := range values {
		j.separate()
		j.b = AppendFloat(j.b, f)
	}
	j.b = append(j.b, ']')
}

func (j *jsonVisitor) latin1(name string, value wire.Text) {
	if j.Leaf() {
		j.key(name)
		j.b = AppendLatin1(j.b, value)
	}
}

func (j *jsonVisitor) text(name, value string) {
	if j.Leaf() {
		j.key(name)
		j.b = AppendString(j.b, value)
	}
}

func (j *jsonVisitor) ID(name string, p *uint32) {
	j.hex(name, *p, 8)
	if j.names == nil || !j.Shown() {
		return
	}
	if j.object = j.names.AppendName(j.object[:0], *p); len(j.object) > 0 {
		j.key(NameKey(name))
		j.b = AppendString(j.b, j.object)
	}
}

// NameKey is the key of the name of the object whose id is in the field name:
// "target" for "target_id", "object_ref_name" for "object_ref".
func NameKey(name string) string {
	if base, ok := strings.CutSuffix(name, "_id"); ok {
		return base
	}
	return name + "_name"
}

func (j *jsonVisitor) Bool(name string, p *bool) {
	if j.Leaf() {
		j.key(name)
		j.b = strconv.AppendBool(j.b, *p)
	}
}

// TrimZeros cuts the zeros at the end of a text that has a length as well.
func TrimZeros(t wire.Text) wire.Text { return bytes.TrimRight(t, "\x00") }

// PaddedText is what stands before the first zero, read as UTF-8; each byte that is none
// becomes U+FFFD.
func PaddedText(t wire.Text) string {
	if end := bytes.IndexByte(t, 0); end >= 0 {
		t = t[:end]
	}
	return string([]rune(string(t)))
}

func (j *jsonVisitor) Octets(name string, p *[]byte, _ int) {
	if !j.Leaf() {
		return
	}
	j.key(name)
	j.b = append(j.b, '[')
	for _, x := range *p {
		j.separate()
		j.b = strconv.AppendUint(j.b, uint64(x), 10)
	}
	j.b = append(j.b, ']')
}

func (j *jsonVisitor) IPv4(name string, p *[4]byte) {
	if j.Leaf() {
		j.key(name)
		j.b = append(AppendIPv4(append(j.b, '"'), *p), '"')
	}
}

func (j *jsonVisitor) Rest(name string, p *[]byte, _ int) {
	if j.Leaf() {
		j.key(name)
		j.b = AppendBytes(j.b, *p)
	}
}

func (j *jsonVisitor) ShowInt(name string, value int64) {
	if j.Shown() {
		j.key(name)
		j.b = strconv.AppendInt(j.b, value, 10)
	}
}

func (j *jsonVisitor) ShowBool(name string, value bool) {
	if j.Shown() {
		j.key(name)
		j.b = strconv.AppendBool(j.b, value)
	}
}

func (j *jsonVisitor) ShowFloats(name, _ string, values []float32) {
	if j.Shown() {
		j.list(name, values)
	}
}

func (j *jsonVisitor) ShowFloat(name, _ string, value float64) {
	if j.Shown() {
		j.key(name)
		j.b = AppendFloat(j.b, float32(value))
	}
}

func (j *jsonVisitor) ShowText(name, value string) {
	if j.Shown() {
		j.key(name)
		j.b = AppendString(j.b, value)
	}
}

func (j *jsonVisitor) ShowTexts(name string, values []string) {
	if !j.Shown() {
		return
	}
	j.key(name)
	j.b = append(j.b, '[')
	for _, v := range values {
		j.separate()
		j.b = AppendString(j.b, v)
	}
	j.b = append(j.b, ']')
}

func (j *jsonVisitor) ShowHex32(name string, value uint32) {
	if j.Shown() {
		j.key(name)
		j.b = append(AppendHex(append(j.b, '"'), uint64(value), 8), '"')
	}
}

func (j *jsonVisitor) ShowBytes(name string, data []byte) {
	if j.Shown() {
		j.key(name)
		j.b = AppendBytes(j.b, data)
	}
}

func (j *jsonVisitor) ShowHash(name string, data []byte) {
	if j.Shown() {
		sum := sha256.Sum256(data)
		j.key(name)
		j.b = AppendBytes(j.b, sum[:])
	}
}

func (j *jsonVisitor) ShowNull(name string) {
	if j.Shown() {
		j.null(name)
	}
}

func (j *jsonVisitor) BeginObject(name string) {
	if j.OpenObject() {
		j.key(name)
		j.b = append(j.b, '{')
	}
}

func (j *jsonVisitor) EndObject() {
	if j.Close() {
		j.b = append(j.b, '}')
	}
}

func (j *jsonVisitor) BeginList(name string) {
	if j.OpenList() {
		j.key(name)
		j.b = append(j.b, '[')
	}
}

func (j *jsonVisitor) EndList() {
	if j.Close() {
		j.b = append(j.b, ']')
	}
}

func (j *jsonVisitor) BeginItem() {
	if j.OpenItem() {
		j.separate()
		j.b = append(j.b, '{')
	}
}

func (j *jsonVisitor) EndItem() {
	if j.CloseItem() {
		j.b = append(j.b, '}')
	}
}

const upperHex = "0123456789ABCDEF"

// AppendHex appends "0x" and at least digits upper-case hex digits.
func AppendHex(b []byte, value uint64, digits int) []byte {
	for digits < 16 && value>>(4*digits) != 0 {
		digits++
	}
	b = append(b, "0x0000000000000000"[:2+digits]...)
	for at := len(b) - 1; value != 0; at-- {
		b[at] = upperHex[value&0xF]
		value >>= 4
	}
	return b
}

// AppendBytes appends data as a JSON string of lower-case hex digits.
func AppendBytes(b, data []byte) []byte {
	b = append(b, '"')
	b = hex.AppendEncode(b, data)
	return append(b, '"')
}

// AppendIPv4 appends an address as "10.0.0.1".
func AppendIPv4(b []byte, a [4]byte) []byte {
	for i, part := range a {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendUint(b, uint64(part), 10)
	}
	return b
}

// AppendLatin1 appends Latin-1 bytes as a JSON string.
func AppendLatin1(b, text []byte) []byte {
	b = append(b, '"')
	for _, c := range text {
		b = appendRune(b, rune(c))
	}
	return append(b, '"')
}

// AppendString appends UTF-8 text as a JSON string; bytes that are not UTF-8
// become U+FFFD.
func AppendString[T string | []byte](b []byte, text T) []byte {
	b = append(b, '"')
	n := 0
	for n < len(text) && itself[text[n]] {
		n++
	}
	b = append(b, text[:n]...)
	for _, c := range string(text[n:]) {
		b = appendRune(b, c)
	}
	return append(b, '"')
}

// itself tells which bytes stand for themselves in a JSON string.
var itself = func() (table [256]bool) {
	for c := ' '; c <= '~'; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

func appendRune(b []byte, c rune) []byte {
	switch {
	case c == '"' || c == '\\':
		return append(b, '\\', byte(c))
	case c == '\n':
		return append(b, '\\', 'n')
	case c == '\r':
		return append(b, '\\', 'r')
	case c == '\t':
		return append(b, '\\', 't')
	case printable.Control(c):
		// It would reach the terminal of whoever looks at the file.
		return printable.AppendJSONEscape(b, c)
	}
	return utf8.AppendRune(b, c)
}
