package decode

import (
	"strings"

	"bcdump/decode/capture"
	"bcdump/decode/filter"
	"bcdump/decode/wire"
)

// matcher applies a filter to one record after the other. A nil matcher matches
// everything. One goroutine at a time.
type matcher struct {
	filter *filter.Filter
	wanted []wanted
	values []filter.Values
	fields fieldVisitor
}

// wanted is one path that the filter asks for, taken apart.
type wanted struct {
	steps   []filter.Step // of a path below "fields", without that name
	of      valuesOf      // of what is no field of a message; nil if all of it is
	indexes []int         // of the path, from the left
}

// valuesOf appends the values of a record under one path. Where the path leads
// through lists, indexes pick elements from the outermost list on.
type valuesOf func(r *Record, indexes []int, v filter.Values) filter.Values

func (f *Filter) matcher() *matcher {
	if f == nil {
		return nil
	}
	m := &matcher{filter: f.compiled}
	for _, path := range f.compiled.Paths() {
		m.wanted = append(m.wanted, newWanted(path))
	}
	m.values = make([]filter.Values, len(m.wanted))
	m.fields.matcher = m
	return m
}

func newWanted(path string) wanted {
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
	w.of = recordValues[strings.Join(names, ".")]
	if steps[0].Name == "fields" && len(steps) > 1 {
		w.steps = steps[1:]
	}
	return w
}

