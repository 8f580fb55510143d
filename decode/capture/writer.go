package capture

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net/netip"
	"unicode/utf8"
)

// Writer writes frames as a capture that other programs read: all bytes, link types and times as
// they were read. It is written here because the writers of gopacket keep eight bits of the link
// type, and Linux cooked v2 has nine.
type Writer struct {
	format     writerFormat
	w          io.Writer
	buffer     []byte
	options    []byte
	name       string    // of the capture that frames are of
	usual      frameKind // of the capture, for a file without frames
	began      bool      // the file header is written
	kind       frameKind // of a pcap
	interfaces map[writerInterface]uint32
}

type writerFormat uint8

const (
	formatPcap writerFormat = iota
	formatPcapng
)

// frameKind is what the header of a file or an interface says of frames.
type frameKind struct {
	link   uint16
	digits uint8
}

// writerInterface is an interface of a pcapng: each capture has its own.
type writerInterface struct {
	name string
	frameKind
	offset int64 // seconds that are added to its times
	about  *Interface
}

// NewPcapWriter writes a classic pcap, which has one link type. Its times have nanoseconds if
// the first frame has.
func NewPcapWriter(w io.Writer) *Writer { return &Writer{format: formatPcap, w: w} }

// NewPcapngWriter writes a pcapng, with an interface for each capture, link type and resolution.
func NewPcapngWriter(w io.Writer) *Writer { return &Writer{format: formatPcapng, w: w} }

// From says of which capture the next frames are: a name that interfaces are described with, ""
// for none, and what is known of it.
func (w *Writer) From(name string, info *Info) {
	w.name, w.usual = name[:min(len(name), maxDescription)], frameKind{LinkEthernet, 6}
	if len(info.Links) > 0 {
		w.usual.link = info.Links[0]
	}
	if info.Resolution == "ns" {
		w.usual.digits = 9
	}
}

const (
	// enough is how many bytes are written at once.
	enough = 64 << 10
	// snapLength is what readers expect of a header; longer frames are written as they are.
	snapLength = 256 << 10
)

// Write writes a frame, to a pcapng on the interface and with the way that it was captured with: by these a
// copy of a datagram is told. It fails if a pcap cannot have the frame beside those before it, or its
// time.
func (w *Writer) Write(f *Frame) error {
	if w.format == formatPcapng {
		return w.WriteBeside(f, &Beside{Direction: f.Way})
	}
	if err := w.pcapFrame(f, frameKind{f.Link, f.Digits}); err != nil {
		return err
	}
	return w.flushEnough()
}

func (w *Writer) flushEnough() error {
	if len(w.buffer) < enough {
		return nil
	}
	return w.Flush()
}

// Flush writes what was kept to be written at once.
func (w *Writer) Flush() error {
	if len(w.buffer) == 0 {
		return nil
	}
	_, err := w.w.Write(w.buffer)
	w.buffer = w.buffer[:0]
	return err
}

// Close ends the file, which has a header even if it has no frames.
func (w *Writer) Close() error {
	if !w.began && w.format == formatPcap {
		w.pcapHeader(w.usual)
	}
	if !w.began {
		w.section()
	}
	return w.Flush()
}

