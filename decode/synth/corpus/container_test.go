package corpus_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"bcdump/decode/synth"
)

// containerTroubles are captures of a plain conversation in unusual, damaged or
// compressed files.
var containerTroubles = slices.Concat(pcapForms, pcapDamage, []capture{
	{"ng-sections.pcapng", ngSections},
	changed("ng-damaged.pcapng", ngPlain, map[int]string{236: "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE"}), // the head of a block
	changed("ng-lying-length.pcapng", ngPlain, map[int]string{256: "A00F"}),                                // of a packet; its block is right
	{"ng-cut.pcapng", func() []byte { return cut(ngPlain(), 18) }},
	changed("ng-no-interface.pcapng", ngPlain, map[int]string{148: "01"}), // the second packet is of one that was never described
	{"gzip.pcap.gz", little},
	{"zstd.pcap.zst", little},
	{"gzip.pcapng.gz", ngPlain},
	{"zstd.pcapng.zst", ngPlain},
	{"gzip-cut.pcap.gz", func() []byte { return cut(stored(little()), 150) }},
	{"empty.pcap", func() []byte { return nil }},
	{"not-a-capture.pcap", func() []byte { return []byte("This file is a text, not a capture.\n") }},
	changed("clock-jump.pcap", little, map[int]string{178: "301C", 182: "90D003", 255: "C05CB1C7", 330: "C05CB1C7", 409: "C05CB1C7"}), // back an hour, then 50 years ahead
})

func pcapFile(name string, form synth.Pcap) capture {
	return capture{name, func() []byte {
		form.Link = 1
		return form.File(talkFrames())
	}}
}

var pcapForms = []capture{
	pcapFile("big-endian.pcap", synth.Pcap{Order: binary.BigEndian}),
	pcapFile("nanoseconds.pcap", synth.Pcap{Variant: synth.Nanoseconds}),
	pcapFile("big-endian-nanoseconds.pcap", synth.Pcap{Order: binary.BigEndian, Variant: synth.Nanoseconds}),
	pcapFile("modified.pcap", synth.Pcap{Variant: synth.Modified}),
}

var pcapDamage = []capture{
	{"cut-in-file-header.pcap", func() []byte { return little()[:17] }},
	{"cut-behind-file-header.pcap", func() []byte { return little()[:24] }},
	{"cut-in-header.pcap", func() []byte { return cut(little(), len(lastFrame())+5) }},
	{"cut-in-data.pcap", func() []byte { return cut(little(), 5) }},
	changed("lying-caplen.pcap", little, map[int]string{263: "F0FFFFFF"}), // a record that claims 4 GB; nothing in a pcap tells where the next one begins
}

func lastFrame() []byte {
	frames := talkFrames()
	return frames[len(frames)-1].Data
}

// changed overwrites bytes of another file, by their offsets.
func changed(name string, base func() []byte, edits map[int]string) capture {
	return capture{name, func() []byte {
		b := base()
		for at, digits := range edits {
			copy(b[at:], synth.Hex(digits))
		}
		return b
	}}
}

// newNg begins a pcapng with one Ethernet interface of microseconds.
func newNg() *synth.Pcapng {
	p := &synth.Pcapng{}
	p.Section(binary.LittleEndian)
	p.Interface(synth.Ethernet(), 6)
	return p
}

func ngOf(frames []synth.Frame) []byte {
	p := newNg()
	for _, f := range frames {
		p.Enhanced(0, f)
	}
	return p.Content
}

func ngPlain() []byte { return ngOf(talkFrames()) }

