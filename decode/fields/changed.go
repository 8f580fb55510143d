package fields

import (
	"strconv"

	"bcdump/decode/wire"
)

// Change is a field that two messages of one type have otherwise, with both values as people read them.
type Change struct{ Name, Was, Is string }

// Changes gives the fields that two messages have otherwise, in their order; ok is false if they do not have the same fields.
func Changes(was, is wire.Message) (all []Change, ok bool) {
	a, b := leavesOf(was), leavesOf(is)
	if len(a) != len(b) {
		return nil, false
	}
	for i := range a {
		if a[i].name != b[i].name {
			return nil, false
		}
		if a[i].value != b[i].value {
			all = append(all, Change{a[i].name, a[i].value, b[i].value})
		}
	}
	return all, true
}

func leavesOf(m wire.Message) []leaf {
	var v leaves
	v.view.Show(m, All, &v)
	return v.all
}

// leaves lists the values of a message that own bytes.
type leaves struct {
	view wire.View
	all  []leaf
}

type leaf struct{ name, value string }

// Value adds one.
func (v *leaves) Value(n *wire.Node) {
	if n.Hidden || !n.Owned() {
		return
	}
	text := string(Printable(AppendValue(nil, n), 0))
	switch n.Kind {
	case wire.Characters:
		text = strconv.Quote(text)
	case wire.Bytes:
		text = string(AppendBytes(nil, n.Bytes))
	}
	if n.Unit != "" {
		text += " " + n.Unit
	}
	v.all = append(v.all, leaf{string(AppendName(nil, n.Name)), text})
}

// Open is for wire.Viewer.
func (*leaves) Open(wire.Group, string) {}

// Close is for wire.Viewer.
func (*leaves) Close(wire.Group, bool) {}
