package fields

import (
	"encoding/hex"
	"strconv"
	"strings"

	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// Values gives the value of each field as text, in wire order, hidden ones too:
// entry i belongs to span i of a Reader that traced the same message. Of a message
// that was cut only the first limit fields are given.
func Values(m wire.Message, limit int) []string { return values(m, valueVisitor{Gate: NewGate(limit)}) }

// ValuesNamed is Values that says beside numbers what they stand for: objects, players, classes, codes.
func ValuesNamed(m wire.Message, limit int, names Names) []string {
	return values(m, valueVisitor{Gate: NewGate(limit), names: names, named: true})
}

func values(m wire.Message, v valueVisitor) []string {
	v.to = &v
	m.Visit(&v)
	return v.values
}

type valueVisitor struct {
	Gate
	leaves
	values []string
	names  Names
	named  bool
	field  string // the last number
}

var _ wire.Visitor = (*valueVisitor)(nil)

// within reports whether the field is before the limit; hidden ones count.
func (v *valueVisitor) within() bool {
	v.Leaf()
	return !v.stopped
}

func (v *valueVisitor) add(text []byte) { v.values = append(v.values, string(text)) }

func (v *valueVisitor) integer(name string, value int64) {
	v.field = name
	if v.within() {
		v.add(strconv.AppendInt(nil, value, 10))
		wire.Explain(v, playerOf(v.names, name, value))
	}
}

func (v *valueVisitor) hex(_ string, value uint32, digits int) {
	if v.within() {
		v.add(AppendHex(nil, uint64(value), digits))
	}
}

func (v *valueVisitor) text(_, value string) {
	if v.within() {
		v.add([]byte(printable.Text(value)))
	}
}

// vector leaves the unit out.
func (v *valueVisitor) vector(name, _ string, value wire.Vector) { v.floats(name, value[:]) }
func (v *valueVisitor) latin1(name string, value wire.Text)      { v.text(name, value.String()) }

func (v *valueVisitor) floats(_ string, values []float32) {
	if v.within() {
		v.add(AppendShortFloats(nil, values))
	}
}

func (v *valueVisitor) float(_, unit string, value float64) {
	if !v.within() {
		return
	}
	b := AppendShortFloat(nil, value)
	if unit != "" {
		b = append(append(b, ' '), unit...)
	}
	v.add(b)
}

// ID says which object it is, where that is known.
func (v *valueVisitor) ID(_ string, p *uint32) {
	v.hex("", *p, 8)
	if v.names != nil {
		wire.Explain(v, string(v.names.AppendName(nil, *p)))
	}
}
func (v *valueVisitor) Bool(_ string, p *bool)    { v.text("", strconv.FormatBool(*p)) }
func (v *valueVisitor) IPv4(_ string, p *[4]byte) { v.text("", string(AppendIPv4(nil, *p))) }
func (v *valueVisitor) Rest(_ string, p *[]byte, back int) {
	v.text("", strconv.Itoa(max(len(*p)-back, 0))+" B")
}

// Explain adds what the last value stands for.
func (v *valueVisitor) Explain(text string) {
	if n := len(v.values); n > 0 && !v.stopped {
		v.values[n-1] += "  " + printable.Text(text)
	}
}

// ShowText says what the number before it stands for.
func (v *valueVisitor) ShowText(name, value string) {
	if v.named && (strings.HasSuffix(name, "_name") && name != "posted_name" || name == "ship" && v.field == "species") {
		wire.Explain(v, value)
	}
}

// Octets gives the numbers.
func (v *valueVisitor) Octets(_ string, p *[]byte, _ int) {
	if v.within() {
		v.add(appendOctets(nil, *p))
	}
}

// U8None says "none" for the value that means so.
func (v *valueVisitor) U8None(_ string, none uint8, p *uint8) {
	if *p == none {
		v.text("", "none")
		return
	}
	v.integer("", int64(*p))
}

func (v *valueVisitor) ShowInt(string, int64)                {}
func (v *valueVisitor) ShowBool(string, bool)                {}
func (v *valueVisitor) ShowFloats(string, string, []float32) {}
func (v *valueVisitor) ShowFloat(string, string, float64)    {}
func (v *valueVisitor) ShowHash(string, []byte)              {}
func (v *valueVisitor) ShowTexts(string, []string)           {}
func (v *valueVisitor) ShowHex32(string, uint32)             {}
func (v *valueVisitor) ShowBytes(string, []byte)             {}
func (v *valueVisitor) ShowNull(string)                      {}
func (v *valueVisitor) BeginObject(string)                   {}
func (v *valueVisitor) EndObject()                           {}
func (v *valueVisitor) BeginList(string)                     {}
func (v *valueVisitor) EndList()                             {}
func (v *valueVisitor) BeginItem()                           {}
func (v *valueVisitor) EndItem()                             {}

// AppendHexBytes appends data as pairs of hex digits with spaces between.
func AppendHexBytes(b, data []byte) []byte {
	for i := range data {
		if i > 0 {
			b = append(b, ' ')
		}
		b = hex.AppendEncode(b, data[i:i+1])
	}
	return b
}