// ngSections has two sections of different byte order with three interfaces, which
// differ in link type and resolution, and every kind of packet block between blocks
// that nobody needs.
func ngSections() []byte {
	p := &synth.Pcapng{}
	p.Section(binary.LittleEndian)
	p.Block(0x0BAD0BAD, []byte("an unknown block"))
	links := []synth.Link{synth.Ethernet(), synth.Cooked2()}
	p.Interface(links[0], 6)
	p.Interface(links[1], 9)
	for i, d := range talk().Sent {
		one := synth.Script{Start: start, Sent: []synth.Sent{d}}
		frame := one.Frames(links[i%2])[0]
		p.Enhanced(uint32(i%2), frame)
	}
	p.Block(synth.BlockNames, make([]byte, 4))
	p.Section(binary.BigEndian)
	p.Interface(synth.Raw(101), 3)
	frames := talk().Frames(synth.Raw(101))
	p.Obsolete(0, frames[0])
	p.Simple(frames[1])
	p.Enhanced(0, frames[2])
	return p.Content
}

// brokenContainers are files and frames that try the limits of reading: clocks, lengths,
// options, compression.
var brokenContainers = []capture{
	changed("zero-snaplen.pcap", little, map[int]string{18: "00"}),
	changed("clock-extremes.pcap", little, map[int]string{24: "00000000000000", 99: "FFFFFFFF3F420F", 178: "00000000FFFFFFFF", 255: "FFFFFFFFFFFFFFFF", 330: "0100000040420F"}), // the first and the last second, and fractions that are more than one
	{"caplen-over-limit.pcap", func() []byte { return oversized(largest+1, 5000) }},
	{"frame-1mib.pcap.gz", func() []byte { return oversized(largest, largest) }},
	{"ng-resolutions.pcapng", ngResolutions},
	{"ng-bad-options.pcapng", ngBadOptions},
	changed("ng-bad-trailer.pcapng", ngPlain, map[int]string{328: "70"}), // two lengths differ; each leads to a block
	{"ng-block-lengths.pcapng", ngBlockLengths},
	{"ng-cut-in-header.pcapng", ngCutInHeader},
	{"ng-links.pcapng", ngLinks},
	{"gzip-twice.pcap.gz", func() []byte { return stored(little()) }},
	{"gzip-thrice.pcap.gz", func() []byte { return stored(stored(little())) }},
	{"bomb.pcap.zst", bomb},
	{"zstd-cut.pcap.zst", func() []byte { return cut(zstdStream(window2M, halves(little())...), 150) }},
	{"zstd-largest-window.pcap.zst", func() []byte { return zstdStream(window16M, fullWindow()...) }},
	{"zstd-window-refused.pcap.zst", func() []byte { return zstdStream(window32M, halves(little())...) }},
	{"trace-log-zero.log", zeroRecord},
	framesIn("ipv4-fragments-conflicting.pcap", conflictingFragments),
	{"ipv4-fragments-limits.pcap.gz", func() []byte { return ethernet(fragmentLimits()) }},
}

// largest is the most bytes of a frame that the decoder takes; docs/reference/limits.md.
const largest = 1 << 20

// oversized has a frame of so many bytes in the middle: a datagram and padding. Of the
// padding only so much is there that the frame has present bytes.
func oversized(size, present int) []byte {
	frames := talkFrames()
	f := &frames[3]
	f.Data = append(f.Data, make([]byte, present-len(f.Data))...)
	f.Captured, f.Wire = size, size
	return ethernet(frames)
}

// option is one option of an interface description.
type option struct {
	code  uint16
	value []byte
}

// describe appends an interface description with any options; length 0 of the last is
// written as it is told.
func describe(p *synth.Pcapng, link uint16, options ...option) {
	b := binary.LittleEndian.AppendUint16(nil, link)
	b = append(b, 0, 0, 0, 0, 0, 0)
	for _, o := range options {
		b = append(b, p.Option(o.code, o.value)...)
	}
	p.Block(synth.BlockInterface, b)
}

// enhanced appends a packet with any time stamp.
func enhanced(p *synth.Pcapng, id uint32, stamp uint64, data []byte) {
	b := binary.LittleEndian.AppendUint32(nil, id)
	b = binary.LittleEndian.AppendUint32(b, uint32(stamp>>32))
	b = binary.LittleEndian.AppendUint32(b, uint32(stamp))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	p.Block(synth.BlockEnhanced, append(b, data...))
}

