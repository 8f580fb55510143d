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

// Block types of pcapng.
const (
	BlockSection   = 0x0A0D0D0A
	BlockInterface = 0x00000001
	BlockPacket    = 0x00000002 // obsolete
	BlockSimple    = 0x00000003
	BlockNames     = 0x00000004
	BlockEnhanced  = 0x00000006
)

// Pcapng writes pcapng files block by block; Content is the file so far. The zero
// value is ready and writes little-endian.
type Pcapng struct {
	Content    []byte
	order      binary.AppendByteOrder
	interfaces []resolution // of the current section
}

// resolution is how many units of time a second has.
type resolution int64

// Block appends a block of any type; body is padded.
func (p *Pcapng) Block(kind uint32, body []byte) {
	if p.order == nil {
		p.order = binary.LittleEndian
	}
	body = pad(body)
	length := uint32(12 + len(body))
	p.Content = p.order.AppendUint32(p.Content, kind)
	p.Content = p.order.AppendUint32(p.Content, length)
	p.Content = append(p.Content, body...)
	p.Content = p.order.AppendUint32(p.Content, length)
}

func pad(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}

// Section begins a section in a byte order. Interfaces are numbered from 0 again.
func (p *Pcapng) Section(order binary.AppendByteOrder) {
	p.order, p.interfaces = order, nil
	b := order.AppendUint32(nil, 0x1A2B3C4D)
	b = order.AppendUint16(b, 1)
	b = order.AppendUint16(b, 0)
	p.Block(BlockSection, order.AppendUint64(b, ^uint64(0))) // length not told
}

// Interface describes an interface and gives its number. digits is how many digits
// of a second its times have.
func (p *Pcapng) Interface(link Link, digits int) uint32 {
	units := resolution(1)
	for range digits {
		units *= 10
	}
	p.interfaces = append(p.interfaces, units)
	b := p.order.AppendUint16(nil, uint16(link.Type))
	b = append(b, 0, 0)
	b = p.order.AppendUint32(b, 0)
	if digits != 6 { // the default needs no option
		b = append(b, p.Option(9, []byte{byte(digits)})...)
		b = append(b, p.Option(0, nil)...)
	}
	p.Block(BlockInterface, b)
	return uint32(len(p.interfaces) - 1)
}

// Option is one option of a block.
func (p *Pcapng) Option(code uint16, value []byte) []byte {
	b := p.order.AppendUint16(nil, code)
	b = p.order.AppendUint16(b, uint16(len(value)))
	return pad(append(b, value...))
}

// stamp is the time of a frame in the units of an interface.
func (p *Pcapng) stamp(b []byte, id uint32, f Frame) []byte {
	units := int64(p.interfaces[id])
	t := uint64(f.Time.Unix()*units + int64(f.Time.Nanosecond())/(1e9/units))
	b = p.order.AppendUint32(b, uint32(t>>32))
	return p.order.AppendUint32(b, uint32(t))
}

func (p *Pcapng) lengths(b []byte, f Frame) []byte {
	b = p.order.AppendUint32(b, f.captured())
	return p.order.AppendUint32(b, uint32(f.wire()))
}

// Enhanced appends an enhanced packet.
func (p *Pcapng) Enhanced(id uint32, f Frame) {
	b := p.order.AppendUint32(nil, id)
	b = p.lengths(p.stamp(b, id, f), f)
	p.Block(BlockEnhanced, append(b, f.Data...))
}

// Obsolete appends a packet block as old writers did.
func (p *Pcapng) Obsolete(id uint32, f Frame) {
	b := p.order.AppendUint16(nil, uint16(id))
	b = append(b, 0, 0)
	b = p.lengths(p.stamp(b, id, f), f)
	p.Block(BlockPacket, append(b, f.Data...))
}

// Simple appends a simple packet, which has no time and belongs to interface 0.
func (p *Pcapng) Simple(f Frame) {
	b := p.order.AppendUint32(nil, uint32(f.wire()))
	p.Block(BlockSimple, append(b, f.Data...))
}
