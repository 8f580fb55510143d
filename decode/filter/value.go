package filter

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// Values holds what one path gave for one message: nothing if the message
// lacks the key, several values if the path ends in a list or leads through
// one. Cut it to [:0] and append again for the next message.
type Values []Value

// Value is one value of a message. The zero Value says that the key is there
// but holds nothing to compare with.
type Value struct {
	kind   Kind
	form   form
	digits uint8 // that a number of kind Hex is written with at least
	bits   uint64
	text   string
	addr   netip.AddrPort
}

// form says how the bits of a number are to be read.
type form uint8

const (
	formInt     form = iota // int64
	formFloat32             // float32 in the low half
	formFloat64             // float64
)

// Present is the value of a key that is there but is an object, an empty list
// or the like: it answers the question for presence and equals nothing.
func Present() Value { return Value{} }

// OfInt is a number. Keys of kind Hex take it too.
func OfInt(i int64) Value { return Value{kind: Number, form: formInt, bits: uint64(i)} }

// OfHex is a number that is written with so many hex digits, as an id has eight whatever it is.
func OfHex(i int64, digits int) Value {
	return Value{kind: Number, form: formInt, digits: uint8(digits), bits: uint64(i)} //nolint:gosec // at most 16
}

// OfFloat32 is a number that was a float32 on the wire and is printed in the
// shortest form that gives it back.
func OfFloat32(f float32) Value {
	return Value{kind: Number, form: formFloat32, bits: uint64(math.Float32bits(f))}
}

// OfFloat64 is a number.
func OfFloat64(f float64) Value {
	return Value{kind: Number, form: formFloat64, bits: math.Float64bits(f)}
}

// OfText is UTF-8 text.
func OfText(s string) Value { return Value{kind: Text, text: s} }

// OfBytes is raw data without a copy: b must stay as it is until Match has
// returned.
func OfBytes(b []byte) Value { return Value{kind: Bytes, text: borrow(b)} }

// OfBool is true or false.
func OfBool(b bool) Value {
	v := Value{kind: Bool}
	if b {
		v.bits = 1
	}
	return v
}

// OfTime is a moment, in nanoseconds since 1970 UTC.
func OfTime(ns int64) Value { return Value{kind: Time, bits: uint64(ns)} }

// OfAddress is an address with its port. An IPv4 address in IPv6 clothes
// counts as the IPv4 address.
func OfAddress(a netip.AddrPort) Value {
	return Value{kind: Address, addr: netip.AddrPortFrom(a.Addr().Unmap(), a.Port())}
}

// borrow views bytes as a string. The view is only ever read, and only during
// Match, so one set of comparisons serves both and none of them allocates.
func borrow(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// truth is what the value says when its path stands alone.
func (v *Value) truth() bool { return v.kind != Bool || v.bits != 0 }

// Step is one step of a path: into a named key, or, if Name is empty, to the
// element Index of a list, counted from 0.
type Step struct {
	Name  string
	Index int
}

// Steps takes a path of [Filter.Paths] apart: "fields.position[2]" gives
// "fields", "position", 2.
func Steps(path string) []Step {
	var steps []Step
	for path != "" {
		end := nameEnd(path)
		if end > 0 {
			steps = append(steps, Step{Name: path[:end]})
			path = path[end:]
			continue
		}
		if path[0] != '[' {
			path = path[1:] // the dot
			continue
		}
		inner, rest, _ := strings.Cut(path[1:], "]")
		index, _ := strconv.Atoi(inner)
		steps = append(steps, Step{Index: index})
		path = rest
	}
	return steps
}

// KeyOf gives the key that a path leads to: the path without its indexes.
func KeyOf(path string) string {
	var names []string
	for _, s := range Steps(path) {
		if s.Name != "" {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ".")
}

// writable tells whether an expression can name s: names joined by dots, and
// not a single word of the language.
func writable(s string) bool {
	if _, taken := words[strings.ToLower(s)]; taken {
		return false
	}
	for name := range strings.SplitSeq(s, ".") {
		if name == "" || nameEnd(name) < len(name) || digit(name[0]) {
			return false
		}
	}
	return true
}

// Quote writes a text as an expression has it. What is no UTF-8 becomes U+FFFD.
func Quote(text string) string {
	b := []byte{'"'}
	for _, c := range text {
		b = appendQuoted(b, c)
	}
	return string(append(b, '"'))
}

func appendQuoted(b []byte, c rune) []byte {
	switch {
	case c == '"' || c == '\\':
		return append(b, '\\', byte(c))
	case unicode.IsPrint(c) || c > 0xFFFF: // the language has no escape for what is above
		return utf8.AppendRune(b, c)
	case c < 0x100:
		return fmt.Appendf(b, `\x%02x`, c)
	}
	return fmt.Appendf(b, `\u%04x`, c)
}

// Literal writes the value as an expression compares a key of the kind with it; "" if it holds nothing
// to compare with.
func (v *Value) Literal(kind Kind) string {
	switch v.kind {
	case Number:
		return v.number(kind)
	case Text:
		return Quote(v.text)
	case Bytes:
		return `"` + hex.EncodeToString([]byte(v.text)) + `"`
	case Bool:
		return strconv.FormatBool(v.bits != 0)
	case Time:
		return `"` + time.Unix(0, int64(v.bits)).UTC().Format(time.RFC3339Nano) + `"`
	case Address:
		return v.address()
	}
	return ""
}

// Plain gives the value as reports have it: a number as json.Number, true or false, and anything else as a string,
// without the quotes of Literal; nil if it holds nothing to compare with.
func (v *Value) Plain(kind Kind) any {
	switch literal := v.Literal(kind); {
	case literal == "-0": // equals 0
		return json.Number("0")
	case v.kind == Number && literal == `"+Inf"`: // as decode writes it
		return "Infinity"
	case v.kind == Number && literal == `"-Inf"`:
		return "-Infinity"
	case v.kind == Text:
		return strings.ToValidUTF8(v.text, "\uFFFD")
	case v.kind == Bool:
		return v.bits != 0
	case v.kind == Number && literal != "" && literal[0] != '"' && !strings.HasPrefix(literal, "0x"):
		return json.Number(literal)
	case literal != "":
		return strings.Trim(literal, `"`)
	}
	return nil
}

// AppendKey appends bytes that are the same for values that a filter cannot tell apart, and different for others.
func (v *Value) AppendKey(b []byte) []byte {
	bits := v.bits
	if x, ok := v.Number(); ok && v.form != formInt {
		switch {
		case x == 0: // -0 equals it
			x = 0
		case x != x:
			x = math.NaN()
		}
		bits = math.Float64bits(x)
	}
	b = binary.LittleEndian.AppendUint64(append(b, byte(v.kind), byte(v.form)), bits)
	if v.kind == Address {
		b, _ = v.addr.AppendBinary(b) // never fails
	}
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(v.text))), v.text...)
}