// ngResolutions has interfaces with every kind of unit, each with a time of 0 and with
// the largest one, and offsets that lead beyond all years.
func ngResolutions() []byte {
	p := &synth.Pcapng{}
	p.Section(binary.LittleEndian)
	data := synth.Ethernet().Frame(synth.Packet(client, server, chatLine(0, "x")))
	offset := func(seconds int64) option { return option{14, binary.LittleEndian.AppendUint64(nil, uint64(seconds))} }
	var id uint32
	add := func(stamp uint64, options ...option) {
		describe(p, 1, options...)
		enhanced(p, id, stamp, data)
		id++
	}
	for _, unit := range []byte{0, 6, 9, 19, 20, 127, 0x80, 0x80 + 20, 0x80 + 63, 0x80 + 64, 0xFF} {
		add(0, option{9, []byte{unit}})
		add(^uint64(0), option{9, []byte{unit}})
	}
	add(1, offset(-1<<63))
	add(1, offset(1<<63-1))
	add(^uint64(0), option{9, []byte{0}}, offset(1<<63-1))
	return p.Content
}

// ngBadOptions has an option that runs past its block, one that is too short for what
// it holds, and one behind the end mark.
func ngBadOptions() []byte {
	p := &synth.Pcapng{}
	p.Section(binary.LittleEndian)
	frames := talkFrames()
	describe(p, 1, option{9, nil}, option{14, []byte{1, 2}})
	enhanced(p, 0, uint64(frames[0].Time.UnixMicro()), frames[0].Data)
	begin := len(p.Content)
	describe(p, 1, option{2, []byte("eth0")})
	p.Content[begin+18] = 200 // the length of that option
	enhanced(p, 1, uint64(frames[1].Time.UnixMicro()), frames[1].Data)
	describe(p, 1, option{0, nil}, option{9, []byte{3}}) // behind the end: not an option any more
	enhanced(p, 2, uint64(frames[2].Time.UnixMicro()), frames[2].Data)
	return p.Content
}

// ngBlockLengths has blocks that are too short for their kind, of no multiple of four,
// of 4 GB, and of 0 bytes, with sound packets between.
func ngBlockLengths() []byte {
	p := newNg()
	lies := []uint32{0, 8, 12, 30, 33, 0xFFFFFFF0, 1<<24 + 4}
	frames := talkFrames()
	for i, lie := range lies {
		p.Enhanced(0, frames[i%len(frames)])
		begin := len(p.Content)
		p.Enhanced(0, frames[i%len(frames)])
		binary.LittleEndian.PutUint32(p.Content[begin+4:], lie)
	}
	p.Enhanced(0, frames[0])
	return p.Content
}

// ngCutInHeader ends within the header of its last block.
func ngCutInHeader() []byte {
	frames := talkFrames()
	return ngPlain()[:len(ngOf(frames[:len(frames)-1]))+7]
}

// ngLinks has more links than are listed, most of which nobody reads, and frames on the
// first, the last and one of Ethernet.
func ngLinks() []byte {
	const links = 70
	p := &synth.Pcapng{}
	p.Section(binary.LittleEndian)
	frames := talkFrames()
	for n := range uint16(links) {
		describe(p, 200+n)
	}
	describe(p, 1)
	for i, f := range frames {
		enhanced(p, []uint32{0, links, links - 1}[i%3], uint64(f.Time.UnixMicro()), f.Data)
	}
	return p.Content
}

// bomb is small when it is packed: 8 MiB of zeros behind the file header, which read as
// half a million records without a byte.
func bomb() []byte {
	frames := talkFrames()
	return append(ethernet(frames), make([]byte, 8<<20)...)
}

// Window descriptors of zstd: how far back a stream may refer, and what a decoder keeps.
const (
	window2M, window16M, window32M = 0x58, 0x70, 0x78
)

