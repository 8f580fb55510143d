package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// subject is a capture that gets damaged.
type subject struct {
	name   string
	data   []byte
	layout layout
	plain  bool // the layout is known: a pcap or pcapng that is not compressed
}

// largest is the largest capture that is used, in bytes.
const largest = 512 << 10

// load reads the captures of a folder in the order of their names. A compressed one is there twice, as it is and unpacked.
func load(folder string) (all []*subject, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Size() > largest || !isCapture.MatchString(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, newSubject(e.Name(), data))
		if unpacked := unpack(data); unpacked != nil {
			all = append(all, newSubject(e.Name()+" unpacked", unpacked))
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no captures", folder)
	}
	return all, nil
}

// isCapture goes by the name: the folder may hold other things too.
var isCapture = regexp.MustCompile(`\.(pcap|pcapng|log)(\.gz|\.zst)?$`)

func newSubject(name string, data []byte) *subject {
	s := &subject{name: name, data: data}
	s.layout, s.plain = layoutOf(data)
	return s
}

// mostUnpacked bounds what is unpacked of a compressed file, in bytes.
const mostUnpacked = 256 << 10

// unpack takes off one compression; nil if there is none, or nothing comes out.
func unpack(data []byte) []byte {
	var r io.Reader
	var err error
	switch {
	case bytes.HasPrefix(data, []byte{0x1F, 0x8B}):
		r, err = gzip.NewReader(bytes.NewReader(data))
	case bytes.HasPrefix(data, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		r, err = zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1))
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	// A stream that breaks off gives what came before.
	unpacked, _ := io.ReadAll(io.LimitReader(r, mostUnpacked))
	return unpacked
}

// record is one record of a pcap or one block of a pcapng, by its places in the file.
type record struct {
	start, end int // of the whole record
	frame      int // where the bytes of the frame begin; 0 = this block holds none
	frameEnd   int
	captured   int // where the captured length stands
	link       uint16
}

// layout is what a container looks like from outside. It is found by code of its own, so
// that it can be held against what decode/capture finds.
type layout struct {
	order   binary.ByteOrder
	ng      bool
	records []record
	// whole says that the records reach to the end of the file. If not, broken is where
	// the first one begins that does not fit.
	whole  bool
	broken int
}

const (
	largestFrame = 1 << 20 // that the decoder takes; docs/reference/limits.md
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
	at, link := 24, uint16(l.order.Uint32(b[20:]))
	for len(b)-at >= header {
		n := int64(l.order.Uint32(b[at+8:]))
		if n > largestFrame || n > int64(len(b)-at-header) {
			break
		}
		frame, end := at+header, at+header+int(n)
		l.records = append(l.records, record{start: at, end: end, frame: frame, frameEnd: end, captured: at + 8, link: link})
		at = end
	}
	l.whole, l.broken = at == len(b), at
}

// Blocks of pcapng that matter here, and the least that each has.
const (
	sectionBlock   = 0x0A0D0D0A
	interfaceBlock = 1
	enhancedBlock  = 6
)

var leastBlock = map[uint32]int64{sectionBlock: 28, interfaceBlock: 20, enhancedBlock: 32}

func (l *layout) pcapng(b []byte) {
	var links []uint16
	at := 0
	for len(b)-at >= 12 {
		if binary.LittleEndian.Uint32(b[at:]) == sectionBlock && !l.section(b[at+8:at+12]) {
			break
		}
		kind, n := l.order.Uint32(b[at:]), int64(l.order.Uint32(b[at+4:]))
		if n < max(leastBlock[kind], 12) || n%4 != 0 || n > int64(len(b)-at) || int64(l.order.Uint32(b[at+int(n)-4:])) != n {
			break
		}
		r := record{start: at, end: at + int(n)}
		switch kind {
		case sectionBlock:
			links = nil
		case interfaceBlock:
			links = append(links, l.order.Uint16(b[at+8:]))
		case enhancedBlock:
			id, size := int64(l.order.Uint32(b[at+8:])), int64(l.order.Uint32(b[at+20:]))
			if id >= int64(len(links)) || size > min(n-32, largestFrame) {
				l.broken = at
				return
			}
			r.link, r.captured, r.frame, r.frameEnd = links[id], at+20, at+28, at+28+int(size)
		}
		l.records = append(l.records, r)
		at = r.end
	}
	l.whole, l.broken = at == len(b), at
}

// section takes over the byte order of a section header; false if it has none.
func (l *layout) section(magic []byte) bool {
	for _, l.order = range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if l.order.Uint32(magic) == 0x1A2B3C4D {
			return true
		}
	}
	return false
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
