package fields

import (
	"crypto/sha256"
	"math"
	"strconv"

	"bcdump/decode/wire"
)

// Kind says what the value of a Node is.
type Kind uint8

// Kinds of values.
const (
	Int   Kind = iota // Node.Int
	HexID             // Node.Int, printed with Node.Digits hex digits
	Real              // Node.Real
	Bool              // Node.Int is 0 or 1
	Text              // Node.Text, UTF-8
	Bytes             // Node.Bytes
	Null              // nothing is set
)

// Node is one value of a message as AppendJSON prints it. The numbers of an array are several nodes
// of one name.
type Node struct {
	Name   string
	Kind   Kind
	Digits int // of HexID
	Int    int64
	// Real is the shortest decimal that reads back as the same float32.
	Real  float64
	Text  string
	Bytes []byte
	Unit  string // "s"; empty = none
	// Span is the place of the field among those that a Reader traced of the same message; None = the
	// value owns no bytes.
	Span   int
	Hidden bool // owns bytes, and AppendJSON does not print it
	// Of is how many numbers the array has that this one is of, and At its place there; 0 = it is
	// in none. Vector says that they are x, y and z.
	Of, At int
	Vector bool
}

// None is the Span of values that own no bytes.
const None = -1

// Walker receives what AppendJSON prints, in its order, and the hidden fields between. A Node and
// its Bytes are valid until Value returns.
type Walker interface {
	Value(*Node)
	// Open begins an object and List a list, of which Item begins each element; Close ends any of
	// the three.
	Open(name string)
	List(name string)
	Item()
	Close()
	// Explain says what the last value stands for.
	Explain(text string)
}

// Walk gives a message to w: its first limit fields, and beside ids the names that objects have.
func Walk(m wire.Message, limit int, names Names, w Walker) {
	v := &walkVisitor{Gate: NewGate(limit), names: names, to: w}
	v.leaves.to = v
	m.Visit(v)
}

type walkVisitor struct {
	Gate
	leaves
	names   Names
	to      Walker
	node    Node
	scratch []byte
}

var _ wire.Visitor = (*walkVisitor)(nil)

// leaf begins a node of a field that owns bytes; nil if it is behind the limit.
func (v *walkVisitor) leaf(name string, kind Kind) *Node {
	at := v.seen
	shown := v.Leaf()
	if v.stopped {
		return nil
	}
	v.node = Node{Name: name, Kind: kind, Span: at, Hidden: !shown}
	return &v.node
}

// shown begins a node of a value that owns none; nil if it is not printed.
func (v *walkVisitor) shown(name string, kind Kind) *Node {
	if !v.Shown() {
		return nil
	}
	v.node = Node{Name: name, Kind: kind, Span: None}
	return &v.node
}

// give hands a node on that was begun.
func (v *walkVisitor) give(n *Node, fill func(*Node)) {
	if n != nil {
		fill(n)
		v.to.Value(n)
	}
}

func (v *walkVisitor) integer(name string, value int64) {
	v.give(v.leaf(name, Int), func(n *Node) { n.Int = value })
	wire.Explain(v, playerOf(v.names, name, value))
}

func (v *walkVisitor) U8None(name string, none uint8, p *uint8) {
	kind := Int
	if *p == none {
		kind = Null
	}
	v.give(v.leaf(name, kind), func(n *Node) { n.Int = int64(*p) })
}

func (v *walkVisitor) hex(name string, value uint32, digits int) {
	v.give(v.leaf(name, HexID), func(n *Node) { n.Int, n.Digits = int64(value), digits })
}

func (v *walkVisitor) float(name, unit string, value float64) {
	v.give(v.leaf(name, Real), func(n *Node) { n.Real, n.Unit = v.decimal(float32(value)), unit })
}

func (v *walkVisitor) vector(name, unit string, value wire.Vector) {
	v.reals(v.leaf(name, Real), unit, value[:], true)
}

func (v *walkVisitor) floats(name string, values []float32) {
	v.reals(v.leaf(name, Real), "", values, false)
}

func (v *walkVisitor) latin1(name string, value wire.Text) { v.string(name, string(Latin1(value))) }
func (v *walkVisitor) text(name, value string)             { v.string(name, value) }
func (v *walkVisitor) string(name, value string) {
	v.give(v.leaf(name, Text), func(n *Node) { n.Text = value })
}

