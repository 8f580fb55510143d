package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
)

// codec is one encoding: all that reading, writing, showing and describing have to know of it.
type codec[T any] struct {
	Encoding
	size int // in bytes; of those without a fixed one, measure gives it
	// measure gives the size that the bytes at the cursor claim, or says why they cannot.
	measure func(rest []byte) (size int, fault string)
	read    func(b []byte, p *T)
	// append appends the bytes of a value; size is that of fields whose message says it.
	append func(b []byte, p *T, size int) []byte
	value  func(n *Node, p *T)
}

// field visits a field. Reading is in it, and the usual case of take: as functions of their own they take
// 2 and 5 % more instructions of stats and decode -o json of entity-state.
func field[T any](v Visitor, name, unit string, c *codec[T], p *T) {
	switch {
	case v.r != nil:
		r, size := v.r, c.size
		if c.measure != nil && r.err == nil {
			var fault string
			if size, fault = c.measure(r.Trailing()); fault != "" {
				r.fail(name, fault)
			}
		}
		if end := r.pos + size; r.err == nil && r.trace == nil && uint(end) <= uint(len(r.data)) {
			b := r.data[r.pos:end:end]
			r.pos = end
			r.fields++
			c.read(b, p)
		} else if b := r.take(name, c.Type, size); b != nil {
			c.read(b, p)
		}
	case v.w != nil:
		v.w.change(p, c.size)
		v.w.data = c.append(v.w.data, p, c.size)
	default:
		if n := v.s.field(name, unit, &c.Encoding); n != nil {
			c.value(n, p)
			v.s.to.Value(n)
		}
	}
}

// sized visits a field of which the message says the size.
func sized[T any](v Visitor, name string, c *codec[T], p *T, size int) {
	switch {
	case v.r != nil:
		if b := v.r.take(name, c.Type, size); b != nil {
			c.read(b, p)
		}
	case v.w != nil:
		v.w.change(p, size)
		v.w.data = c.append(v.w.data, p, size)
	default:
		field(v, name, "", c, p)
	}
}

// The encodings, little-endian.
var (
	u8     = integer[uint8]("u8", Int, 1)
	noU8   = integer[uint8]("u8", Null, 1)
	i8     = integer[int8]("i8", Int, 1)
	u16    = integer[uint16]("u16", Int, 2)
	u32    = integer[uint32]("u32", Int, 4)
	i32    = integer[int32]("i32", Int, 4)
	hex8   = integer[uint8]("u8", Hex, 1)
	hex16  = integer[uint16]("u16", Hex, 2)
	hex32  = integer[uint32]("u32", Hex, 4)
	id     = integer[uint32]("id", ID, 4)
	f32    = codec[float32]{Encoding{"f32", Real, 0}, 4, nil, readF32, appendF32, func(n *Node, p *float32) { n.Real = float64(*p) }}
	cf16   = codec[CF16]{Encoding{"cf16", Real, 0}, 2, nil, readCF16, appendCF16, func(n *Node, p *CF16) { n.Real = p.Float64() }}
	cv3    = codec[CV3]{Encoding{"cv3", Reals, 0}, 3, nil, readCV3, appendCV3, func(n *Node, p *CV3) { n.vector(p.Vector()) }}
	cv4    = codec[CV4]{Encoding{"cv4", Reals, 0}, 5, nil, readCV4, appendCV4, func(n *Node, p *CV4) { n.vector(p.Vector()) }}
	cv4f   = codec[CV4F]{Encoding{"cv4 (f32)", Reals, 0}, 7, nil, readCV4F, appendCV4F, func(n *Node, p *CV4F) { n.vector(p.Vector()) }}
	vector = codec[Vector]{Encoding{"3 x f32", Reals, 0}, 12, nil, readVector, appendVector, func(n *Node, p *Vector) { n.Reals = p[:] }}
	str8   = text("str8", 1)
	str16  = text("str16", 2)
	str32  = text("str32", 4)
	either = text("str16 or str32", 2) // as it is shown
	wstr32 = wide("wstr32", 4, measureWStr32, appendWStr32)
	wstrz  = wide("wstrz", 0, measureWStrZ, func(b []byte, p *WideText, _ int) []byte {
		return append(append(b, (*p)[:len(*p)&^1]...), 0, 0)
	})
	octets = codec[[]byte]{Encoding{"u8 list", Octets, 0}, 0, nil, func(b []byte, p *[]byte) { *p = b },
		func(b []byte, p *[]byte, size int) []byte { return appendPadded(b, *p, size) },
		func(n *Node, p *[]byte) { n.Bytes = *p }}
	padded = codec[Text]{Encoding{"padded", Characters, 0}, 0, nil, func(b []byte, p *Text) { *p = b },
		func(b []byte, p *Text, size int) []byte { return appendPadded(b, *p, size) },
		func(n *Node, p *Text) { n.hold(append(n.room[:0], p.BeforeZero()...)) }}
	ipv4 = codec[[4]byte]{Encoding{"ipv4", Characters, 0}, 4, nil, func(b []byte, p *[4]byte) { *p = [4]byte(b) },
		func(b []byte, p *[4]byte, _ int) []byte { return append(b, p[:]...) },
		func(n *Node, p *[4]byte) { n.hold(netip.AddrFrom4(*p).AppendTo(n.room[:0])) }}
)

