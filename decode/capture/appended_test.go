package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/heavy"
)

// forms are a small capture in every form of a file.
func forms() map[string][]byte {
	all := map[string][]byte{}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, magic := range []uint32{0xa1b2c3d4, 0xa1b23c4d, 0xa1b2cd34} {
			p := &pcapFile{order: order, magic: magic, snap: 65535}
			for i := range 3 {
				p.record(1_700_000_000+uint32(i), uint32(i), plainFrame(20+i, byte(i)))
			}
			all[fmt.Sprintf("%x %v", magic, order)] = p.content
		}
		g := pngFile{order: order}
		g.section(nil)
		g.describe(LinkEthernet, 0)
		for i := range 3 {
			g.enhanced(0, 1_700_000_000_000_000+uint64(i), plainFrame(20+i, byte(i)))
		}
		all[fmt.Sprintf("pcapng %v", order)] = g.content
	}
	return all
}

// invariant reads data in chunks of several sizes, and from places between two batches on.
func invariant(t *testing.T, label string, data []byte) reading {
	t.Helper()
	whole := readAll(t, bytes.NewReader(data), 0)
	for _, chunk := range heavy.Scale([]int{7, 61}, []int{1, 7, 16, 61, 4096}) {
		same(t, label, whole, readAll(t, bytes.NewReader(data), chunk))
	}
	return whole
}

// behind compares the frames of several captures in a row with those of each.
func behind(t *testing.T, label string, got reading, files ...[]byte) {
	t.Helper()
	var want []Frame
	offset := 0
	for i, data := range files {
		for _, f := range readAll(t, bytes.NewReader(data), 0).frames {
			f.Number, f.Offset = int64(len(want))+1, f.Offset+int64(offset)
			if f.Interface != nil {
				about := *f.Interface
				about.Number += i // each file has one
				f.Interface = &about
			}
			want = append(want, f)
		}
		offset += len(data)
	}
	same(t, label, reading{frames: want}, reading{frames: got.frames})
}

// Captures of all forms that `cat` joined are read one after the other.
func TestAppended(t *testing.T) {
	for a, first := range forms() {
		for b, second := range forms() {
			label := a + " and " + b
			data := join(first, second)
			got := invariant(t, label, data)
			behind(t, label, got, first, second)
			if len(got.damage) != 0 || got.info.Interfaces != 2 {
				t.Errorf("%s: %v, %+v", label, got.damage, got.info)
			}
			// Wherever the second one is cut, the first is whole.
			for n := len(first) + 1; n < len(data); n += 1 + n%5 {
				cut := readAll(t, bytes.NewReader(data[:n]), 0)
				if cut.count > 1 || len(cut.frames) < 3 || len(cut.frames) > 6 {
					t.Fatalf("%s cut to %d: %d frames, %v", label, n, len(cut.frames), cut.damage)
				}
				same(t, label, reading{frames: got.frames[:len(cut.frames)]}, reading{frames: cut.frames})
			}
			if compressed := invariant(t, label, join(gzipped(first), zstded(second))); len(compressed.frames) != 6 || compressed.count != 0 {
				t.Errorf("%s, compressed: %d frames, %v", label, len(compressed.frames), compressed.damage)
			}
		}
	}
}

// A record of an empty frame that was captured in 2055 is no file header unless all of it could be one.
func TestMagicIsATime(t *testing.T) {
	for _, usec := range []uint32{0, 2, 0x00050002, 0x00040003} {
		p := samplePcap()
		p.recordOf(0xa1b2c3d4, usec, 0, 60, nil)
		p.record(1, 1, plainFrame(20, 1))
		got := invariant(t, "year 2055", p.content)
		if len(got.frames) != 202 || got.count != 0 {
			t.Errorf("%x: %d frames, %v", usec, len(got.frames), got.damage)
		}
	}
	for head := range pcapVariants {
		if !isFileMagic(binary.LittleEndian.Uint32(head[:])) {
			t.Errorf("% x is not known", head)
		}
	}
}

