package filter

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

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
	case v.form == formBig:
		return strconv.FormatUint(v.bits, 10)
	case kind == Hex:
		return fmt.Sprintf("0x%02X", v.bits)
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
		for _, part := range conjuncts(other) {
			if part == expr {
				return true
			}
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
		t, err := l.next()
		switch {
		case err != nil || t.kind == tokenEnd:
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
