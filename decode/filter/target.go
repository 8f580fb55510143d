package filter

import (
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

// target looks the current path token up and moves behind it.
func (p *parser) target() (*target, error) {
	steps := Steps(p.tok.text)
	key, ok := p.schema.Lookup(joinNames(steps))
	if !ok {
		return nil, p.unknownKey(joinNames(steps))
	}
	left, err := p.checkIndexes(steps)
	if err != nil {
		return nil, err
	}
	key.Lists = left
	path := joinSteps(steps)
	t := &target{Key: key, slot: p.intern(path), pos: p.tok.pos, shown: path}
	return t, p.advance()
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

func (p *parser) unknownKey(name string) error {
	err := p.fail(p.tok.pos, "there is no key %s", short(name))
	err.Near = suggest.Near(name, p.schema.paths())
	err.Known, err.names = p.schema.around(name), "keys"
	return err
}

// checkIndexes refuses an index into what is no list, at whatever depth of the
// path, and gives how many lists the key itself still is.
func (p *parser) checkIndexes(steps []Step) (left int, err error) {
	name, lists := "", 0
	for i, s := range steps {
		if s.Name != "" {
			name = strings.TrimPrefix(name+"."+s.Name, ".")
			parent, _ := p.schema.Lookup(name)
			lists = parent.Lists
			continue
		}
		if lists--; lists < 0 {
			at := p.tok.pos + p.bracket(steps[:i])
			return 0, p.fail(at, "%s is not a list", joinSteps(steps[:i]))
		}
	}
	return lists, nil
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

func joinNames(steps []Step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.Name == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
	return b.String()
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
func (p *parser) literal(t *target, o operand) (literal, error) {
	if t.Kind == Object {
		return literal{}, p.groupError(t)
	}
	l, ok := convert(&t.Key, &o)
	if !ok {
		return l, p.mismatch(t, o)
	}
	if t.never(l.text) {
		return l, p.valueError(t, o, t.shown+" never has the value "+o.shown())
	}
	return l, nil
}

// bound is a literal that values are only measured against, so it need not be
// one that occurs. NaN and truth values measure nothing.
func (p *parser) bound(t *target, o operand) (literal, error) {
	if o.kind == tokenBool {
		return literal{}, p.fail(o.pos, "%s is neither above nor below anything", o.shown())
	}
	open := *t
	open.Values = nil
	l, err := p.literal(&open, o)
	if err == nil && l.has(Number) && l.num.nan() {
		err = p.fail(o.pos, "NaN is neither above nor below anything")
	}
	return l, err
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
func (p *parser) mismatch(t *target, o operand) error {
	message := t.shown + " is " + t.Kind.String() + ", " + o.describe()
	if form := wanted[t.Kind]; form != "" {
		message += "; write " + form
	}
	return p.valueError(t, o, message)
}

// valueError adds to a message what the key may have.
func (p *parser) valueError(t *target, o operand, message string) error {
	err := p.fail(o.pos, "%s", message)
	err.names = "values"
	err.Known = slices.Clone(t.Values)
	if t.Kind != Text {
		err.Known = t.spellings()
	}
	err.Near = suggest.Near(o.str, t.spellings())
	if o.kind == tokenNumber {
		err.Near = suggest.Near(o.text, t.spellings())
	}
	return err
}

// groupError explains that a group of keys has no value, and lists the keys.
func (p *parser) groupError(t *target) error {
	err := p.fail(t.pos, "%s is a group of keys and has no value of its own", t.shown)
	err.Known, err.names = p.schema.under(t.Path), "keys"
	return err
}

// unfit explains an operator that the kind of the key does not have.
func (p *parser) unfit(t *target, pos int, symbol string) error {
	if t.Kind == Object {
		return p.groupError(t)
	}
	return p.fail(pos, "%s is %s, for which %s means nothing", t.shown, t.Kind, symbol)
}
