package synth

import (
	"encoding/binary"
	"time"
)

// Frame is one record of a capture.
type Frame struct {
	Time time.Time
	Data []byte
	// Wire is the length that the frame had; 0 = that of Data.
	Wire int
	// Captured is the length of Data as the record says it; 0 = the truth.
	Captured int
}

// Snap keeps the first n bytes of a frame.
func (f Frame) Snap(n int) Frame {
	f.Wire = f.wire()
	f.Data = f.Data[:min(n, len(f.Data))]
	return f
}

func (f Frame) wire() int {
	if f.Wire == 0 {
		return len(f.Data)
	}
	return f.Wire
}

func (f Frame) captured() uint32 {
	if f.Captured == 0 {
		return uint32(len(f.Data))
	}
	return uint32(f.Captured)
}

// Variant is one of the forms of a classic pcap, by its magic number.
type Variant uint32

// Variants.
const (
	Microseconds Variant = 0xA1B2C3D4
	Nanoseconds  Variant = 0xA1B23C4D
	Modified     Variant = 0xA1B2CD34 // 8 more bytes in each record header
)

// Pcap writes classic pcap files. The zero value writes little-endian microseconds
// with link type 0.
type Pcap struct {
	Order      binary.AppendByteOrder // nil = little-endian
	Variant    Variant                // 0 = Microseconds
	SnapLength uint32
	Link       uint32
}

func (p Pcap) order() binary.AppendByteOrder {
	if p.Order == nil {
		return binary.LittleEndian
	}
	return p.Order
}

func (p Pcap) variant() Variant {
	if p.Variant == 0 {
		return Microseconds
	}
	return p.Variant
}

// File is a whole capture.
func (p Pcap) File(frames []Frame) []byte {
	b := p.Header(nil)
	for _, f := range frames {
		b = p.Append(b, f)
	}
	return b
}

// Header appends the file header.
func (p Pcap) Header(b []byte) []byte {
	o := p.order()
	b = o.AppendUint32(b, uint32(p.variant()))
	b = o.AppendUint16(b, 2)
	b = o.AppendUint16(b, 4)
	b = append(b, 0, 0, 0, 0, 0, 0, 0, 0) // time zone, accuracy: nobody sets them
	snap := p.SnapLength
	if snap == 0 {
		snap = 262144
	}
	b = o.AppendUint32(b, snap)
	return o.AppendUint32(b, p.Link)
}

// Append appends one record to a capture.
func (p Pcap) Append(b []byte, f Frame) []byte {
	o := p.order()
	fraction := f.Time.Nanosecond()
	if p.variant() != Nanoseconds {
		fraction /= 1000
	}
	b = o.AppendUint32(b, uint32(f.Time.Unix()))
	b = o.AppendUint32(b, uint32(fraction))
	b = o.AppendUint32(b, f.captured())
	b = o.AppendUint32(b, uint32(f.wire()))
	if p.variant() == Modified {
		b = o.AppendUint32(b, 2)      // interface
		b = o.AppendUint16(b, 0x0800) // protocol
		b = append(b, 0, 0)           // packet type, padding
	}
	return append(b, f.Data...)
}
