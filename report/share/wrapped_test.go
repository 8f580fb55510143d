package share_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bcdump/decode/capture"
	"bcdump/decode/synth"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/share"
)

// TestWrapped: of a capture in tunnels the packets within are shared, as those of a plain one are, with the same names and
// numbers, and nothing around them but zeros in place of check sequences and padding.
func TestWrapped(t *testing.T) {
	for seed := range heavy.Scale(2, 12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { likeThePlain(t, invented(t, seed), heavy.Some(synth.Wraps(), 3)) })
	}
}

func likeThePlain(t *testing.T, raw []byte, wraps []synth.Wrap) {
	t.Helper()
	packets := slices.DeleteFunc(framesOf(t, raw), func(f capture.Frame) bool { return f.Data[12] == 8 && f.Data[13] == 6 }) // ARP is no packet
	file := func(around func([]byte) []byte) (all []synth.Frame) {
		for _, f := range packets {
			all = append(all, synth.Frame{Data: around(f.Data[14:])})
		}
		return all
	}
	plain := framesOf(t, shared(t, "plain", synth.Pcap{Link: 1}.File(file(synth.Ethernet().Frame)), share.New(everything, share.NewKey()), 1))
	for _, w := range wraps {
		p := share.New(everything, share.NewKey())
		got := framesOf(t, shared(t, w.Name, synth.Pcap{Link: w.Link}.File(file(w.Around)), p, 1))
		if len(got) != len(plain) || p.Count.Unreadable > 0 {
			t.Errorf("%s: %d frames; expected %d: %+v", w.Name, len(got), len(plain), p.Count)
			continue
		}
		for i, f := range got {
			header := map[uint16]int{capture.LinkEthernet: 14, capture.LinkSLL: 16, capture.LinkSLL2: 20, capture.LinkNull: 4, capture.LinkLoop: 4}[f.Link]
			within, padding := f.Data[header:], ""
			if want := plain[i].Data[14:]; len(within) >= len(want) {
				within, padding = within[:len(want)], string(within[len(want):])
				if bytes.Equal(within, want) && strings.Trim(padding, "\x00") == "" {
					continue
				}
			}
			t.Errorf("%s: frame %d is\n%x%x; expected\n%x", w.Name, i+1, within, padding, plain[i].Data[14:])
			break
		}
	}
}

// TestTaggedOthers: of other traffic in tags and tunnels nothing is left but its link, and of a link that is not known nothing at all.
func TestTaggedOthers(t *testing.T) {
	secret := []byte("secret, secret")
	for name, frame := range map[string]synth.Wrap{
		"VLAN": {Link: 1, Around: func(p []byte) []byte {
			return append([]byte("\x02\x00\x00\x00\x00\x01\x02\x00\x00\x00\x00\x02\x81\x00\x01\x23\x08\x06"), p...)
		}},
		"PPPoE": {Link: 1, Around: func(p []byte) []byte {
			return append([]byte("\x02\x00\x00\x00\x00\x01\x02\x00\x00\x00\x00\x02\x88\x63\x11\x09\x01\x23\x00\x0E"), p...)
		}},
		"802.11":   {Link: 105, Around: func(p []byte) []byte { return append(append([]byte{0x80, 0}, make([]byte, 22)...), p...) }},
		"PPP, LCP": {Link: 9, Around: func(p []byte) []byte { return append([]byte{0xFF, 3, 0xC0, 0x21}, p...) }},
	} {
		o := everything
		o.All = true
		result := shared(t, name, synth.Pcap{Link: frame.Link}.File([]synth.Frame{{Data: frame.Around(secret)}}), share.New(o, share.NewKey()), 1)
		if bytes.Contains(result, []byte("secret")) || bytes.Contains(result, []byte{0x01, 0x23}) {
			t.Errorf("%s: %q", name, result)
		}
	}
}

func framesOf(t *testing.T, data []byte) (frames []capture.Frame) {
	t.Helper()
	r := must.Get(capture.NewReader(bytes.NewReader(data), capture.Options{}))(t)
	var b capture.Batch
	for r.Read(&b) == nil {
		for _, f := range b.Frames {
			f.Data = bytes.Clone(f.Data)
			frames = append(frames, f)
		}
	}
	return frames
}
