package query

import (
	"encoding/hex"
	"iter"

	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// fieldViewer collects the values of wanted fields from a decoded message.
type fieldViewer struct {
	view    wire.View
	matcher *Matcher
	path    []place
	// astray counts the innermost objects and lists that no wanted path leads into.
	astray int
	names  message.Names
	head   message.UpdateHead // the one at hand
}

// place is one object or list around the current field.
type place struct {
	name string
	list bool
	item int // current element of a list
}

// visit collects them from the message of a record, if it has fields.
func (f *fieldViewer) visit(r *record.Record) {
	if c := r.Content(); c.Message != nil {
		f.show(c.Message, fields.Limit(&c.Decoded), r)
	}
}

// visitHead collects them from an update that was walked, if only its head is asked for.
func (f *fieldViewer) visitHead(r *record.Record) {
	f.head.Read(r.Payload)
	f.show(&f.head, fields.All, r)
}

// show shows a message whole: what is not printed, because the rest says it, can be asked for.
func (f *fieldViewer) show(m wire.Message, limit int, r *record.Record) {
	f.path, f.astray, f.names, f.view.Whole = f.path[:0], 0, r.Context.Names, true
	f.view.Show(m, limit, f)
}

// rest gives the steps of a wanted path behind the current place and name; ok is
// false if the path leads elsewhere.
func (f *fieldViewer) rest(steps []filter.Step, name string) (left []filter.Step, ok bool) {
	for _, p := range f.path {
		if len(steps) == 0 || steps[0].Name != p.name {
			return nil, false
		}
		steps = steps[1:]
		if p.list && len(steps) > 0 && steps[0].Name == "" {
			if steps[0].Index != p.item {
				return nil, false
			}
			steps = steps[1:]
		}
	}
	if len(steps) == 0 || steps[0].Name != name {
		return nil, false
	}
	return steps[1:], true
}

// Value files a value, and under a key of its own the name of an object.
func (f *fieldViewer) Value(n *wire.Node) {
	f.put(n.Name, n)
	if n.Kind != wire.ID || f.names == nil || !f.asked(fields.NameKey(n.Name)) {
		return
	}
	if object := f.names.AppendName(nil, uint32(n.Int)); len(object) > 0 {
		f.put(fields.NameKey(n.Name), &wire.Node{Encoding: &wire.Encoding{Kind: wire.Characters}, Bytes: object})
	}
}

// put files a value under every path that asks for it.
func (f *fieldViewer) put(name string, n *wire.Node) {
	for i, left := range f.asking(name) {
		f.matcher.values[i] = appendValues(f.matcher.values[i], left, n)
	}
}

// asking gives the wanted paths that lead to a field, or into it: the number of each, and what is left of it.
func (f *fieldViewer) asking(name string) iter.Seq2[int, []filter.Step] {
	return func(yield func(int, []filter.Step) bool) {
		if f.astray > 0 {
			return
		}
		for i := range f.matcher.wanted {
			if left, ok := f.rest(f.matcher.wanted[i].steps, name); ok && !yield(i, left) {
				return
			}
		}
	}
}

// appendValues appends the elements of a value, or the one that what is left of a path leads to: a field
// that is no list has one element.
func appendValues(values []filter.Value, left []filter.Step, n *wire.Node) []filter.Value {
	from, to := 0, elements(n)
	if len(left) > 0 {
		if left[0].Name != "" || left[0].Index >= to {
			return values
		}
		from, to = left[0].Index, left[0].Index+1
	} else if to == 0 {
		return append(values, filter.Present()) // an empty list
	}
	for ; from < to; from++ {
		values = append(values, valueOf(n, from))
	}
	return values
}

func elements(n *wire.Node) int {
	switch n.Kind {
	case wire.Reals:
		return len(n.Reals)
	case wire.Octets:
		return len(n.Bytes)
	case wire.Words:
		return len(n.Words)
	}
	return 1
}

// valueOf gives an element. What is not set is there and equals nothing.
func valueOf(n *wire.Node, element int) filter.Value {
	switch n.Kind {
	case wire.Int:
		return filter.OfInt(n.Int)
	case wire.Hex, wire.ID:
		return filter.OfHex(n.Int, n.Digits)
	case wire.Real:
		return filter.OfFloat32(float32(n.Real))
	case wire.Reals:
		return filter.OfFloat32(n.Reals[element])
	case wire.Octets:
		return filter.OfInt(int64(n.Bytes[element]))
	case wire.Bool:
		return filter.OfBool(n.Int != 0)
	case wire.Characters:
		return filter.OfText(string(n.Bytes))
	case wire.Words:
		return filter.OfText(n.Words[element])
	case wire.Bytes:
		return filter.OfBytes(n.Bytes)
	case wire.Hash:
		return filter.OfText(hex.EncodeToString(n.Sum()))
	}
	return filter.Present()
}

// asked reports whether a wanted path leads to a field, or into it.
func (f *fieldViewer) asked(name string) bool {
	for range f.asking(name) {
		return true
	}
	return false
}

// present files that an object or list is there.
func (f *fieldViewer) present(name string) {
	for i, left := range f.asking(name) {
		if len(left) == 0 {
			f.matcher.values[i] = append(f.matcher.values[i], filter.Present())
		}
	}
}

// presentItem files that the current element of a list is there, for paths that end
// with its index.
func (f *fieldViewer) presentItem() {
	last := len(f.path) - 1
	list := f.path[last]
	f.path = f.path[:last]
	for i, left := range f.asking(list.name) {
		if len(left) == 1 && left[0].Name == "" && left[0].Index == list.item {
			f.matcher.values[i] = append(f.matcher.values[i], filter.Present())
		}
	}
	f.path = f.path[:last+1]
}

// Open goes into an object, a list or an element.
func (f *fieldViewer) Open(g wire.Group, name string) {
	if g == wire.Item {
		f.path[len(f.path)-1].item++
		f.presentItem()
		return
	}
	f.present(name)
	if !f.asked(name) {
		f.astray++
	}
	f.path = append(f.path, place{name: name, list: g == wire.List, item: -1})
}

// Close comes out of it.
func (f *fieldViewer) Close(g wire.Group, _ bool) {
	if g != wire.Item {
		f.path = f.path[:len(f.path)-1]
		f.astray = max(f.astray-1, 0)
	}
}
