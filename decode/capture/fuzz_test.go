package capture

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth"
)

// maxFuzzOutput bounds what a fuzz input may expand to, because a kilobyte of
// zstd can be a gigabyte of zeros.
const maxFuzzOutput = 4 << 20

// expandsTooFar reports whether data is a decompression bomb.
func expandsTooFar(data []byte) bool {
	o, err := open(bytes.NewReader(data))
	if err != nil || o.compression == "" {
		return false
	}
	n, _ := io.CopyN(io.Discard, o.rest, maxFuzzOutput)
	return n == maxFuzzOutput
}

func FuzzReader(f *testing.F) {
	for _, data := range samples() {
		f.Add(data[:min(len(data), 3000)], uint16(7))
	}
	small := sampleNg().content
	f.Add(small, uint16(1))
	for _, at := range []int{4, 8, 30, 32, 60, 90, 120, len(small) - 3} {
		broken := bytes.Clone(small)
		broken[at] ^= 0x10
		f.Add(broken, uint16(at))
	}
	f.Fuzz(func(t *testing.T, data []byte, chunk uint16) {
		if expandsTooFar(data) {
			return
		}
		whole := readAll(t, bytes.NewReader(data), 0)
		same(t, "chunks", whole, readAll(t, bytes.NewReader(data), int(chunk)))
		if whole.err != nil {
			return
		}
		end := int64(0)
		for i, f := range whole.frames {
			if f.Number != int64(i+1) || f.Offset < end || f.Offset+int64(len(f.Data)) > int64(len(data)) && whole.info.Compression == "" ||
				f.Time.Nanos >= 1e9 || len(f.Data) > maxData {
				t.Fatalf("frame %d after offset %d: %+v", i+1, end, f)
			}
			end = f.Offset + int64(len(f.Data))
		}
		for _, d := range whole.damage {
			if d.Offset < 0 || d.Text == "" || d.Frame < 0 || d.Frame > int64(len(whole.frames)+len(whole.logged)) {
				t.Fatalf("damage %+v", d)
			}
		}
	})
}

// fuzzLinks are the link types that FuzzDissect chooses from: all that are read, and one that is not.
func fuzzLinks() []uint16 { return append(slices.Sorted(maps.Keys(linkNames)), 189) }

func FuzzDissect(f *testing.F) {
	all := fuzzLinks()
	udp := udpBytes(pattern(20, 1))
	packets4 := [][]byte{
		v4{}.bytes(udp), v4{options: []byte{7, 3, 4, 0}}.bytes(udp), v4{more: true}.bytes(udp),
		v4{offset: 64}.bytes(udp), v4{total: -1}.bytes(udp), v4{protocol: 6}.bytes(udp), v4{total: 60000}.bytes(udp),
	}
	packets6 := [][]byte{
		v6{}.bytes(udp), v6{length: -1}.bytes(udp), v6{next: 44}.bytes(v6Fragment(17, 1, 8, true, udp)),
		v6{next: -1}.bytes(join([]byte{60, 0, 1, 4, 0, 0, 0, 0, 17, 0, 1, 4, 0, 0, 0, 0}, udp)),
		v6{next: 51}.bytes(join([]byte{17, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, udp)),
	}
	for i, packets := range [][][]byte{packets4, packets6} {
		for _, packet := range packets {
			for _, frame := range links(i == 1, packet) {
				f.Add(uint8(slices.Index(all, frame.Link)), uint32(len(frame.Data)), frame.Data)
			}
		}
	}
	for _, w := range synth.Wraps() {
		f.Add(uint8(slices.Index(all, uint16(w.Link))), uint32(0), w.Around(packets4[0]))
	}
	f.Fuzz(func(t *testing.T, link uint8, wire uint32, data []byte) {
		frame := frameOf(all[int(link)%len(all)], data)
		frame.WireLength = wire
		before := bytes.Clone(data)
		var d Dissector
		var out Datagram
		kind := d.dissect(frame, &out) // unguarded: a panic of a layer decoder ends the test
		switch kind {
		case UDP:
			ledger(t, frame, &out)
		case Fragment:
			x := d.Fragment()
			if x.HeaderBytes+len(x.Data)+x.Padding != len(data) || x.Padding < 0 || x.Offset < 0 {
				t.Fatalf("%+v", x)
			}
		}
		if !bytes.Equal(before, data) {
			t.Fatal("the frame was written to")
		}
		for _, h := range d.Headers() {
			if h.At < 0 || h.End < h.At || h.End > len(data) {
				t.Fatalf("%+v", d.Headers())
			}
		}
	})
}

// FuzzDefragment reads its input as a list of fragments, four bytes each:
// number and flags, offset, length, seconds. The bytes of a fragment follow from
// its place, so that they agree unless the flags say otherwise.
func FuzzDefragment(f *testing.F) {
	f.Add([]byte{0x01, 0, 3, 0, 0x01, 3, 3, 0, 0x00, 6, 3, 0})
	f.Add([]byte{0x00, 6, 3, 0, 0x01, 3, 3, 0, 0x01, 0, 3, 0, 0x11, 0, 9, 40})
	f.Add([]byte{0x01, 0, 3, 0, 0x09, 1, 3, 0})
	f.Add(bytes.Repeat([]byte{0x21, 255, 255, 1, 0x41, 0, 255, 1}, 20))
	f.Fuzz(func(t *testing.T, script []byte) {
		j := newJoiner(t)
		j.d.limits = defragLimits{5, 20_000, 30, 30 * time.Second}
		source := pattern(70_000, 0)
		copy(source, udpBytes(nil))
		var at Time
		for ; len(script) >= 4; script = script[4:] {
			flags, offset, size := script[0], int(script[1])*8, int(script[2])*8
			at.Sec += int64(int8(script[3]))
			if flags&2 != 0 {
				offset *= 32
			}
			if flags&4 != 0 {
				size++
			}
			data := bytes.Clone(source[offset : offset+size])
			if flags&8 != 0 {
				for i := range data {
					data[i] ^= 0xff
				}
			}
			x := IPFragment{
				Src: hostA, Dst: hostB, Version: 4, Protocol: 17, ID: uint32(flags >> 4),
				Offset: offset, More: flags&1 != 0, Data: data,
			}
			out, kind := j.add(x, at)
			if kind == NotUDP || kind == OtherLink {
				t.Fatal(kind)
			}
			if kind == UDP { // unguarded: a panic ends the test
				j.d.parser.joinedFrom(&x, out.FromFragments, &Datagram{})
			}
			if kind == UDP && int(out.HeaderBytes+out.Padding)+len(out.Payload) < 8 {
				t.Fatalf("%+v", out)
			}
		}
	})
}
