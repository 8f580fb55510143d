package decode_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// layoutBlocks adds up the bytes of an update by block, as its layout shows them.
func layoutBlocks(r *decode.Record) (b message.UpdateBlocks) {
	blocks := map[string]*int{
		"position": &b.Position, "has_hash": &b.Position, "subsys_hash": &b.Position,
		"delta": &b.Delta, "forward": &b.Forward, "up": &b.Up, "speed": &b.Speed, "cloaked": &b.Cloak,
		"subsystems": &b.Subsystems, "power": &b.Power,
	}
	for _, o := range r.Layout() {
		if o.Offset < int(r.Header.Header) {
			continue
		}
		first, _, _ := strings.Cut(o.Path, ".")
		first, _, _ = strings.Cut(first, "[")
		if n := blocks[first]; n != nil {
			*n += o.Length
		} else {
			b.Header += o.Length
		}
	}
	return b
}

func checkBlocks(t *testing.T, raw []byte) {
	t.Helper()
	wrong := 0
	for r := range open(t, raw, decode.Options{}).Records() {
		m, ok := r.Content().Message.(*message.StateUpdate)
		if !ok || !r.Content().Complete() || len(r.Content().Trailing) > 0 {
			continue
		}
		if got, want := m.Blocks(len(r.Payload)), layoutBlocks(r); got != want && wrong < 5 {
			wrong++
			t.Errorf("frame %d, flags 0x%02X: %+v, layout %+v", r.Frame, m.DirtyFlags, got, want)
		}
	}
}

// TestUpdateBlocks compares the sizes of the blocks of updates with their layout.
func TestUpdateBlocks(t *testing.T) {
	checkBlocks(t, must.Get(os.ReadFile(filepath.Join(corpusDir, "session-small.pcap")))(t))
}

func TestUpdateBlocksOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 2<<20) {
		t.Run(name, func(t *testing.T) { checkBlocks(t, raw) })
	}
}
