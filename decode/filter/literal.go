package filter

import (
	"cmp"
	"encoding/hex"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// literal is a value of the expression in every form in which it can meet a
// value of a message. A key of a known kind gives it one form, Any several.
type literal struct {
	forms uint16 // one bit per Kind
	num   number
	text  string
	raw   string
	ns    int64
	flag  uint64
	net   netip.Prefix
	port  uint16
	ports bool // port counts
	// server matches the address that is not known
	server bool
}

func (l *literal) has(k Kind) bool { return l.forms&(1<<k) != 0 }

func (l *literal) add(k Kind) { l.forms |= 1 << k }

// order says where the value stands against the literal. Kinds without an
// order know only same and apart.
func (l *literal) order(v *Value) order {
	if !l.has(v.kind) {
		return apart
	}
	switch v.kind {
	case Number:
		return l.num.order(v)
	case Text:
		return orderOf(v.text, l.text)
	case Time:
		return orderOf(int64(v.bits), l.ns)
	case Bool:
		return sameIf(v.bits == l.flag)
	case Bytes:
		return sameIf(v.text == l.raw)
	case Address:
		return sameIf(l.covers(v.addr))
	}
	return apart
}

func (l *literal) covers(a netip.AddrPort) bool {
	if !a.Addr().IsValid() {
		return l.server
	}
	if l.ports && a.Port() != l.port {
		return false
	}
	return l.net.Contains(a.Addr())
}

func sameIf(b bool) order {
	if b {
		return same
	}
	return apart
}

// setText adds the form that text has for a key of kind k. It returns false if
// the text cannot be read as one.
func (l *literal) setText(k Kind, s string) (ok bool) {
	switch k {
	case Number:
		ok = l.setNumber(specialNumber(s))
	case Hex:
		ok = l.setNumber(parseHex(s))
	case Text:
		l.text, ok = s, true
	case Time:
		l.ns, ok = parseTime(s)
	case Address:
		ok = l.setAddress(s)
	case Bytes:
		l.raw, ok = parseBytes(s)
	}
	if ok && k != Hex { // values of hex keys are numbers
		l.add(k)
	}
	return ok
}

func (l *literal) setNumber(n number, ok bool) bool {
	if ok {
		l.num = n
		l.add(Number)
	}
	return ok
}

// setAddress reads "host:port", "host", "network/bits", or the "server" of a text log,
// which does not have its address.
func (l *literal) setAddress(s string) bool {
	if s == "server" {
		l.server = true
		return true
	}
	if ap, err := netip.ParseAddrPort(s); err == nil {
		l.port, l.ports = ap.Port(), true
		return l.setHost(ap.Addr())
	}
	if net, err := netip.ParsePrefix(s); err == nil {
		l.net = net.Masked()
		return true
	}
	if inner, ok := strings.CutPrefix(s, "["); ok {
		s = strings.TrimSuffix(inner, "]")
	}
	host, err := netip.ParseAddr(s)
	return err == nil && l.setHost(host)
}

// setHost makes the address a network of one. A zone names an interface of
// some machine; no capture has one.
func (l *literal) setHost(a netip.Addr) bool {
	if a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	l.net = netip.PrefixFrom(a, a.BitLen())
	return true
}

// parseHex wants the 0x, because "28" could be meant either way.
func parseHex(s string) (number, bool) {
	if !hexPrefix(s) {
		return number{}, false
	}
	if _, err := strconv.ParseUint(s[2:], 16, 64); err != nil {
		return number{}, false
	}
	return parseNumber(s)
}

// parseTime refuses years whose nanoseconds do not fit 64 bits.
func parseTime(s string) (ns int64, ok bool) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return 0, false
	}
	ns = t.UnixNano()
	return ns, time.Unix(0, ns).Equal(t)
}

func parseBytes(s string) (raw string, ok bool) {
	s = strings.TrimPrefix(strings.ReplaceAll(s, " ", ""), "0x")
	b, err := hex.DecodeString(s)
	return string(b), err == nil
}

// escapes are the ones that stand for a fixed character.
var escapes = map[byte]byte{'\\': '\\', '"': '"', '\'': '\'', 'n': '\n', 'r': '\r', 't': '\t'}

// unquote resolves the escapes of a text token, quotes included. at is the
// offset of the faulty escape if ok is false.
func unquote(token string) (text string, at int, ok bool) {
	body := token[1 : len(token)-1]
	if strings.IndexByte(body, '\\') < 0 {
		return body, 0, true
	}
	var b strings.Builder
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			i++
			continue
		}
		r, n := escape(body[i+1:])
		if n == 0 {
			return "", i + 1, false
		}
		b.WriteRune(r)
		i += 1 + n
	}
	return b.String(), 0, true
}

// escape reads what follows a backslash; n is 0 if it is no escape.
func escape(s string) (r rune, n int) {
	switch s[0] {
	case 'x':
		return hexRune(s[1:], 2)
	case 'u':
		return hexRune(s[1:], 4)
	}
	c, ok := escapes[s[0]]
	if !ok {
		return 0, 0
	}
	return rune(c), 1
}

