package filter

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

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
	form   form // formInt, formBig or formFloat64
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
		return number{form: formBig, bits: u, wide: float64(u)}, true
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

func (n *number) whole() bool { return n.form != formFloat64 }

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
		if n.whole() {
			return orderWholeFloat(n.form, n.bits, f).flip()
		}
		return orderFloats(f, n.wide)
	}
	if n.whole() {
		return orderWhole(v.form, v.bits, n.form, n.bits)
	}
	return orderWholeFloat(v.form, v.bits, n.wide)
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

func orderOf[T int64 | uint64 | form | string](a, b T) order {
	return order(1 << (1 + cmp.Compare(a, b)))
}

// orderWhole compares integers. A formBig is above every formInt.
func orderWhole(aForm form, a uint64, bForm form, b uint64) order {
	switch {
	case aForm != bForm:
		return orderOf(aForm, bForm)
	case aForm == formInt:
		return orderOf(int64(a), int64(b))
	}
	return orderOf(a, b)
}

// orderWholeFloat compares an integer with a float without rounding the
// integer: it cuts the float and looks at the fraction only on a tie.
func orderWholeFloat(f form, bits uint64, x float64) order {
	if math.IsNaN(x) {
		return apart
	}
	if f == formBig {
		return orderBigFloat(bits, x)
	}
	switch {
	case x >= 1<<63:
		return below
	case x < -1<<63:
		return above
	}
	cut := math.Trunc(x)
	if o := orderOf(int64(bits), int64(cut)); o != same {
		return o
	}
	return orderFloats(cut, x)
}

func orderBigFloat(u uint64, x float64) order {
	switch {
	case x >= 1<<64:
		return below
	case x < 1<<63:
		return above
	}
	return orderWhole(formBig, u, formBig, uint64(x))
}
