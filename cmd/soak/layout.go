package main

import (
	"bytes"
	"encoding/binary"
)

// record is one record of a pcap or one block of a pcapng, by its places in the file.
type record struct {
	start, end int // of the whole record
	frame      int // where the bytes of the frame begin; 0 = this block holds none
	frameEnd   int
	captured   int // where the captured length stands; 0 = nowhere (a simple packet)
	link       uint16
}

// layout is what a container looks like from outside. It is found by code of its own, so
// that it can be held against what decode/capture finds.
type layout struct {
	order   binary.ByteOrder
	ng      bool
	header  int // bytes before the first record
	records []record
	// whole says that the records reach to the end of the file. If not, broken is where
	// the first one begins that does not fit.
	whole  bool
	broken int
}

const (
	largestFrame = 1 << 20 // that the decoder takes; docs/limits.md
	recordHeader = 16
)

// layoutOf reads the lengths of a plain pcap or pcapng; ok is false for anything else.
func layoutOf(b []byte) (l layout, ok bool) {
	if len(b) < 24 {
		return l, false
	}
	l.order = binary.LittleEndian
	if b[0] == 0xA1 {
		l.order = binary.BigEndian
	}
	switch l.order.Uint32(b) {
	case 0xA1B2C3D4, 0xA1B23C4D:
		l.pcap(b, recordHeader)
	case 0xA1B2CD34:
		l.pcap(b, recordHeader+8)
	case 0x0A0D0D0A:
		l.ng = true
		if !l.section(b[8:12]) {
			return l, false
		}
		l.pcapng(b)
	default:
		return l, false
	}
	return l, true
}

func (l *layout) pcap(b []byte, header int) {
	l.header = 24
	link := uint16(l.order.Uint32(b[20:]))
	at := l.header
	for ; len(b)-at >= header; at = l.records[len(l.records)-1].end {
		n := int64(l.order.Uint32(b[at+8:]))
		if n > largestFrame || n > int64(len(b)-at-header) {
			break
		}
		frame := at + header
		l.records = append(l.records, record{
			start: at, end: frame + int(n), frame: frame, frameEnd: frame + int(n), captured: at + 8, link: link,
		})
	}
	l.whole, l.broken = at == len(b), at
}

// Blocks of pcapng that matter here.
const (
	sectionBlock   = 0x0A0D0D0A
	interfaceBlock = 1
	obsoleteBlock  = 2
	simpleBlock    = 3
	enhancedBlock  = 6
)

func (l *layout) pcapng(b []byte) {
	var links []uint16
	at := 0
	for len(b)-at >= 12 {
		r, kind, ok := l.block(b, at)
		if !ok {
			break
		}
		switch kind {
		case sectionBlock:
			links = nil
		case interfaceBlock:
			links = append(links, l.order.Uint16(b[at+8:]))
		default:
			if !l.packet(b, &r, kind, links) {
				l.broken = at
				return
			}
		}
		l.records = append(l.records, r)
		at = r.end
	}
	l.whole, l.broken = at == len(b), at
}

// block measures the block at a place.
func (l *layout) block(b []byte, at int) (r record, kind uint32, ok bool) {
	if binary.LittleEndian.Uint32(b[at:]) == sectionBlock && !l.section(b[at+8:at+12]) {
		return r, 0, false
	}
	kind = l.order.Uint32(b[at:])
	n := int64(l.order.Uint32(b[at+4:]))
	if n < leastBlock(kind) || n%4 != 0 || n > int64(len(b)-at) || int64(l.order.Uint32(b[at+int(n)-4:])) != n {
		return r, 0, false
	}
	return record{start: at, end: at + int(n)}, kind, true
}

// section takes over the byte order of a section header; false if it has none.
func (l *layout) section(magic []byte) bool {
	switch {
	case bytes.Equal(magic, []byte{0x4D, 0x3C, 0x2B, 0x1A}):
		l.order = binary.LittleEndian
	case bytes.Equal(magic, []byte{0x1A, 0x2B, 0x3C, 0x4D}):
		l.order = binary.BigEndian
	default:
		return false
	}
	return true
}

func leastBlock(kind uint32) int64 {
	switch kind {
	case sectionBlock:
		return 28
	case interfaceBlock:
		return 20
	case obsoleteBlock, enhancedBlock:
		return 32
	case simpleBlock:
		return 16
	}
	return 12
}

// packet finds the frame of a packet block; false means that there cannot be one.
func (l *layout) packet(b []byte, r *record, kind uint32, links []uint16) bool {
	id := uint32(0)
	switch kind {
	case enhancedBlock:
		id = l.order.Uint32(b[r.start+8:])
	case obsoleteBlock:
		id = uint32(l.order.Uint16(b[r.start+8:]))
	case simpleBlock:
	default:
		return true
	}
	if uint64(id) >= uint64(len(links)) {
		return false
	}
	r.link = links[id]
	if kind == simpleBlock { // its snap length is not looked at
		r.frame = r.start + 12
		r.frameEnd = min(r.frame+int(l.order.Uint32(b[r.start+8:])), r.end-4)
		return true
	}
	r.captured, r.frame = r.start+20, r.start+28
	n := int64(l.order.Uint32(b[r.captured:]))
	r.frameEnd = r.frame + int(min(n, largestFrame+1))
	return n <= min(int64(r.end-4-r.frame), largestFrame)
}

// frames gives the records that hold a frame, in order.
func (l *layout) frames() (all []record) {
	for _, r := range l.records {
		if r.frame > 0 {
			all = append(all, r)
		}
	}
	return all
}

// intact counts the frames that end before a place.
func (l *layout) intact(place int) (n int) {
	for _, r := range l.records {
		if r.end > place {
			break
		}
		if r.frame > 0 {
			n++
		}
	}
	return n
}