// reals gives the numbers of an array, each with the place of all.
func (v *walkVisitor) reals(n *Node, unit string, values []float32, vector bool) {
	for i, x := range values {
		v.give(n, func(n *Node) { n.Real, n.Unit, n.Of, n.At, n.Vector = v.decimal(x), unit, len(values), i, vector })
	}
}

// decimal is the number that AppendFloat prints.
func (v *walkVisitor) decimal(f float32) float64 {
	if wide := float64(f); wide == math.Trunc(wide) && math.Abs(wide) < 1<<24 || math.IsNaN(wide) || math.IsInf(wide, 0) {
		return wide
	}
	v.scratch = strconv.AppendFloat(v.scratch[:0], float64(f), 'g', -1, 32)
	d, _ := strconv.ParseFloat(string(v.scratch), 64)
	return d
}

// ID gives the name of the object behind its id.
func (v *walkVisitor) ID(name string, p *uint32) {
	v.hex(name, *p, 8)
	if v.names == nil || !v.Shown() {
		return
	}
	if v.scratch = v.names.AppendName(v.scratch[:0], *p); len(v.scratch) > 0 {
		v.ShowText(NameKey(name), string(v.scratch))
	}
}

func (v *walkVisitor) Bool(name string, p *bool) {
	v.give(v.leaf(name, Bool), func(n *Node) { n.Int = number(*p) })
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Octets gives the numbers of an array, each with its own byte.
func (v *walkVisitor) Octets(name string, p *[]byte, _ int) {
	n := v.leaf(name, Int)
	for i, x := range *p {
		v.give(n, func(n *Node) { n.Int, n.Of, n.At = int64(x), len(*p), i })
	}
}

func (v *walkVisitor) IPv4(name string, p *[4]byte) { v.string(name, string(AppendIPv4(nil, *p))) }
func (v *walkVisitor) Rest(name string, p *[]byte, _ int) {
	v.give(v.leaf(name, Bytes), func(n *Node) { n.Bytes = *p })
}

// Explain is told of fields that are there.
func (v *walkVisitor) Explain(text string) {
	if !v.stopped {
		v.to.Explain(text)
	}
}

func (v *walkVisitor) ShowInt(name string, value int64) {
	v.give(v.shown(name, Int), func(n *Node) { n.Int = value })
}

func (v *walkVisitor) ShowBool(name string, value bool) {
	v.give(v.shown(name, Bool), func(n *Node) { n.Int = number(value) })
}

func (v *walkVisitor) ShowFloats(name, unit string, values []float32) {
	v.reals(v.shown(name, Real), unit, values, len(values) == len(wire.Vector{}))
}

func (v *walkVisitor) ShowFloat(name, unit string, value float64) {
	v.give(v.shown(name, Real), func(n *Node) { n.Real, n.Unit = v.decimal(float32(value)), unit })
}

func (v *walkVisitor) ShowText(name, value string) {
	v.give(v.shown(name, Text), func(n *Node) { n.Text = value })
}

func (v *walkVisitor) ShowTexts(name string, values []string) {
	for i, text := range values {
		v.give(v.shown(name, Text), func(n *Node) { n.Text, n.Of, n.At = text, len(values), i })
	}
}

func (v *walkVisitor) ShowHex32(name string, value uint32) {
	v.give(v.shown(name, HexID), func(n *Node) { n.Int, n.Digits = int64(value), 8 })
}

func (v *walkVisitor) ShowBytes(name string, data []byte) {
	v.give(v.shown(name, Bytes), func(n *Node) { n.Bytes = data })
}

func (v *walkVisitor) ShowHash(name string, data []byte) {
	v.give(v.shown(name, Bytes), func(n *Node) {
		sum := sha256.Sum256(data)
		n.Bytes = sum[:]
	})
}

func (v *walkVisitor) ShowNull(name string) { v.give(v.shown(name, Null), func(*Node) {}) }

func (v *walkVisitor) BeginObject(name string) {
	if v.OpenObject() {
		v.to.Open(name)
	}
}

func (v *walkVisitor) BeginList(name string) {
	if v.OpenList() {
		v.to.List(name)
	}
}

func (v *walkVisitor) BeginItem() {
	if v.OpenItem() {
		v.to.Item()
	}
}

func (v *walkVisitor) EndObject() { v.close(v.Close()) }
func (v *walkVisitor) EndList()   { v.close(v.Close()) }
func (v *walkVisitor) EndItem()   { v.close(v.CloseItem()) }

func (v *walkVisitor) close(printed bool) {
	if printed {
		v.to.Close()
	}
}
