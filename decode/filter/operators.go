package filter

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// oneOf reads what follows in: a list, or one range.
func (p *parser) oneOf(t *target) (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.is("[") {
		return p.list(t)
	}
	pos := p.tok.pos
	if !p.tok.literal() {
		return nil, p.fail(pos, "in needs a list [a, b] or a range a..b")
	}
	s, err := p.span(t)
	if err != nil {
		return nil, err
	}
	if !s.wide {
		return nil, p.fail(pos, "in needs a list [a, b] or a range a..b")
	}
	return oneOf(t.slot, []span{s}), nil
}

func (p *parser) list(t *target) (node, error) {
	var spans []span
	for !p.tok.is("]") || spans == nil {
		if err := p.advance(); err != nil { // the bracket or a comma
			return nil, err
		}
		s, err := p.span(t)
		if err != nil {
			return nil, err
		}
		spans = append(spans, s)
		if !p.tok.is(",") && !p.tok.is("]") {
			return nil, p.fail(p.tok.pos, "a comma or ] should stand here, not %s", p.tok.shown())
		}
	}
	return oneOf(t.slot, spans), p.advance()
}

// span reads a value or a range.
func (p *parser) span(t *target) (s span, err error) {
	low, err := p.operand()
	if err != nil {
		return s, err
	}
	if !p.tok.is("..") {
		s.low, err = p.literal(t, low)
		return s, err
	}
	if !t.Kind.ranged() {
		return s, p.unfit(t, p.tok.pos, "a range")
	}
	high, err := p.nextOperand()
	if err != nil {
		return s, err
	}
	return p.rangeOf(t, low, high)
}

func (p *parser) rangeOf(t *target, low, high operand) (s span, err error) {
	s.wide = true
	if s.low, err = p.bound(t, low); err != nil {
		return s, err
	}
	if s.high, err = p.bound(t, high); err != nil {
		return s, err
	}
	if s.empty() {
		return s, p.fail(high.pos, "the range is empty: %s lies below %s", high.shown(), low.shown())
	}
	return s, nil
}

// empty tells whether no value can lie in the range.
func (s *span) empty() bool {
	shared := s.low.forms & s.high.forms
	switch {
	case shared&(1<<Number) != 0:
		return s.low.num.order(s.high.num.value())&(same|above) == 0
	case shared&(1<<Time) != 0:
		return s.high.ns < s.low.ns
	}
	return shared == 0
}

// value turns a literal into a value, to compare two literals.
func (n *number) value() *Value { return &Value{kind: Number, form: n.form, bits: n.bits} }

// contains reads a part of text or bytes, or an element of a list.
func (p *parser) contains(t *target) (node, error) {
	operator := p.tok.pos
	o, err := p.nextOperand()
	if err != nil {
		return nil, err
	}
	if t.Lists > 0 {
		lit, err := p.literal(t, o)
		return equal(t.slot, lit, false), err
	}
	if t.Kind != Text && t.Kind != Bytes && t.Kind != Any {
		return nil, p.unfit(t, operator, "contains")
	}
	lit, err := p.partOf(t, o)
	return part(t.slot, lit), err
}

// partOf is a literal that is part of a value and so need not be one.
func (p *parser) partOf(t *target, o operand) (literal, error) {
	if o.kind != tokenText {
		return literal{}, p.mismatch(t, o)
	}
	within := func(v string) bool { return strings.Contains(v, o.str) }
	if t.closed() && !slices.ContainsFunc(t.Values, within) && !slices.ContainsFunc(t.Rare, within) {
		return literal{}, p.valueError(t, o, fmt.Sprintf("no value of %s contains %s", t.shown, o.shown()))
	}
	open := *t
	open.Values, open.Aliases = nil, nil
	return p.literal(&open, o)
}

// matches reads a pattern. Its backslashes belong to it, so it is taken as it
// stands; RE2 itself reads \" as a quote.
func (p *parser) matches(t *target) (node, error) {
	operator := p.tok.pos
	if err := p.advance(); err != nil {
		return nil, err
	}
	if t.Kind != Text && t.Kind != Any {
		return nil, p.unfit(t, operator, "matches")
	}
	if p.tok.kind != tokenText {
		return nil, p.fail(p.tok.pos, "matches needs a pattern in quotes, not %s", p.tok.shown())
	}
	re, err := p.pattern(p.tok.text[1 : len(p.tok.text)-1])
	if err != nil {
		return nil, err
	}
	return pattern(t.slot, re), p.advance()
}

// pattern compiles a pattern if the expression's patterns together stay within
// the limits.
func (p *parser) pattern(source string) (*regexp.Regexp, error) {
	if p.patterns += len(source); p.patterns > maxPatterns {
		return nil, p.fail(p.tok.pos, "the patterns are too long: %d bytes are the most", maxPatterns)
	}
	cost, err := patternCost(source)
	if err != nil {
		return nil, p.badPattern(source, err)
	}
	if p.states += cost; p.states > maxStates {
		return nil, p.fail(p.tok.pos, "the pattern repeats or groups too much")
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, p.badPattern(source, err)
	}
	return re, nil
}

// patternCost measures what matching takes: the matcher keeps the bounds of
// every group for every state of the program.
func patternCost(source string) (int, error) {
	re, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return 0, err
	}
	groups := re.MaxCap()
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		return 0, err
	}
	return len(program.Inst) * (1 + groups), nil
}

// badPattern points at the part of the pattern that RE2 refused.
func (p *parser) badPattern(source string, err error) error {
	fault, ok := err.(*syntax.Error)
	if !ok {
		return p.fail(p.tok.pos, "not a pattern: %s", short(err.Error()))
	}
	at := max(strings.Index(source, fault.Expr), 0)
	return p.fail(p.tok.pos+1+at, "not a pattern: %s: %s", fault.Code, short(fault.Expr))
}
