package query

import (
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
	var names []string
	steps := filter.Steps(path)
	for _, s := range steps {
		if s.Name != "" {
			names = append(names, s.Name)
		} else {
			w.indexes = append(w.indexes, s.Index)
		}
	}
	w.of = valuesAt(strings.Join(names, "."))
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

// ValuesAt gives what filters find in a record under a path, such as "fields.position[1]", and the
// key; file is as for Matcher. The error is a *filter.Error: filters cannot name the path. Nothing =
// the record does not have it.
func ValuesAt(r *record.Record, path, file string) (values filter.Values, key filter.Key, err error) {
	f, err := NewFilter(path)
	if err != nil {
		return nil, key, err
	}
	if paths := f.compiled.Paths(); len(paths) != 1 || paths[0] != path {
		return nil, key, f.compiled.Fault("this is no path", nil, nil)
	}
	m := f.Matcher(file)
	m.Match(r)
	key, _ = Schema().Lookup(withoutIndexes(path))
	return m.values[0], key, nil
}
