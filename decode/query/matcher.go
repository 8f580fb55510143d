package query

import (
	"slices"
	"strings"

	"bcdump/decode/filter"
	"bcdump/decode/record"
)

// Matcher applies a filter to one record after the other. A nil Matcher matches
// everything. It uses its memory again: one goroutine at a time.
type Matcher struct {
	filter *filter.Filter
	wanted []wanted
	values []filter.Values
	fields fieldViewer
	hints  *opcodeHints
}

// wanted is one path that the filter asks for, taken apart.
type wanted struct {
	steps   []filter.Step // of a path below "fields", without that name
	of      valuesOf      // of what is no field of a message; nil if all of it is
	indexes []int         // of the path, from the left
}

// Matcher makes one for the records of a file; nil if there is no filter. The filter knows
// the file by this name; "" = it has none.
func (f *Filter) Matcher(file string) *Matcher {
	if f == nil {
		return nil
	}
	m := &Matcher{filter: f.compiled, hints: f.hints()}
	for _, path := range f.compiled.Paths() {
		m.wanted = append(m.wanted, newWanted(path, file))
	}
	m.values = make([]filter.Values, len(m.wanted))
	m.fields.matcher = m
	return m
}

func newWanted(path, file string) wanted {
	var w wanted
	steps := filter.Steps(path)
	for _, s := range steps {
		if s.Name == "" {
			w.indexes = append(w.indexes, s.Index)
		}
	}
	w.of = valuesAt(filter.KeyOf(path))
	if path == fileKey && file != "" {
		w.of = func(_ *record.Record, _ []int, v filter.Values) filter.Values { return append(v, filter.OfText(file)) }
	}
	if steps[0].Name == "fields" && len(steps) > 1 {
		w.steps = steps[1:]
	}
	return w
}

// Match reports whether the filter keeps a record.
func (m *Matcher) Match(r *record.Record) bool {
	if m == nil {
		return true
	}
	game := m.hints.of(r)
	if game.never {
		return false
	}
	deep := false
	for i := range m.wanted {
		w := &m.wanted[i]
		m.values[i] = m.values[i][:0]
		if w.of != nil {
			m.values[i] = w.of(r, w.indexes, m.values[i])
		}
		deep = deep || w.steps != nil
	}
	switch {
	case !deep || game.shallow:
	case game.head && r.Walked:
		m.fields.visitHead(r)
	default:
		m.fields.visit(r)
	}
	return m.filter.Match(m.values)
}

// valuesAt gives how to get the values of a key that is no field; nil = it is one.
func valuesAt(path string) valuesOf {
	for _, k := range recordKeys() {
		if k.Path == path {
			return k.of
		}
	}
	return nil
}

// Picker gives the values that records have under some paths. It uses its memory again: one goroutine at a time.
type Picker struct {
	matcher *Matcher
	keys    []filter.Key
	order   []int // of the paths among those of the matcher
}

// NewPicker takes paths, such as "fields.position[1]"; file is as for Matcher. The error is a *filter.Error:
// filters cannot name one of the paths.
func NewPicker(paths []string, file string) (*Picker, error) {
	p := &Picker{}
	for _, path := range paths {
		one, err := NewFilter(path)
		if err != nil {
			return nil, err
		}
		if found := one.compiled.Paths(); len(found) != 1 || found[0] != path {
			return nil, one.compiled.Fault("this is no path", nil, nil)
		}
		key, _ := Schema().Lookup(filter.KeyOf(path))
		p.keys = append(p.keys, key)
	}
	f, err := NewFilter(strings.Join(paths, " || "))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		p.order = append(p.order, slices.Index(f.compiled.Paths(), path))
	}
	p.matcher = f.Matcher(file)
	return p, nil
}

// Keys are those of the paths.
func (p *Picker) Keys() []filter.Key { return p.keys }

// Pick gives the values of a record under each path, none where it lacks the key. They are valid until the next Pick.
func (p *Picker) Pick(r *record.Record, to []filter.Values) []filter.Values {
	for i := range p.matcher.values {
		p.matcher.values[i] = p.matcher.values[i][:0]
	}
	p.matcher.Match(r)
	to = to[:0]
	for _, i := range p.order {
		to = append(to, p.matcher.values[i])
	}
	return to
}

// ValuesAt gives what filters find in a record under a path, such as "fields.position[1]", and the
// key; file is as for Matcher. The error is a *filter.Error: filters cannot name the path. Nothing =
// the record does not have it.
func ValuesAt(r *record.Record, path, file string) (values filter.Values, key filter.Key, err error) {
	p, err := NewPicker([]string{path}, file)
	if err != nil {
		return nil, key, err
	}
	return p.Pick(r, nil)[0], p.keys[0], nil
}
