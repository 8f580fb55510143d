package decode_test

import (
	"io"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/internal/heavy"
	"bcdump/report/records"
)

// endless is a capture that is made while it is read, so that it takes no memory of
// its own. It notes the most heap in use on the way.
type endless struct {
	left  int // bytes to go
	next  func(f *file, n int)
	n     int
	rest  []byte
	since int
	peak  atomic.Uint64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		e.rest = newFile().data
	}
	if len(e.rest) == 0 {
		if e.left <= 0 {
			return 0, io.EOF
		}
		f := &file{frames: e.n, data: e.rest[:0]}
		for len(f.data) < 64<<10 {
			e.next(f, e.n)
			e.n = f.frames
		}
		e.rest = f.data
		e.sample(len(e.rest))
	}
	e.n = max(e.n, 1)
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func (e *endless) sample(n int) {
	e.left -= n
	if e.since += n; e.since < 1<<20 {
		return
	}
	e.since = 0
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	e.peak.Store(max(e.peak.Load(), m.HeapInuse))
}

// hostile is traffic that makes a program remember: new links, gaps, conflicts, lost
// fragments of messages and of IP datagrams, names.
func hostile(f *file, n int) {
	src := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), uint16(n))
	seq := uint16(n)
	switch n % 10 {
	case 0:
		f.game(src, host, 2, connect(uint32(n)), peerInfo(0, byte(n), string(make([]byte, 100))))
	case 1:
		f.game(src, host, 2, part(seq, 0, 255, make([]byte, 400)), part(seq, 254, 0, make([]byte, 400)))
	case 2:
		f.game(client, host, 2, part(seq, 0, 255, make([]byte, 400)))
	case 3:
		f.game(client, host, 2, data(seq*7, chat(2, "a gap")), ack(seq))
	case 4:
		f.udp(src, master, []byte("no game here"))
	case 5:
		f.game(src, host, 2, keepalive)
	case 6:
		whole := newFile().fragments(client, host, make([]byte, 64+n%7), 64)
		f.frame(whole.data[24+16 : 24+16+34+64])
	case 7:
		f.udp(src, host, []byte(`\status\`))
	case 8:
		f.udp(src, arcade, helloAck)
	case 9:
		f.udp(arcade, src, entities(2)).udp(arcade, src, entities(2)).udp(arcade, src, entity(15, &entitystate.GameOver{}))
	}
}

// ordinary is what a game mostly sends.
func ordinary(f *file, n int) {
	switch n % 4 {
	case 0:
		f.game(client, host, 2, unreliable(state(float32(n))), ack(uint16(n)))
	case 1:
		f.game(host, client, 1, unreliable(state(float32(n))), data(uint16(n/4), chat(1, "hello")))
	default:
		f.game(host, client, 1, unreliable(state(float32(n))))
	}
}

// waiting is a datagram that nothing decides about, with other traffic behind it.
func waiting(f *file, n int) {
	if n%50_000 == 0 {
		f.game(client, host, 2, keepalive)
		return
	}
	f.frame(append(make([]byte, 12), append([]byte{0x08, 0x06}, make([]byte, 1000)...)...))
}

// TestMemory reads a short capture and one three times as long: the heap stays small
// and does not grow with the length.
func TestMemory(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("reads hundreds of megabytes")
	}
	tests := []struct {
		name  string
		kind  func(*file, int)
		short int     // bytes
		limit float64 // of the heap in use, garbage included
	}{
		{"ordinary", ordinary, heavy.Scale(8<<20, 20<<20), 40e6},
		{"hostile", hostile, 10 << 20, 80e6}, // every bounded table is full
		{"waiting", waiting, 10 << 20, 40e6},
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
func peak(t *testing.T, kind func(*file, int), size int) float64 {
	t.Helper()
	runtime.GC()
	e := &endless{left: size, next: kind}
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
	return float64(e.peak.Load())
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
