package filter

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
