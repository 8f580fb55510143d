package fields

import (
	"strconv"
	"strings"

	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// A Liner is a message that says itself how it reads best on one line.
type Liner interface {
	// AppendLine appends the line to b: short, units given. Texts are as they are.
	AppendLine(b []byte) []byte
}

// AppendText appends m as one line for people: "round 0  directory scripts/", with the
// names of objects in place of their ids; nil = they have none. Of a message that was cut
// only the first limit fields are printed. Lists are counted, not listed: the JSON form has
// them. Texts of the wire are made printable here, whoever appended them.
func AppendText(b []byte, m wire.Message, limit int, names Names) []byte {
	start := len(b)
	if l, ok := m.(Liner); ok && limit == All {
		return Printable(l.AppendLine(b), start)
	}
	if s, ok := m.(saying); ok && limit == All {
		return Printable(appendSaid(b, s, names), start)
	}
	t := textViewer{b: b, start: len(b), names: names}
	t.view.Show(m, limit, &t)
	return Printable(t.b, start)
}

// saying is a message in which a player says something.
type saying interface {
	Said() (peer int32, text string)
}

// appendSaid appends what a player says as people write it: "Ace: hello". Of who has no name there is the peer id.
func appendSaid(b []byte, s saying, names Names) []byte {
	peer, text := s.Said()
	name := PlayerName(names, int64(peer))
	if name == "" {
		name = "peer " + strconv.Itoa(int(peer))
	}
	return append(append(append(b, name...), ": "...), text...)
}

// Printable makes the bytes from start on safe to display: see package printable.
func Printable(b []byte, start int) []byte { return printable.Escape(b, start) }

type textViewer struct {
	view  wire.View
	b     []byte
	start int
	lists []list
	names Names
}

type list struct {
	name  string
	items int
}

// label prints the name of a value.
func (t *textViewer) label(name string) {
	if len(t.b) > t.start {
		t.b = append(t.b, ' ', ' ')
	}
	t.b = append(AppendName(t.b, name), ' ')
}

// Value appends one, unless it is in a list, or goes without saying on a line.
func (t *textViewer) Value(n *wire.Node) {
	if n.Hidden || len(t.lists) > 0 || without(n) {
		return
	}
	if n.Kind == wire.ID && t.names != nil {
		if object := t.names.AppendName(nil, uint32(n.Int)); len(object) > 0 {
			t.label(NameKey(n.Name))
			t.b = append(t.b, object...)
			return
		}
	}
	t.label(n.Name)
	switch {
	case n.Kind == wire.Bytes:
		t.b = append(strconv.AppendInt(t.b, int64(len(n.Bytes)), 10), " B"...)
	case n.Kind == wire.Bool && n.Int != 0:
		t.b = append(t.b, "yes"...)
	case n.Kind == wire.Bool:
		t.b = append(t.b, "no"...)
	default:
		t.b = AppendValue(t.b, n)
	}
	if n.Unit != "" {
		t.b = append(append(t.b, ' '), n.Unit...)
	}
}

// without tells which values a line does without: what is not set, texts and words without which a label
// would seem to belong to the next value, what is derived and true or false, bytes of fields that are
// printed, and 64 digits of a hash.
func without(n *wire.Node) bool {
	switch n.Kind {
	case wire.Null, wire.Hash:
		return true
	case wire.Characters:
		return len(n.Bytes) == 0
	case wire.Words:
		return len(n.Words) == 0
	case wire.Bool, wire.Bytes:
		return !n.Owned()
	}
	return false
}

// Open counts the elements of lists.
func (t *textViewer) Open(g wire.Group, name string) {
	switch g {
	case wire.List:
		t.lists = append(t.lists, list{name: name})
	case wire.Item:
		t.lists[len(t.lists)-1].items++
	}
}

// Close says how many there are.
func (t *textViewer) Close(g wire.Group, whole bool) {
	if g != wire.List {
		return
	}
	done := t.lists[len(t.lists)-1]
	t.lists = t.lists[:len(t.lists)-1]
	if whole && len(t.lists) == 0 {
		t.label(done.name)
		t.b = strconv.AppendInt(t.b, int64(done.items), 10)
	}
}

// AppendValue appends a value as people read it, without its unit. Texts are as they are.
func AppendValue(b []byte, n *wire.Node) []byte {
	switch n.Kind {
	case wire.Int:
		b = strconv.AppendInt(b, n.Int, 10)
	case wire.Hex, wire.ID:
		b = AppendHex(b, uint64(n.Int), n.Digits)
	case wire.Real:
		b = AppendShortFloat(b, n.Real)
	case wire.Reals:
		b = AppendShortFloats(b, n.Reals)
	case wire.Bool:
		b = strconv.AppendBool(b, n.Int != 0)
	case wire.Characters:
		b = append(b, n.Bytes...)
	case wire.Words:
		b = append(b, strings.Join(n.Words, " ")...)
	case wire.Octets:
		b = append(b, '(')
		for i, x := range n.Bytes {
			if i > 0 {
				b = append(b, ' ')
			}
			b = AppendNumber(b, uint64(x))
		}
		b = append(b, ')')
	case wire.Bytes:
		b = append(strconv.AppendInt(b, n.Int, 10), " B"...)
	case wire.Null:
		b = append(b, "none"...)
	}
	return b
}

// AppendName appends a field name as words.
func AppendName(b []byte, name string) []byte {
	for i := 0; i < len(name); i++ {
		if name[i] == '_' {
			b = append(b, ' ')
			continue
		}
		b = append(b, name[i])
	}
	return b
}

// AppendShortFloat appends a float rounded for reading: three significant digits
// behind a small number, two decimals otherwise.
func AppendShortFloat(b []byte, f float64) []byte {
	switch {
	case f == 0:
		return append(b, '0')
	case f > -0.01 && f < 0.01:
		return strconv.AppendFloat(b, f, 'g', 3, 64)
	case f > 1e9 || f < -1e9:
		return strconv.AppendFloat(b, f, 'g', 4, 64)
	}
	return AppendFixed(b, f, 2)
}

// AppendShortFloats appends "(a b ...)".
func AppendShortFloats(b []byte, values []float32) []byte {
	b = append(b, '(')
	for i, f := range values {
		if i > 0 {
			b = append(b, ' ')
		}
		b = AppendShortFloat(b, float64(f))
	}
	return append(b, ')')
}

// Latin1 decodes raw bytes as Latin-1 into UTF-8.
func Latin1(raw []byte) []byte { return wire.Text(raw).AppendUTF8(nil) }

// Remembered is a text and what it was made of, all of it. The zero value holds none.
type Remembered[K comparable] struct {
	key  K
	text []byte // "" = nothing yet
}

// Is reports whether the text was made of key.
func (t *Remembered[K]) Is(key *K) bool { return len(t.text) > 0 && t.key == *key }

// Append appends the text.
func (t *Remembered[K]) Append(b []byte) []byte { return append(b, t.text...) }

// Set copies the text. One that is too long to be kept by the hundred is forgotten.
func (t *Remembered[K]) Set(key *K, text []byte) {
	const longest = 1024
	if t.text = t.text[:0]; len(text) <= longest {
		t.key, t.text = *key, append(t.text, text...)
	}
}
