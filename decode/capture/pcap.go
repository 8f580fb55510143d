package capture

import (
	"encoding/binary"
	"math/bits"
)

// pcapVariant is one of the classic formats. They share the 24-byte file
// header and the first 16 bytes of the record header.
type pcapVariant struct {
	big          bool
	fileHeader   int    // bytes before the first record
	recordHeader int    // bytes before the data of a record
	perSecond    uint32 // unit of the second time field
}

// pcapVariants by the first four bytes of the file.
//
//	a1b2c3d4  microseconds
//	a1b23c4d  nanoseconds
//	a1b2cd34  "modified": 8 more bytes per record (interface, protocol, packet type)
//	1c0001ac  IXIA hardware capture: nanoseconds, 4 more bytes in the file header
//	1c0001ab  IXIA software capture: microseconds, 4 more bytes in the file header
var pcapVariants = map[magic]pcapVariant{
	{0xd4, 0xc3, 0xb2, 0xa1}: {false, 24, 16, 1e6},
	{0xa1, 0xb2, 0xc3, 0xd4}: {true, 24, 16, 1e6},
	{0x4d, 0x3c, 0xb2, 0xa1}: {false, 24, 16, 1e9},
	{0xa1, 0xb2, 0x3c, 0x4d}: {true, 24, 16, 1e9},
	{0x34, 0xcd, 0xb2, 0xa1}: {false, 24, 24, 1e6},
	{0xa1, 0xb2, 0xcd, 0x34}: {true, 24, 24, 1e6},
	{0xac, 0x01, 0x00, 0x1c}: {false, 28, 16, 1e9},
	{0x1c, 0x00, 0x01, 0xac}: {true, 28, 16, 1e9},
	{0xab, 0x01, 0x00, 0x1c}: {false, 28, 16, 1e6},
	{0x1c, 0x00, 0x01, 0xab}: {true, 28, 16, 1e6},
}

// lengthOrder tells which of the two lengths of a record comes first.
type lengthOrder uint8

const (
	capturedFirst lengthOrder = iota
	wireFirst
	smallerIsCaptured // written both ways under the same version
)

// pcap walks classic pcap records.
type pcap struct {
	*findings
	pcapVariant
	lengths lengthOrder
	digits  uint8
	link    uint16
}

// openPcap reads the file header. A cut header is damage, not an error: the
// magic number has already shown what the file is.
func (r *Reader) openPcap(v pcapVariant) error {
	p := &pcap{findings: &r.findings, pcapVariant: v, digits: 6}
	r.container = p
	r.info.Format = "pcap"
	r.info.addByteOrder(v.big)
	r.info.Resolution = "us"
	if v.perSecond == 1e9 {
		p.digits = 9
		r.info.Resolution = "ns"
	}
	if !r.need(v.fileHeader) {
		r.cut(0, "file header cut: expected %d bytes, found %d", v.fileHeader, len(r.carry))
		r.done, r.rest = true, int64(len(r.carry))
		return nil
	}
	p.header(r.carry)
	r.carry = r.carry[v.fileHeader:]
	r.base = int64(v.fileHeader)
	return nil
}

// header takes the fields of the file header:
//
//	magic u32, major u16, minor u16, zone i32, accuracy u32, snap length u32, link u32
//
// The upper half of the link field carries the length of the frame check
// sequence and is not part of the type.
func (p *pcap) header(h []byte) {
	major, minor := p.u16(h[4:]), p.u16(h[6:])
	p.lengths = lengthsOf(major, minor)
	p.link = uint16(p.u32(h[20:]))
	p.info.Interfaces = 1
	p.info.addLink(p.link)
}

// lengthsOf knows the history of the format: before version 2.3 (and in the
// 543.0 of DG/UX) the length on the wire came first; 2.3 was written both ways.
func lengthsOf(major, minor uint16) lengthOrder {
	switch {
	case major == 543, major == 2 && minor < 3:
		return wireFirst
	case major == 2 && minor == 3:
		return smallerIsCaptured
	}
	return capturedFirst
}

func (p *pcap) walk(buf []byte, base int64, final bool, b *Batch) (used int, open bool) {
	for {
		rest := buf[used:]
		offset := base + int64(used)
		if len(rest) < p.recordHeader {
			return used, !p.atEnd(final, len(rest) > 0, offset,
				"record header cut: expected %d bytes, found %d", p.recordHeader, len(rest))
		}
		captured, wire := p.lengthsIn(rest)
		if captured > maxData {
			p.damaged(offset, "record claims %d captured bytes; expected at most %d; "+
				"a pcap has no markers to find the next record by, so reading stops here", captured, maxData)
			p.abandoned()
			return used, false
		}
		size := p.recordHeader + int(captured)
		if len(rest) < size {
			return used, !p.atEnd(final, true, offset,
				"record cut: expected %d bytes of header and data, found %d", size, len(rest))
		}
		p.frames++
		f := b.next()
		f.Number = p.frames
		f.Time = p.time(rest)
		f.Digits = p.digits
		f.Link, f.Interface, f.Way = p.link, nil, NoWay
		f.Data = rest[p.recordHeader:size:size]
		f.WireLength = wire
		f.Offset = offset
		used += size
	}
}

// atEnd reports whether the input has ended, and records the cut if it ended
// inside a record.
func (p *pcap) atEnd(final, inside bool, offset int64, format string, want, have int) bool {
	if final && inside {
		p.cut(offset, format, want, have)
	}
	return final
}

func (p *pcap) lengthsIn(record []byte) (captured, wire uint32) {
	captured, wire = p.u32(record[8:]), p.u32(record[12:])
	if p.lengths == wireFirst || p.lengths == smallerIsCaptured && captured > wire {
		return wire, captured
	}
	return captured, wire
}

// time joins the two time fields. A fraction of a second or more, which only
// damaged or odd files have, is carried into the seconds.
func (p *pcap) time(record []byte) Time {
	sec, frac := p.u32(record), p.u32(record[4:])
	t := Time{Sec: int64(sec)}
	if frac >= p.perSecond {
		t.Sec += int64(frac / p.perSecond)
		frac %= p.perSecond
	}
	if p.perSecond == 1e6 {
		frac *= 1000
	}
	t.Nanos = frac
	return t
}

func (p *pcap) u16(b []byte) uint16 { return u16(b, p.big) }
func (p *pcap) u32(b []byte) uint32 { return u32(b, p.big) }

// u16, u32 and u64 read an integer in the byte order of the file. A flag and a
// swap are inlined, a binary.ByteOrder is not.
func u16(b []byte, big bool) uint16 {
	v := binary.LittleEndian.Uint16(b)
	if big {
		v = bits.ReverseBytes16(v)
	}
	return v
}

func u32(b []byte, big bool) uint32 {
	v := binary.LittleEndian.Uint32(b)
	if big {
		v = bits.ReverseBytes32(v)
	}
	return v
}

func u64(b []byte, big bool) uint64 {
	v := binary.LittleEndian.Uint64(b)
	if big {
		v = bits.ReverseBytes64(v)
	}
	return v
}
