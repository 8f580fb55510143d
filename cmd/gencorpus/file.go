package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
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

// files lists all captures: those of published packets, a generated session, and
// the awkward ones, one trouble each.
func files() []file {
	return slices.Concat(published(), entityFiles(), matches(), gameTroubles(), networkTroubles(), containerTroubles(), traceLogs(),
		hostileGame(), brokenContainers())
}

func published() []file {
	return []file{
		capture("stock-join.pcap", synth.StockJoin),
		capture("stock-fragments.pcap", synth.StockFragments),
		capture("stock-messages.pcap", synth.StockMessages),
		capture("stock-gamespy.pcap", synth.StockGameSpy),
		{name: "session-small.pcap", plain: session},
	}
}

// session is a short battle with some trouble on the way.
func session() []byte {
	return record(battle.Options{Players: 3, Duration: 30 * time.Second, Seed: 44, Loss: 0.04, Reorder: 0.02}, nil, nil)
}

var gzipped = compression{packGzip, unpackGzip}
var zstandard = compression{packZstd, unpackZstd}

func packGzip(plain []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(plain) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func unpackGzip(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func packZstd(plain []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // only wrong options fail
	}
	return w.EncodeAll(plain, nil)
}

func unpackZstd(packed []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}

// stored wraps bytes into a gzip stream that is not compressed, so that a cut falls
// where we want it in any release of the compressor.
func stored(plain []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		panic(err) // only wrong levels fail
	}
	_, _ = w.Write(plain)
	_ = w.Close()
	return b.Bytes()
}
