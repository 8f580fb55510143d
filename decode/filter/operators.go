package filter

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode/suggest"
)

// target is the left side of a test: a path of the expression and its key.
type target struct {
	Key   // Lists is what the indexes of the path leave of it
	slot  slot
	pos   int
	shown string
}

// target looks the current token up, which should be a path, and moves behind it.
func (p *parser) target() *target {
	if p.tok.kind != tokenPath {
		p.fail(p.tok.pos, "a key should stand here, not %s", p.tok.shown())
		return &target{}
	}
	steps, name := Steps(p.tok.text), KeyOf(p.tok.text)
	key, ok := p.schema.Lookup(name)
	if !ok {
		p.unknownKey(name)
	}
	key.Lists = p.checkIndexes(steps)
	path := joinSteps(steps)
	t := &target{Key: key, slot: p.intern(path), pos: p.tok.pos, shown: path}
	p.advance()
	return t
}

func (p *parser) intern(path string) slot {
	s, ok := p.slots[path]
	if !ok {
		s = slot(len(p.paths))
		p.slots[path] = s
		p.paths = append(p.paths, path)
	}
	return s
}

func (p *parser) unknownKey(name string) {
	err := p.failure(p.tok.pos, "there is no key %s", short(name))
	err.Near = suggest.Near(name, p.schema.paths())
	err.Known, err.names = p.schema.around(name), "keys"
	if names, ok := p.schema.Lookup("name"); ok {
		for _, value := range names.Values {
			if strings.EqualFold(value, name) { // it was meant to be a message
				err.Near = []string{fmt.Sprintf("name == %q", value)}
			}
		}
	}
}

// checkIndexes refuses an index into what is no list, at whatever depth of the
// path, and gives how many lists the key itself still is.
func (p *parser) checkIndexes(steps []Step) (lists int) {
	name := ""
	for i, s := range steps {
		if s.Name != "" {
			name = strings.TrimPrefix(name+"."+s.Name, ".")
			parent, _ := p.schema.Lookup(name)
			lists = parent.Lists
			continue
		}
		if lists--; lists < 0 {
			p.fail(p.tok.pos+p.bracket(steps[:i]), "%s is not a list", joinSteps(steps[:i]))
			break
		}
	}
	return lists
}

// bracket gives the offset in the current token of the index behind so many
// steps.
func (p *parser) bracket(before []Step) int {
	indexes := 0
	for _, s := range before {
		if s.Name == "" {
			indexes++
		}
	}
	at := -1
	for ; indexes >= 0; indexes-- {
		at += 1 + strings.IndexByte(p.tok.text[at+1:], '[')
	}
	return at
}

