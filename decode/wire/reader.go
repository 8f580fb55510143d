package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Error says where and why reading stopped. Offset counts from the first byte of
// the payload and is the start of the field that could not be read.
type Error struct {
	Offset int
	Field  string
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.What()) }

// What says what could not be read and why, without the offset.
func (e *Error) What() string { return e.Field + ": " + e.Reason }

// Span is one field of a message and the bytes that it owns. A boolean that
// shares the group byte of an earlier one owns no bytes: its Length is 0 and
// Offset is that of the group byte.
type Span struct {
	Path           string // "delta", "files[3].name_hash"
	Offset, Length int    // bytes from the start of the payload
	Type           string // encoding, as in docs/protocol.md
	Evidence       Evidence
	Name           string // what the list entry is called that it belongs to, such as a subsystem; "" = nothing
}

// Reader takes the fields of a message from its bytes. The first error sticks:
// fields after it stay as they are. A Reader may be used again after Reset.
type Reader struct {
	data   []byte
	pos    int
	fields int
	err    *Error
	bools  groupReader
	trace  *tracer
	spare  *Reader // of Lookahead
	ahead  bool    // reads for Lookahead, which does not ask why it fails
}

var _ Visitor = (*Reader)(nil)

// NewReader starts at the first byte of a payload.
func NewReader(payload []byte) *Reader {
	r := &Reader{}
	r.Reset(payload)
	return r
}

// Reset starts anew with another payload.
func (r *Reader) Reset(payload []byte) {
	*r = Reader{data: payload, spare: r.spare}
}

// Trace makes the reader remember which bytes each field owns; fields are graded
// as level until their description says otherwise.
func (r *Reader) Trace(level Evidence) { r.trace = &tracer{level: level} }

// Spans gives the fields read so far, in wire order. Only after Trace.
func (r *Reader) Spans() []Span { return r.trace.spans }

// Err is nil or the first error.
func (r *Reader) Err() *Error { return r.err }

// Fields counts the fields that were read completely.
func (r *Reader) Fields() int { return r.fields }

// Offset is the place of the cursor, or the start of the field that failed.
func (r *Reader) Offset() int { return r.pos }

// Remaining counts the bytes behind the cursor.
func (r *Reader) Remaining() int { return len(r.data) - r.pos }

// Trailing gives the bytes that no field owns: those after the last field or,
// after an error, those from the start of the field that failed.
func (r *Reader) Trailing() []byte { return r.data[r.pos:] }

// GroupFault is empty, or says how a boolean group byte breaks the packing rule.
// Ask for it when the message has been read.
func (r *Reader) GroupFault() string {
	r.bools.close()
	return r.bools.fault
}

// take owns the next n bytes as one field, or fails and returns nil.
func (r *Reader) take(name, kind string, n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > r.Remaining() {
		r.cut(name, kind, n)
		return nil
	}
	b := r.data[r.pos : r.pos+n : r.pos+n]
	r.own(name, kind, n)
	return b
}

func (r *Reader) cut(name, kind string, n int) {
	if r.ahead {
		r.err = &cutAhead
		return
	}
	r.fail(name, fmt.Sprintf("%s needs %d bytes, %d left", kind, n, r.Remaining()))
}

func (r *Reader) own(name, kind string, n int) {
	if r.trace != nil {
		r.trace.field(name, kind, r.pos, n)
	}
	r.pos += n
	r.fields++
}

func (r *Reader) fail(name, reason string) {
	r.err = &Error{Offset: r.pos, Field: name, Reason: reason}
}

// U8 reads one byte.
func (r *Reader) U8(name string, p *uint8) { r.u8(name, "u8", p) }

// Hex8 reads one byte.
func (r *Reader) Hex8(name string, p *uint8) { r.u8(name, "u8", p) }

// U8None reads one byte.
func (r *Reader) U8None(name string, _ uint8, p *uint8) { r.u8(name, "u8", p) }

func (r *Reader) u8(name, kind string, p *uint8) {
	if b := r.take(name, kind, 1); b != nil {
		*p = b[0]
	}
}

// I8 reads one byte as a signed number.
func (r *Reader) I8(name string, p *int8) {
	if b := r.take(name, "i8", 1); b != nil {
		*p = int8(b[0])
	}
}

// U16 reads two bytes, little-endian.
func (r *Reader) U16(name string, p *uint16) {
	if b := r.take(name, "u16", 2); b != nil {
		*p = binary.LittleEndian.Uint16(b)
	}
}

// Hex16 reads two bytes, little-endian.
func (r *Reader) Hex16(name string, p *uint16) { r.U16(name, p) }

