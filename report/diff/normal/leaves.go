package normal

import (
	"strings"

	"bcdump/decode/fields"
	"bcdump/decode/wire"
)

// leaves goes through the fields of messages that are printed, and the texts that say what they stand for.
// It uses its memory again. The zero value is ready.
type leaves struct {
	view wire.View
	take func(*leaf)
	leaf leaf
	ends []int // of the path, around what is open
	// loose says that another message of the same kind may have more or fewer bytes: there is a list, a
	// text, or raw bytes.
	loose bool
}

// leaf is one of them.
type leaf struct {
	*wire.Node
	path []byte // what filters call it, without the places in lists
	text []byte // the value as it is printed
}

// told reports whether it follows from the field before: "OBJECT_EXPLODING".
func (f *leaf) told() bool { return !f.Owned() }

// of gives the leaves of a message to take, in wire order; limit is as for [fields.AppendJSON]. One is
// valid until the next.
func (l *leaves) of(m wire.Message, limit int, take func(*leaf)) {
	l.take, l.leaf.path, l.ends, l.loose = take, l.leaf.path[:0], l.ends[:0], false
	l.view.Show(m, limit, l)
}

// Value takes one. Of what follows from fields only texts are given.
func (l *leaves) Value(n *wire.Node) {
	switch {
	case n.Owned():
		l.loose = l.loose || isLoose(n)
	case n.Kind != wire.Characters:
		return
	}
	if n.Hidden {
		return
	}
	end := len(l.leaf.path)
	l.leaf.path = append(l.leaf.path, n.Name...)
	l.leaf.Node, l.leaf.text = n, fields.AppendValue(l.leaf.text[:0], n)
	l.take(&l.leaf)
	l.leaf.path = l.leaf.path[:end]
}

func isLoose(n *wire.Node) bool {
	switch n.Kind {
	case wire.Characters:
		return strings.HasPrefix(n.Type, "wstr") || len(n.Bytes) > 0 && n.Type != "ipv4"
	case wire.Octets:
		return len(n.Bytes) > 0
	case wire.Bytes:
		return n.Int > 0
	}
	return false
}

// Open opens a part of the path.
func (l *leaves) Open(g wire.Group, name string) {
	if g != wire.Item {
		l.ends = append(l.ends, len(l.leaf.path))
		l.leaf.path = append(append(l.leaf.path, name...), '.')
	}
	l.loose = l.loose || g == wire.List
}

// Close closes it.
func (l *leaves) Close(g wire.Group, _ bool) {
	if g != wire.Item {
		last := len(l.ends) - 1
		l.leaf.path, l.ends = l.leaf.path[:l.ends[last]], l.ends[:last]
	}
}
