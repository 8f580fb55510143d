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
	depth    int
	patterns int // bytes of patterns so far
	states   int // and their cost
}

func (p *parser) advance() (err error) {
	p.tok, err = p.next()
	return err
}

// nextOperand reads the literal behind an operator.
func (p *parser) nextOperand() (operand, error) {
	if err := p.advance(); err != nil {
		return operand{}, err
	}
	return p.operand()
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

// surplus explains a token behind a complete expression.
func (p *parser) surplus() error {
	if p.tok.is(")") {
		return p.fail(p.tok.pos, "this ) closes nothing")
	}
	if p.tok.compares() {
		return p.fail(p.tok.pos, "comparisons do not chain; join two of them with &&")
	}
	err := p.fail(p.tok.pos, "%s cannot follow here", p.tok.shown())
	err.Known, err.names = []string{"&&", "||"}, "operators"
	return err
}

func (p *parser) anyOf() (node, error) {
	return p.chain("||", p.allOf, func(nodes []node) node { return anyOf(nodes) })
}

func (p *parser) allOf() (node, error) {
	return p.chain("&&", p.one, func(nodes []node) node { return allOf(nodes) })
}

// chain reads parts with the symbol between them, and joins them if there are several.
func (p *parser) chain(symbol string, part func() (node, error), join func([]node) node) (node, error) {
	var nodes []node
	var parts []extent
	for {
		begin := p.tok.pos
		n, err := part()
		if err != nil {
			return nil, err
		}
		nodes, parts = append(nodes, n), append(parts, extent{begin, p.tok.pos})
		if !p.tok.is(symbol) {
			break
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if len(nodes) == 1 {
		return nodes[0], nil
	}
	p.parts = parts
	return join(nodes), nil
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
		err := p.fail(open, "this ( is never closed")
		err.open = true
		return nil, err
	}
	if !p.tok.is(")") {
		return nil, p.surplus()
	}
	return inner, p.advance()
}

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
