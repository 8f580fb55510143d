package query

import (
	"crypto/sha256"
	"encoding/hex"
	"net/netip"

	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// fieldVisitor collects the values of wanted fields from a decoded message.
type fieldVisitor struct {
	fields.Gate
	matcher *Matcher
	path    []place
	// astray counts the innermost objects and lists that no wanted path leads into.
	astray int
	names  message.Names
	head   message.UpdateHead // the one at hand
}

// place is one object or list around the current field.
type place struct {
	name string
	list bool
	item int // current element of a list
}

var _ wire.Visitor = (*fieldVisitor)(nil)

// visit collects them from the message of a record, if it has fields.
func (f *fieldVisitor) visit(r *record.Record) {
	if c := r.Content(); c.Message != nil {
		f.Gate = fields.NewGate(fields.Limit(&c.Decoded))
		f.visitAll(c.Message, r)
	}
}

// visitHead collects them from an update that was walked, if only its head is asked for.
func (f *fieldVisitor) visitHead(r *record.Record) {
	f.head.Read(r.Payload)
	f.Gate = fields.NewGate(fields.All)
	f.visitAll(&f.head, r)
}

func (f *fieldVisitor) visitAll(m wire.Message, r *record.Record) {
	f.path, f.astray = f.path[:0], 0
	f.names = r.Context.Names
	m.Visit(f)
}

// rest gives the steps of a wanted path behind the current place and name; ok is
// false if the path leads elsewhere.
func (f *fieldVisitor) rest(steps []filter.Step, name string) (left []filter.Step, ok bool) {
	for _, p := range f.path {
		if len(steps) == 0 || steps[0].Name != p.name {
			return nil, false
		}
		steps = steps[1:]
		if p.list && len(steps) > 0 && steps[0].Name == "" {
			if steps[0].Index != p.item {
				return nil, false
			}
			steps = steps[1:]
		}
	}
	if len(steps) == 0 || steps[0].Name != name {
		return nil, false
	}
	return steps[1:], true
}

// put files the elements of a field under every path that asks for them: a field
// that is no list has one element.
func (f *fieldVisitor) put(name string, elements ...filter.Value) {
	if f.astray > 0 {
		return
	}
	for i := range f.matcher.wanted {
		left, ok := f.rest(f.matcher.wanted[i].steps, name)
		if !ok {
			continue
		}
		switch {
		case len(left) == 0 && len(elements) == 0:
			f.matcher.values[i] = append(f.matcher.values[i], filter.Present()) // an empty list
		case len(left) == 0:
			f.matcher.values[i] = append(f.matcher.values[i], elements...)
		case left[0].Name == "" && left[0].Index < len(elements):
			f.matcher.values[i] = append(f.matcher.values[i], elements[left[0].Index])
		}
	}
}

// Hide does nothing: what is not printed, because the rest says it, can be asked for.
func (f *fieldVisitor) Hide(bool) {}

// Terminator is 0 if it is there.
func (f *fieldVisitor) Terminator(name string, present *bool) {
	if *present {
		f.put(name, filter.OfInt(0))
	}
}

func (f *fieldVisitor) leaf(name string, value filter.Value) {
	if f.Leaf() {
		f.put(name, value)
	}
}

func (f *fieldVisitor) triple(name string, v wire.Vector) {
	if f.Leaf() && f.astray == 0 {
		f.put(name, filter.OfFloat32(v[0]), filter.OfFloat32(v[1]), filter.OfFloat32(v[2]))
	}
}

// Floats files the elements of a list.
func (f *fieldVisitor) Floats(name string, p []float32) {
	if f.Leaf() && f.astray == 0 {
		f.put(name, floats(p)...)
	}
}

// Octets files the elements of a list.
func (f *fieldVisitor) Octets(name string, p *[]byte, _ int) {
	if !f.Leaf() || f.astray > 0 {
		return
	}
	elements := make([]filter.Value, 0, 8)
	for _, x := range *p {
		elements = append(elements, filter.OfInt(int64(x)))
	}
	f.put(name, elements...)
}

// ShowFloats files the elements of a list.
func (f *fieldVisitor) ShowFloats(name, _ string, values []float32) {
	if f.Shown() && f.astray == 0 {
		f.put(name, floats(values)...)
	}
}

func floats(list []float32) []filter.Value {
	values := make([]filter.Value, 0, 8)
	for _, x := range list {
		values = append(values, filter.OfFloat32(x))
	}
	return values
}

func (f *fieldVisitor) shown(name string, value filter.Value) {
	if f.Shown() {
		f.put(name, value)
	}
}

func (f *fieldVisitor) U8(name string, p *uint8)     { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) I8(name string, p *int8)      { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) U16(name string, p *uint16)   { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) U32(name string, p *uint32)   { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) I32(name string, p *int32)    { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) Hex8(name string, p *uint8)   { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) Hex16(name string, p *uint16) { f.leaf(name, filter.OfInt(int64(*p))) }
func (f *fieldVisitor) Hex32(name string, p *uint32) { f.leaf(name, filter.OfInt(int64(*p))) }

// ID files the number and, under a key of its own, the name of the object.
func (f *fieldVisitor) ID(name string, p *uint32) {
	f.leaf(name, filter.OfInt(int64(*p)))
	if f.names == nil || !f.Shown() || f.astray > 0 {
		return
	}
	if object := f.names.Name(*p); object != "" {
		f.put(fields.NameKey(name), filter.OfText(object))
	}
}
func (f *fieldVisitor) F32(name, _ string, p *float32) { f.leaf(name, filter.OfFloat32(*p)) }
func (f *fieldVisitor) CF16(name, _ string, p *wire.CF16) {
	f.leaf(name, filter.OfFloat32(p.Float32()))
}
func (f *fieldVisitor) CV3(name string, p *wire.CV3)          { f.triple(name, p.Vector()) }
func (f *fieldVisitor) CV4(name, _ string, p *wire.CV4)       { f.triple(name, p.Vector()) }
func (f *fieldVisitor) Vector(name, _ string, p *wire.Vector) { f.triple(name, *p) }
func (f *fieldVisitor) Bool(name string, p *bool)             { f.leaf(name, filter.OfBool(*p)) }
func (f *fieldVisitor) Str16(name string, p *wire.Text)       { f.leaf(name, filter.OfText(p.String())) }
func (f *fieldVisitor) Str8(name string, p *wire.Text)        { f.leaf(name, filter.OfText(p.String())) }
func (f *fieldVisitor) Str32(name string, p *wire.Text) {
	f.leaf(name, filter.OfText(fields.TrimZeros(*p).String()))
}
func (f *fieldVisitor) Str16Or32(name string, p *wire.Text, _ *bool) {
	f.leaf(name, filter.OfText(p.String()))
}
func (f *fieldVisitor) Padded(name string, p *wire.Text, _ int) {
	f.leaf(name, filter.OfText(fields.PaddedText(*p)))
}
func (f *fieldVisitor) CV4F(name, _ string, p *wire.CV4F)    { f.triple(name, p.Vector()) }
func (f *fieldVisitor) WStr32(name string, p *wire.WideText) { f.leaf(name, filter.OfText(p.String())) }
func (f *fieldVisitor) WStrZ(name string, p *wire.WideText)  { f.leaf(name, filter.OfText(p.String())) }
func (f *fieldVisitor) Rest(name string, p *[]byte, _ int)   { f.leaf(name, filter.OfBytes(*p)) }

// U8None is the number, or a key that is there and equals nothing.
func (f *fieldVisitor) U8None(name string, none uint8, p *uint8) {
	if *p == none {
		f.leaf(name, filter.Present())
		return
	}
	f.leaf(name, filter.OfInt(int64(*p)))
}

// IPv4 is compared as the text that is printed: it has no port.
func (f *fieldVisitor) IPv4(name string, p *[4]byte) {
	f.leaf(name, filter.OfText(netip.AddrFrom4(*p).String()))
}

func (f *fieldVisitor) ShowBool(name string, v bool) { f.shown(name, filter.OfBool(v)) }
func (f *fieldVisitor) ShowInt(name string, v int64) { f.shown(name, filter.OfInt(v)) }
func (f *fieldVisitor) ShowFloat(name, _ string, v float64) {
	f.shown(name, filter.OfFloat32(float32(v)))
}
func (f *fieldVisitor) ShowText(name, v string)         { f.shown(name, filter.OfText(v)) }
func (f *fieldVisitor) ShowHex32(name string, v uint32) { f.shown(name, filter.OfInt(int64(v))) }
func (f *fieldVisitor) ShowBytes(name string, b []byte) { f.shown(name, filter.OfBytes(b)) }
func (f *fieldVisitor) ShowNull(name string)            { f.shown(name, filter.Present()) }

// ShowTexts files each word.
func (f *fieldVisitor) ShowTexts(name string, values []string) {
	if !f.Shown() || f.astray > 0 {
		return
	}
	var words [8]filter.Value
	elements := words[:0]
	for _, v := range values {
		elements = append(elements, filter.OfText(v))
	}
	f.put(name, elements...)
}

// ShowHash is computed only for filters that ask for it.
func (f *fieldVisitor) ShowHash(name string, data []byte) {
	if f.asked(name) {
		sum := sha256.Sum256(data)
		f.shown(name, filter.OfText(hex.EncodeToString(sum[:])))
	}
}

// asked reports whether a wanted path leads to a field, or into it.
func (f *fieldVisitor) asked(name string) bool {
	if f.astray > 0 {
		return false
	}
	for i := range f.matcher.wanted {
		if _, ok := f.rest(f.matcher.wanted[i].steps, name); ok {
			return true
		}
	}
	return false
}

// present files that an object or list is there.
func (f *fieldVisitor) present(name string) {
	if f.astray > 0 {
		return
	}
	for i := range f.matcher.wanted {
		if left, ok := f.rest(f.matcher.wanted[i].steps, name); ok && len(left) == 0 {
			f.matcher.values[i] = append(f.matcher.values[i], filter.Present())
		}
	}
}

// presentItem files that the current element of a list is there, for paths that end
// with its index.
func (f *fieldVisitor) presentItem() {
	if f.astray > 0 {
		return
	}
	last := len(f.path) - 1
	list := f.path[last]
	f.path = f.path[:last]
	for i := range f.matcher.wanted {
		left, ok := f.rest(f.matcher.wanted[i].steps, list.name)
		if ok && len(left) == 1 && left[0].Name == "" && left[0].Index == list.item {
			f.matcher.values[i] = append(f.matcher.values[i], filter.Present())
		}
	}
	f.path = f.path[:last+1]
}

func (f *fieldVisitor) BeginObject(name string) {
	if f.OpenObject() {
		f.present(name)
	}
	f.enter(place{name: name})
}

func (f *fieldVisitor) enter(p place) {
	if f.astray > 0 || !f.asked(p.name) {
		f.astray++
	}
	f.path = append(f.path, p)
}

func (f *fieldVisitor) EndObject() {
	f.Close()
	f.path = f.path[:len(f.path)-1]
	f.astray = max(f.astray-1, 0)
}

func (f *fieldVisitor) BeginList(name string) {
	if f.OpenList() {
		f.present(name)
	}
	f.enter(place{name: name, list: true, item: -1})
}

func (f *fieldVisitor) EndList() { f.EndObject() }

func (f *fieldVisitor) BeginItem() {
	f.path[len(f.path)-1].item++
	if f.OpenItem() {
		f.presentItem()
	}
}

func (f *fieldVisitor) EndItem() { f.CloseItem() }
