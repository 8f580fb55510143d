package filter

import (
	"slices"

	"bcdump/decode/suggest"
)

// acceptedBy gives the orders that a comparison accepts. == and != are not in it: they take
// only values that can occur, the others any bound.
var (
	acceptedBy = map[string]order{"<": below, "<=": below | same, ">": above, ">=": above | same}
	mirrored   = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
)

// test reads one test, or a path or truth value that stands alone.
func (p *parser) test() (node, error) {
	if p.tok.literal() {
		return p.valueFirst()
	}
	if p.tok.kind != tokenPath {
		return nil, p.fail(p.tok.pos, "a key should stand here, not %s", p.tok.shown())
	}
	t, err := p.target()
	if err != nil {
		return nil, err
	}
	return p.testOf(t)
}

// testOf reads what follows a key.
func (p *parser) testOf(t *target) (node, error) {
	switch {
	case p.tok.compares():
		return p.comparison(t)
	case p.tok.is("!"):
		return p.notWord(t)
	case p.tok.is("in"):
		return p.oneOf(t)
	case p.tok.is("contains"):
		return p.contains(t)
	case p.tok.is("matches"):
		return p.matches(t)
	case p.tok.kind == tokenPath || p.tok.literal() || p.tok.is("["):
		return nil, p.noOperator(t)
	}
	return &anyValue{t.slot, (*Value).truth}, nil
}

func (p *parser) noOperator(t *target) error {
	err := p.fail(p.tok.pos, "an operator should follow %s, not %s", t.shown, p.tok.shown())
	err.Known, err.names = slices.Concat(orderSymbols, wordSymbols, []string{"&&", "||"}), "operators"
	if p.tok.kind == tokenPath {
		err.Near = suggest.Near(p.tok.text, wordSymbols)
	}
	return err
}

// notWord reads not in, not contains, not matches.
func (p *parser) notWord(t *target) (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind != tokenSymbol || !slices.Contains(wordSymbols, p.tok.text) {
		err := p.fail(p.tok.pos, "in, contains or matches should follow not")
		err.Known, err.names = slices.Clone(wordSymbols), "operators"
		return nil, err
	}
	n, err := p.testOf(t)
	if err != nil {
		return nil, err
	}
	return negate(n), nil
}

// valueFirst reads a test with its sides swapped, or a truth value alone.
func (p *parser) valueFirst() (node, error) {
	o, err := p.operand()
	if err != nil {
		return nil, err
	}
	if o.kind == tokenBool && !p.tok.compares() {
		return constant(o.text == "true"), nil
	}
	if p.tok.is("in") {
		return nil, p.fail(p.tok.pos, "a list key is asked the other way round: key contains %s", o.shown())
	}
	if !p.tok.compares() {
		return nil, p.fail(o.pos, "%s stands alone; compare it with a key", o.shown())
	}
	operator := p.tok
	if m, ok := mirrored[operator.text]; ok {
		operator.text = m
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind != tokenPath {
		return nil, p.fail(p.tok.pos, "a key should stand here, not %s", p.tok.shown())
	}
	t, err := p.target()
	if err != nil {
		return nil, err
	}
	return p.compare(t, operator, o)
}

func (p *parser) comparison(t *target) (node, error) {
	operator := p.tok
	o, err := p.nextOperand()
	if err != nil {
		return nil, err
	}
	return p.compare(t, operator, o)
}

// compare builds a comparison. The operator is as if the key stood first.
func (p *parser) compare(t *target, operator token, o operand) (node, error) {
	accept, ordering := acceptedBy[operator.text]
	if !ordering {
		lit, err := p.literal(t, o)
		if err != nil {
			return nil, err
		}
		return equal(t.slot, lit, operator.text == "!="), nil
	}
	if !t.Kind.ordered() {
		return nil, p.unfit(t, operator.pos, p.expr[operator.pos:operator.pos+len(operator.text)])
	}
	lit, err := p.bound(t, o)
	if err != nil {
		return nil, err
	}
	return stands(t.slot, lit, accept), nil
}
