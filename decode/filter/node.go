package filter

import (
	"regexp"
	"strings"
)

// node is a compiled part of an expression. match reads and never writes, so
// one Filter serves any number of goroutines.
type node interface {
	match(values []Values) bool
	// could reports whether the node can be true, and whether it can be false, for messages
	// of which so much is given.
	could(given []Given) (yes, no bool)
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

// anyValue holds if one of the values of a path does.
type anyValue struct {
	slot
	holds func(*Value) bool
}

func (n *anyValue) match(values []Values) bool {
	vs := n.of(values)
	for i := range vs {
		if n.holds(&vs[i]) {
			return true
		}
	}
	return false
}

// stands holds if a value stands in one of the accepted orders to a literal.
func stands(at slot, lit literal, accept order) node {
	return &anyValue{at, func(v *Value) bool { return lit.order(v)&accept != 0 }}
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

// oneOf holds if a value lies in one of the spans.
func oneOf(at slot, spans []span) node {
	return &anyValue{at, func(v *Value) bool {
		for i := range spans { // in place: a literal is large
			if spans[i].covers(v) {
				return true
			}
		}
		return false
	}}
}

// part holds if text or raw bytes have a literal within them.
func part(at slot, lit literal) node {
	return &anyValue{at, func(v *Value) bool {
		return lit.has(v.kind) && (v.kind == Text && strings.Contains(v.text, lit.text) ||
			v.kind == Bytes && strings.Contains(v.text, lit.raw))
	}}
}

// pattern holds if text matches.
func pattern(at slot, re *regexp.Regexp) node {
	return &anyValue{at, func(v *Value) bool { return v.kind == Text && re.MatchString(v.text) }}
}

func negate(n node) node {
	if twice, ok := n.(negated); ok {
		return twice.inner
	}
	return negated{n}
}

func equal(at slot, lit literal, not bool) node {
	n := stands(at, lit, same)
	if not {
		return negated{n}
	}
	return n
}

// Given is what is known of the values of a path before there is a message.
type Given struct {
	// Known says that Values are all there are; if not, there may be any or none.
	Known  bool
	Values Values
}

func (n allOf) could(given []Given) (yes, no bool) {
	yes = true
	for _, part := range n {
		y, n := part.could(given)
		yes, no = yes && y, no || n
	}
	return yes, no
}

func (n anyOf) could(given []Given) (yes, no bool) {
	no = true
	for _, part := range n {
		y, n := part.could(given)
		yes, no = yes || y, no && n
	}
	return yes, no
}

func (n negated) could(given []Given) (yes, no bool) {
	yes, no = n.inner.could(given)
	return no, yes
}

func (n constant) could([]Given) (yes, no bool) { return bool(n), !bool(n) }

func (n *anyValue) could(given []Given) (yes, no bool) {
	if int(n.slot) >= len(given) || !given[n.slot].Known {
		return true, true
	}
	values := given[n.slot].Values
	for i := range values {
		if n.holds(&values[i]) {
			return true, false
		}
	}
	return false, true
}