func hexRune(s string, digits int) (r rune, n int) {
	if len(s) < digits || run(s[:digits], hexDigit) < digits {
		return 0, 0
	}
	u, err := strconv.ParseUint(s[:digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(u)) {
		return 0, 0
	}
	return rune(u), 1 + digits
}

// order is where a value stands against a literal. It is a bit, so that an
// operator is a set of orders.
type order uint8

const (
	below order = 1 << iota
	same
	above
	apart order = 0 // neither: another kind, or NaN
)

// flip gives the order seen from the other side.
func (o order) flip() order {
	switch o {
	case below:
		return above
	case above:
		return below
	}
	return o
}

// number is a numeric literal in every form that a value may have.
type number struct {
	form   form // formInt or formFloat64
	large  bool // whole, and above formInt: no value has so much
	bits   uint64
	wide   float64
	narrow float32
	// narrowed tells that narrow stands for the literal: a literal that is too
	// large or too small for a float32 is compared as a float64, or infinity
	// and zero would equal it.
	narrowed bool
}

// parseNumber reads a literal as the lexer cuts it. ok is false if it is out
// of range.
func parseNumber(s string) (n number, ok bool) {
	digits, negative := strings.CutPrefix(s, "-")
	base := 10
	if len(digits) > 2 && (digits[1] == 'x' || digits[1] == 'X') {
		digits, base = digits[2:], 16
	}
	if base == 10 && strings.ContainsAny(digits, ".eE") {
		return parseFloat(s)
	}
	u, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return n, false // as a float it would be rounded, and equal a neighbour
	}
	n, ok = wholeNumber(u, negative)
	n.setNarrow(narrowOf(s, base, n.wide))
	return n, ok
}

func parseFloat(s string) (n number, ok bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return n, false
	}
	n = floatNumber(f)
	n.setNarrow(narrowOf(s, 10, f))
	return n, true
}

// wholeNumber gives the exact integer, if 64 bits hold it.
func wholeNumber(u uint64, negative bool) (number, bool) {
	switch {
	case negative && u > 1<<63:
		return number{}, false
	case negative:
		return number{form: formInt, bits: -u, wide: -float64(u)}, true
	case u > math.MaxInt64:
		n := floatNumber(float64(u))
		n.large = true
		return n, true
	}
	return number{form: formInt, bits: u, wide: float64(u)}, true
}

func floatNumber(f float64) number {
	return number{form: formFloat64, bits: math.Float64bits(f), wide: f}
}

// specialNumber reads the texts that stand for the floats that have no digits.
func specialNumber(s string) (n number, ok bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !math.IsNaN(f) && !math.IsInf(f, 0) {
		return n, false
	}
	n = floatNumber(f)
	n.narrow, n.narrowed = float32(f), true
	return n, true
}

// narrowOf rounds the literal to float32 from its digits: rounding the float64
// would round twice and can miss the float32 that was printed.
func narrowOf(s string, base int, wide float64) float32 {
	if base == 16 {
		return float32(wide)
	}
	f, _ := strconv.ParseFloat(s, 32) // out of range gives an infinity, which setNarrow refuses
	return float32(f)
}

func (n *number) setNarrow(f float32) {
	n.narrow = f
	n.narrowed = !math.IsInf(float64(f), 0) && (f != 0 || n.wide == 0)
}

func (n *number) nan() bool { return math.IsNaN(n.wide) }

func (n *number) whole() bool { return n.form == formInt || n.large }

// order compares a numeric value with the literal, without rounding either,
// save for a float32 value (see number.narrow).
func (n *number) order(v *Value) order {
	switch v.form {
	case formFloat32:
		f := math.Float32frombits(uint32(v.bits))
		if n.narrowed {
			return orderFloats(float64(f), float64(n.narrow))
		}
		return orderFloats(float64(f), n.wide)
	case formFloat64:
		f := math.Float64frombits(v.bits)
		if n.form == formInt {
			return orderWholeFloat(int64(n.bits), f).flip()
		}
		return orderFloats(f, n.wide)
	}
	if n.form == formInt {
		return orderOf(int64(v.bits), int64(n.bits))
	}
	return orderWholeFloat(int64(v.bits), n.wide)
}

func orderFloats(a, b float64) order {
	switch {
	case a < b:
		return below
	case a > b:
		return above
	case a == b, math.IsNaN(a) && math.IsNaN(b):
		return same
	}
	return apart
}

func orderOf[T int64 | string](a, b T) order {
	return order(1 << (1 + cmp.Compare(a, b)))
}

// orderWholeFloat compares an integer with a float without rounding the
// integer: it cuts the float and looks at the fraction only on a tie.
func orderWholeFloat(i int64, x float64) order {
	switch {
	case math.IsNaN(x):
		return apart
	case x >= 1<<63:
		return below
	case x < -1<<63:
		return above
	}
	cut := math.Trunc(x)
	if o := orderOf(i, int64(cut)); o != same {
		return o
	}
	return orderFloats(cut, x)
}
