package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestPcapngBlocks(t *testing.T) {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		t.Run(order.String(), func(t *testing.T) {
			var p pngFile
			p.section(order)
			p.describe(LinkEthernet, 100)
			p.describe(LinkSLL2, 0, p.option(optionName, []byte("eth1")), p.option(optionAbout, []byte("to the router")),
				p.option(optionTsresol, []byte{9}),
				p.option(optionTsoffset, bytes.Repeat([]byte{0}, 8)), p.option(optionEnd, nil))
			p.block(0x12345678, pattern(101, 1))           // unknown
			p.block(blockNames, pattern(20, 1))            // name resolution
			p.enhanced(0, 1700000000_123456, []byte{1, 2}) // odd length: padded
			p.enhanced(1, 1700000000_123456789, []byte{3}, p.option(1, []byte("comment")), p.option(optionFlags, p.u32(0xF2)), p.option(0, nil))
			p.obsolete(1, 7, []byte{4, 5, 6})
			p.simple(3, []byte{7, 8, 9})
			p.simple(9000, pattern(100, 0)) // cut to the snap length
			p.block(blockStats, pattern(12, 1))
			p.block(blockCustom, pattern(12, 1))
			got := readAll(t, bytes.NewReader(p.content), 0)
			if got.err != nil || len(got.damage) != 0 {
				t.Fatalf("%v %v", got.err, got.damage)
			}
			first, second := &Interface{Number: 1}, &Interface{Number: 2, Name: "eth1", Description: "to the router"}
			want := []Frame{
				{1, Time{1700000000, 123456000}, []byte{1, 2}, 2, LinkEthernet, 6, NoWay, first, int64(p.starts[5])},
				{2, Time{1700000000, 123456789}, []byte{3}, 1, LinkSLL2, 9, Outbound, second, int64(p.starts[6])},
				{3, Time{0, 7}, []byte{4, 5, 6}, 3, LinkSLL2, 9, NoWay, second, int64(p.starts[7])},
				{4, Time{}, []byte{7, 8, 9}, 3, LinkEthernet, 6, NoWay, first, int64(p.starts[8])},
				{5, Time{}, pattern(100, 0), 9000, LinkEthernet, 6, NoWay, first, int64(p.starts[9])},
			}
			same(t, "blocks", reading{frames: want}, reading{frames: got.frames})
			i := got.info
			if i.Format != "pcapng" || i.Interfaces != 2 ||
				i.Resolution != "mixed" || fmt.Sprint(i.Links) != "[1 276]" {
				t.Errorf("info %+v", i)
			}
		})
	}
}

func TestPcapngSections(t *testing.T) {
	var p pngFile
	p.section(binary.LittleEndian)
	p.describe(LinkEthernet, 0)
	p.describe(LinkRaw, 0)
	p.enhanced(1, 1e6, []byte{1})
	p.section(binary.BigEndian)
	p.describe(LinkIPv6, 0, p.option(optionTsresol, []byte{3}))
	p.enhanced(0, 2e3, []byte{2})
	p.enhanced(1, 2e3, []byte{3}) // interface 1 belongs to the section before
	p.section(nil)
	p.simple(1, []byte{4}) // no interface at all
	p.describe(LinkIPv4, 0)
	p.simple(1, []byte{5})
	got := readAll(t, bytes.NewReader(p.content), 0)
	if len(got.frames) != 3 {
		t.Fatalf("%d frames", len(got.frames))
	}
	links := []uint16{got.frames[0].Link, got.frames[1].Link, got.frames[2].Link}
	if fmt.Sprint(links) != fmt.Sprint([]uint16{LinkRaw, LinkIPv6, LinkIPv4}) {
		t.Errorf("links %v", links)
	}
	if got.frames[1].Time != (Time{Sec: 2}) || got.frames[2].Number != 3 {
		t.Errorf("%+v", got.frames)
	}
	if len(got.damage) != 2 || got.damage[0].Offset != int64(p.starts[7]) || got.damage[1].Offset != int64(p.starts[9]) ||
		got.damage[0].Frame != 2 || !strings.Contains(got.damage[0].Text, "interface") {
		t.Errorf("damage %v", got.damage)
	}
	if i := got.info; i.Interfaces != 4 || i.ByteOrder != "mixed" {
		t.Errorf("info %+v", i)
	}
}

func TestPcapngTimeOffset(t *testing.T) {
	for _, seconds := range []int64{3600, -3600, math.MaxInt64, math.MinInt64} {
		var p pngFile
		p.section(nil)
		offset := binary.LittleEndian.AppendUint64(nil, uint64(seconds))
		p.describe(LinkEthernet, 0, p.option(optionTsoffset, offset), p.option(optionTsresol, []byte{9}))
		p.enhanced(0, 5_000000001, nil)
		got := readAll(t, bytes.NewReader(p.content), 0)
		want := Time{Sec: addSeconds(5, seconds), Nanos: 1}
		if got.frames[0].Time != want {
			t.Errorf("offset %d: %v, expected %v", seconds, got.frames[0].Time, want)
		}
	}
}

