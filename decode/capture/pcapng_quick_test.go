package capture

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"testing"
)

// sameBlocks walks a pcapng quickly and step by step, and holds one against the other. It
// gives the number of frames.
func sameBlocks(t testing.TB, data []byte, final bool) (frames int) {
	t.Helper()
	quickly, general := pcapng{findings: &findings{}}, pcapng{findings: &findings{}}
	var got, want Batch
	used, open := quickly.walk(data, 0, final, &got)
	wantUsed, wantOpen := 0, true
	for {
		n, more := general.step(data[wantUsed:], int64(wantUsed), final, &want)
		wantUsed, wantOpen = wantUsed+n, more
		if n == 0 || wantUsed > len(data) {
			break
		}
	}
	if used != wantUsed || used <= len(data) && open != wantOpen {
		t.Fatalf("quick %d %t, general %d %t", used, open, wantUsed, wantOpen)
	}
	if !reflect.DeepEqual(got.Frames, want.Frames) || !reflect.DeepEqual(quickly, general) {
		t.Fatalf("quick   %+v %+v\ngeneral %+v %+v", got.Frames, quickly.findings, want.Frames, general.findings)
	}
	for i := range got.Frames {
		if cap(got.Frames[i].Data) != cap(want.Frames[i].Data) {
			t.Fatalf("frame %d: capacity %d, want %d", i+1, cap(got.Frames[i].Data), cap(want.Frames[i].Data))
		}
	}
	return len(got.Frames)
}

// manyBlocks is a pcapng with blocks of all kinds.
func manyBlocks(r *rand.Rand) []byte {
	var p pngFile
	orders := []binary.ByteOrder{binary.LittleEndian, binary.BigEndian}
	p.section(orders[r.IntN(2)])
	p.describe(LinkEthernet, 0, p.option(optionTsresol, []byte{[]byte{6, 9, 3, 0x8A}[r.IntN(4)]}))
	for range r.IntN(12) {
		data := pattern(r.IntN(70), 1)
		switch r.IntN(12) {
		case 0:
			p.section(nil)
			p.describe(LinkSLL, 50)
		case 1:
			p.simple(uint32(len(data)), data)
		case 2:
			p.obsolete(0, r.Uint64(), data)
		case 3:
			p.block(blockStats, data)
		case 4:
			p.enhancedOf(uint32(r.IntN(2)), r.Uint64(), uint32(r.IntN(80)), uint32(r.IntN(200)), data)
		case 5:
			p.enhanced(0, r.Uint64(), data, p.option(1, []byte("comment")))
		default:
			p.enhanced(0, r.Uint64(), data)
		}
	}
	return p.content
}

func TestQuickBlocksAreBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	frames := 0
	for range 5000 {
		data := manyBlocks(r)
		switch r.IntN(3) {
		case 0:
			data = data[:r.IntN(len(data)+1)]
		case 1:
			data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		}
		frames += sameBlocks(t, data, r.IntN(2) == 0)
	}
	if frames < 5000 {
		t.Errorf("%d frames only", frames)
	}
}

func FuzzQuickBlocks(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 32 {
		f.Add(manyBlocks(r), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, final bool) {
		sameBlocks(t, bytes.Clone(data), final)
	})
}
