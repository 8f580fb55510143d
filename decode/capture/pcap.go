package capture

import "encoding/binary"

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
	zeros   zeros
}

// zeros are those that stand in place of records.
type zeros struct{ offset, length int64 } // length 0: there are none

// newPcap begins a file of a variant.
func newPcap(f *findings, v pcapVariant) *pcap {
	p := &pcap{findings: f, pcapVariant: v, digits: 6}
	unit := "us"
	if v.perSecond == 1e9 {
		p.digits, unit = 9, "ns"
	}
	f.info.addFormat("pcap")
	f.info.addByteOrder(v.big)
	f.info.addResolution(unit)
	return p
}

// openPcap reads the file header. A cut header is damage, not an error: the
// magic number has already shown what the file is.
func (r *Reader) openPcap(v pcapVariant) error {
	p := newPcap(&r.findings, v)
	r.container = p
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
	p.info.Interfaces++
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

func (p *pcap) walk(buf []byte, base int64, final bool, b *Batch) (used int, next container) {
	for {
		rest := buf[used:]
		offset := base + int64(used)
		if p.zeros.length != 0 {
			n, next := p.behindZeros(rest, offset, final)
			return used + n, next
		}
		if len(rest) < p.recordHeader {
			return used, p.atEnd(final, len(rest) > 0, offset,
				"record header cut: expected %d bytes, found %d", p.recordHeader, len(rest))
		}
		switch header, is := fileBegins(rest); is {
		case accepted:
			return used + header, p.another(rest)
		case undecided:
			return used, p.atEnd(final, true, offset, "file header cut: expected %d bytes, found %d", header, len(rest))
		}
		captured, wire := p.lengthsIn(rest)
		if captured == 0 && wire == 0 {
			switch p.empty(rest, final) {
			case refused:
				run := 8 + zeroRun(rest[8:])
				p.zeros = zeros{offset, int64(run)}
				used += run
				continue
			case undecided:
				return used, p
			}
		}
		if captured > maxData {
			p.damaged(offset, "record claims %d captured bytes; expected at most %d; "+
				"a pcap has no markers to find the next record by, so reading stops here", captured, maxData)
			p.abandoned()
			return used, nil
		}
		size := p.recordHeader + int(captured)
		if len(rest) < size {
			return used, p.atEnd(final, true, offset,
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

// atEnd gives what goes on: nothing if the input has ended. It records the cut if that was
// inside a record.
func (p *pcap) atEnd(final, inside bool, offset int64, format string, want, have int) container {
	if !final {
		return p
	}
	if inside {
		p.cut(offset, format, want, have)
	}
	return nil
}

// hole is how many zeros in a row are no records, whatever follows: four records of empty frames without times.
const hole = 64

// empty judges whether a record of an empty frame is one. Where the disk was full or the machine stopped, zeros
// stand in place of what was not written: of the whole record, or of its lengths and what is behind them. Then they
// go on to the end, or for long. An empty frame is given when what follows is there.
func (p *pcap) empty(rest []byte, final bool) verdict {
	run := 8 + zeroRun(rest[8:])
	timeless := zeroRun(rest[:8]) == 8
	switch {
	case run-8 >= hole:
		return refused
	case run < len(rest):
		return accepted
	case !final:
		return undecided
	case timeless || run > p.recordHeader:
		return refused
	}
	return accepted
}

// behindZeros goes past zeros, which end the capture unless another one begins behind them.
func (p *pcap) behindZeros(rest []byte, offset int64, final bool) (used int, next container) {
	used = zeroRun(rest)
	p.zeros.length += int64(used)
	rest = rest[used:]
	const what = "%d zeros in place of a record, as where the disk was full or the machine stopped: "
	if len(rest) == 0 {
		if !final {
			return used, p
		}
		p.cut(p.zeros.offset, what+"they go on to the end", p.zeros.length)
		return used, nil
	}
	switch header, is := fileBegins(rest); {
	case is == undecided && !final:
		return used, p
	case is == accepted:
		p.damaged(p.zeros.offset, what+"behind them, at offset %d, another capture begins", p.zeros.length, offset+int64(used))
		return used + header, p.another(rest)
	}
	p.damaged(p.zeros.offset, what+"a pcap has no markers to find the next record by, so reading stops here", p.zeros.length)
	p.abandoned()
	return used, nil
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

// fileBegins judges whether another capture begins at b, where a record or a block could, as it does where `cat`
// has joined two, and gives the length of a pcap's file header. A pcap begins only with a version, a time zone and a
// link type that can be, because its magic number may also be a time; what a section of a pcapng has in place of the
// length of a record is longer than any.
func fileBegins(b []byte) (header int, is verdict) {
	switch {
	case len(b) < magicLength:
		return magicLength, undecided
	case !isFileMagic(binary.LittleEndian.Uint32(b)):
		return 0, refused
	case magic(b) == sectionMagic && len(b) < blockOverhead:
		return blockOverhead, undecided
	case magic(b) == sectionMagic:
		if _, ok := byteOrder(b); !ok {
			return 0, refused
		}
		return 0, accepted
	}
	variant := pcapVariants[magic(b)]
	header = variant.fileHeader
	switch {
	case !headerSound(b[:min(len(b), header)], variant.big):
		return 0, refused
	case len(b) < header:
		return header, undecided
	}
	return header, accepted
}

// another begins the capture at b, which fileBegins has accepted.
func (f *findings) another(b []byte) container {
	if magic(b) == sectionMagic {
		big, _ := byteOrder(b)
		f.info.addFormat("pcapng")
		return &pcapng{findings: f, big: big}
	}
	p := newPcap(f, pcapVariants[magic(b)])
	p.header(b)
	return p
}

// headerSound looks at the fields of a file header that are there: see pcap.header.
func headerSound(h []byte, big bool) bool {
	const day = 24 * 60 * 60
	if len(h) >= 8 {
		if major, minor := u16(h[4:], big), u16(h[6:], big); major != 2 || minor > 4 {
			return false
		}
	}
	if len(h) >= 12 {
		if zone := int32(u32(h[8:], big)); zone < -day || zone > day {
			return false
		}
	}
	if len(h) >= 16 && u32(h[12:], big) > 9 { // digits of the times
		return false
	}
	return len(h) < 24 || u32(h[20:], big)&0x0bfff000 == 0 // 4 bits, 1 bit: a frame check sequence is there, and how long
}