// U32 reads four bytes, little-endian.
func (r *Reader) U32(name string, p *uint32) { r.u32(name, "u32", p) }

// Hex32 reads four bytes, little-endian.
func (r *Reader) Hex32(name string, p *uint32) { r.u32(name, "u32", p) }

// ID reads an object id: four bytes, little-endian.
func (r *Reader) ID(name string, p *uint32) { r.u32(name, "id", p) }

func (r *Reader) u32(name, kind string, p *uint32) {
	if b := r.take(name, kind, 4); b != nil {
		*p = binary.LittleEndian.Uint32(b)
	}
}

// I32 reads four bytes as a signed number, little-endian.
func (r *Reader) I32(name string, p *int32) {
	if b := r.take(name, "i32", 4); b != nil {
		*p = int32(binary.LittleEndian.Uint32(b))
	}
}

// F32 reads a single precision float, little-endian.
func (r *Reader) F32(name, _ string, p *float32) {
	if b := r.take(name, "f32", 4); b != nil {
		*p = math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
}

// CF16 reads a compressed float: two bytes, little-endian.
func (r *Reader) CF16(name, _ string, p *CF16) {
	if b := r.take(name, "cf16", 2); b != nil {
		*p = CF16(binary.LittleEndian.Uint16(b))
	}
}

// CV3 reads a compressed direction: three bytes.
func (r *Reader) CV3(name string, p *CV3) {
	if b := r.take(name, "cv3", 3); b != nil {
		*p = CV3{int8(b[0]), int8(b[1]), int8(b[2])}
	}
}

// CV4 reads a compressed vector: a direction and a cf16 magnitude, five bytes.
func (r *Reader) CV4(name, _ string, p *CV4) {
	if b := r.take(name, "cv4", 5); b != nil {
		p.Direction = CV3{int8(b[0]), int8(b[1]), int8(b[2])}
		p.Magnitude = CF16(binary.LittleEndian.Uint16(b[3:]))
	}
}

// Vector reads three single precision floats.
func (r *Reader) Vector(name, _ string, p *Vector) {
	if b := r.take(name, "3 x f32", 12); b != nil {
		for i := range p {
			p[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
	}
}

// CV4F reads a compressed direction and a float magnitude: seven bytes.
func (r *Reader) CV4F(name, _ string, p *CV4F) {
	if b := r.take(name, "cv4 (f32)", 7); b != nil {
		p.Direction = CV3{int8(b[0]), int8(b[1]), int8(b[2])}
		p.Magnitude = math.Float32frombits(binary.LittleEndian.Uint32(b[3:]))
	}
}

// Floats reads as many single precision floats as p is long.
func (r *Reader) Floats(name string, p []float32) {
	if b := r.take(name, "f32 list", 4*len(p)); b != nil {
		for i := range p {
			p[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
	}
}

// Bool reads one bit of a group byte; the byte lies where the first boolean of
// its group is.
func (r *Reader) Bool(name string, p *bool) {
	if r.err != nil {
		return
	}
	if !r.bools.open() {
		if r.Remaining() < 1 {
			r.fail(name, "the group byte of the boolean is missing")
			return
		}
		r.bools.start(r.data[r.pos], r.pos)
		*p = r.bools.next()
		r.own(name, "bool", 1)
		return
	}
	r.trace.field(name, "bool", r.bools.offset, 0)
	*p = r.bools.next()
	r.fields++
}

// Str16 reads a u16 length and that many bytes.
func (r *Reader) Str16(name string, p *Text) {
	if r.err != nil {
		return
	}
	n := 2
	if r.Remaining() >= 2 {
		n += int(binary.LittleEndian.Uint16(r.data[r.pos:]))
	}
	if b := r.take(name, "str16", n); b != nil {
		*p = Text(b[2:])
	}
}

// Str8 reads a u8 length and that many bytes.
func (r *Reader) Str8(name string, p *Text) {
	if r.err != nil {
		return
	}
	n := 1
	if r.Remaining() >= 1 {
		n += int(r.data[r.pos])
	}
	if b := r.take(name, "str8", n); b != nil {
		*p = Text(b[1:])
	}
}

// Str32 reads a u32 length and that many bytes.
func (r *Reader) Str32(name string, p *Text) {
	if r.err != nil {
		return
	}
	if b := r.take(name, "str32", r.str32Size()); b != nil {
		*p = Text(b[4:])
	}
}

// str32Size gives the size that a str32 at the cursor claims.
func (r *Reader) str32Size() int {
	if r.Remaining() < 4 {
		return 4
	}
	// In 64 bits a huge length cannot wrap around.
	return int(min(4+int64(binary.LittleEndian.Uint32(r.data[r.pos:])), math.MaxInt32))
}

// Str16Or32 reads a str32 if that ends exactly with the message and a str16 does
// not.
func (r *Reader) Str16Or32(name string, p *Text, wide *bool) {
	if r.err != nil {
		return
	}
	narrow := r.Remaining() >= 2 && 2+int(binary.LittleEndian.Uint16(r.data[r.pos:])) == r.Remaining()
	*wide = !narrow && r.Remaining() >= 4 && r.str32Size() == r.Remaining()
	if *wide {
		r.Str32(name, p)
		return
	}
	r.Str16(name, p)
}

// WStr32 reads an i32 count and that many UTF-16LE units.
func (r *Reader) WStr32(name string, p *WideText) {
	if r.err != nil {
		return
	}
	n := 4
	if r.Remaining() >= 4 {
		// In 64 bits a negative or huge count cannot wrap around.
		count := int64(int32(binary.LittleEndian.Uint32(r.data[r.pos:])))
		if count < 0 {
			r.fail(name, fmt.Sprintf("count %d is negative", count))
			return
		}
		n = int(min(4+2*count, math.MaxInt32))
	}
	if b := r.take(name, "wstr32", n); b != nil {
		*p = WideText(b[4:])
	}
}

// WStrZ reads UTF-16LE units up to and including a zero unit.
func (r *Reader) WStrZ(name string, p *WideText) {
	if r.err != nil {
		return
	}
	rest := r.data[r.pos:]
	for i := 0; i+1 < len(rest); i += 2 {
		if rest[i] == 0 && rest[i+1] == 0 {
			*p = WideText(r.take(name, "wstrz", i+2)[:i])
			return
		}
	}
	r.fail(name, "no terminating zero")
}

// Octets reads n bytes.
func (r *Reader) Octets(name string, p *[]byte, n int) {
	if b := r.take(name, "u8 list", n); b != nil {
		*p = b
	}
}

// Padded reads n bytes.
func (r *Reader) Padded(name string, p *Text, n int) {
	if b := r.take(name, "padded", n); b != nil {
		*p = Text(b)
	}
}

// IPv4 reads an address in network order.
func (r *Reader) IPv4(name string, p *[4]byte) {
	if b := r.take(name, "ipv4", 4); b != nil {
		*p = [4]byte(b)
	}
}

// Rest reads all bytes to the end.
func (r *Reader) Rest(name string, p *[]byte, back int) {
	if r.err != nil {
		return
	}
	start := max(r.pos-back, 0)
	*p = r.data[start:]
	r.own(name, "bytes", r.Remaining())
}

// Terminator owns the last byte if it is the only one left and zero.
func (r *Reader) Terminator(name string, present *bool) {
	*present = r.err == nil && r.Remaining() == 1 && r.data[r.pos] == 0
	if *present {
		r.own(name, "u8", 1)
	}
}

// Refuse stops reading at the cursor.
func (r *Reader) Refuse(field, reason string) {
	if r.err == nil {
		r.fail(field, reason)
	}
}

// Enter reports whether conditional fields are there.
func (r *Reader) Enter(present bool, _ string) bool { return present && r.err == nil }

// BeginObject notes the name for the paths of spans.
func (r *Reader) BeginObject(name string) { r.trace.push(name) }

// EndObject ends BeginObject.
func (r *Reader) EndObject() { r.trace.pop() }

// BeginList notes the name for the paths of spans.
func (r *Reader) BeginList(name string) { r.trace.push(name) }

// EndList ends BeginList.
func (r *Reader) EndList() { r.trace.pop() }

// BeginItem counts the elements of a list for the paths of spans.
func (r *Reader) BeginItem() { r.trace.item() }

// EndItem ends BeginItem.
func (r *Reader) EndItem() {}

// Evidence grades the spans that follow.
func (r *Reader) Evidence(e Evidence) { r.trace.grade(e) }

// Leave, Hide and the Show methods own no bytes.
func (r *Reader) Leave()                               {}
func (r *Reader) Hide(bool)                            {}
func (r *Reader) ShowInt(string, int64)                {}
func (r *Reader) ShowBool(string, bool)                {}
func (r *Reader) ShowFloats(string, string, []float32) {}
func (r *Reader) ShowFloat(string, string, float64)    {}
func (r *Reader) ShowText(name, value string)          { r.trace.show(name, value) }
func (r *Reader) ShowTexts(string, []string)           {}
func (r *Reader) ShowHex32(string, uint32)             {}
func (r *Reader) ShowBytes(string, []byte)             {}
func (r *Reader) ShowHash(string, []byte)              {}
func (r *Reader) ShowNull(string)                      {}
