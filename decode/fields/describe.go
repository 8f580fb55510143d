package fields

import (
	"slices"
	"strings"

	"bcdump/decode/wire"
)

// Field is one row of the description of a message.
type Field struct {
	Path      string // "delta", "files.name_hash"; elements of a list share a row
	Type      string // encoding on the wire; "shown" for values that own no bytes
	Form      Form   // what the printed value is
	Unit      string
	Condition string // when the field is there; empty = always
	Evidence  wire.Evidence
	Hidden    bool     // owns bytes, not printed
	Lists     []string // paths of the lists that the field is in, outermost first
}

// Form says what the printed value of a field is.
type Form uint8

// Forms of printed values.
const (
	Number Form = iota // JSON number
	Hex                // JSON string "0x.."
	String             // JSON string
	Truth              // JSON boolean
	Triple             // JSON array of numbers
	Words              // JSON array of strings
	Blob               // JSON string of hex digits
)

// Describe lists the fields that a message can have, in wire order, whether or
// not this value has them. level is the grade of fields that do not say theirs.
func Describe(m wire.Message, level wire.Evidence) []Field {
	d := describeVisitor{level: level}
	m.Visit(&d)
	return d.fields
}

type describeVisitor struct {
	fields     []Field
	path       []string
	lists      []string
	conditions []string
	level      wire.Evidence
	hidden     int
}

var _ wire.Visitor = (*describeVisitor)(nil)

// Describes asks for one element of every list, but not of a list within itself.
func (d *describeVisitor) Describes() bool {
	name := d.path[len(d.path)-1]
	return !slices.Contains(d.path[:len(d.path)-1], name)
}

func (d *describeVisitor) add(name, kind string, form Form, unit string) {
	d.fields = append(d.fields, Field{
		Path: strings.Join(append(d.path[:len(d.path):len(d.path)], name), "."),
		Type: kind, Form: form, Unit: unit,
		Condition: strings.Join(d.conditions, ", "),
		Evidence:  d.level, Hidden: d.hidden > 0, Lists: slices.Clone(d.lists),
	})
}

func (d *describeVisitor) U8(name string, _ *uint8)              { d.add(name, "u8", Number, "") }
func (d *describeVisitor) U8None(name string, _ uint8, _ *uint8) { d.add(name, "u8", Number, "") }
func (d *describeVisitor) I8(name string, _ *int8)               { d.add(name, "i8", Number, "") }
func (d *describeVisitor) U16(name string, _ *uint16)            { d.add(name, "u16", Number, "") }
func (d *describeVisitor) U32(name string, _ *uint32)            { d.add(name, "u32", Number, "") }
func (d *describeVisitor) I32(name string, _ *int32)             { d.add(name, "i32", Number, "") }
func (d *describeVisitor) Hex8(name string, _ *uint8)            { d.add(name, "u8", Hex, "") }
func (d *describeVisitor) Hex16(name string, _ *uint16)          { d.add(name, "u16", Hex, "") }
func (d *describeVisitor) Hex32(name string, _ *uint32)          { d.add(name, "u32", Hex, "") }

// ID has a second row for the name of the object.
func (d *describeVisitor) ID(name string, _ *uint32) {
	d.add(name, "id", Hex, "")
	if d.hidden == 0 {
		d.Enter(true, "object known")
		d.add(NameKey(name), "shown", String, "")
		d.Leave()
	}
}
func (d *describeVisitor) F32(name, unit string, _ *float32)    { d.add(name, "f32", Number, unit) }
func (d *describeVisitor) CF16(name, unit string, _ *wire.CF16) { d.add(name, "cf16", Number, unit) }
func (d *describeVisitor) CV3(name string, _ *wire.CV3)         { d.add(name, "cv3", Triple, "") }
func (d *describeVisitor) CV4(name, unit string, _ *wire.CV4)   { d.add(name, "cv4", Triple, unit) }
func (d *describeVisitor) Vector(name, unit string, _ *wire.Vector) {
	d.add(name, "3 x f32", Triple, unit)
}
func (d *describeVisitor) CV4F(name, unit string, _ *wire.CV4F) {
	d.add(name, "cv4 (f32)", Triple, unit)
}
func (d *describeVisitor) Floats(name string, _ []float32) { d.add(name, "f32 list", Triple, "") }
func (d *describeVisitor) Str8(name string, _ *wire.Text)  { d.add(name, "str8", String, "") }
func (d *describeVisitor) Str32(name string, _ *wire.Text) { d.add(name, "str32", String, "") }
func (d *describeVisitor) Str16Or32(name string, _ *wire.Text, _ *bool) {
	d.add(name, "str16 or str32", String, "")
}
func (d *describeVisitor) ShowBytes(name string, _ []byte) { d.add(name, "shown", Blob, "") }

