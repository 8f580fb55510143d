package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"
)

func TestPcapVariants(t *testing.T) {
	variants := []struct {
		magic  uint32
		frac   uint32
		nanos  uint32
		digits uint8
		unit   string
	}{
		{0xa1b2c3d4, 123456, 123456000, 6, "us"},
		{0xa1b23c4d, 123456789, 123456789, 9, "ns"},
		{0xa1b2cd34, 123456, 123456000, 6, "us"},
		{0x1c0001ac, 123456789, 123456789, 9, "ns"},
		{0x1c0001ab, 123456, 123456000, 6, "us"},
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, v := range variants {
			t.Run(fmt.Sprintf("%08x %v", v.magic, order), func(t *testing.T) {
				p := pcapFile{order: order, magic: v.magic, snap: 65535}
				first, second := plainFrame(3, 1), plainFrame(40, 2)
				p.record(1700000000, v.frac, first)
				p.recordOf(0xfffffff0, v.frac, uint32(len(second)), 9000, second)
				got := readAll(t, bytes.NewReader(p.content), 0)
				if got.err != nil || len(got.damage) != 0 || len(got.frames) != 2 {
					t.Fatalf("%+v", got)
				}
				f, g := got.frames[0], got.frames[1]
				if f.Number != 1 || f.Time != (Time{1700000000, v.nanos}) || f.Digits != v.digits || f.Link != 1 ||
					!bytes.Equal(f.Data, first) || f.WireLength != uint32(len(first)) || f.Offset != int64(p.starts[0]) {
					t.Errorf("first frame %+v", f)
				}
				if g.Number != 2 || g.Time.Sec != 0xfffffff0 || g.WireLength != 9000 || g.Offset != int64(p.starts[1]) || !bytes.Equal(g.Data, second) {
					t.Errorf("second frame %+v", g)
				}
				name := map[binary.ByteOrder]string{binary.LittleEndian: "little", binary.BigEndian: "big"}[order]
				i := got.info
				if i.Format != "pcap" || i.ByteOrder != name || i.Resolution != v.unit ||
					len(i.Links) != 1 || i.Links[0] != 1 || i.Interfaces != 1 || i.Compression != "" {
					t.Errorf("info %+v", i)
				}
			})
		}
	}
}

func TestPcapHeaderOddities(t *testing.T) {
	frame := plainFrame(5, 0)
	short := uint32(len(frame))
	tests := []struct {
		name           string
		file           pcapFile
		captured, wire uint32
		link           uint16
		wantWire       uint32
	}{
		{"FCS length in the link field", pcapFile{link: 0x14000001 | 4<<28}, short, short, 1, short},
		{"snap length 0", pcapFile{snap: 0}, short, short, 1, short},
		{"snap length huge", pcapFile{snap: 0xffffffff}, short, short, 1, short},
		{"16-bit link type", pcapFile{link: LinkSLL2}, short, short, LinkSLL2, short},
		{"captured more than on the wire", pcapFile{}, short, 10, 1, 10},
		{"version 2.2: lengths the other way round", pcapFile{minor: 2}, 5000, short, 1, 5000},
		{"version 2.3, as 2.4", pcapFile{minor: 3}, short, 5000, 1, 5000},
		{"version 2.3, as 2.2", pcapFile{minor: 3}, 5000, short, 1, 5000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := test.file
			p.recordOf(1, 2, test.captured, test.wire, frame)
			p.recordOf(1, 2, test.captured, test.wire, frame)
			got := readAll(t, bytes.NewReader(p.content), 0)
			if len(got.frames) != 2 || len(got.damage) != 0 {
				t.Fatalf("%+v", got)
			}
			f := got.frames[1]
			if f.Link != test.link || f.WireLength != test.wantWire || !bytes.Equal(f.Data, frame) {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestPcapLargestRecord(t *testing.T) {
	var p pcapFile
	p.record(1, 1, pattern(maxData, 3))
	p.record(1, 1, nil)
	got := readAll(t, bytes.NewReader(p.content), 4096)
	if len(got.frames) != 2 || len(got.frames[0].Data) != maxData || len(got.damage) != 0 {
		t.Errorf("%d frames, damage %v", len(got.frames), got.damage)
	}
}
