package decode_test

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// packetsIn gives the packets of a capture of Ethernet, without its header.
func packetsIn(t *testing.T, data []byte) (frames []synth.Frame) {
	t.Helper()
	r := must.Get(capture.NewReader(bytes.NewReader(data), capture.Options{}))(t)
	var b capture.Batch
	for {
		if err := r.Read(&b); err == io.EOF {
			return frames
		}
		for _, f := range b.Frames {
			if f.Link != capture.LinkEthernet {
				t.Fatal(f.Link)
			}
			frames = append(frames, synth.Frame{Time: time.Unix(f.Time.Sec, int64(f.Time.Nanos)), Data: bytes.Clone(f.Data[14:])})
		}
	}
}

// withoutSums takes the checksums of UDP from each second packet of IPv4: with them those of tunnels stay right by
// themselves, because a changed payload and its changed checksum make up for one another.
func withoutSums(frames []synth.Frame) {
	for i, f := range frames {
		if i%2 == 0 && f.Data[0] == 0x45 {
			f.Data[26], f.Data[27] = 0, 0
		}
	}
}

// wrappedIn gives the capture with each packet in a wrap.
func wrappedIn(w *synth.Wrap, frames []synth.Frame) []byte {
	all := make([]synth.Frame, len(frames))
	for i, f := range frames {
		all[i] = synth.Frame{Time: f.Time, Data: w.Around(f.Data)}
	}
	return synth.Pcap{Link: w.Link}.File(all)
}

// envelopes is what of a line tells of the bytes around a datagram.
var envelopes = regexp.MustCompile(`"envelope":\d+,?`)

// linesOf gives the lines of decode.
func linesOf(t *testing.T, data []byte) string {
	t.Helper()
	c := must.Get(decode.Open("", bytes.NewReader(data), decode.Options{}))(t)
	var out bytes.Buffer
	must.Do(t, c.Render(&out, records.JSONLines(records.JSONOptions{Hex: true})))
	return envelopes.ReplaceAllString(out.String(), "")
}

// TestWrapped: captures say the same in each layer and nesting, and so do the packets that are written of them, enciphered and
// in plaintext: the checksums of tunnels are right again.
func TestWrapped(t *testing.T) {
	heavy.SkipRace(t, "TestInvariance and TestPieces have the same goroutines")
	wraps := synth.Wraps()
	for _, name := range heavy.Some([]string{"session-small.pcap", "ipv4-fragments.pcap", "mixed-protocols.pcap", "fragments-interleaved.pcap", "ipv6-fragments.pcap"}, 3) {
		frames := packetsIn(t, corpusFile(t, name))
		if name == "session-small.pcap" {
			withoutSums(frames)
		}
		ethernet := wrappedIn(&wraps[0], frames)
		plainLines := linesOf(t, ethernet)
		deciphered := packetsIn(t, writtenOf(t, ethernet, true))
		if strings.Count(plainLines, "\n") < 2 || len(deciphered) < 3 {
			t.Fatalf("%s: %d frames", name, len(deciphered))
		}
		few := 1
		if name == "session-small.pcap" {
			few = 5 // an ordinary run takes the long capture in some
		}
		for _, w := range heavy.Some(wraps, few) {
			data := wrappedIn(&w, frames)
			if got := linesOf(t, data); got != plainLines {
				t.Errorf("%s in %s: other lines", name, w.Name)
			}
			kept := framesIn(t, writtenOf(t, data, false))
			plain := framesIn(t, writtenOf(t, data, true))
			if len(plain) != len(deciphered) || len(kept) != len(deciphered) {
				t.Errorf("%s in %s: %d and %d frames; expected %d", name, w.Name, len(kept), len(plain), len(deciphered))
				continue
			}
			for i, f := range plain {
				if want := w.Around(deciphered[i].Data); !bytes.Equal(f, want) {
					t.Fatalf("%s in %s: frame %d of the plaintext is\n%x; expected\n%x", name, w.Name, i+1, f, want)
				}
			}
		}
	}
}

// writtenOf gives what is written of the packets of a capture.
func writtenOf(t *testing.T, data []byte, deciphered bool) []byte {
	t.Helper()
	c := must.Get(decode.Open("", bytes.NewReader(data), decode.Options{}))(t)
	var out bytes.Buffer
	w := capture.NewPcapngWriter(&out)
	if missing, err := c.Packets(w, deciphered); err != nil || missing != 0 {
		t.Fatal(missing, err)
	}
	must.Do(t, w.Close())
	return out.Bytes()
}

// framesIn gives the bytes of the frames of a capture.
func framesIn(t *testing.T, data []byte) (frames [][]byte) {
	t.Helper()
	r := must.Get(capture.NewReader(bytes.NewReader(data), capture.Options{}))(t)
	var b capture.Batch
	for r.Read(&b) == nil {
		for _, f := range b.Frames {
			frames = append(frames, bytes.Clone(f.Data))
		}
	}
	return frames
}
