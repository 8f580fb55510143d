package fields

import (
	"strconv"

	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// A Liner is a message that says itself how it reads best on one line.
type Liner interface {
	// AppendLine appends the line to b: short, units given. Texts are as they are.
	AppendLine(b []byte) []byte
}

// AppendText appends m as one line for people: "round 0  directory scripts/".
// Of a message that was cut only the first limit fields are printed. Lists are
// counted, not listed: the JSON form has them.
func AppendText(b []byte, m wire.Message, limit int) []byte {
	return AppendTextNamed(b, m, limit, nil)
}

// AppendTextNamed is AppendText with the names of objects in place of their ids.
// Texts of the wire are made printable here, whoever appended them.
func AppendTextNamed(b []byte, m wire.Message, limit int, names Names) []byte {
	start := len(b)
	if l, ok := m.(Liner); ok && limit == All {
		return Printable(l.AppendLine(b), start)
	}
	t := textVisitor{b: b, start: len(b), Gate: NewGate(limit), names: names}
	t.to = &t
	m.Visit(&t)
	return Printable(t.b, start)
}

// Printable makes the bytes from start on safe to display: see package printable.
func Printable(b []byte, start int) []byte { return printable.Escape(b, start) }

type textVisitor struct {
	Gate
	leaves
	b     []byte
	start int
	lists []list
	names Names
}

type list struct {
	name  string
	items int
}

var _ wire.Visitor = (*textVisitor)(nil)

// label reports whether to print a field, and prints its name.
func (t *textVisitor) label(name string, show bool) bool {
	if !show || len(t.lists) > 0 {
		return false
	}
	t.space()
	t.b = AppendName(t.b, name)
	t.b = append(t.b, ' ')
	return true
}

func (t *textVisitor) space() {
	if len(t.b) > t.start {
		t.b = append(t.b, ' ', ' ')
	}
}

func (t *textVisitor) integer(name string, value int64) { t.showInteger(name, value, t.Leaf()) }

func (t *textVisitor) showInteger(name string, value int64, show bool) {
	if t.label(name, show) {
		t.b = strconv.AppendInt(t.b, value, 10)
	}
}

// U8None leaves out what is not set.
func (t *textVisitor) U8None(name string, none uint8, p *uint8) {
	t.showInteger(name, int64(*p), t.Leaf() && *p != none)
}

func (t *textVisitor) hex(name string, value uint32, digits int) {
	if t.label(name, t.Leaf()) {
		t.b = AppendHex(t.b, uint64(value), digits)
	}
}

func (t *textVisitor) ID(name string, p *uint32) {
	if t.names != nil {
		if object := string(t.names.AppendName(nil, *p)); object != "" {
			t.text(NameKey(name), object)
			return
		}
	}
	t.hex(name, *p, 8)
}

func (t *textVisitor) float(name, unit string, value float64) {
	t.showFloat(name, unit, value, t.Leaf())
}

func (t *textVisitor) showFloat(name, unit string, value float64, show bool) {
	if t.label(name, show) {
		t.b = AppendShortFloat(t.b, value)
		t.unit(unit)
	}
}

func (t *textVisitor) vector(name, unit string, value wire.Vector) {
	t.showFloats(name, unit, value[:], t.Leaf())
}

func (t *textVisitor) floats(name string, values []float32) {
	t.showFloats(name, "", values, t.Leaf())
}

func (t *textVisitor) showFloats(name, unit string, values []float32, show bool) {
	if t.label(name, show) {
		t.b = AppendShortFloats(t.b, values)
		t.unit(unit)
	}
}

func (t *textVisitor) latin1(name string, value wire.Text) { t.text(name, value.String()) }
func (t *textVisitor) text(name, value string)             { t.showText(name, value, t.Leaf()) }

func (t *textVisitor) showText(name, value string, show bool) {
	// An empty text would leave a label that seems to belong to the next value.
	if value != "" && t.label(name, show) {
		t.b = append(t.b, value...)
	}
}

func (t *textVisitor) unit(unit string) {
	if unit != "" {
		t.b = append(append(t.b, ' '), unit...)
	}
}

func (t *textVisitor) Bool(name string, p *bool) {
	if !t.label(name, t.Leaf()) {
		return
	}
	if *p {
		t.b = append(t.b, "yes"...)
	} else {
		t.b = append(t.b, "no"...)
	}
}

func (t *textVisitor) Octets(name string, p *[]byte, _ int) {
	if t.label(name, t.Leaf()) {
		t.b = appendOctets(t.b, *p)
	}
}

func appendOctets(b, octets []byte) []byte {
	b = append(b, '(')
	for i, x := range octets {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, uint64(x), 10)
	}
	return append(b, ')')
}

func (t *textVisitor) IPv4(name string, p *[4]byte) {
	if t.label(name, t.Leaf()) {
		t.b = AppendIPv4(t.b, *p)
	}
}

func (t *textVisitor) Rest(name string, p *[]byte, _ int) {
	if t.label(name, t.Leaf()) {
		t.b = strconv.AppendInt(t.b, int64(len(*p)), 10)
		t.b = append(t.b, " B"...)
	}
}

// ShowBool prints nothing: what is derived and true or false goes without saying
// on a line.
func (t *textVisitor) ShowBool(string, bool) {}

func (t *textVisitor) ShowFloats(name, unit string, values []float32) {
	t.showFloats(name, unit, values, t.Shown())
}

func (t *textVisitor) ShowInt(name string, value int64) { t.showInteger(name, value, t.Shown()) }
func (t *textVisitor) ShowText(name, value string)      { t.showText(name, value, t.Shown()) }
func (t *textVisitor) ShowFloat(name, unit string, value float64) {
	t.showFloat(name, unit, value, t.Shown())
}

func (t *textVisitor) ShowTexts(name string, values []string) {
	// Without a word the label would seem to belong to the next value.
	if !t.label(name, t.Shown() && len(values) > 0) {
		return
	}
	for i, v := range values {
		if i > 0 {
			t.b = append(t.b, ' ')
		}
		t.b = append(t.b, v...)
	}
}

func (t *textVisitor) ShowHex32(name string, value uint32) {
	if t.label(name, t.Shown()) {
		t.b = AppendHex(t.b, uint64(value), 8)
	}
}

// ShowHash prints nothing: a line has no room for 64 digits.
func (t *textVisitor) ShowHash(string, []byte) {}

// ShowBytes prints nothing: they are bytes of fields that are printed.
func (t *textVisitor) ShowBytes(string, []byte) {}

// ShowNull prints nothing: what is not there needs no room.
func (t *textVisitor) ShowNull(string) {}

func (t *textVisitor) BeginObject(string)    { t.OpenObject() }
func (t *textVisitor) EndObject()            { t.Close() }
func (t *textVisitor) BeginList(name string) { t.lists = append(t.lists, list{name: name}) }
func (t *textVisitor) BeginItem()            { t.lists[len(t.lists)-1].items++ }
func (t *textVisitor) EndItem()              {}

func (t *textVisitor) EndList() {
	done := t.lists[len(t.lists)-1]
	t.lists = t.lists[:len(t.lists)-1]
	if t.label(done.name, t.Shown()) {
		t.b = strconv.AppendInt(t.b, int64(done.items), 10)
	}
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