// Zeros at every place of a capture, up to its end or up to another capture, are no frames.
func TestZeros(t *testing.T) {
	for name, file := range forms() {
		whole := readAll(t, bytes.NewReader(file), 0)
		head := whole.frames[0].Offset
		for at := int(head); at <= len(file); at++ {
			complete := 0 // frames that end before the zeros
			for complete < 3 && int(endOf(whole, complete, len(file))) <= at {
				complete++
			}
			for _, n := range []int{30, 64, 4096} {
				data := join(file[:at], make([]byte, n))
				got := readAll(t, bytes.NewReader(data), 0)
				// The frame in which they begin may be whole as far as lengths can tell.
				if len(got.frames) < complete || len(got.frames) > complete+1 || got.count != 1 && len(got.frames) == complete {
					t.Fatalf("%s, %d zeros at %d: %d frames, expected %d: %v", name, n, at, len(got.frames), complete, got.damage)
				}
				same(t, name, reading{frames: whole.frames[:complete]}, reading{frames: got.frames[:complete]})
				for _, f := range got.frames[complete:] {
					if f.Time != whole.frames[complete].Time || len(f.Data) == 0 && f.WireLength == 0 {
						t.Fatalf("%s, %d zeros at %d: %+v", name, n, at, f)
					}
				}
				if at%9 == 0 {
					invariant(t, name, data)
				}
			}
		}
		next := forms()["a1b23c4d BigEndian"]
		data := join(file, make([]byte, 100), next)
		got := invariant(t, name, data)
		if len(got.frames) != 6 || got.count != 1 || got.damage[0].Offset != int64(len(file)) || got.damage[0].Frame != 3 {
			t.Errorf("%s, zeros, and another: %d frames, %v", name, len(got.frames), got.damage)
		}
	}
}

// endOf is where frame n, from 0, ends.
func endOf(whole reading, n, size int) int64 {
	if n+1 < len(whole.frames) {
		return whole.frames[n+1].Offset
	}
	return int64(size)
}

// Frames that are empty, and times that are zero, are no damage by themselves.
func TestEmptyFrames(t *testing.T) {
	var p pcapFile
	p.recordOf(0, 0, 0, 0, nil)
	p.recordOf(0, 0, 0, 0, nil)
	p.record(0, 0, plainFrame(20, 1))
	p.recordOf(5, 0, 0, 0, nil)
	p.recordOf(0, 0, 0, 60, nil)
	got := invariant(t, "empty frames", p.content)
	if len(got.frames) != 5 || got.count != 0 {
		t.Errorf("%d frames, %v", len(got.frames), got.damage)
	}
	// At the end a record of nothing but zeros is what was not written.
	p.recordOf(0, 0, 0, 0, nil)
	got = invariant(t, "zeros", p.content)
	want := []Damage{{int64(len(p.content) - 16), 5, "16 zeros in place of a record, as where the disk was full or the machine stopped: they go on to the end"}}
	if diff := cmp.Diff(want, got.damage); diff != "" || len(got.frames) != 5 {
		t.Errorf("%d frames, %s", len(got.frames), diff)
	}
	got = invariant(t, "zeros and more", join(p.content, make([]byte, 100), []byte("more")))
	if len(got.frames) != 5 || got.count != 1 || !strings.Contains(got.damage[0].Text, "116 zeros in place of a record") || !strings.Contains(got.damage[0].Text, "stops here") {
		t.Errorf("%d frames, %v", len(got.frames), got.damage)
	}
}

// Behind a compressed capture zeros are padding, and anything else is damage; the capture is read whole.
func TestBehindCompression(t *testing.T) {
	pcap := samplePcap().content
	whole := readAll(t, bytes.NewReader(pcap), 0)
	for name, packed := range map[string][]byte{
		"gzip": gzipped(pcap), "zstd": zstded(pcap), "gzip in gzip": gzipped(gzipped(pcap)), "zstd frames": join(zstded(pcap[:999]), zstded(pcap[999:])),
	} {
		for _, n := range []int{1, 2, 3, 4, 5, 100, 512, 70_000} {
			zeros := make([]byte, n)
			same(t, name, whole, invariant(t, name, join(packed, zeros)))
			if name != "gzip in gzip" {
				same(t, name, whole, readAll(t, bytes.NewReader(gzipped(join(packed, zeros))), 0))
			}
			if n > 5 {
				continue
			}
			for _, more := range []string{"\x01", "\x28\xb5", "garbage\x00\x00"} {
				got := invariant(t, name, join(packed, zeros, []byte(more)))
				same(t, name, reading{frames: whole.frames}, reading{frames: got.frames})
				place := fmt.Sprintf("from byte %d of the file on stands something else", len(packed)+n)
				if got.count != 1 || got.damage[0].Offset != int64(len(pcap)) || !strings.Contains(got.damage[0].Text, place) {
					t.Errorf("%s, %d zeros and %q: %v", name, n, more, got.damage)
				}
			}
		}
		for kind, more := range map[string][]byte{"gzip": gzipped(pcap), "zstd": zstded(pcap), "plain": pcap} {
			got := invariant(t, name, join(packed, []byte{0, 0}, more))
			if len(got.frames) != 2*len(whole.frames) || got.count != 0 {
				t.Errorf("%s and %s: %d frames, %v", name, kind, len(got.frames), got.damage)
			}
		}
	}
}
