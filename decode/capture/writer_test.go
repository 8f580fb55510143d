package capture_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"bcdump/decode/capture"
	"bcdump/internal/must"
)

// written gives what a writer makes of frames.
func written(t *testing.T, open func(io.Writer) *capture.Writer, frames ...capture.Frame) ([]byte, error) {
	t.Helper()
	var out bytes.Buffer
	w := open(&out)
	w.From("a.pcap", &capture.Info{Links: []uint16{capture.LinkSLL2}, Resolution: "ns"})
	for i := range frames {
		if err := w.Write(&frames[i]); err != nil {
			return nil, err
		}
	}
	must.Do(t, w.Close())
	return out.Bytes(), nil
}

// TestWriter reads written frames again: all that is known of them stays.
func TestWriter(t *testing.T) {
	frame := func(sec int64, nanos uint32, digits uint8, link uint16) capture.Frame {
		return capture.Frame{Time: capture.Time{Sec: sec, Nanos: nanos}, Digits: digits, Link: link, Data: []byte{1, 2, 3, 4, 5}, WireLength: 900}
	}
	micro, nano, cooked := frame(1771106880, 123456000, 6, 1), frame(1771106880, 123456789, 9, 1), frame(0, 0, 6, capture.LinkSLL2)
	before, far, last := frame(-1, 999999999, 9, 1), frame(1<<60, 5000, 6, 1), frame(1<<32-1, 0, 6, 1)
	for _, c := range []struct {
		name   string
		open   func(io.Writer) *capture.Writer
		frames []capture.Frame
		fails  string
	}{
		{"pcap", capture.NewPcapWriter, []capture.Frame{micro, micro, last}, ""},
		{"pcap of nanoseconds", capture.NewPcapWriter, []capture.Frame{nano, nano}, ""},
		{"pcap of Linux cooked v2", capture.NewPcapWriter, []capture.Frame{cooked}, ""},
		{"pcapng", capture.NewPcapngWriter, []capture.Frame{micro, nano, cooked, before, far, last, micro}, ""},
		{"two links", capture.NewPcapWriter, []capture.Frame{micro, cooked}, "Ethernet and Linux cooked v2: write a .pcapng"},
		{"two resolutions", capture.NewPcapWriter, []capture.Frame{micro, nano}, "frame 0 has nanoseconds: write a .pcapng"},
		{"before 1970", capture.NewPcapWriter, []capture.Frame{before}, "does not fit into a .pcap: write a .pcapng"},
		{"far", capture.NewPcapWriter, []capture.Frame{far}, "does not fit into a .pcap: write a .pcapng"},
		{"empty pcap", capture.NewPcapWriter, nil, ""},
		{"empty pcapng", capture.NewPcapngWriter, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := written(t, c.open, c.frames...)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Errorf("%v, want %q", err, c.fails)
				}
				return
			}
			got := readWritten(t, data)
			if err != nil || len(got) != len(c.frames) {
				t.Fatal(len(got), err)
			}
			for i, want := range c.frames {
				f := got[i]
				if f.Time != want.Time || f.Digits != want.Digits || f.Link != want.Link || f.WireLength != want.WireLength || !bytes.Equal(f.Data, want.Data) {
					t.Errorf("frame %d is %+v, want %+v", i, f, want)
				}
			}
		})
	}
}

func readWritten(t *testing.T, data []byte) (frames []capture.Frame) {
	t.Helper()
	r := must.Get(capture.NewReader(bytes.NewReader(data), capture.Options{}))(t)
	var b capture.Batch
	for r.Read(&b) == nil {
		for _, f := range b.Frames {
			f.Data = bytes.Clone(f.Data)
			frames = append(frames, f)
		}
	}
	if r.DamageCount() > 0 {
		t.Error(r.Damage())
	}
	if len(frames) == 0 && r.Info().Format == "pcap" && (r.Info().Links[0] != capture.LinkSLL2 || r.Info().Resolution != "ns") {
		t.Errorf("%+v", r.Info())
	}
	return frames
}

func TestWriterErrors(t *testing.T) {
	w := capture.NewPcapWriter(full{})
	large := capture.Frame{Digits: 6, Link: 1, Data: make([]byte, 100_000)}
	if err := w.Write(&large); !errors.Is(err, errFull) {
		t.Error(err)
	}
	w = capture.NewPcapngWriter(full{})
	w.From("", &capture.Info{})
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }
