package decode_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/report/records"
)

// endless is a capture that is made while it is read. It notes the most heap in use on the way.
type endless struct {
	hostile.Capture
	since int
	peak  uint64
}

func (e *endless) Read(p []byte) (int, error) {
	n, err := e.Capture.Read(p)
	if e.since += n; e.since >= 1<<20 {
		e.since = 0
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		e.peak = max(e.peak, m.HeapInuse)
	}
	return n, err
}

// TestMemory reads a short capture and one three times as long: the heap stays small
// and does not grow with the length.
func TestMemory(t *testing.T) {
	if testing.Short() || heavy.Race {
		t.Skip("reads hundreds of megabytes")
	}
	tests := []struct {
		name  string
		kind  func(*hostile.Writer, int)
		short int     // bytes
		limit float64 // of the heap in use, garbage included
	}{
		{"ordinary", hostile.Ordinary, heavy.Scale(8<<20, 20<<20), 40e6},
		{"hostile", hostile.Mixed, 10 << 20, 80e6}, // every bounded table is full
		{"waiting", hostile.Weak, 10 << 20, 40e6},
	}
	for _, tt := range tests {
		grows := func() bool {
			short, long := peak(t, tt.kind, tt.short), peak(t, tt.kind, 3*tt.short)
			t.Logf("%s: peak heap %.1f MB, %.1f MB with three times the length", tt.name, short/1e6, long/1e6)
			return long > tt.limit || long > 1.4*short+4e6
		}
		// On a busy machine garbage waits longer for its collector now and then; what
		// really grows, grows every time.
		tries := 0
		for tries < 3 && grows() {
			tries++
		}
		if tries == 3 {
			t.Errorf("%s: the heap grows", tt.name)
		}
	}
}

// peak reads a capture of so many bytes and gives the most heap in use.
func peak(t *testing.T, kind func(*hostile.Writer, int), size int) float64 {
	t.Helper()
	runtime.GC()
	e := &endless{Capture: hostile.Capture{Next: kind, Bytes: size}}
	c, err := decode.Open("endless", e, decode.Options{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Render(io.Discard, records.JSONLines(records.JSONOptions{})); err != nil {
		t.Fatal(err)
	}
	if s := c.Summary(); s.Frames < int64(size)/2000 || s.DamageCount > 0 {
		t.Fatalf("%d frames, damage %v", s.Frames, s.Damage)
	}
	return float64(e.peak)
}

// TestLookaheadBytes shows how much other traffic may lie between a weak datagram and
// the one that decides: 1 MiB.
func TestLookaheadBytes(t *testing.T) {
	arp := append(make([]byte, 12), append([]byte{0x08, 0x06}, make([]byte, 1024-16-14)...)...)
	for _, tt := range []struct {
		frames int
		want   string
	}{{1000, "1 keepalive"}, {1023, "1 keepalive"}, {1024, "1 unknown undecided"}} {
		f := newFile().game(client, host, 2, keepalive)
		for range tt.frames {
			f.frame(arp)
		}
		f.game(client, host, 2, strong)
		for _, o := range []decode.Options{{}, {Jobs: 3, ChunkSize: 500}, {Jobs: 1, ChunkSize: 4 << 20}} {
			if got := render(t, f.data, o); !strings.HasPrefix(got, tt.want+" ") {
				t.Errorf("%d frames of 1 KiB between, %+v: %.60q, want %s", tt.frames, o, got, tt.want)
			}
		}
	}
}