func (m *matcher) match(r *Record) bool {
	if m == nil {
		return true
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
	if deep && r.Content.Message != nil {
		m.fields.visit(r)
	}
	return m.filter.Match(m.values)
}

// picks reports whether element i of a list is asked for.
func picks(indexes []int, i int) bool { return len(indexes) == 0 || indexes[0] == i }

// recordValues says how to get the value of each key that is not a field.
var recordValues = map[string]valuesOf{
	"v": func(_ *Record, _ []int, v filter.Values) filter.Values { return append(v, filter.OfInt(SchemaVersion)) },
	"frame": func(r *Record, _ []int, v filter.Values) filter.Values {
		return append(v, filter.OfInt(r.Frame))
	},
	"time": func(r *Record, _ []int, v filter.Values) filter.Values {
		return append(v, filter.OfTime(nanos(r.Time)))
	},
	"src": func(r *Record, _ []int, v filter.Values) filter.Values { return append(v, filter.OfAddress(r.Src)) },
	"dst": func(r *Record, _ []int, v filter.Values) filter.Values { return append(v, filter.OfAddress(r.Dst)) },
	"proto": func(r *Record, _ []int, v filter.Values) filter.Values {
		return append(v, filter.OfText(string(r.Proto)))
	},
	"dir":   when(directed, func(r *Record) filter.Value { return filter.OfText(string(r.Dir)) }),
	"peer":  ofGame(func(r *Record) filter.Value { return filter.OfInt(int64(r.Peer)) }),
	"index": ofGame(func(r *Record) filter.Value { return filter.OfInt(int64(r.Index)) }),
	"type":  ofGame(func(r *Record) filter.Value { return filter.OfText(r.TypeName()) }),
	"len":   when(directed, func(r *Record) filter.Value { return filter.OfInt(int64(r.Length)) }),
	"reliable": when(func(r *Record) bool { return r.readable() && r.Header.Reliable() },
		func(*Record) filter.Value { return filter.OfBool(true) }),
	"ordered": when(func(r *Record) bool { return r.readable() && r.Header.Ordered() },
		func(*Record) filter.Value { return filter.OfBool(true) }),
	"seq": when(func(r *Record) bool { return r.readable() && r.Header.HasSeq },
		func(r *Record) filter.Value { return filter.OfInt(int64(r.Header.Seq)) }),
	"fragment":       when((*Record).Part, func(*Record) filter.Value { return filter.Present() }),
	"fragment.index": when((*Record).Part, func(r *Record) filter.Value { return filter.OfInt(int64(r.Header.FragmentIndex)) }),
	"fragment.total": when(func(r *Record) bool { return r.Part() && r.Header.FragmentIndex == 0 },
		func(r *Record) filter.Value { return filter.OfInt(int64(r.Header.FragmentTotal)) }),
	"frames": func(r *Record, indexes []int, v filter.Values) filter.Values {
		for i, f := range r.Frames {
			if picks(indexes, i) {
				v = append(v, filter.OfInt(f))
			}
		}
		return v
	},
	"copy": when(func(r *Record) bool { return r.Copy > 0 },
		func(r *Record) filter.Value { return filter.OfInt(int64(r.Copy)) }),
	"answers":          when(answers, func(*Record) filter.Value { return filter.Present() }),
	"answers.frame":    when(answers, func(r *Record) filter.Value { return filter.OfInt(r.Answers.Frame) }),
	"answers.index":    when(answers, func(r *Record) filter.Value { return filter.OfInt(int64(r.Answers.Index)) }),
	"answers.ms":       when(answers, func(r *Record) filter.Value { return filter.OfFloat64(Milliseconds(r.Answers.After)) }),
	"answers.copies":   when(answers, func(r *Record) filter.Value { return filter.OfInt(int64(r.Answers.Copies)) }),
	"relay_of":         when(relayed, func(*Record) filter.Value { return filter.Present() }),
	"relay_of.frame":   when(relayed, func(r *Record) filter.Value { return filter.OfInt(r.Relay.Frame) }),
	"relay_of.index":   when(relayed, func(r *Record) filter.Value { return filter.OfInt(int64(r.Relay.Index)) }),
	"relay_of.ms":      when(relayed, func(r *Record) filter.Value { return filter.OfFloat64(Milliseconds(r.Relay.After)) }),
	"relay_of.echo":    when(func(r *Record) bool { return r.Relay.Echo }, func(*Record) filter.Value { return filter.OfBool(true) }),
	"relay_of.surplus": when(func(r *Record) bool { return r.Relay.Surplus }, func(*Record) filter.Value { return filter.OfBool(true) }),
	"opcode":           opcodeValue,
	"name": when(func(r *Record) bool { return r.Name() != "" },
		func(r *Record) filter.Value { return filter.OfText(r.Name()) }),
	"size": when((*Record).IsGame, func(r *Record) filter.Value { return filter.OfInt(int64(len(r.Payload))) }),
	"fields": when(func(r *Record) bool { return r.Content.Message != nil || r.Proto == GameSpy },
		func(*Record) filter.Value { return filter.Present() }),
	"fields.kind": when(func(r *Record) bool { return r.Proto == GameSpy },
		func(r *Record) filter.Value { return filter.OfText(r.Content.Kind.String()) }),
	"fields.pairs": pairValues,
	"trailing": when(func(r *Record) bool { return len(r.Content.Trailing) > 0 },
		func(r *Record) filter.Value { return filter.OfBytes(r.Content.Trailing) }),
	"raw": when(func(r *Record) bool { return len(r.Payload) > 0 || r.Undecoded() },
		func(r *Record) filter.Value { return filter.OfBytes(r.Payload) }),
	"notes":      ofNotes(func(n *Note) filter.Value { return filter.OfText(string(n.Code)) }),
	"notes.code": ofNotes(func(n *Note) filter.Value { return filter.OfText(string(n.Code)) }),
	"notes.offset": func(r *Record, indexes []int, v filter.Values) filter.Values {
		for i := range r.Notes {
			if n := &r.Notes[i]; n.Offset != Whole && picks(indexes, i) {
				v = append(v, filter.OfInt(int64(n.Offset)))
			}
		}
		return v
	},
	"notes.text": ofNotes(func(n *Note) filter.Value { return filter.OfText(n.Text) }),
}

// pairValues gives keys and values of a GameSpy text: a list of lists of two.
func pairValues(r *Record, indexes []int, v filter.Values) filter.Values {
	within := indexes[min(1, len(indexes)):]
	for i, p := range r.Content.Pairs {
		if picks(indexes, i) && picks(within, 0) {
			v = append(v, filter.OfText(wire.Text(p.Key).String()))
		}
		if picks(indexes, i) && picks(within, 1) {
			v = append(v, filter.OfText(wire.Text(p.Value).String()))
		}
	}
	if r.Proto == GameSpy && len(r.Content.Pairs) == 0 && len(indexes) == 0 {
		v = append(v, filter.Present()) // an empty list
	}
	return v
}

// nanos gives a time in nanoseconds since 1970; one that 64 bits cannot hold becomes
// the nearest that they can.
func nanos(t capture.Time) int64 { return int64(t.Sub(capture.Time{})) }

// readable reports whether the header of the transport message is valid.
func (r *Record) readable() bool { return r.Proto == BC && !r.Unread }

// directed reports whether the record has a direction and a length of its own.
func directed(r *Record) bool { return r.Proto == BC || r.Proto == EntityState }

func opcodeValue(r *Record, _ []int, v filter.Values) filter.Values {
	if opcode, ok := r.Opcode(); ok {
		v = append(v, filter.OfInt(int64(opcode)))
	}
	return v
}

func answers(r *Record) bool { return r.Answers.Frame > 0 }
func relayed(r *Record) bool { return r.Relay.Frame > 0 }

func when(present func(*Record) bool, value func(*Record) filter.Value) valuesOf {
	return func(r *Record, _ []int, v filter.Values) filter.Values {
		if !present(r) {
			return v
		}
		return append(v, value(r))
	}
}

func ofGame(value func(*Record) filter.Value) valuesOf {
	return when(func(r *Record) bool { return r.Proto == BC }, value)
}

func ofNotes(value func(*Note) filter.Value) valuesOf {
	return func(r *Record, indexes []int, v filter.Values) filter.Values {
		for i := range r.Notes {
			if picks(indexes, i) {
				v = append(v, value(&r.Notes[i]))
			}
		}
		return v
	}
}
