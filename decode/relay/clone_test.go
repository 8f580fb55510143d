package relay

import (
	"slices"
	"testing"
)

// TestPack: an original is what it was, however many receivers it has.
func TestPack(t *testing.T) {
	var list []original
	var packs []packed
	for n := range maxReceivers + 1 {
		o := original{key: 1<<63 | 5, at: -7, frame: 1 << 40, kind: kinds - 1, sender: 65535, index: 255, received: uint8(n)}
		for i := range n {
			o.receivers[i] = uint16(0xFF00 + 100*n + i)
		}
		list, packs = append(list, o), o.pack(packs)
	}
	if got := unpack(packs); !slices.Equal(got, list) {
		t.Errorf("%+v, want %+v", got, list)
	}
	if len(packs) != 2*len(list)-1-fewReceivers {
		t.Error(len(packs))
	}
}
