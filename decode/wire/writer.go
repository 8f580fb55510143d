package wire

import (
	"encoding/binary"
	"math"
)

// Writer appends the fields of a message to a payload. It is the mirror image of
// Reader: what a Reader took from canonical bytes, a Writer gives back. The one
// freedom that it does not keep is a boolean group byte whose count or spare
// bits break the packing rule.
type Writer struct {
	data  []byte
	bools groupWriter
}

var _ Visitor = (*Writer)(nil)

// Append appends the bytes of m to b.
func Append(b []byte, m Message) []byte { return new(Writer).Append(b, m) }

// Append is the same for those who write often, and keep a Writer.
func (w *Writer) Append(b []byte, m Message) []byte {
	*w = Writer{data: b}
	m.Visit(w)
	return w.data
}

// U8 writes one byte.
func (w *Writer) U8(_ string, p *uint8) { w.data = append(w.data, *p) }

// U8None writes one byte.
func (w *Writer) U8None(name string, _ uint8, p *uint8) { w.U8(name, p) }

// I8 writes one byte.
func (w *Writer) I8(_ string, p *int8) { w.data = append(w.data, byte(*p)) }

// U16 writes two bytes, little-endian.
func (w *Writer) U16(_ string, p *uint16) { w.data = binary.LittleEndian.AppendUint16(w.data, *p) }

// U32 writes four bytes, little-endian.
func (w *Writer) U32(_ string, p *uint32) { w.data = binary.LittleEndian.AppendUint32(w.data, *p) }

// I32 writes four bytes, little-endian.
func (w *Writer) I32(_ string, p *int32) {
	w.data = binary.LittleEndian.AppendUint32(w.data, uint32(*p))
}

// Hex8 writes one byte.
func (w *Writer) Hex8(name string, p *uint8) { w.U8(name, p) }

// Hex16 writes two bytes, little-endian.
func (w *Writer) Hex16(name string, p *uint16) { w.U16(name, p) }

// Hex32 writes four bytes, little-endian.
func (w *Writer) Hex32(name string, p *uint32) { w.U32(name, p) }

// ID writes four bytes, little-endian.
func (w *Writer) ID(name string, p *uint32) { w.U32(name, p) }

// F32 writes a single precision float, little-endian.
func (w *Writer) F32(_, _ string, p *float32) { w.f32(*p) }

func (w *Writer) f32(f float32) {
	w.data = binary.LittleEndian.AppendUint32(w.data, math.Float32bits(f))
}

// CF16 writes two bytes, little-endian.
func (w *Writer) CF16(_, _ string, p *CF16) {
	w.data = binary.LittleEndian.AppendUint16(w.data, uint16(*p))
}

// CV3 writes three bytes.
func (w *Writer) CV3(_ string, p *CV3) {
	w.data = append(w.data, byte(p[0]), byte(p[1]), byte(p[2]))
}

// CV4 writes five bytes.
func (w *Writer) CV4(name, unit string, p *CV4) {
	w.CV3(name, &p.Direction)
	w.CF16(name, unit, &p.Magnitude)
}

// Vector writes three single precision floats.
func (w *Writer) Vector(_, _ string, p *Vector) {
	for _, f := range p {
		w.f32(f)
	}
}

// CV4F writes seven bytes.
func (w *Writer) CV4F(name, _ string, p *CV4F) {
	w.CV3(name, &p.Direction)
	w.f32(p.Magnitude)
}

// Floats writes single precision floats.
func (w *Writer) Floats(_ string, p []float32) {
	for _, f := range p {
		w.f32(f)
	}
}

// Bool writes one bit, and the group byte if it is the first of its group.
func (w *Writer) Bool(_ string, p *bool) { w.data = w.bools.put(w.data, *p) }

// Str16 writes a u16 length and the bytes, cut at 65,535.
func (w *Writer) Str16(_ string, p *Text) {
	text := (*p)[:min(len(*p), math.MaxUint16)]
	w.data = binary.LittleEndian.AppendUint16(w.data, uint16(len(text)))
	w.data = append(w.data, text...)
}

// Str8 writes a u8 length and the bytes, cut at 255.
func (w *Writer) Str8(_ string, p *Text) {
	text := (*p)[:min(len(*p), math.MaxUint8)]
	w.data = append(w.data, byte(len(text)))
	w.data = append(w.data, text...)
}

// Str32 writes a u32 length and the bytes.
func (w *Writer) Str32(_ string, p *Text) {
	w.data = binary.LittleEndian.AppendUint32(w.data, uint32(len(*p)))
	w.data = append(w.data, *p...)
}

// Str16Or32 writes the form that was read.
func (w *Writer) Str16Or32(name string, p *Text, wide *bool) {
	if *wide {
		w.Str32(name, p)
		return
	}
	w.Str16(name, p)
}

// WStr32 writes an i32 count and the units.
func (w *Writer) WStr32(_ string, p *WideText) {
	w.data = binary.LittleEndian.AppendUint32(w.data, uint32(len(*p)/2))
	w.data = append(w.data, (*p)[:len(*p)&^1]...)
}

// WStrZ writes the units and a zero unit.
func (w *Writer) WStrZ(_ string, p *WideText) {
	w.data = append(w.data, (*p)[:len(*p)&^1]...)
	w.data = append(w.data, 0, 0)
}

// Octets writes n bytes: what is missing is 0.
func (w *Writer) Octets(_ string, p *[]byte, n int) { w.padded(*p, n) }

// Padded writes the text and zeros up to n bytes.
func (w *Writer) Padded(_ string, p *Text, n int) { w.padded(*p, n) }

func (w *Writer) padded(b []byte, n int) {
	b = b[:min(n, len(b))]
	w.data = append(w.data, b...)
	for range n - len(b) {
		w.data = append(w.data, 0)
	}
}

// IPv4 writes an address in network order.
func (w *Writer) IPv4(_ string, p *[4]byte) { w.data = append(w.data, p[:]...) }

// Rest writes the bytes that earlier fields have not written yet.
func (w *Writer) Rest(_ string, p *[]byte, back int) {
	w.data = append(w.data, (*p)[min(back, len(*p)):]...)
}

// Terminator writes a zero byte if one was there.
func (w *Writer) Terminator(_ string, present *bool) {
	if *present {
		w.data = append(w.data, 0)
	}
}

// Enter reports whether conditional fields are there.
func (w *Writer) Enter(present bool, _ string) bool { return present }

// The rest of the description owns no bytes.
func (w *Writer) Leave()                               {}
func (w *Writer) Hide(bool)                            {}
func (w *Writer) Evidence(Evidence)                    {}
func (w *Writer) Refuse(string, string)                {}
func (w *Writer) BeginObject(string)                   {}
func (w *Writer) EndObject()                           {}
func (w *Writer) BeginList(string)                     {}
func (w *Writer) EndList()                             {}
func (w *Writer) BeginItem()                           {}
func (w *Writer) EndItem()                             {}
func (w *Writer) ShowInt(string, int64)                {}
func (w *Writer) ShowBool(string, bool)                {}
func (w *Writer) ShowFloats(string, string, []float32) {}
func (w *Writer) ShowFloat(string, string, float64)    {}
func (w *Writer) ShowText(string, string)              {}
func (w *Writer) ShowTexts(string, []string)           {}
func (w *Writer) ShowHex32(string, uint32)             {}
func (w *Writer) ShowBytes(string, []byte)             {}
func (w *Writer) ShowHash(string, []byte)              {}
func (w *Writer) ShowNull(string)                      {}