// Encodings that are no codecs.
var (
	floatList = Encoding{"f32 list", Reals, 0}
	boolean   = Encoding{"bool", Bool, 0}
	raw       = Encoding{"bytes", Bytes, 0}
)

// U8 is a number of one byte.
func (v Visitor) U8(name string, p *uint8) { field(v, name, "", &u8, p) }

// U8None is a u8 of which the value none means "nothing set".
func (v Visitor) U8None(name string, none uint8, p *uint8) {
	if v.s != nil && *p == none {
		field(v, name, "", &noU8, p)
		return
	}
	field(v, name, "", &u8, p)
}

// I8 is a u8 with a sign.
func (v Visitor) I8(name string, p *int8) { field(v, name, "", &i8, p) }

// U16 is a number of two bytes.
func (v Visitor) U16(name string, p *uint16) { field(v, name, "", &u16, p) }

// U32 is one of four.
func (v Visitor) U32(name string, p *uint32) { field(v, name, "", &u32, p) }

// I32 is the same with a sign.
func (v Visitor) I32(name string, p *int32) { field(v, name, "", &i32, p) }

// Hex8 is a u8, printed as "0x9D".
func (v Visitor) Hex8(name string, p *uint8) { field(v, name, "", &hex8, p) }

// Hex16 is a u16, printed as "0xFB37".
func (v Visitor) Hex16(name string, p *uint16) { field(v, name, "", &hex16, p) }

// Hex32 is a u32, printed as "0x7E0CE243".
func (v Visitor) Hex32(name string, p *uint32) { field(v, name, "", &hex32, p) }

// ID is the u32 of an object, printed as hex.
func (v Visitor) ID(name string, p *uint32) { field(v, name, "", &id, p) }

// F32 is an IEEE 754 single.
func (v Visitor) F32(name, unit string, p *float32) { field(v, name, unit, &f32, p) }

// CF16 is a compressed float.
func (v Visitor) CF16(name, unit string, p *CF16) { field(v, name, unit, &cf16, p) }

// CV3 is a compressed direction.
func (v Visitor) CV3(name string, p *CV3) { field(v, name, "", &cv3, p) }

// CV4 is a compressed direction and magnitude.
func (v Visitor) CV4(name, unit string, p *CV4) { field(v, name, unit, &cv4, p) }

// CV4F is a compressed direction and f32 magnitude.
func (v Visitor) CV4F(name, unit string, p *CV4F) { field(v, name, unit, &cv4f, p) }

// Vector is three f32.
func (v Visitor) Vector(name, unit string, p *Vector) { field(v, name, unit, &vector, p) }

// Str16 is a text behind its u16 length.
func (v Visitor) Str16(name string, p *Text) { field(v, name, "", &str16, p) }

// Str8 is a text behind its u8 length.
func (v Visitor) Str8(name string, p *Text) { field(v, name, "", &str8, p) }

// Str32 is a text behind its u32 length; zeros at the end are not shown.
func (v Visitor) Str32(name string, p *Text) { field(v, name, "", &str32, p) }

// WStr32 is an i32 count and so many UTF-16LE units.
func (v Visitor) WStr32(name string, p *WideText) { field(v, name, "", &wstr32, p) }

// WStrZ is UTF-16LE units up to a zero unit.
func (v Visitor) WStrZ(name string, p *WideText) { field(v, name, "", &wstrz, p) }

