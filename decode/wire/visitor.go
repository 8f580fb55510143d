package wire

// Evidence says how surely a layout is known. The grades are those of
// docs/protocol.
type Evidence uint8

// Grades of evidence, the best first.
const (
	//row:grades observed | O | bytes of a real packet show it
	Observed Evidence = iota
	//row:grades computed | C | follows from observed bytes
	Computed
	//row:grades static | S | published static analysis of the game program; no bytes contradict it, none were seen
	Static
	//row:grades document | D | a document says so; there are no bytes to confirm it
	Document
)

// String gives the grade as one word, as it is printed.
func (e Evidence) String() string {
	return [...]string{"observed", "computed", "static", "document"}[e&3]
}

// Message is anything that can describe its fields in wire order.
type Message interface {
	// Visit names every field to v, in the order in which the bytes lie. It is
	// the only description of the message: reading, writing, printing and
	// searching all go through it. While v reads, each call fills the
	// field it is given, so later calls may depend on earlier ones.
	Visit(v Visitor)
}

// Visitor goes through the fields of one message in wire order: it reads them, writes them, or shows
// them to a [Viewer]. The methods for encodings are in codec.go.
//
// Names are snake_case and unique within their object. A unit is empty or a
// short text such as "s". The methods that begin with Show announce values that
// follow from other fields and own no bytes.
type Visitor struct { // one of them is not nil
	r *Reader
	w *Writer
	s *View
}

// show shows a value that owns no bytes, which set puts into the node.
func (v Visitor) show(name, unit string, kind Kind, set func(*Node)) {
	if n := v.s.show(name, unit, kind); n != nil {
		set(n)
		v.s.to.Value(n)
	}
}

// ShowInt shows a number.
func (v Visitor) ShowInt(name string, value int64) {
	v.show(name, "", Int, func(n *Node) { n.Int = value })
}

// ShowBool shows a boolean.
func (v Visitor) ShowBool(name string, value bool) {
	v.show(name, "", Bool, func(n *Node) { n.setBool(value) })
}

// ShowFloats shows numbers.
func (v Visitor) ShowFloats(name, unit string, values []float32) {
	v.show(name, unit, Reals, func(n *Node) { n.Reals = values })
}

// ShowFloat shows a number.
func (v Visitor) ShowFloat(name, unit string, value float64) {
	v.show(name, unit, Real, func(n *Node) { n.Real = value })
}

// ShowText shows a text.
func (v Visitor) ShowText(name, value string) {
	if v.r != nil && v.r.trace != nil {
		v.r.trace.show(name, value)
	}
	v.show(name, "", Characters, func(n *Node) { n.hold(append(n.room[:0], value...)) })
}

// ShowTexts shows texts.
func (v Visitor) ShowTexts(name string, values []string) {
	v.show(name, "", Words, func(n *Node) { n.Words = values })
}

// ShowHex32 shows a number in hex.
func (v Visitor) ShowHex32(name string, value uint32) {
	v.show(name, "", Hex, func(n *Node) { n.Int = int64(value) })
}

// ShowBytes shows bytes.
func (v Visitor) ShowBytes(name string, data []byte) {
	v.show(name, "", Bytes, func(n *Node) { n.Bytes = data })
}

// ShowHash shows the SHA-256 of data; it is computed only where it is printed.
func (v Visitor) ShowHash(name string, data []byte) {
	v.show(name, "", Hash, func(n *Node) { n.Bytes = data })
}

// ShowNull shows a field that could be here and is not.
func (v Visitor) ShowNull(name string) { v.show(name, "", Null, func(*Node) {}) }

// Shows reports whether values that own no bytes are looked at: whoever finds them out at some cost can
// spare it.
func (v Visitor) Shows() bool { return v.s != nil }

// Explain tells what the field that was visited last stands for; "" = nobody knows.
func (v Visitor) Explain(text string) {
	if v.s == nil || v.s.stopped || text == "" {
		return
	}
	if e, ok := v.s.to.(Explainer); ok {
		e.Explain(text)
	}
}

// Evidence grades the fields that follow.
func (v Visitor) Evidence(e Evidence) {
	switch {
	case v.r != nil:
		v.r.trace.grade(e)
	case v.describes():
		v.s.describer.Evidence(e)
	}
}

