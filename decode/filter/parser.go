package filter

import (
	"fmt"
	"slices"
)

// parser reads an expression by recursive descent, one token ahead, and builds
// the nodes as it goes.
type parser struct {
	lexer
	tok      token
	schema   *Schema
	paths    []string
	slots    map[string]slot
	depth    int
	patterns int // bytes of patterns so far
	states   int // and their cost
}

func (p *parser) parse() (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == tokenEnd {
		return nil, p.fail(p.tok.pos, "the filter is empty")
	}
	root, err := p.anyOf()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != tokenEnd {
		return nil, p.surplus()
	}
	return root, nil
}

func (p *parser) advance() (err error) {
	p.tok, err = p.next()
	return err
}

// surplus explains a token behind a complete expression.
func (p *parser) surplus() error {
	if p.tok.is(")") {
		return p.fail(p.tok.pos, "this ) closes nothing")
	}
	if slices.Contains(orderSymbols, p.tok.text) && p.tok.kind == tokenSymbol {
		return p.fail(p.tok.pos, "comparisons do not chain; join two of them with &&")
	}
	err := p.fail(p.tok.pos, "%s cannot follow here", p.tok.shown())
	err.Known, err.names = []string{"&&", "||"}, "operators"
	return err
}

func (p *parser) anyOf() (node, error) {
	nodes, err := p.chain("||", p.allOf)
	if err != nil || len(nodes) == 1 {
		return first(nodes), err
	}
	return anyOf(nodes), nil
}

func (p *parser) allOf() (node, error) {
	nodes, err := p.chain("&&", p.one)
	if err != nil || len(nodes) == 1 {
		return first(nodes), err
	}
	return allOf(nodes), nil
}

func first(nodes []node) node {
	if len(nodes) == 0 {
		return nil
	}
	return nodes[0]
}

// chain reads parts joined by the symbol.
func (p *parser) chain(symbol string, part func() (node, error)) ([]node, error) {
	var nodes []node
	for {
		n, err := part()
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
		if !p.tok.is(symbol) {
			return nodes, nil
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
}

func (p *parser) one() (node, error) {
	if !p.tok.is("!") && !p.tok.is("(") {
		return p.test()
	}
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(p.tok.pos, "nested too deep: %d levels are the most", maxDepth)
	}
	defer func() { p.depth-- }()
	if p.tok.is("!") {
		return p.negation()
	}
	return p.group()
}

func (p *parser) negation() (node, error) {
	if err := p.advance(); err != nil {
		return nil, err
	}
	inner, err := p.one()
	if err != nil {
		return nil, err
	}
	return negate(inner), nil
}

func negate(n node) node {
	if twice, ok := n.(negated); ok {
		return twice.inner
	}
	return negated{n}
}

func (p *parser) group() (node, error) {
	open := p.tok.pos
	if err := p.advance(); err != nil {
		return nil, err
	}
	inner, err := p.anyOf()
	if err != nil {
		return nil, err
	}
	if p.tok.kind == tokenEnd {
		return nil, p.fail(open, "this ( is never closed")
	}
	if !p.tok.is(")") {
		return nil, p.surplus()
	}
	return inner, p.advance()
}

// operand reads a literal and moves behind it.
func (p *parser) operand() (operand, error) {
	o := operand{token: p.tok}
	switch p.tok.kind {
	case tokenNumber:
		n, ok := parseNumber(p.tok.text)
		if !ok {
			return o, p.fail(p.tok.pos, "%s does not fit 64 bits", short(p.tok.text))
		}
		o.num = n
	case tokenText:
		text, at, ok := unquote(p.tok.text)
		if !ok {
			return o, p.fail(p.tok.pos+at, `no such escape; a backslash is written \\`)
		}
		o.str = text
	case tokenBool:
	default:
		return o, p.noValue()
	}
	return o, p.advance()
}

// noValue explains a token where a value should stand. The common slip is text
// without quotes.
func (p *parser) noValue() error {
	if p.tok.kind != tokenPath {
		return p.fail(p.tok.pos, "a value should stand here, not %s", p.tok.shown())
	}
	if _, known := p.schema.Lookup(p.tok.text); known {
		return p.fail(p.tok.pos, "a value should stand here; two keys cannot be compared")
	}
	err := p.fail(p.tok.pos, "a value should stand here, and text needs quotes")
	err.Near, err.names = []string{p.tok.text}, "values"
	return err
}

// operand is a literal as written, before the key says what it must be.
type operand struct {
	token
	num number
	str string
}

// describe names the literal and what it is.
func (o *operand) describe() string {
	what := "text"
	switch o.kind {
	case tokenNumber:
		what = "a number"
	case tokenBool:
		what = "a truth value"
	}
	return fmt.Sprintf("%s is %s", o.shown(), what)
}