// Octets is n bytes that are one number each.
func (v Visitor) Octets(name string, p *[]byte, n int) {
	sized(v, name, &octets, p, n)
}

// Padded is n bytes: a text in UTF-8, and zeros behind it.
func (v Visitor) Padded(name string, p *Text, n int) {
	sized(v, name, &padded, p, n)
}

// IPv4 is an address in network order.
func (v Visitor) IPv4(name string, p *[4]byte) { field(v, name, "", &ipv4, p) }

// Str16Or32 is a str16 or, if only that ends exactly with the message, a str32.
func (v Visitor) Str16Or32(name string, p *Text, wide *bool) {
	c := &str16
	if v.r != nil && v.r.err == nil {
		narrow, _ := str16.measure(v.r.Trailing())
		whole, _ := str32.measure(v.r.Trailing())
		*wide = narrow != v.r.Remaining() && whole == v.r.Remaining()
	}
	switch {
	case v.s != nil:
		c = &either
	case *wide:
		c = &str32
	}
	field(v, name, "", c, p)
}

// Floats is as many f32 as the slice is long.
func (v Visitor) Floats(name string, p []float32) {
	switch {
	case v.r != nil:
		if b := v.r.take(name, floatList.Type, 4*len(p)); b != nil {
			readFloats(b, p)
		}
	case v.w != nil:
		v.w.data = appendFloats(v.w.data, p)
	default:
		if n := v.s.field(name, "", &floatList); n != nil {
			n.Reals = p
			v.s.to.Value(n)
		}
	}
}

// Bool is one bit of a group byte; the byte lies where the first boolean of its group is.
func (v Visitor) Bool(name string, p *bool) {
	switch {
	case v.r != nil:
		v.r.bool(name, p)
	case v.w != nil:
		v.w.change(p, 0)
		v.w.data = v.w.bools.put(v.w.data, *p)
	default:
		if n := v.s.field(name, "", &boolean); n != nil {
			n.setBool(*p)
			v.s.to.Value(n)
		}
	}
}

// Rest takes all bytes to the end of the message. The value begins back bytes before the cursor, at
// bytes that earlier fields own already.
func (v Visitor) Rest(name string, p *[]byte, back int) {
	switch {
	case v.r != nil:
		v.r.rest(name, p, back)
	case v.w != nil:
		v.w.data = append(v.w.data, (*p)[min(back, len(*p)):]...)
	default:
		if n := v.s.field(name, "", &raw); n != nil {
			n.Bytes, n.Int = *p, int64(max(len(*p)-back, 0))
			v.s.to.Value(n)
		}
	}
}

// Terminator is a single zero byte that may end the message.
func (v Visitor) Terminator(name string, present *bool) {
	switch {
	case v.r != nil:
		*present = v.r.err == nil && v.r.Remaining() == 1 && v.r.data[v.r.pos] == 0
		if *present {
			v.r.own(name, "u8", 1)
		}
	case v.w != nil:
		if *present {
			v.w.data = append(v.w.data, 0)
		}
	default:
		v.s.terminator(name, *present)
	}
}

func integer[T uint8 | int8 | uint16 | uint32 | int32](name string, kind Kind, size int) codec[T] {
	return codec[T]{
		Encoding{name, kind, 2 * size}, size, nil,
		func(b []byte, p *T) { *p = T(little(b)) },
		func(b []byte, p *T, _ int) []byte { return appendLittle(b, uint32(*p), size) },
		func(n *Node, p *T) { n.Int = int64(*p) },
	}
}

// little reads a number of one, two or four bytes.
func little(b []byte) uint32 {
	switch len(b) {
	case 1:
		return uint32(b[0])
	case 2:
		return uint32(binary.LittleEndian.Uint16(b))
	}
	return binary.LittleEndian.Uint32(b)
}

func appendLittle(b []byte, x uint32, size int) []byte {
	for range size {
		b, x = append(b, byte(x)), x>>8
	}
	return b
}

