package wire

import "crypto/sha256"

// Kind says what the value of a Node is.
type Kind uint8

// Kinds of values.
const (
	Int        Kind = iota // Node.Int
	Hex                    // Node.Int, printed with Node.Digits hex digits
	ID                     // the same, and the number of an object
	Real                   // Node.Real
	Reals                  // Node.Reals
	Bool                   // Node.Int is 0 or 1
	Characters             // Node.Bytes, UTF-8
	Words                  // Node.Words
	Octets                 // Node.Bytes, one number each
	Bytes                  // Node.Bytes
	Hash                   // the SHA-256 of Node.Bytes, see Node.Sum
	Null                   // nothing is set
)

// Encoding is how a value lies on the wire and what it is.
type Encoding struct {
	Type   string // as in docs/protocol; "shown" for values that own no bytes
	Kind   Kind
	Digits int // of Hex and ID
}

// Node is one value of a message. What its Kind does not speak of is undefined.
type Node struct {
	Name string
	*Encoding
	Unit string // "s"; empty = none
	// Field is the place of the field among those that a Reader traced of the same message; None = the
	// value owns no bytes.
	Field  int
	Hidden bool  // the printed forms leave it out
	Int    int64 // of Bytes that own bytes: how many of them the field itself owns
	Real   float64
	Reals  []float32
	Bytes  []byte
	Words  []string

	room []byte // for Bytes
	xyz  Vector
}

// None is the Field of values that own no bytes.
const None = -1

// Shown is the Type of values that own no bytes.
const Shown = "shown"

// Owned reports whether the value owns bytes.
func (n *Node) Owned() bool { return n.Field != None }

// Vector reports whether the numbers of Reals are x, y and z.
func (n *Node) Vector() bool { return len(n.Reals) == len(n.xyz) && n.Type != "f32 list" }

// Sum is the value of a Hash.
func (n *Node) Sum() []byte {
	sum := sha256.Sum256(n.Bytes)
	n.hold(append(n.room[:0], sum[:]...))
	return n.Bytes
}

// hold takes bytes that were written into room.
func (n *Node) hold(written []byte) { n.room, n.Bytes = written, written }

func (n *Node) vector(v Vector) {
	n.xyz = v
	n.Reals = n.xyz[:]
}

func (n *Node) setBool(b bool) {
	if n.Int = 0; b {
		n.Int = 1
	}
}

// Group is what values are in.
type Group uint8

// Groups.
const (
	Struct Group = iota // an object
	List
	Item // an element of a list
)

// Viewer receives the values of a message in wire order, and what they are in. A Node is valid until
// Value returns.
type Viewer interface {
	Value(n *Node)
	// Open begins a group; items have no name.
	Open(g Group, name string)
	// Close ends it. It is whole if nothing lay behind the limit.
	Close(g Group, whole bool)
}

// Explainer is a Viewer that is told what the last value stands for.
type Explainer interface{ Explain(text string) }

// Describer is a Viewer that is told of the fields that a message can have, whether or not this one has
// them: hidden ones, conditional ones, and one element of each list.
type Describer interface {
	Viewer
	Enter(condition string)
	Leave()
	Evidence(e Evidence)
	// Describes asks whether to go into the list that was opened last.
	Describes() bool
}

// View shows messages to viewers, and uses its memory again. The zero value is ready. One goroutine at
// a time.
type View struct {
	// Whole shows hidden fields as if they were not.
	Whole bool

	to        Viewer
	describer Describer // the same, if it is one
	node      Node
	limit     int // fields that are shown
	seen      int
	hidden    int
	cut       bool // a field lay behind the limit
	stopped   bool // cut, and not in a new element since
	skipped   int  // depth of groups that lie behind the limit
}

// Show gives a message to a viewer: its first limit fields in wire order, and the values between.
func (s *View) Show(m Message, limit int, to Viewer) {
	s.to, s.limit = to, limit
	s.describer, _ = to.(Describer)
	s.seen, s.hidden, s.cut, s.stopped, s.skipped = 0, 0, false, false, 0
	m.Visit(Visitor{s: s})
	s.to, s.describer = nil, nil
}

// field begins the node of a field; nil if it lies behind the limit.
func (s *View) field(name, unit string, e *Encoding) *Node {
	if s.seen >= s.limit {
		s.cut, s.stopped = true, true
		return nil
	}
	n := &s.node
	n.Name, n.Unit, n.Encoding, n.Field, n.Hidden = name, unit, e, s.seen, s.hidden > 0
	s.seen++
	return n
}

// shown reports whether a value that owns no bytes is given: it belongs to the field before it.
func (s *View) shown() bool {
	return !s.stopped && s.skipped == 0 && (s.hidden == 0 || s.describer != nil)
}

// show begins the node of a value that owns no bytes; nil if it is not given.
func (s *View) show(name, unit string, kind Kind) *Node {
	if s == nil || !s.shown() {
		return nil
	}
	n := &s.node
	n.Name, n.Unit, n.Encoding, n.Field, n.Hidden = name, unit, &shownAs[kind], None, s.hidden > 0
	return n
}

// shownAs has the kind of a value that owns no bytes as its index.
var shownAs = func() (table [Null + 1]Encoding) {
	for kind := range table {
		table[kind] = Encoding{Shown, Kind(kind), 8}
	}
	return table
}()

// terminator gives a field that comes last and is a zero, so it need not be counted.
func (s *View) terminator(name string, present bool) {
	if !(s.Whole && present) && s.describer == nil {
		return
	}
	if s.describer != nil {
		s.describer.Enter("if one zero byte is left")
		defer s.describer.Leave()
	}
	n := &s.node
	n.Name, n.Unit, n.Encoding, n.Field, n.Hidden, n.Int = name, "", &u8.Encoding, s.seen, s.describer != nil, 0
	s.to.Value(n)
}

// open begins a group. A list whose count was read is shown, even if all its elements were cut. So is
// every element of a list that was opened: it is in the list because some of it was read, be it only
// what its Show methods announce.
func (s *View) open(g Group, name string) {
	behind := s.hidden > 0 && s.describer == nil
	switch g {
	case Struct:
		behind = behind || s.seen >= s.limit
	case List:
		behind = behind || s.stopped
	}
	if behind || s.skipped > 0 {
		s.skipped++
		return
	}
	if g == Item {
		s.stopped = false
	}
	s.to.Open(g, name)
}

func (s *View) close(g Group) {
	shown := s.skipped == 0
	if !shown {
		s.skipped--
	}
	if g == Item {
		s.stopped = s.cut
	}
	if shown {
		s.to.Close(g, !s.stopped)
	}
}

func (s *View) hide(on bool) {
	switch {
	case s.Whole:
	case on:
		s.hidden++
	default:
		s.hidden--
	}
}