// Number is the value as a number; ok is false if it is none.
func (v *Value) Number() (x float64, ok bool) {
	switch {
	case v.kind != Number:
		return 0, false
	case v.form == formFloat32:
		return float64(math.Float32frombits(uint32(v.bits))), true
	case v.form == formFloat64:
		return math.Float64frombits(v.bits), true
	}
	return float64(int64(v.bits)), true
}

// address is "server" if it is not known, as in text logs.
func (v *Value) address() string {
	if !v.addr.Addr().IsValid() {
		return `"server"`
	}
	return `"` + v.addr.String() + `"`
}

func (v *Value) number(kind Kind) string {
	switch {
	case v.form == formFloat32:
		return float(float64(math.Float32frombits(uint32(v.bits))), 32)
	case v.form == formFloat64:
		return float(math.Float64frombits(v.bits), 64)
	case kind == Hex || v.digits > 0: // of a key that has texts in other messages, too
		return fmt.Sprintf("0x%0*X", max(2, int(v.digits)), v.bits)
	}
	return strconv.FormatInt(int64(v.bits), 10)
}

// float writes the shortest number that gives it back, in quotes if it has no digits.
func float(f float64, size int) string {
	text := strconv.FormatFloat(f, 'g', -1, size)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return `"` + text + `"`
	}
	return text
}

// And joins expressions so that each has to be true. An empty one, and one that stands there already, adds
// nothing.
func And(expressions ...string) string {
	var parts []string
	for _, e := range expressions {
		e = strings.TrimSpace(e)
		if e != "" && !among(e, parts) {
			parts = append(parts, e)
		}
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	for i, p := range parts {
		if hasOr(p) {
			parts[i] = "(" + p + ")"
		}
	}
	return strings.Join(parts, " && ")
}

// among reports whether an expression is one of those that && joins at the top of others.
func among(expr string, others []string) bool {
	for _, other := range others {
		if slices.Contains(conjuncts(other), expr) {
			return true
		}
	}
	return false
}

// conjuncts cuts an expression at each && that stands in no parentheses; one with || stays whole.
func conjuncts(expr string) (parts []string) {
	if hasOr(expr) {
		return []string{expr}
	}
	begin := 0
	outermost(expr, func(t token, end int) {
		if t.is("&&") {
			parts = append(parts, strings.TrimSpace(expr[begin:t.pos]))
			begin = end
		}
	})
	return append(parts, strings.TrimSpace(expr[begin:]))
}

// hasOr reports a || that stands in no parentheses.
func hasOr(expr string) (has bool) {
	outermost(expr, func(t token, _ int) { has = has || t.is("||") })
	return has
}

// outermost gives the tokens that stand in no parentheses, with where they end.
func outermost(expr string, take func(t token, end int)) {
	l, depth := lexer{expr: expr}, 0
	for {
		t := l.next()
		switch {
		case t.kind == tokenEnd:
			return
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case depth == 0:
			take(t, l.pos)
		}
	}
}