// joinSteps writes the path in its one canonical form: [007] is [7].
func joinSteps(steps []Step) string {
	var b strings.Builder
	for _, s := range steps {
		switch {
		case s.Name == "":
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
			continue
		case b.Len() > 0:
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
	return b.String()
}

// literal gives the operand the form that the key wants, aliases resolved, or
// says why it cannot have it.
func (p *parser) literal(t *target, o operand) literal {
	l, ok := convert(&t.Key, &o)
	switch {
	case t.Kind == Object:
		p.groupError(t)
	case !ok:
		p.mismatch(t, o)
	case t.never(l.text) && o.kind == tokenText && l.forms == 1<<Text:
		p.valueError(t, o, t.shown+" never has the value "+o.shown())
	case l.has(Text) && o.kind == tokenText && !t.closed():
		p.texts = append(p.texts, mention{t.shown, l.text, o.pos})
	}
	return l
}

// bound is a literal that values are only measured against, so it need not be
// one that occurs. NaN and truth values measure nothing.
func (p *parser) bound(t *target, o operand) literal {
	if o.kind == tokenBool {
		p.fail(o.pos, "%s is neither above nor below anything", o.shown())
	}
	open := *t
	open.Values = nil
	l := p.literal(&open, o)
	if l.has(Number) && l.num.nan() {
		p.fail(o.pos, "NaN is neither above nor below anything")
	}
	return l
}

func convert(k *Key, o *operand) (l literal, ok bool) {
	switch o.kind {
	case tokenNumber:
		ok = k.Kind == Any || k.Kind == Number || k.Kind == Hex && o.num.whole()
		return l, ok && l.setNumber(o.num, true)
	case tokenBool:
		l.add(Bool)
		if o.text == "true" {
			l.flag = 1
		}
		return l, k.Kind == Any || k.Kind == Bool
	}
	text := k.canonical(o.str)
	if k.Kind != Any {
		ok = l.setText(k.Kind, text)
		return l, ok
	}
	for _, kind := range []Kind{Number, Hex, Text, Time, Address, Bytes} {
		ok = l.setText(kind, text) || ok
	}
	return l, ok
}

// wanted says how the values of a kind are written.
var wanted = map[Kind]string{
	Number:  "a number without quotes",
	Hex:     `a whole number such as 0x1C or "0x1C"`,
	Text:    "text in quotes",
	Bool:    "true or false",
	Time:    `RFC 3339 with its zone, such as "2026-11-21T03:30:05.25Z"`,
	Address: `"10.0.0.1:22101", "10.0.0.1" or "10.0.0.0/8"`,
	Bytes:   `pairs of hex digits, such as "1c 03 ff"`,
}

// mismatch explains a value that the key can never have because of its kind.
func (p *parser) mismatch(t *target, o operand) {
	message := t.shown + " is " + t.Kind.String() + ", " + o.describe()
	if form := wanted[t.Kind]; form != "" {
		message += "; write " + form
	}
	p.valueError(t, o, message)
	if _, ok := p.schema.Lookup(t.Named); ok && o.kind == tokenText && p.err != nil && p.err.Pos == o.pos {
		p.err.Near, p.err.names = []string{fmt.Sprintf("%s == %q", t.Named, o.str)}, ""
	}
}

// valueError adds to a message what the key may have.
func (p *parser) valueError(t *target, o operand, message string) {
	err := p.failure(o.pos, "%s", message)
	err.names = "values"
	err.Known = slices.Clone(t.Values)
	if t.Kind != Text && !t.closed() {
		err.Known = t.spellings()
	}
	err.Near = suggest.Near(o.str, t.spellings())
	if o.kind == tokenNumber {
		err.Near = suggest.Near(o.text, t.spellings())
	}
}

// groupError explains that a group of keys has no value, and lists the keys.
func (p *parser) groupError(t *target) {
	err := p.failure(t.pos, "%s is a group of keys and has no value of its own", t.shown)
	err.Known, err.names = p.schema.under(t.Path), "keys"
}

// unfit explains an operator that the kind of the key does not have.
func (p *parser) unfit(t *target, pos int, symbol string) {
	if t.Kind == Object {
		p.groupError(t)
	}
	p.fail(pos, "%s is %s, for which %s means nothing", t.shown, t.Kind, symbol)
}

// oneOf reads what follows in: a list, or one range.
func (p *parser) oneOf(t *target) node {
	p.advance()
	if p.tok.is("[") {
		return p.list(t)
	}
	const needs = "in needs a list [a, b] or a range a..b"
	pos := p.tok.pos
	if !p.tok.literal() {
		return p.wrong(pos, needs)
	}
	s := p.span(t)
	if !s.wide {
		p.fail(pos, needs)
	}
	return oneOf(t.slot, []span{s})
}

func (p *parser) list(t *target) node {
	var spans []span
	for !p.tok.is("]") || spans == nil {
		p.advance() // behind the bracket or a comma
		spans = append(spans, p.span(t))
		if !p.tok.is(",") && !p.tok.is("]") {
			return p.wrong(p.tok.pos, "a comma or ] should stand here, not %s", p.tok.shown())
		}
	}
	p.advance()
	return oneOf(t.slot, spans)
}

// span reads a value or a range.
func (p *parser) span(t *target) (s span) {
	low := p.operand()
	if !p.tok.is("..") {
		s.low = p.literal(t, low)
		return s
	}
	if !t.Kind.ranged() {
		p.unfit(t, p.tok.pos, "a range")
	}
	high := p.nextOperand()
	s = span{low: p.bound(t, low), high: p.bound(t, high), wide: true}
	if s.empty() {
		p.fail(high.pos, "the range is empty: %s lies below %s", high.shown(), low.shown())
	}
	return s
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
func (p *parser) contains(t *target) node {
	operator := p.tok.pos
	o := p.nextOperand()
	if t.Lists > 0 {
		return equal(t.slot, p.literal(t, o), false)
	}
	if t.Kind != Text && t.Kind != Bytes && t.Kind != Any {
		p.unfit(t, operator, "contains")
	}
	return part(t.slot, p.partOf(t, o))
}

// partOf is a literal that is part of a value and so need not be one.
func (p *parser) partOf(t *target, o operand) literal {
	if o.kind != tokenText {
		p.mismatch(t, o)
	}
	within := func(v string) bool { return strings.Contains(v, o.str) }
	if t.closed() && !slices.ContainsFunc(t.Values, within) && !slices.ContainsFunc(t.Rare, within) {
		p.valueError(t, o, fmt.Sprintf("no value of %s contains %s", t.shown, o.shown()))
	}
	open := *t
	open.Values, open.Aliases = nil, nil
	return p.literal(&open, o)
}

// matches reads a pattern. Its backslashes belong to it, so it is taken as it
// stands; RE2 itself reads \" as a quote.
func (p *parser) matches(t *target) node {
	operator := p.tok.pos
	p.advance()
	if t.Kind != Text && t.Kind != Any {
		p.unfit(t, operator, "matches")
	}
	if p.tok.kind != tokenText {
		return p.wrong(p.tok.pos, "matches needs a pattern in quotes, not %s", p.tok.shown())
	}
	re := p.pattern(p.tok.text[1 : len(p.tok.text)-1])
	p.advance()
	return pattern(t.slot, re)
}

// pattern compiles a pattern if the expression's patterns together stay within
// the limits.
func (p *parser) pattern(source string) (re *regexp.Regexp) {
	if p.patterns += len(source); p.patterns > maxPatterns {
		p.fail(p.tok.pos, "the patterns are too long: %d bytes are the most", maxPatterns)
		return nil
	}
	cost, err := patternCost(source)
	if p.states += cost; p.states > maxStates {
		p.fail(p.tok.pos, "the pattern repeats or groups too much")
		return nil
	}
	if err == nil {
		re, err = regexp.Compile(source)
	}
	if err != nil {
		p.badPattern(source, err)
	}
	return re
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
func (p *parser) badPattern(source string, err error) {
	fault, ok := err.(*syntax.Error)
	if !ok {
		p.fail(p.tok.pos, "not a pattern: %s", short(err.Error()))
		return
	}
	at := max(strings.Index(source, fault.Expr), 0)
	p.fail(p.tok.pos+1+at, "not a pattern: %s: %s", fault.Code, short(fault.Expr))
}
