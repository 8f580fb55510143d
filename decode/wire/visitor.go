package wire

// Evidence says how surely a layout is known. The grades are those of
// docs/protocol.md.
type Evidence uint8

// Grades of evidence, the best first.
const (
	Observed Evidence = iota // bytes of a real packet show it
	Computed                 // follows from observed bytes
	Static                   // published static analysis of the game program
	Document                 // stated by a document, no bytes to confirm it
)

// String gives the grade as one word, as it is printed.
func (e Evidence) String() string {
	return [...]string{"observed", "computed", "static", "document"}[e&3]
}

// Message is anything that can describe its fields in wire order.
type Message interface {
	// Visit names every field to v, in the order in which the bytes lie. It is
	// the only description of the message: reading, writing, printing and
	// searching all go through it. While v is a Reader, each call fills the
	// field it is given, so later calls may depend on earlier ones.
	Visit(v Visitor)
}

// Visitor receives the fields of one message in wire order.
//
// Names are snake_case and unique within their object. A unit is empty or a
// short text such as "s". The methods that begin with Show announce values that
// follow from other fields and own no bytes.
type Visitor interface {
	U8(name string, p *uint8)
	// U8None is a u8 of which the value none means "nothing set".
	U8None(name string, none uint8, p *uint8)
	I8(name string, p *int8)
	U16(name string, p *uint16)
	U32(name string, p *uint32)
	I32(name string, p *int32)
	Hex8(name string, p *uint8)          // u8, printed as "0x9D"
	Hex16(name string, p *uint16)        // u16, printed as "0xFB37"
	Hex32(name string, p *uint32)        // u32, printed as "0x7E0CE243"
	ID(name string, p *uint32)           // u32 object id, printed as hex
	F32(name, unit string, p *float32)   // IEEE 754 single
	CF16(name, unit string, p *CF16)     // compressed float
	CV3(name string, p *CV3)             // compressed direction
	CV4(name, unit string, p *CV4)       // compressed direction and magnitude
	CV4F(name, unit string, p *CV4F)     // compressed direction and f32 magnitude
	Vector(name, unit string, p *Vector) // three f32
	Floats(name string, p []float32)     // as many f32 as the slice is long
	Bool(name string, p *bool)           // bit of a shared group byte
	Str16(name string, p *Text)          // u16 length, bytes
	Str8(name string, p *Text)           // u8 length, bytes
	Str32(name string, p *Text)          // u32 length, bytes; zeros at the end are not shown
	// Str16Or32 is a str16 or, if only that fits the message exactly, a str32.
	Str16Or32(name string, p *Text, wide *bool)
	WStr32(name string, p *WideText) // i32 count, UTF-16LE units
	WStrZ(name string, p *WideText)  // UTF-16LE units up to a zero unit
	// Octets is n bytes that are one number each.
	Octets(name string, p *[]byte, n int)
	// Padded is n bytes: a text in UTF-8, and zeros behind it.
	Padded(name string, p *Text, n int)
	IPv4(name string, p *[4]byte) // network order
	// Rest takes all bytes to the end of the message. The value begins back
	// bytes before the cursor, at bytes that earlier fields own already.
	Rest(name string, p *[]byte, back int)
	// Terminator is a single zero byte that may end the message.
	Terminator(name string, present *bool)

	ShowInt(name string, value int64)
	ShowBool(name string, value bool)
	ShowFloats(name, unit string, values []float32)
	ShowFloat(name, unit string, value float64)
	ShowText(name, value string)
	ShowTexts(name string, values []string)
	ShowHex32(name string, value uint32)
	ShowBytes(name string, data []byte)
	ShowHash(name string, data []byte) // SHA-256 of data, computed only if printed
	ShowNull(name string)              // a field that could be here and is not

	BeginObject(name string)
	EndObject()
	BeginList(name string)
	EndList()
	BeginItem()
	EndItem()

	// Enter reports whether the fields up to Leave are there; condition says in
	// words when they are.
	Enter(present bool, condition string) bool
	Leave()
	// Hide keeps the fields up to the matching Hide(false) out of printed
	// objects: counts and switches that the printed form makes plain anyway.
	// They own bytes all the same.
	Hide(on bool)
	// Evidence grades the fields that follow.
	Evidence(e Evidence)
	// Refuse ends reading at a value that no sound message can have.
	Refuse(field, reason string)
}

// Object groups fields under one name.
func Object(v Visitor, name string, fields func()) {
	v.BeginObject(name)
	fields()
	v.EndObject()
}

// Optional visits fields that are on the wire only if present is true.
func Optional(v Visitor, present bool, condition string, fields func()) {
	if r, ok := v.(*Reader); ok { // not behind the interface: most fields are not there
		if r.Enter(present, condition) {
			fields()
		}
		return
	}
	if v.Enter(present, condition) {
		fields()
		v.Leave()
	}
}

// Hidden visits fields that own bytes but are not printed.
func Hidden(v Visitor, fields func()) {
	v.Hide(true)
	fields()
	v.Hide(false)
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
	v.BeginList(name)
	visitAll(v, list, each)
	v.EndList()
}

func repeat[T any](v Visitor, name string, list *[]T, each func(*T), more func(*Reader, int) bool) {
	v.BeginList(name)
	defer v.EndList()
	r, reading := v.(*Reader)
	if !reading {
		visitAll(v, list, each)
		return
	}
	*list = (*list)[:0]
	for r.Err() == nil && more(r, len(*list)) {
		start := r.Fields()
		var element T
		*list = append(*list, element)
		v.BeginItem()
		each(&(*list)[len(*list)-1])
		v.EndItem()
		if r.Fields() == start {
			*list = (*list)[:len(*list)-1] // nothing of it was there
			return
		}
	}
}

// describer is a visitor that wants to see one element of every list, present
// or not. Describes is false inside a list that holds itself.
type describer interface{ Describes() bool }

func visitAll[T any](v Visitor, list *[]T, each func(*T)) {
	if d, ok := v.(describer); ok {
		if !d.Describes() {
			return
		}
		var element T
		v.BeginItem()
		each(&element)
		v.EndItem()
		return
	}
	for i := range *list {
		v.BeginItem()
		each(&(*list)[i])
		v.EndItem()
	}
}

// Shows reports whether a visitor does something with values that own no bytes: whoever finds them
// out at some cost can spare it for one that only reads.
func Shows(v Visitor) bool {
	_, reading := v.(*Reader)
	return !reading
}

// Explainer is a visitor that says beside the value of a field what it stands for.
type Explainer interface{ Explain(text string) }

// Explain tells what the field that was visited last stands for; "" = nobody knows.
func Explain(v Visitor, text string) {
	if e, ok := v.(Explainer); ok && text != "" {
		e.Explain(text)
	}
}