// Refuse ends reading at a value that no sound message can have.
func (v Visitor) Refuse(field, reason string) {
	if v.r != nil && v.r.err == nil {
		v.r.fail(field, reason)
	}
}

// Reads reports whether v reads and has met no error yet.
func (v Visitor) Reads() bool { return v.r != nil && v.r.err == nil }

// Remaining counts the bytes behind the cursor, if v reads.
func (v Visitor) Remaining() int { return v.r.Remaining() }

func (v Visitor) describes() bool { return v.s != nil && v.s.describer != nil }

func (v Visitor) begin(g Group, name string) {
	switch {
	case v.s != nil:
		v.s.open(g, name)
	case v.r != nil && v.r.trace != nil:
		v.r.trace.open(g, name)
	}
}

func (v Visitor) end(g Group) {
	switch {
	case v.s != nil:
		v.s.close(g)
	case v.r != nil && v.r.trace != nil && g != Item:
		v.r.trace.pop()
	}
}

// Object groups fields under one name.
func Object(v Visitor, name string, fields func()) {
	v.begin(Struct, name)
	fields()
	v.end(Struct)
}

// Optional visits fields that are on the wire only if present is true; condition says in words when.
func Optional(v Visitor, present bool, condition string, fields func()) {
	switch {
	case v.describes():
		v.s.describer.Enter(condition)
		fields()
		v.s.describer.Leave()
	case present && (v.r == nil || v.r.err == nil):
		fields()
	}
}

// Hidden visits fields that own bytes but are not printed: counts and switches that the printed form
// makes plain anyway.
func Hidden(v Visitor, fields func()) {
	switch {
	case v.s != nil:
		v.s.hide(true)
		defer v.s.hide(false)
	case v.r != nil && v.r.trace != nil:
		v.r.trace.hidden++
		defer func(t *tracer) { t.hidden-- }(v.r.trace)
	}
	fields()
}

// Repeat visits a list of count elements. A reader stops at the first element
// that its bytes do not hold, so a lying count costs nothing.
func Repeat[T any](v Visitor, name string, list *[]T, count int, each func(*T)) {
	repeat(v, name, list, each, func(r *Reader, done int) bool { return done < count })
}

// RepeatWhole visits a list of at most count elements of need bytes each. A reader
// takes those that are there whole: a count that promises more is no error, and what is
// left of the next element belongs to none.
func RepeatWhole[T any](v Visitor, name string, list *[]T, count, need int, each func(*T)) {
	repeat(v, name, list, each, func(r *Reader, done int) bool { return done < count && r.Remaining() >= need })
}

// ToEnd visits a list that runs to the end of the message; an element needs at
// least need bytes, and fewer bytes at the end belong to no element.
func ToEnd[T any](v Visitor, name string, list *[]T, need int, each func(*T)) {
	repeat(v, name, list, each, func(r *Reader, _ int) bool { return r.Remaining() >= need })
}

// Each visits the elements that list has by now: their first fields stand on the
// wire in a list before, the rest here.
func Each[T any](v Visitor, name string, list *[]T, each func(*T)) {
	v.begin(List, name)
	visitAll(v, list, each)
	v.end(List)
}

func repeat[T any](v Visitor, name string, list *[]T, each func(*T), more func(*Reader, int) bool) {
	v.begin(List, name)
	defer v.end(List)
	if v.r == nil {
		visitAll(v, list, each)
		return
	}
	*list = (*list)[:0]
	for v.r.err == nil && more(v.r, len(*list)) {
		start := v.r.fields
		var element T
		*list = append(*list, element)
		item(v, &(*list)[len(*list)-1], each)
		if v.r.fields == start {
			*list = (*list)[:len(*list)-1] // nothing of it was there
			return
		}
	}
}

func visitAll[T any](v Visitor, list *[]T, each func(*T)) {
	if v.describes() {
		if v.s.describer.Describes() {
			item(v, new(T), each)
		}
		return
	}
	for i := range *list {
		item(v, &(*list)[i], each)
	}
}

func item[T any](v Visitor, element *T, each func(*T)) {
	v.begin(Item, "")
	each(element)
	v.end(Item)
}