func readF32(b []byte, p *float32)                   { *p = math.Float32frombits(binary.LittleEndian.Uint32(b)) }
func appendF32(b []byte, p *float32, _ int) []byte   { return appendLittle(b, math.Float32bits(*p), 4) }
func readCF16(b []byte, p *CF16)                     { *p = CF16(binary.LittleEndian.Uint16(b)) }
func appendCF16(b []byte, p *CF16, _ int) []byte     { return appendLittle(b, uint32(*p), 2) }
func readCV3(b []byte, p *CV3)                       { p[0], p[1], p[2] = int8(b[0]), int8(b[1]), int8(b[2]) }
func appendCV3(b []byte, p *CV3, _ int) []byte       { return append(b, byte(p[0]), byte(p[1]), byte(p[2])) }
func readVector(b []byte, p *Vector)                 { readFloats(b, p[:]) }
func appendVector(b []byte, p *Vector, _ int) []byte { return appendFloats(b, p[:]) }

func readCV4(b []byte, p *CV4) {
	readCV3(b, &p.Direction)
	readCF16(b[3:], &p.Magnitude)
}

func appendCV4(b []byte, p *CV4, _ int) []byte {
	return appendCF16(appendCV3(b, &p.Direction, 0), &p.Magnitude, 0)
}

func readCV4F(b []byte, p *CV4F) {
	readCV3(b, &p.Direction)
	readF32(b[3:], &p.Magnitude)
}

func appendCV4F(b []byte, p *CV4F, _ int) []byte {
	return appendF32(appendCV3(b, &p.Direction, 0), &p.Magnitude, 0)
}

func readFloats(b []byte, p []float32) {
	for i := range p {
		readF32(b[4*i:], &p[i])
	}
}

func appendFloats(b []byte, p []float32) []byte {
	for i := range p {
		b = appendF32(b, &p[i], 0)
	}
	return b
}

// text is a text behind its length, which has so many bytes.
func text(name string, prefix int) codec[Text] {
	longest := uint32(1)<<(8*prefix) - 1
	return codec[Text]{
		Encoding: Encoding{Type: name, Kind: Characters},
		measure: func(rest []byte) (int, string) {
			if len(rest) < prefix {
				return prefix, ""
			}
			// In 64 bits a huge length cannot wrap around.
			return int(min(int64(prefix)+int64(little(rest[:prefix])), math.MaxInt32)), ""
		},
		read: func(b []byte, p *Text) { *p = b[prefix:] },
		append: func(b []byte, p *Text, _ int) []byte { // cut where the length has no room
			text := (*p)[:min(uint64(len(*p)), uint64(longest))]
			return append(appendLittle(b, uint32(len(text)), prefix), text...)
		},
		value: func(n *Node, p *Text) {
			shown := *p
			if prefix == 4 {
				shown = bytes.TrimRight(shown, "\x00")
			}
			n.hold(shown.AppendUTF8(n.room[:0]))
		},
	}
}

// wide is a text of UTF-16 units behind so many bytes, or before a zero unit.
func wide(name string, prefix int, measure func([]byte) (int, string), write func([]byte, *WideText, int) []byte) codec[WideText] {
	return codec[WideText]{
		Encoding: Encoding{Type: name, Kind: Characters}, measure: measure,
		read: func(b []byte, p *WideText) {
			if *p = b[prefix:]; prefix == 0 {
				*p = b[:len(b)-2]
			}
		},
		append: write,
		value:  func(n *Node, p *WideText) { n.hold(p.AppendUTF8(n.room[:0])) },
	}
}

func measureWStr32(rest []byte) (int, string) {
	if len(rest) < 4 {
		return 4, ""
	}
	// In 64 bits a negative or huge count cannot wrap around.
	count := int64(int32(little(rest[:4])))
	if count < 0 {
		return 0, fmt.Sprintf("count %d is negative", count)
	}
	return int(min(4+2*count, math.MaxInt32)), ""
}

func appendWStr32(b []byte, p *WideText, _ int) []byte {
	return append(appendLittle(b, uint32(len(*p)/2), 4), (*p)[:len(*p)&^1]...)
}

func measureWStrZ(rest []byte) (int, string) {
	for i := 0; i+1 < len(rest); i += 2 {
		if rest[i] == 0 && rest[i+1] == 0 {
			return i + 2, ""
		}
	}
	return 0, "no terminating zero"
}

// appendPadded appends size bytes: what is missing is 0.
func appendPadded(b, text []byte, size int) []byte {
	text = text[:min(size, len(text))]
	return append(append(b, text...), make([]byte, size-len(text))...)
}
