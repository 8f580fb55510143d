package filter

import (
	"regexp"
	"strings"
)

// node is a compiled part of an expression. match reads and never writes, so
// one Filter serves any number of goroutines.
type node interface {
	match(values []Values) bool
}

// allOf and anyOf are flat, however long the chain: a chain of a thousand
// parts costs no depth.
type allOf []node

type anyOf []node

type negated struct{ inner node }

type constant bool

func (n allOf) match(values []Values) bool {
	for _, part := range n {
		if !part.match(values) {
			return false
		}
	}
	return true
}

func (n anyOf) match(values []Values) bool {
	for _, part := range n {
		if part.match(values) {
			return true
		}
	}
	return false
}

func (n negated) match(values []Values) bool { return !n.inner.match(values) }

func (n constant) match([]Values) bool { return bool(n) }

// slot is the place of a path in Filter.Paths.
type slot int

// of gives the values of the path; a caller who gave too few gave none.
func (s slot) of(values []Values) Values {
	if int(s) >= len(values) {
		return nil
	}
	return values[s]
}

// truth asks for presence.
type truth struct{ slot }

func (n truth) match(values []Values) bool {
	vs := n.of(values)
	for i := range vs {
		if vs[i].truth() {
			return true
		}
	}
	return false
}

// compare holds if a value stands in one of the accepted orders.
type compare struct {
	slot
	accept order
	lit    literal
}

func (n *compare) match(values []Values) bool {
	vs := n.of(values)
	for i := range vs {
		if n.lit.order(&vs[i])&n.accept != 0 {
			return true
		}
	}
	return false
}

// span is an item of a list: one literal, or a range with both ends.
type span struct {
	low, high literal
	wide      bool
}

func (s *span) covers(v *Value) bool {
	if !s.wide {
		return s.low.order(v) == same
	}
	return s.low.order(v)&(same|above) != 0 && s.high.order(v)&(same|below) != 0
}

type oneOf struct {
	slot
	spans []span
}

func (n *oneOf) match(values []Values) bool {
	vs := n.of(values)
	for i := range vs {
		if n.covers(&vs[i]) {
			return true
		}
	}
	return false
}

func (n *oneOf) covers(v *Value) bool {
	for i := range n.spans {
		if n.spans[i].covers(v) {
			return true
		}
	}
	return false
}

// part asks for a part of text or of raw bytes.
type part struct {
	slot
	lit literal
}

func (n *part) match(values []Values) bool {
	vs := n.of(values)
	for i := range vs {
		if n.in(&vs[i]) {
			return true
		}
	}
	return false
}

func (n *part) in(v *Value) bool {
	if !n.lit.has(v.kind) {
		return false
	}
	switch v.kind {
	case Text:
		return strings.Contains(v.text, n.lit.text)
	case Bytes:
		return strings.Contains(v.text, n.lit.raw)
	}
	return false
}

type pattern struct {
	slot
	re *regexp.Regexp
}

func (n *pattern) match(values []Values) bool {
	vs := n.of(values)
	for i := range vs {
		if vs[i].kind == Text && n.re.MatchString(vs[i].text) {
			return true
		}
	}
	return false
}
