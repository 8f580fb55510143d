package fields

import (
	"strconv"

	"bcdump/decode/wire"
)

// LeafKind says what a value of a message is.
type LeafKind uint8

// Kinds of leaves.
const (
	Integer  LeafKind = iota
	Fraction          // a floating-point number
	Point             // several numbers: a vector, a list
	Characters
	ObjectID
	Switch // a boolean
	Octets // raw bytes
	Told   // a text that follows from the field before: "OBJECT_EXPLODING"
)

// Leaf is a field of a message.
type Leaf struct {
	// Path is what filters call it, without the places in lists: "subsystems.items.index".
	Path []byte
	Kind LeafKind
	// Value is as it is printed.
	Value []byte
	// Object is the number of an ObjectID.
	Object uint32
}

// Leaves goes through the fields of messages, and uses its memory again. The zero value is ready.
type Leaves struct {
	Gate
	leaves
	take func(*Leaf)
	leaf Leaf
	ends []int // of the path, around what is open
	// Loose counts the bytes that another message of the same kind may have more or fewer of: texts and
	// raw bytes. Lists says that there is a list, which may be longer too.
	Loose int
	Lists bool
}

var _ wire.Visitor = (*Leaves)(nil)

// Of gives the fields of a message to take, in wire order, those that are printed; limit is as for
// [AppendJSON]. A Leaf is valid until the next one.
func (l *Leaves) Of(m wire.Message, limit int, take func(*Leaf)) {
	l.Gate, l.to, l.take = NewGate(limit), l, take
	l.leaf.Path, l.ends, l.Loose, l.Lists = l.leaf.Path[:0], l.ends[:0], 0, false
	m.Visit(l)
}

// give gives a leaf whose value is written.
func (l *Leaves) give(name string, kind LeafKind, value []byte) {
	end := len(l.leaf.Path)
	l.leaf.Path = append(l.leaf.Path, name...)
	l.leaf.Kind, l.leaf.Value = kind, value
	l.take(&l.leaf)
	l.leaf.Path = l.leaf.Path[:end]
}

func (l *Leaves) integer(name string, value int64) {
	if l.Leaf() {
		l.give(name, Integer, strconv.AppendInt(l.leaf.Value[:0], value, 10))
	}
}

func (l *Leaves) hex(name string, value uint32, digits int) {
	if l.Leaf() {
		l.give(name, Integer, AppendHex(l.leaf.Value[:0], uint64(value), digits))
	}
}

func (l *Leaves) float(name, _ string, value float64) {
	if l.Leaf() {
		l.give(name, Fraction, AppendShortFloat(l.leaf.Value[:0], value))
	}
}

func (l *Leaves) vector(name, _ string, value wire.Vector) { l.floats(name, value[:]) }

func (l *Leaves) floats(name string, values []float32) {
	if l.Leaf() {
		l.give(name, Point, AppendShortFloats(l.leaf.Value[:0], values))
	}
}

func (l *Leaves) latin1(name string, value wire.Text) {
	l.Loose += len(value)
	if l.Leaf() {
		l.give(name, Characters, value.AppendUTF8(l.leaf.Value[:0]))
	}
}

func (l *Leaves) text(name, value string) {
	l.Loose += len(value)
	if l.Leaf() {
		l.give(name, Characters, append(l.leaf.Value[:0], value...))
	}
}

// WStr32 has two bytes for a unit.
func (l *Leaves) WStr32(name string, p *wire.WideText) {
	l.leaves.WStr32(name, p)
	l.Lists = true
}

// WStrZ has two bytes for a unit.
func (l *Leaves) WStrZ(name string, p *wire.WideText) {
	l.leaves.WStrZ(name, p)
	l.Lists = true
}

// ID gives the number too.
func (l *Leaves) ID(name string, p *uint32) {
	if l.Leaf() {
		l.leaf.Object = *p
		l.give(name, ObjectID, AppendHex(l.leaf.Value[:0], uint64(*p), 8))
	}
}

// Bool gives "true" or "false".
func (l *Leaves) Bool(name string, p *bool) {
	if l.Leaf() {
		l.give(name, Switch, strconv.AppendBool(l.leaf.Value[:0], *p))
	}
}

// IPv4 gives an address as octets: it means nothing in another capture.
func (l *Leaves) IPv4(name string, p *[4]byte) {
	if l.Leaf() {
		l.give(name, Octets, AppendIPv4(l.leaf.Value[:0], *p))
	}
}

// Rest gives how many bytes there are.
func (l *Leaves) Rest(name string, p *[]byte, back int) {
	n := max(len(*p)-back, 0)
	l.Loose += n
	if l.Leaf() {
		l.give(name, Octets, append(strconv.AppendInt(l.leaf.Value[:0], int64(n), 10), " B"...))
	}
}

// Octets gives the numbers.
func (l *Leaves) Octets(name string, p *[]byte, _ int) {
	l.Loose += len(*p)
	if l.Leaf() {
		l.give(name, Point, appendOctets(l.leaf.Value[:0], *p))
	}
}

// U8None says "none" for the value that means so.
func (l *Leaves) U8None(name string, none uint8, p *uint8) {
	if *p != none {
		l.integer(name, int64(*p))
	} else if l.Leaf() {
		l.give(name, Integer, append(l.leaf.Value[:0], "none"...))
	}
}

// ShowText gives what a number stands for.
func (l *Leaves) ShowText(name, value string) {
	if l.Shown() {
		l.give(name, Told, append(l.leaf.Value[:0], value...))
	}
}

// Other values that follow from fields are not given.

// ShowInt does nothing.
func (l *Leaves) ShowInt(string, int64) {}

// ShowBool does nothing.
func (l *Leaves) ShowBool(string, bool) {}

// ShowFloats does nothing.
func (l *Leaves) ShowFloats(string, string, []float32) {}

// ShowFloat does nothing.
func (l *Leaves) ShowFloat(string, string, float64) {}

// ShowTexts does nothing.
func (l *Leaves) ShowTexts(string, []string) {}

// ShowHex32 does nothing.
func (l *Leaves) ShowHex32(string, uint32) {}

// ShowBytes does nothing.
func (l *Leaves) ShowBytes(string, []byte) {}

// ShowHash does nothing.
func (l *Leaves) ShowHash(string, []byte) {}

// ShowNull does nothing.
func (l *Leaves) ShowNull(string) {}

func (l *Leaves) open(name string) {
	l.ends = append(l.ends, len(l.leaf.Path))
	l.leaf.Path = append(append(l.leaf.Path, name...), '.')
}

func (l *Leaves) shut() {
	last := len(l.ends) - 1
	l.leaf.Path = l.leaf.Path[:l.ends[last]]
	l.ends = l.ends[:last]
}

// BeginObject opens a part of the path.
func (l *Leaves) BeginObject(name string) {
	l.OpenObject()
	l.open(name)
}

// EndObject closes it.
func (l *Leaves) EndObject() {
	l.Close()
	l.shut()
}

// BeginList opens a part of the path.
func (l *Leaves) BeginList(name string) {
	l.OpenList()
	l.open(name)
	l.Lists = true
}

// EndList closes it.
func (l *Leaves) EndList() { l.EndObject() }

// BeginItem begins an element.
func (l *Leaves) BeginItem() { l.OpenItem() }

// EndItem ends it.
func (l *Leaves) EndItem() { l.CloseItem() }