func (w *Writer) pcapHeader(kind frameKind) {
	o := binary.LittleEndian
	variant := uint32(0xA1B2C3D4)
	if kind.digits == 9 {
		variant = 0xA1B23C4D
	}
	w.buffer = o.AppendUint32(w.buffer, variant)
	w.buffer = append(w.buffer, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	w.buffer = o.AppendUint32(w.buffer, snapLength)
	w.buffer = o.AppendUint32(w.buffer, uint32(kind.link))
	w.kind, w.began = kind, true
}

func (w *Writer) pcapFrame(f *Frame, kind frameKind) error {
	if !w.began {
		w.pcapHeader(kind)
	}
	switch {
	case kind.link != w.kind.link:
		return fmt.Errorf("a .pcap has one link type, and these are %s and %s: write a .pcapng", LinkName(w.kind.link), LinkName(kind.link))
	case kind.digits > w.kind.digits:
		return fmt.Errorf("a .pcap has times of one resolution, and frame %d has nanoseconds: write a .pcapng", f.Number)
	case f.Time.Sec < 0 || f.Time.Sec > math.MaxUint32:
		return fmt.Errorf("the time of frame %d does not fit into a .pcap: write a .pcapng", f.Number)
	}
	fraction := f.Time.Nanos
	if w.kind.digits != 9 {
		fraction /= 1000
	}
	for _, v := range []uint32{uint32(f.Time.Sec), fraction, uint32(len(f.Data)), f.WireLength} {
		w.buffer = binary.LittleEndian.AppendUint32(w.buffer, v)
	}
	w.buffer = append(w.buffer, f.Data...)
	return nil
}

// section begins a section of a pcapng.
func (w *Writer) section() {
	body := []byte{0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255} // length not told
	w.block(blockSection, body)
	w.interfaces, w.began = map[writerInterface]uint32{}, true
}

// block appends a block of parts, each of which is padded.
func (w *Writer) block(kind uint32, parts ...[]byte) {
	o, start := binary.LittleEndian, len(w.buffer)
	w.buffer = o.AppendUint32(w.buffer, kind)
	w.buffer = o.AppendUint32(w.buffer, 0)
	for _, part := range parts {
		w.buffer = append(w.buffer, part...)
		w.pad(len(part))
	}
	length := uint32(len(w.buffer) - start + 4)
	o.PutUint32(w.buffer[start+4:], length)
	w.buffer = o.AppendUint32(w.buffer, length)
}

// pad appends zeros behind so many bytes.
func (w *Writer) pad(n int) { w.buffer = append(w.buffer, "\x00\x00\x00"[:padTo4(n)-n]...) }

// interfaceOf gives the number of an interface, which is described when it is met first.
func (w *Writer) interfaceOf(key writerInterface) uint32 {
	if id, ok := w.interfaces[key]; ok {
		return id
	}
	if !w.began || len(w.interfaces) == maxInterfaces {
		w.section()
	}
	o := binary.LittleEndian
	b := o.AppendUint16(nil, key.link)
	b = o.AppendUint32(append(b, 0, 0), 0) // no limit of bytes
	b = key.names(b)
	b = appendOption(b, optionTsresol, []byte{key.digits})
	if key.offset != 0 {
		b = appendOption(b, optionTsoffset, o.AppendUint64(nil, uint64(key.offset)))
	}
	w.block(blockInterface, appendOption(b, optionEnd, nil))
	id := uint32(len(w.interfaces))
	w.interfaces[key] = id
	return id
}

// names appends what the interface is called: a name of its own, and what describes it.
func (key *writerInterface) names(b []byte) []byte {
	about := key.name
	if key.about != nil {
		if key.about.Name != "" {
			b = appendOption(b, optionName, []byte(key.about.Name))
		}
		if key.name == "" || key.about.Description == "" {
			about += key.about.Description
		} else {
			about += ": " + key.about.Description
		}
	}
	if about != "" {
		b = appendOption(b, optionAbout, []byte(about))
	}
	return b
}

func appendOption(b []byte, code uint16, value []byte) []byte {
	b = binary.LittleEndian.AppendUint16(b, code)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(value)))
	b = append(b, value...)
	return append(b, make([]byte, padTo4(len(value))-len(value))...)
}

// farSeconds is how many seconds count from 1970, or from another time that is told: in
// nanoseconds, twice as many go into 64 bits.
const farSeconds = 1 << 33

func (w *Writer) pcapngFrame(f *Frame, kind frameKind, about *Interface, beside *Beside) {
	units, fraction := uint64(1e6), uint64(f.Time.Nanos/1000)
	if kind.digits == 9 {
		units, fraction = 1e9, uint64(f.Time.Nanos)
	}
	offset := f.Time.Sec &^ (farSeconds - 1)
	stamp := uint64(f.Time.Sec-offset)*units + fraction
	id := w.interfaceOf(writerInterface{w.name, kind, offset, about})
	head := make([]byte, 0, 20)
	for _, v := range []uint32{id, uint32(stamp >> 32), uint32(stamp), uint32(len(f.Data)), f.WireLength} {
		head = binary.LittleEndian.AppendUint32(head, v)
	}
	w.options = beside.options(w.options[:0])
	w.block(blockEnhanced, head, f.Data, w.options)
}

// Beside is what a pcapng says beside a packet.
type Beside struct {
	Comment   []byte // UTF-8; empty = none. What does not fit into an option is left out
	Direction Way
}

// WriteBeside writes a frame, and what is said beside it, to the interface that it was captured on.
// Only a pcapng can hold it.
func (w *Writer) WriteBeside(f *Frame, beside *Beside) error {
	w.pcapngFrame(f, frameKind{f.Link, f.Digits}, f.Interface, beside)
	return w.flushEnough()
}

// options appends those of a packet.
func (x *Beside) options(b []byte) []byte {
	if x == nil {
		return b
	}
	if len(x.Comment) > 0 {
		b = appendOption(b, optionComment, cutText(x.Comment, longestOption))
	}
	if x.Direction != NoWay {
		way := [4]byte{byte(x.Direction)} // little-endian
		b = appendOption(b, optionFlags, way[:])
	}
	if len(b) > 0 {
		b = appendOption(b, optionEnd, nil)
	}
	return b
}

// cutText gives at most so many bytes of a text, and no half character.
func cutText(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// WriteName writes that an address has a name, for packets before and behind. Only a pcapng can
// hold it. A zero ends the name, and readers keep about 60 bytes of it.
func (w *Writer) WriteName(a netip.Addr, name string) {
	const ipv4, ipv6 = 1, 2
	if !w.began {
		w.section()
	}
	kind := uint16(ipv4)
	if !a.Is4() {
		kind = ipv6
	}
	value := append(a.AsSlice(), cutText([]byte(name), maxDescription)...)
	w.block(blockNames, appendOption(appendOption(nil, kind, append(value, 0)), optionEnd, nil))
}
