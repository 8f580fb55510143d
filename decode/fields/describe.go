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
	About     string // what it holds; empty if its name says it
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

// forms has the kind of a value as its index.
var forms = [...]Form{
	wire.Int: Number, wire.Hex: Hex, wire.ID: Hex, wire.Real: Number, wire.Reals: Triple, wire.Bool: Truth, wire.Characters: String,
	wire.Words: Words, wire.Octets: Triple, wire.Bytes: Blob, wire.Hash: String, wire.Null: Number,
}

// Describe lists the fields that a message can have, in wire order, whether or
// not this value has them. level is the grade of fields that do not say theirs.
func Describe(m wire.Message, level wire.Evidence) []Field {
	d := describer{level: level}
	d.view.Show(m, All, &d)
	for i := range d.fields {
		d.fields[i].About = about(m, d.fields[i].Path)
	}
	return d.fields
}

type describer struct {
	view       wire.View
	fields     []Field
	path       []string
	lists      []string
	conditions []string
	level      wire.Evidence
}

var _ wire.Describer = (*describer)(nil)

// Describes asks for one element of every list, but not of a list within itself.
func (d *describer) Describes() bool {
	name := d.path[len(d.path)-1]
	return !slices.Contains(d.path[:len(d.path)-1], name)
}

// Value adds a row; a second one for the name of an object. What could be here and is not is described
// where it can be.
func (d *describer) Value(n *wire.Node) {
	if n.Kind == wire.Null && !n.Owned() {
		return
	}
	d.add(n.Name, n.Type, forms[n.Kind], n)
	if n.Kind == wire.ID && !n.Hidden {
		d.Enter("object known")
		d.add(NameKey(n.Name), wire.Shown, String, n)
		d.Leave()
	}
}

func (d *describer) add(name, kind string, form Form, n *wire.Node) {
	d.fields = append(d.fields, Field{
		Path: strings.Join(append(d.path[:len(d.path):len(d.path)], name), "."),
		Type: kind, Form: form, Unit: n.Unit,
		Condition: strings.Join(d.conditions, ", "),
		Evidence:  d.level, Hidden: n.Hidden, Lists: slices.Clone(d.lists),
	})
}

// Open notes the path of an object or a list.
func (d *describer) Open(g wire.Group, name string) {
	if g == wire.Item {
		return
	}
	d.path = append(d.path, name)
	if g == wire.List {
		d.lists = append(d.lists, strings.Join(d.path, "."))
	}
}

// Close ends Open.
func (d *describer) Close(g wire.Group, _ bool) {
	if g != wire.Item {
		d.path = d.path[:len(d.path)-1]
	}
	if g == wire.List {
		d.lists = d.lists[:len(d.lists)-1]
	}
}

// Enter says when the fields up to Leave are there.
func (d *describer) Enter(condition string) { d.conditions = append(d.conditions, condition) }

// Leave ends Enter.
func (d *describer) Leave() { d.conditions = d.conditions[:len(d.conditions)-1] }

// Evidence grades the fields that follow.
func (d *describer) Evidence(e wire.Evidence) { d.level = e }
