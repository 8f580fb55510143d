package decode

import (
	"strings"

	"bcdump/decode/filter"
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
	path  string
	steps []filter.Step // of a path below "fields", without that name
	of    func(*Record, filter.Values) filter.Values
	index int // element of the list to keep; -1 = all
}

const everyElement = -1

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
	steps := filter.Steps(path)
	if _, plain := recordValues[path]; !plain && steps[0].Name == "fields" && steps[1].Name != "pairs" {
		return wanted{path: path, steps: steps[1:], index: everyElement}
	}
	w := wanted{path: path, index: everyElement}
	var names []string
	for _, s := range steps {
		if s.Name != "" {
			names = append(names, s.Name)
		} else {
			w.index = s.Index
		}
	}
	w.of = recordValues[strings.Join(names, ".")]
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
		if w.of == nil {
			deep = true
			continue
		}
		m.values[i] = keepIndex(w.of(r, m.values[i]), w.index)
	}
	if deep && r.Content.Message != nil {
		m.fields.visit(r)
	}
	return m.filter.Match(m.values)
}

func keepIndex(values filter.Values, index int) filter.Values {
	if index == everyElement {
		return values
	}
	if index >= len(values) {
		return values[:0]
	}
	values[0] = values[index]
	return values[:1]
}

// recordValues says how to get the value of each key that is not a field.
var recordValues = map[string]func(*Record, filter.Values) filter.Values{
	"v": func(_ *Record, v filter.Values) filter.Values { return append(v, filter.OfInt(SchemaVersion)) },
	"frame": func(r *Record, v filter.Values) filter.Values {
		return append(v, filter.OfInt(r.Frame))
	},
	"time": func(r *Record, v filter.Values) filter.Values {
		return append(v, filter.OfTime(r.Time.Sec*1e9+int64(r.Time.Nanos)))
	},
	"src":   func(r *Record, v filter.Values) filter.Values { return append(v, filter.OfAddress(r.Src)) },
	"dst":   func(r *Record, v filter.Values) filter.Values { return append(v, filter.OfAddress(r.Dst)) },
	"proto": func(r *Record, v filter.Values) filter.Values { return append(v, filter.OfText(string(r.Proto))) },
	"dir":   ofGame(func(r *Record) filter.Value { return filter.OfText(string(r.Dir)) }),
	"peer":  ofGame(func(r *Record) filter.Value { return filter.OfInt(int64(r.Peer)) }),
	"index": ofGame(func(r *Record) filter.Value { return filter.OfInt(int64(r.Index)) }),
	"type":  ofGame(func(r *Record) filter.Value { return filter.OfText(r.TypeName()) }),
	"len":   ofGame(func(r *Record) filter.Value { return filter.OfInt(int64(r.Length)) }),
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
	"frames": func(r *Record, v filter.Values) filter.Values {
		for _, f := range r.Frames {
			v = append(v, filter.OfInt(f))
		}
		return v
	},
	"opcode": when((*Record).IsGame, func(r *Record) filter.Value { return filter.OfInt(int64(r.Payload[0])) }),
	"name": when(func(r *Record) bool { return r.Content.Spec != nil },
		func(r *Record) filter.Value { return filter.OfText(r.Content.Spec.Name) }),
	"size": when((*Record).IsGame, func(r *Record) filter.Value { return filter.OfInt(int64(len(r.Payload))) }),
	"fields": when(func(r *Record) bool { return r.Content.Message != nil || r.Proto == GameSpy },
		func(*Record) filter.Value { return filter.Present() }),
	"fields.kind": when(func(r *Record) bool { return r.Proto == GameSpy },
		func(r *Record) filter.Value { return filter.OfText(r.Content.Kind.String()) }),
	"fields.pairs": func(r *Record, v filter.Values) filter.Values {
		for _, p := range r.Content.Pairs {
			v = append(v, filter.OfText(latin1(p.Key)), filter.OfText(latin1(p.Value)))
		}
		return v
	},
	"trailing": when(func(r *Record) bool { return len(r.Content.Trailing) > 0 },
		func(r *Record) filter.Value { return filter.OfBytes(r.Content.Trailing) }),
	"raw":        func(r *Record, v filter.Values) filter.Values { return append(v, filter.OfBytes(r.Payload)) },
	"notes":      ofNotes(func(n *Note) filter.Value { return filter.OfText(string(n.Code)) }),
	"notes.code": ofNotes(func(n *Note) filter.Value { return filter.OfText(string(n.Code)) }),
	"notes.offset": func(r *Record, v filter.Values) filter.Values {
		for i := range r.Notes {
			if n := &r.Notes[i]; n.Offset != Whole {
				v = append(v, filter.OfInt(int64(n.Offset)))
			}
		}
		return v
	},
	"notes.text": ofNotes(func(n *Note) filter.Value { return filter.OfText(n.Text) }),
}

// readable reports whether the header of the transport message is valid.
func (r *Record) readable() bool { return r.Proto == BC && !r.Unread }

func when(present func(*Record) bool, value func(*Record) filter.Value) func(*Record, filter.Values) filter.Values {
	return func(r *Record, v filter.Values) filter.Values {
		if !present(r) {
			return v
		}
		return append(v, value(r))
	}
}

func ofGame(value func(*Record) filter.Value) func(*Record, filter.Values) filter.Values {
	return when(func(r *Record) bool { return r.Proto == BC }, value)
}

func ofNotes(value func(*Note) filter.Value) func(*Record, filter.Values) filter.Values {
	return func(r *Record, v filter.Values) filter.Values {
		for i := range r.Notes {
			v = append(v, value(&r.Notes[i]))
		}
		return v
	}
}

func latin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}