// Terminator adds a row that is never printed.
func (d *describeVisitor) Terminator(name string, _ *bool) {
	d.Enter(true, "if one zero byte is left")
	d.Hide(true)
	d.add(name, "u8", Number, "")
	d.Hide(false)
	d.Leave()
}
func (d *describeVisitor) Bool(name string, _ *bool)            { d.add(name, "bool", Truth, "") }
func (d *describeVisitor) Str16(name string, _ *wire.Text)      { d.add(name, "str16", String, "") }
func (d *describeVisitor) WStr32(name string, _ *wire.WideText) { d.add(name, "wstr32", String, "") }
func (d *describeVisitor) WStrZ(name string, _ *wire.WideText)  { d.add(name, "wstrz", String, "") }
func (d *describeVisitor) Octets(name string, _ *[]byte, _ int) { d.add(name, "u8 list", Triple, "") }
func (d *describeVisitor) Padded(name string, _ *wire.Text, _ int) {
	d.add(name, "padded", String, "")
}
func (d *describeVisitor) ShowBool(name string, _ bool) { d.add(name, "shown", Truth, "") }
func (d *describeVisitor) ShowFloats(name, unit string, _ []float32) {
	d.add(name, "shown", Triple, unit)
}
func (d *describeVisitor) IPv4(name string, _ *[4]byte)       { d.add(name, "ipv4", String, "") }
func (d *describeVisitor) Rest(name string, _ *[]byte, _ int) { d.add(name, "bytes", Blob, "") }

func (d *describeVisitor) ShowInt(name string, _ int64) { d.add(name, "shown", Number, "") }
func (d *describeVisitor) ShowFloat(name, unit string, _ float64) {
	d.add(name, "shown", Number, unit)
}
func (d *describeVisitor) ShowText(name, _ string)           { d.add(name, "shown", String, "") }
func (d *describeVisitor) ShowTexts(name string, _ []string) { d.add(name, "shown", Words, "") }
func (d *describeVisitor) ShowHex32(name string, _ uint32)   { d.add(name, "shown", Hex, "") }
func (d *describeVisitor) ShowHash(name string, _ []byte)    { d.add(name, "shown", String, "") }

// ShowNull adds nothing: the field itself is described where it can be.
func (d *describeVisitor) ShowNull(string) {}

func (d *describeVisitor) BeginObject(name string) { d.path = append(d.path, name) }
func (d *describeVisitor) EndObject()              { d.path = d.path[:len(d.path)-1] }
func (d *describeVisitor) BeginItem()              {}
func (d *describeVisitor) EndItem()                {}

// BeginList notes the path of the list.
func (d *describeVisitor) BeginList(name string) {
	d.path = append(d.path, name)
	d.lists = append(d.lists, strings.Join(d.path, "."))
}

// EndList ends BeginList.
func (d *describeVisitor) EndList() {
	d.path = d.path[:len(d.path)-1]
	d.lists = d.lists[:len(d.lists)-1]
}

// Enter shows conditional fields whether they are present or not.
func (d *describeVisitor) Enter(_ bool, condition string) bool {
	d.conditions = append(d.conditions, condition)
	return true
}

func (d *describeVisitor) Leave()                   { d.conditions = d.conditions[:len(d.conditions)-1] }
func (d *describeVisitor) Evidence(e wire.Evidence) { d.level = e }
func (d *describeVisitor) Refuse(string, string)    {}
func (d *describeVisitor) Hide(on bool) {
	if on {
		d.hidden++
	} else {
		d.hidden--
	}
}
