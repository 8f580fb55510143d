package filter

import (
	"fmt"
	"slices"

	"bcdump/decode/suggest"
)

// parser reads an expression by recursive descent, one token ahead, and builds
// the nodes as it goes. What it reads first stands highest.
type parser struct {
	lexer
	tok      token
	schema   *Schema
	paths    []string
	slots    map[string]slot
	parts    []extent // of the chain that was read last, which the root is if it is one
	texts    []mention
	depth    int
	patterns int // bytes of patterns so far
	states   int // and their cost
}

func (p *parser) advance() { p.tok = p.next() }

// wrong says that no node can be made.
func (p *parser) wrong(pos int, format string, args ...any) node {
	p.fail(pos, format, args...)
	return nil
}

// nextOperand reads the literal behind an operator.
func (p *parser) nextOperand() operand {
	p.advance()
	return p.operand()
}

// operand reads a literal and moves behind it.
func (p *parser) operand() operand {
	o := operand{token: p.tok}
	switch p.tok.kind {
	case tokenNumber:
		n, ok := parseNumber(p.tok.text)
		if !ok {
			p.fail(p.tok.pos, "%s does not fit 64 bits", short(p.tok.text))
		}
		o.num = n
	case tokenText:
		text, at, ok := unquote(p.tok.text)
		if !ok {
			p.fail(p.tok.pos+at, `no such escape; a backslash is written \\`)
		}
		o.str = text
	case tokenBool:
	default:
		p.noValue()
	}
	p.advance()
	return o
}

// noValue explains a token where a value should stand. The common slip is text
// without quotes.
func (p *parser) noValue() {
	switch _, known := p.schema.Lookup(p.tok.text); {
	case p.tok.kind != tokenPath:
		p.fail(p.tok.pos, "a value should stand here, not %s", p.tok.shown())
	case known:
		p.fail(p.tok.pos, "a value should stand here; two keys cannot be compared")
	default:
		err := p.failure(p.tok.pos, "a value should stand here, and text needs quotes")
		err.Near, err.names = []string{p.tok.text}, "values"
	}
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

func (p *parser) parse() node {
	p.advance()
	if p.tok.kind == tokenEnd {
		return p.wrong(p.tok.pos, "the filter is empty")
	}
	root := p.anyOf()
	if p.tok.kind != tokenEnd {
		p.surplus()
	}
	return root
}

// surplus explains a token behind a complete expression.
func (p *parser) surplus() {
	switch {
	case p.tok.is(")"):
		p.fail(p.tok.pos, "this ) closes nothing")
	case p.tok.compares():
		p.fail(p.tok.pos, "comparisons do not chain; join two of them with &&")
	default:
		err := p.failure(p.tok.pos, "%s cannot follow here", p.tok.shown())
		err.Known, err.names = []string{"&&", "||"}, "operators"
	}
}

func (p *parser) anyOf() node {
	return p.chain("||", p.allOf, func(nodes []node) node { return anyOf(nodes) })
}

func (p *parser) allOf() node {
	return p.chain("&&", p.one, func(nodes []node) node { return allOf(nodes) })
}

// chain reads parts with the symbol between them, and joins them if there are several.
func (p *parser) chain(symbol string, part func() node, join func([]node) node) node {
	var nodes []node
	var parts []extent
	for more := true; more; {
		begin := p.tok.pos
		nodes = append(nodes, part())
		parts = append(parts, extent{begin, p.tok.pos})
		if more = p.tok.is(symbol); more {
			p.advance()
		}
	}
	if len(nodes) == 1 {
		return nodes[0]
	}
	p.parts = parts
	return join(nodes)
}

func (p *parser) one() node {
	not := p.tok.is("!")
	if !not && !p.tok.is("(") {
		return p.test()
	}
	if p.depth++; p.depth > maxDepth {
		return p.wrong(p.tok.pos, "nested too deep: %d levels are the most", maxDepth)
	}
	defer func() { p.depth-- }()
	open := p.tok.pos
	p.advance()
	if not {
		return negate(p.one())
	}
	inner := p.anyOf()
	switch {
	case p.tok.kind == tokenEnd:
		p.failure(open, "this ( is never closed").open = true
	case !p.tok.is(")"):
		p.surplus()
	}
	p.advance()
	return inner
}

// acceptedBy gives the orders that a comparison accepts. == and != are not in it: they take
// only values that can occur, the others any bound.
var (
	acceptedBy = map[string]order{"<": below, "<=": below | same, ">": above, ">=": above | same}
	mirrored   = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
)

// test reads one test, or a path or truth value that stands alone.
func (p *parser) test() node {
	if p.tok.literal() {
		return p.valueFirst()
	}
	return p.testOf(p.target())
}

// testOf reads what follows a key.
func (p *parser) testOf(t *target) node {
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
		return p.noOperator(t)
	}
	return &anyValue{t.slot, (*Value).truth}
}

func (p *parser) noOperator(t *target) node {
	err := p.failure(p.tok.pos, "an operator should follow %s, not %s", t.shown, p.tok.shown())
	err.Known, err.names = slices.Concat(orderSymbols, wordSymbols, []string{"&&", "||"}), "operators"
	if p.tok.kind == tokenPath {
		err.Near = suggest.Near(p.tok.text, wordSymbols)
	}
	return nil
}

// notWord reads not in, not contains, not matches.
func (p *parser) notWord(t *target) node {
	p.advance()
	if p.tok.kind != tokenSymbol || !slices.Contains(wordSymbols, p.tok.text) {
		err := p.failure(p.tok.pos, "in, contains or matches should follow not")
		err.Known, err.names = slices.Clone(wordSymbols), "operators"
		return nil
	}
	return negate(p.testOf(t))
}

// valueFirst reads a test with its sides swapped, or a truth value alone.
func (p *parser) valueFirst() node {
	o := p.operand()
	operator := p.tok
	switch {
	case o.kind == tokenBool && !operator.compares():
		return constant(o.text == "true")
	case operator.is("in"):
		return p.wrong(operator.pos, "a list key is asked the other way round: key contains %s", o.shown())
	case !operator.compares():
		return p.wrong(o.pos, "%s stands alone; compare it with a key", o.shown())
	}
	if m, ok := mirrored[operator.text]; ok {
		operator.text = m
	}
	p.advance()
	return p.compare(p.target(), operator, o)
}

func (p *parser) comparison(t *target) node {
	operator := p.tok
	return p.compare(t, operator, p.nextOperand())
}

// compare builds a comparison. The operator is as if the key stood first.
func (p *parser) compare(t *target, operator token, o operand) node {
	accept, ordering := acceptedBy[operator.text]
	if !ordering {
		return equal(t.slot, p.literal(t, o), operator.text == "!=")
	}
	if !t.Kind.ordered() {
		p.unfit(t, operator.pos, p.expr[operator.pos:operator.pos+len(operator.text)])
	}
	return stands(t.slot, p.bound(t, o), accept)
}
