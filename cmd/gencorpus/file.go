package main

import (
	"bytes"

	"bcdump/decode/synth"
)

// file is one capture.
type file struct {
	name  string
	plain func() []byte
	// compress is nil for most. Compressed bytes depend on the release of the
	// compressor, so such a file counts as the same when its content is.
	compress compression
}

// compression is a pair of functions that undo each other.
type compression struct {
	pack   func([]byte) []byte
	unpack func([]byte) ([]byte, error)
}

func (f *file) content() []byte {
	if f.compress.pack == nil {
		return f.plain()
	}
	return f.compress.pack(f.plain())
}

func (f *file) same(old []byte) bool {
	if f.compress.unpack == nil {
		return bytes.Equal(old, f.plain())
	}
	plain, err := f.compress.unpack(old)
	return err == nil && bytes.Equal(plain, f.plain())
}

// capture is a file of the plainest kind: Ethernet in little-endian pcap.
func capture(name string, script func() *synth.Script) file {
	return linkFile(name, synth.Ethernet(), script)
}

// dialogueFile is a capture of a dialogue.
func dialogueFile(name string, write func(*dialogue)) file {
	return capture(name, func() *synth.Script {
		d := newDialogue()
		write(d)
		return d.Script
	})
}

func linkFile(name string, link synth.Link, script func() *synth.Script) file {
	return file{name: name, plain: func() []byte { return script().Pcap(link) }}
}

// framesFile is an Ethernet capture whose frames are made one by one.
func framesFile(name string, frames func() [][]byte) file {
	return file{name: name, plain: func() []byte { return ethernet(timed(frames())) }}
}
