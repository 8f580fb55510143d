package filter

import "fmt"

// parser reads an expression by recursive descent, one token ahead, and builds
// the nodes as it goes. What it reads first stands highest: expression.go, condition.go and
// what they call, down to target.go.
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
