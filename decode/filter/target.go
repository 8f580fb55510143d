package filter

import (
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