// Interface options that are cut or run past their block must not hide the packets.
func TestPcapngBadOptions(t *testing.T) {
	for _, options := range [][]byte{
		{9, 0}, {9, 0, 1, 0}, {9, 0, 255, 255, 6, 0, 0, 0}, {14, 0, 3, 0, 1, 2, 3, 0}, {9, 0, 0, 0, 0, 0, 0, 0},
	} {
		var p pngFile
		p.section(nil)
		p.describe(LinkEthernet, 0, options)
		p.enhanced(0, 1_000_000, []byte{1})
		got := readAll(t, bytes.NewReader(p.content), 0)
		if len(got.frames) != 1 || got.frames[0].Time != (Time{Sec: 1}) {
			t.Errorf("% x: %+v", options, got)
		}
	}
}

func sampleNg() *pngFile {
	p := &pngFile{}
	p.section(nil)
	p.describe(LinkEthernet, 0, p.option(optionTsresol, []byte{9}), p.option(0, nil))
	for i := range 3 {
		p.enhanced(0, uint64(i), plainFrame(i*3, byte(i)))
	}
	p.block(0x777, pattern(16, 0))
	p.simple(3, []byte{1, 2, 3})
	return p
}

func TestPcapngCutAnywhere(t *testing.T) {
	p := sampleNg()
	ends := append(slices.Clone(p.starts[1:]), len(p.content))
	isFrame := []bool{false, false, true, true, true, false, true}
	for n := magicLength; n <= len(p.content); n++ {
		frames, start := 0, 0
		for i, end := range ends {
			if end > n {
				break
			}
			start = end
			if isFrame[i] {
				frames++
			}
		}
		for _, chunk := range []int{1, 7, 0} {
			got := readAll(t, bytes.NewReader(p.content[:n]), chunk)
			checkCut(t, got, n, frames, n != start, int64(start))
		}
	}
}

func checkCut(t *testing.T, got reading, n, frames int, damage bool, offset int64) {
	t.Helper()
	if got.err != nil || len(got.frames) != frames {
		t.Fatalf("cut to %d: %d frames, expected %d (%v)", n, len(got.frames), frames, got.err)
	}
	if !damage {
		if len(got.damage) != 0 {
			t.Fatalf("cut to %d, on a boundary: damage %v", n, got.damage)
		}
		return
	}
	if len(got.damage) != 1 || got.damage[0].Offset != offset || got.damage[0].Frame != int64(frames) ||
		!strings.Contains(got.damage[0].Text, "cut") {
		t.Fatalf("cut to %d: damage %v, expected one at %d after frame %d", n, got.damage, offset, frames)
	}
}

// Damage in the middle: everything before and everything after is delivered,
// under numbers that go on.
func TestPcapngResync(t *testing.T) {
	const victim = 4 // third packet of many
	damages := map[string]func(block []byte) []byte{
		"length 0":               func(b []byte) []byte { copy(b[4:], []byte{0, 0, 0, 0}); return b },
		"length 8":               func(b []byte) []byte { copy(b[4:], []byte{8, 0, 0, 0}); return b },
		"length not by four":     func(b []byte) []byte { b[4]++; return b },
		"length a bit too long":  func(b []byte) []byte { b[4] += 4; return b },
		"length much too long":   func(b []byte) []byte { copy(b[4:], []byte{0, 0, 8, 0}); return b },
		"length impossible":      func(b []byte) []byte { copy(b[4:], []byte{0xfc, 0xff, 0xff, 0xff}); return b },
		"trailer wrong":          func(b []byte) []byte { b[len(b)-4] += 4; return b },
		"overwritten":            func(b []byte) []byte { return bytes.Repeat([]byte{0xee}, len(b)) },
		"zeroed":                 func(b []byte) []byte { return make([]byte, len(b)) },
		"bytes lost at its end":  func(b []byte) []byte { return b[:len(b)-7] },
		"bytes lost at front":    func(b []byte) []byte { return b[3:] },
		"bytes added":            func(b []byte) []byte { return join(b[:20], []byte{1, 2, 3}, b[20:]) },
		"a section header alone": func(b []byte) []byte { return []byte{0x0a, 0x0d, 0x0d, 0x0a, 28, 0, 0, 0, 1, 2, 3, 4} },
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			var p pngFile
			p.section(nil)
			p.describe(LinkEthernet, 0)
			for i := range 300 {
				p.enhanced(0, uint64(i), plainFrame(i%50, byte(i)))
			}
			from, to := p.starts[victim], p.starts[victim+1]
			broken := join(p.content[:from], damage(bytes.Clone(p.content[from:to])), p.content[to:])
			whole := readAll(t, bytes.NewReader(broken), 0)
			if len(whole.frames) != 299 {
				t.Fatalf("%d frames, expected 299; damage %v", len(whole.frames), whole.damage)
			}
			for i, f := range whole.frames {
				stamp := uint32(i)
				if i >= 2 {
					stamp++
				}
				if f.Number != int64(i+1) || f.Time.Nanos != stamp*1000 {
					t.Fatalf("frame %d: %+v", i+1, f)
				}
			}
			if len(whole.damage) == 0 || whole.damage[0].Offset != int64(from) || whole.damage[0].Frame != 2 ||
				!strings.Contains(whole.damage[0].Text, "reading resumes at offset") {
				t.Errorf("damage %v, expected one at %d", whole.damage, from)
			}
			for _, chunk := range []int{1, 7, 4096} {
				same(t, fmt.Sprint("chunk ", chunk), whole, readAll(t, bytes.NewReader(broken), chunk))
			}
		})
	}
}

