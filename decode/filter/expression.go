package filter

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