// zstdBlock is a block of a zstd stream: bytes as they are, or one byte many times.
type zstdBlock struct {
	raw   []byte
	times int // of the only byte of raw; 0 = as they are
}

// zstdStream writes a zstd stream whose blocks are not compressed, so that it is the same
// for any release of the compressor.
func zstdStream(window byte, blocks ...zstdBlock) []byte {
	b := []byte{0x28, 0xB5, 0x2F, 0xFD, 0, window}
	for i, block := range blocks {
		kind, size := 0, len(block.raw)
		if block.times > 0 {
			kind, size = 1, block.times
		}
		header := size<<3 | kind<<1
		if i == len(blocks)-1 {
			header |= 1
		}
		b = append(b, byte(header), byte(header>>8), byte(header>>16))
		b = append(b, block.raw...)
	}
	return b
}

func halves(plain []byte) []zstdBlock {
	half := len(plain) / 2
	return []zstdBlock{{raw: plain[:half]}, {raw: plain[half:]}}
}

// fullWindow fills the largest window that is accepted: 17 frames of a MiB of zeros
// behind the conversation.
func fullWindow() []zstdBlock {
	const block = 128 << 10
	blocks := []zstdBlock{{raw: little()}}
	for range 17 {
		f := synth.Frame{Time: start.Add(time.Minute), Wire: largest, Captured: largest}
		blocks = append(blocks, zstdBlock{raw: synth.Pcap{}.Append(nil, f)})
		for range largest / block {
			blocks = append(blocks, zstdBlock{raw: []byte{0}, times: block})
		}
	}
	return blocks
}

// zeroRecord is a text log whose second record says that it is number 0, which would be
// the number of no frame.
func zeroRecord() []byte {
	return bytes.Replace(talk().TraceLog(server), []byte(" #2 "), []byte(" #0 "), 1)
}

// conflictingFragments has IP fragments that cover the same bytes and differ, that lie
// beyond any datagram, and that are no multiple of eight.
func conflictingFragments() [][]byte {
	cutUp := func(id uint16) [][]byte { return v4(id).Fragments(udp(chatLine(id, longText)), 48) }
	a, b, c := cutUp(0), cutUp(1), cutUp(2)
	lie := slices.Clone(a[1])
	lie[25] ^= 0xFF
	beyond := v4(3)
	beyond.Offset, beyond.More = 65_528, true
	odd := v4(4)
	odd.More = true
	packets := [][]byte{a[0], a[1], lie, a[2], a[3]} // given up with the lie
	packets = append(packets, b...)
	packets = append(packets, beyond.Packet(make([]byte, 16)), odd.Packet(make([]byte, 13)))
	return framed(append(packets, c...)...)
}

// fragmentLimits has a datagram in more fragments than one may have, more unfinished
// datagrams than may wait, and a rest that comes when nobody waits any more.
func fragmentLimits() []synth.Frame {
	var packets [][]byte
	crumbs := v4(1).Fragments(udp(chatLine(0, string(bytes.Repeat([]byte("crumbs "), 400)))), 8)
	packets = append(packets, crumbs[:300]...)
	for id := range uint16(80) {
		packets = append(packets, v4(100+id).Fragments(udp(chatLine(1, longText)), 80)[0])
	}
	packets = append(packets, v4(100).Fragments(udp(chatLine(1, longText)), 80)[1:]...) // was given up
	packets = append(packets, v4(179).Fragments(udp(chatLine(2, longText)), 80)[1:]...) // still waits
	frames := timed(framed(packets...))
	for i := range frames {
		frames[i].Time = start.Add(time.Duration(i) * time.Millisecond)
	}
	late := timed(framed(v4(178).Fragments(udp(chatLine(3, longText)), 80)[1:]...))
	for i := range late {
		late[i].Time = start.Add(time.Minute)
	}
	return append(frames, late...)
}