func TestPcapngLargeBlocks(t *testing.T) {
	sizes := []struct {
		body    int
		damaged bool
	}{
		{maxBuffered - 12, false}, {maxBuffered - 8, false}, {5 << 20, false}, {maxSkipped - 12, false}, {maxSkipped - 8, true},
	}
	for _, size := range sizes {
		var p pngFile
		p.section(nil)
		p.describe(LinkEthernet, 0)
		p.enhanced(0, 1, []byte{1})
		p.block(0x4321, make([]byte, size.body))
		p.enhanced(0, 2, []byte{2})
		whole := readAll(t, bytes.NewReader(p.content), 0)
		if len(whole.frames) != 2 || (len(whole.damage) > 0) != size.damaged {
			t.Fatalf("block of %d: %d frames, damage %v", size.body+12, len(whole.frames), whole.damage)
		}
		if whole.frames[1].Offset != int64(p.starts[4]) {
			t.Errorf("block of %d: next frame at %d, expected %d", size.body+12, whole.frames[1].Offset, p.starts[4])
		}
		same(t, "chunk 4097", whole, readAll(t, bytes.NewReader(p.content), 4097))
		same(t, "32 MiB chunk", whole, readAll(t, bytes.NewReader(p.content), 32<<20))
	}
}

// A large block that is thrown away as it arrives, but is cut or ends wrongly.
func TestPcapngLargeBlockBroken(t *testing.T) {
	build := func() *pngFile {
		p := &pngFile{}
		p.section(nil)
		p.describe(LinkEthernet, 0)
		p.block(0x4321, make([]byte, 2<<20))
		p.enhanced(0, 2, []byte{2})
		return p
	}
	p := build()
	cut := p.content[:p.starts[2]+100_000]
	whole := readAll(t, bytes.NewReader(cut), 0)
	if len(whole.damage) != 1 || whole.damage[0].Offset != int64(p.starts[2]) || len(whole.frames) != 0 {
		t.Errorf("cut: %+v", whole)
	}
	same(t, "cut", whole, readAll(t, bytes.NewReader(cut), 4096))
	same(t, "cut", whole, readAll(t, bytes.NewReader(cut), 32<<20))

	p = build()
	p.content[p.starts[3]-4]++
	whole = readAll(t, bytes.NewReader(p.content), 0)
	if len(whole.damage) != 1 || len(whole.frames) != 1 {
		t.Errorf("trailer: %+v", whole)
	}
	same(t, "trailer", whole, readAll(t, bytes.NewReader(p.content), 4096))
	same(t, "trailer", whole, readAll(t, bytes.NewReader(p.content), 32<<20))
}

func TestPcapngLyingPackets(t *testing.T) {
	var p pngFile
	p.section(nil)
	p.describe(LinkEthernet, 0)
	p.enhancedOf(0, 1, 100, 100, []byte{1, 2, 3, 4})
	p.enhancedOf(0, 1, 0xffffffff, 100, []byte{1, 2, 3, 4})
	p.simple(0xffffffff, []byte{1, 2, 3, 4})
	p.simple(5, []byte{1, 2, 3, 4})
	p.enhancedOf(0, 1, 4, 2, []byte{1, 2, 3, 4})
	got := readAll(t, bytes.NewReader(p.content), 0)
	if len(got.frames) != 1 || got.frames[0].WireLength != 2 || len(got.damage) != 4 {
		t.Fatalf("%d frames, damage %v", len(got.frames), got.damage)
	}
	for i, d := range got.damage {
		if d.Offset != int64(p.starts[i+2]) || !strings.Contains(d.Text, "captured length") {
			t.Errorf("damage %v", d)
		}
	}
}

func TestDamageIsBounded(t *testing.T) {
	var p pngFile
	p.section(nil)
	for range 500 {
		p.enhanced(3, 1, nil)
	}
	got := readAll(t, bytes.NewReader(p.content), 0)
	if len(got.damage) != maxDamage || got.count != 500 {
		t.Errorf("%d kept, %d counted", len(got.damage), got.count)
	}
}

func TestInterfacesAreBounded(t *testing.T) {
	var p pngFile
	p.section(nil)
	one := pngFile{order: p.order}
	one.describe(LinkEthernet, 0)
	p.content = join(p.content, bytes.Repeat(one.content, maxInterfaces+10))
	p.enhanced(maxInterfaces-1, 1, nil)
	got := readAll(t, bytes.NewReader(p.content), 0)
	if len(got.frames) != 1 || got.count != 10 {
		t.Errorf("%d frames, %d damages", len(got.frames), got.count)
	}
}
