// Package corpus_test makes the captures of testdata/pcaps that `bcdump synth` cannot: those of published packets, and the
// awkward ones, one trouble each. UPDATE=1 writes those that have changed; docs/dev/testing.md says what each file is. The
// encoders are those of package synth. How captures are read it must not know.
package corpus_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"bcdump/decode/synth"
	"bcdump/internal/must"
)

const folder = "../../../testdata/pcaps"

// made lists the captures: what has no name of a compression is written as it is.
var made = slices.Concat(published, entityFiles, gameTroubles, fragmentTroubles, numberTroubles, networkTroubles, containerTroubles, traceLogs, hostileGame, brokenContainers)

// capture is a file of the corpus.
type capture struct {
	name  string
	bytes func() []byte // before they are compressed, unless the stream itself is awkward
}

// awkward are compressed files whose stream is made here.
var awkward = []string{"gzip-cut.pcap.gz", "zstd-cut.pcap.zst", "zstd-largest-window.pcap.zst", "zstd-window-refused.pcap.zst"}

// kept are captures of hosts that do not pass everything on. `synth --forget` made them, which is gone.
var kept = []string{"match-forgets-torpedoes.pcap.gz", "match-relays-nothing.pcap.gz"}

// TestCorpusIsMade: each capture in the repository is made here or by tools/corpus.sh, or is kept from before. Bytes of a
// compressed one depend on the release of the compressor: there the content counts.
func TestCorpusIsMade(t *testing.T) {
	known := map[string]bool{"TESTLIST": true, "golden": true}
	for _, name := range append(strings.Fields(string(must.Get(os.ReadFile("../../../tools/corpus.sh"))(t))), kept...) {
		known[name] = true // what it writes is among its words; a test of cmd/bcdump runs it
	}
	for _, c := range made {
		if known[c.name] {
			t.Errorf("%s is made twice", c.name)
		}
		known[c.name] = true
		want, path := c.bytes(), filepath.Join(folder, c.name)
		old, err := os.ReadFile(path)
		kind := filepath.Ext(c.name)
		if slices.Contains(awkward, c.name) {
			kind = ""
		}
		if err == nil && bytes.Equal(unpacked(kind, old), want) {
			continue
		}
		t.Errorf("%s is not what is made (UPDATE=1 writes it): %v", c.name, err)
		if os.Getenv("UPDATE") != "" {
			must.Do(t, os.WriteFile(path, packed(kind, want), 0o644))
		}
	}
	total := int64(0)
	for _, e := range must.Get(os.ReadDir(folder))(t) {
		if !known[strings.TrimSuffix(e.Name(), ".golden")] {
			t.Errorf("nothing makes %s", e.Name())
		}
		if info := must.Get(e.Info())(t); !strings.HasSuffix(e.Name(), ".golden") {
			total += info.Size()
		}
	}
	if total > 1<<20 {
		t.Errorf("%d bytes of captures: they are to stay below 1 MB", total)
	}
}

func unpacked(kind string, b []byte) []byte {
	var r io.Reader = bytes.NewReader(b)
	switch kind {
	case ".gz":
		r, _ = gzip.NewReader(r)
	case ".zst":
		z, _ := zstd.NewReader(r)
		defer z.Close()
		r = z
	}
	plain, _ := io.ReadAll(r) // what cannot be read is not what is wanted
	return plain
}

func packed(kind string, plain []byte) []byte {
	var b bytes.Buffer
	var w io.WriteCloser
	switch kind {
	case ".gz":
		w = gzip.NewWriter(&b)
	case ".zst":
		w, _ = zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1)) // only wrong options fail
	default:
		return plain
	}
	_, _ = w.Write(plain) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// stored is a gzip stream that is not compressed, so that a cut falls where we want it in any release.
func stored(plain []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.NoCompression) // only wrong levels fail
	_, _ = w.Write(plain)
	_ = w.Close()
	return b.Bytes()
}

// linked is a script on a link, in the plainest pcap; scripted on Ethernet; dialogued one of a dialogue; framesIn has frames
// that are made one by one.
func linked(name string, link synth.Link, script func() *synth.Script) capture {
	return capture{name, func() []byte { return script().Pcap(link) }}
}

func scripted(name string, script func() *synth.Script) capture {
	return linked(name, synth.Ethernet(), script)
}

func dialogued(name string, write func(*dialogue)) capture {
	return scripted(name, func() *synth.Script {
		d := newDialogue()
		write(d)
		return d.Script
	})
}

func framesIn(name string, frames func() [][]byte) capture {
	return capture{name, func() []byte { return ethernet(timed(frames())) }}
}

var published = []capture{
	scripted("stock-join.pcap", synth.StockJoin), scripted("stock-fragments.pcap", synth.StockFragments),
	scripted("stock-messages.pcap", synth.StockMessages), scripted("stock-gamespy.pcap", synth.StockGameSpy),
}
