package main

import (
	"encoding/binary"
	"slices"
	"time"

	"bcdump/decode/synth"
)

// containerTroubles are captures of a plain conversation in unusual, damaged or
// compressed files.
func containerTroubles() []file {
	return slices.Concat(pcapForms(), pcapDamage(), []file{
		{name: "ng-sections.pcapng", plain: ngSections},
		{name: "ng-damaged.pcapng", plain: ngDamaged},
		{name: "ng-lying-length.pcapng", plain: ngLyingLength},
		{name: "ng-cut.pcapng", plain: func() []byte { return cut(ngPlain(), 18) }},
		{name: "ng-no-interface.pcapng", plain: ngNoInterface},
		{name: "gzip.pcap.gz", plain: little, compress: gzipped},
		{name: "zstd.pcap.zst", plain: little, compress: zstandard},
		{name: "gzip.pcapng.gz", plain: ngPlain, compress: gzipped},
		{name: "zstd.pcapng.zst", plain: ngPlain, compress: zstandard},
		{name: "gzip-cut.pcap.gz", plain: func() []byte { return cut(stored(little()), 150) }},
		{name: "empty.pcap", plain: func() []byte { return nil }},
		{name: "not-a-capture.pcap", plain: func() []byte { return []byte("This file is a text, not a capture.\n") }},
		{name: "clock-jump.pcap", plain: clockJump},
	})
}

func pcapFile(name string, form synth.Pcap) file {
	return file{name: name, plain: func() []byte {
		form.Link = 1
		return form.File(talkFrames())
	}}
}

func pcapForms() []file {
	return []file{
		pcapFile("big-endian.pcap", synth.Pcap{Order: binary.BigEndian}),
		pcapFile("nanoseconds.pcap", synth.Pcap{Variant: synth.Nanoseconds}),
		pcapFile("big-endian-nanoseconds.pcap", synth.Pcap{Order: binary.BigEndian, Variant: synth.Nanoseconds}),
		pcapFile("modified.pcap", synth.Pcap{Variant: synth.Modified}),
	}
}

func pcapDamage() []file {
	return []file{
		{name: "cut-in-file-header.pcap", plain: func() []byte { return little()[:17] }},
		{name: "cut-behind-file-header.pcap", plain: func() []byte { return little()[:24] }},
		{name: "cut-in-header.pcap", plain: func() []byte { return cut(little(), len(lastFrame())+5) }},
		{name: "cut-in-data.pcap", plain: func() []byte { return cut(little(), 5) }},
		{name: "lying-caplen.pcap", plain: lyingCaplen},
	}
}

func lastFrame() []byte {
	frames := talkFrames()
	return frames[len(frames)-1].Data
}

// lyingCaplen has a record that claims 4 GB; nothing in a pcap tells where the next
// one begins.
func lyingCaplen() []byte {
	frames := talkFrames()
	frames[3].Captured = -0x10 // 0xFFFFFFF0 in the 32 bits of the record
	return ethernet(frames)
}

// clockJump is a capture whose clock goes back, then 50 years ahead, then on.
func clockJump() []byte {
	frames := talkFrames()
	frames[2].Time = start.Add(-time.Hour)
	for i := range frames[3:] {
		frames[3+i].Time = frames[3+i].Time.AddDate(50, 0, 0)
	}
	return ethernet(frames)
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

// ngDamaged has a block in the middle that was overwritten, its length included.
func ngDamaged() []byte {
	p := newNg()
	for i, f := range talkFrames() {
		begin := len(p.Content)
		p.Enhanced(0, f)
		if i == 2 {
			copy(p.Content[begin:], slices.Repeat([]byte{0xEE}, 20))
		}
	}
	return p.Content
}

// ngLyingLength has a packet whose captured length is larger than its block. The
// block's own length is right, so that only this packet is lost.
func ngLyingLength() []byte {
	frames := talkFrames()
	frames[2].Captured = 4000
	return ngOf(frames)
}

// ngNoInterface has a packet of an interface that was never described.
func ngNoInterface() []byte {
	p := newNg()
	frames := talkFrames()
	p.Enhanced(0, frames[0])
	foreign := &synth.Pcapng{}
	foreign.Section(binary.LittleEndian)
	foreign.Interface(synth.Ethernet(), 6)
	foreign.Interface(synth.Ethernet(), 6)
	packet := len(foreign.Content)
	foreign.Enhanced(1, frames[1])
	p.Content = append(p.Content, foreign.Content[packet:]...)
	for _, f := range frames[2:] {
		p.Enhanced(0, f)
	}
	return p.Content
}
