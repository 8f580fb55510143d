package filter

import (
	"math"
	"net/netip"
	"unsafe"
)

// Values holds what one path gave for one message: nothing if the message
// lacks the key, several values if the path ends in a list or leads through
// one. Cut it to [:0] and append again for the next message.
type Values []Value

// Value is one value of a message. The zero Value says that the key is there
// but holds nothing to compare with.
type Value struct {
	kind Kind
	form form
	bits uint64
	text string
	addr netip.AddrPort
}

// form says how the bits of a number are to be read.
type form uint8

const (
	formInt     form = iota // int64
	formBig                 // uint64 above the range of int64, and only then
	formFloat32             // float32 in the low half
	formFloat64             // float64
)

// Present is the value of a key that is there but is an object, an empty list
// or the like: it answers the question for presence and equals nothing.
func Present() Value { return Value{} }

// OfInt is a number. Keys of kind Hex take it too.
func OfInt(i int64) Value { return Value{kind: Number, form: formInt, bits: uint64(i)} }

// OfUint is a number. Keys of kind Hex take it too.
func OfUint(u uint64) Value {
	if u > math.MaxInt64 {
		return Value{kind: Number, form: formBig, bits: u}
	}
	return OfInt(int64(u))
}

// OfFloat32 is a number that was a float32 on the wire and is printed in the
// shortest form that gives it back.
func OfFloat32(f float32) Value {
	return Value{kind: Number, form: formFloat32, bits: uint64(math.Float32bits(f))}
}

// OfFloat64 is a number.
func OfFloat64(f float64) Value {
	return Value{kind: Number, form: formFloat64, bits: math.Float64bits(f)}
}

// OfText is UTF-8 text.
func OfText(s string) Value { return Value{kind: Text, text: s} }

// OfBytes is raw data without a copy: b must stay as it is until Match has
// returned.
func OfBytes(b []byte) Value { return Value{kind: Bytes, text: borrow(b)} }

// OfBool is true or false.
func OfBool(b bool) Value {
	v := Value{kind: Bool}
	if b {
		v.bits = 1
	}
	return v
}

// OfTime is a moment, in nanoseconds since 1970 UTC.
func OfTime(ns int64) Value { return Value{kind: Time, bits: uint64(ns)} }

// OfAddress is an address with its port. An IPv4 address in IPv6 clothes
// counts as the IPv4 address.
func OfAddress(a netip.AddrPort) Value {
	return Value{kind: Address, addr: netip.AddrPortFrom(a.Addr().Unmap(), a.Port())}
}

// borrow views bytes as a string. The view is only ever read, and only during
// Match, so one set of comparisons serves both and none of them allocates.
func borrow(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// truth is what the value says when its path stands alone.
func (v *Value) truth() bool { return v.kind != Bool || v.bits != 0 }
