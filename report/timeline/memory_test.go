package timeline_test

import (
	"encoding/binary"
	"io"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth"
	"bcdump/report/figures"
	"bcdump/report/timeline"
)

// endlessGame is a capture that is made while it is read, and notes the most memory needed on
// the way.
type endlessGame struct {
	left  int
	rest  []byte
	round int
	next  func(round int) []byte // frames of a classic capture
	peak  uint64
}

func (e *endlessGame) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		if e.left <= 0 {
			return 0, io.EOF
		}
		e.rest = e.next(e.round)
		if e.round > 0 {
			e.rest = e.rest[24:] // the file has one header
		}
		e.round++
		e.left -= len(e.rest)
		runtime.GC() // what is left is needed
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		e.peak = max(e.peak, m.HeapAlloc)
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// again is the same game again and again, each a minute after the last.
func again(t *testing.T) func(int) []byte {
	raw := fought(t, 3, 50)
	return func(int) []byte {
		for at := 24; at < len(raw); {
			second := binary.LittleEndian.Uint32(raw[at:])
			binary.LittleEndian.PutUint32(raw[at:], second+60)
			at += 16 + int(binary.LittleEndian.Uint32(raw[at+8:]))
		}
		return append([]byte{}, raw...)
	}
}

// strangers are ships that nobody heard of, at many servers, with many receivers, that
// set their power to all there is and fire.
func strangers(round int) []byte {
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC).Add(time.Duration(round) * time.Minute)}
	for i := range 400 {
		n := round*400 + i
		server := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 9, byte(n >> 14), byte(n >> 6)}), 22101)
		client := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 8, byte(n >> 8), byte(n)}), 40000)
		id := uint32(0x3FFFFFFF) + uint32(n%7)*0x40000 + uint32(n%5)
		update := append(synth.Hex("1C"), 0, 0, 0, 0, 0, 0, byte(n), 0x42, 0x80, 4, byte(n))
		binary.LittleEndian.PutUint32(update[1:], id)
		fire := append(synth.Hex("19"), 0, 0, 0, 0, 2, 4, byte(n), byte(n>>8), byte(n>>16))
		binary.LittleEndian.PutUint32(fire[1:], id+8)
		at := time.Duration(i) * 100 * time.Millisecond
		s.Game(at, client, server, synth.Datagram(synth.Client, synth.Reliable(uint16(n), akira(uint8(n%7), id, "x", [3]float32{})), synth.Unreliable(update), synth.Reliable(uint16(n+1), fire)))
		s.Game(at, server, client, synth.Datagram(synth.Host, synth.Unreliable(update)))
	}
	return s.Pcap(synth.Ethernet())
}

// TestTimelineMemory reads a capture and one four times as long, which takes no more
// memory.
func TestTimelineMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many megabytes")
	}
	const times = 4
	for _, tt := range []struct {
		name  string
		next  func(*testing.T) func(int) []byte
		short int // bytes
	}{
		{"again", again, 1 << 20},
		{"strangers", func(*testing.T) func(int) []byte { return strangers }, 3 << 19}, // all tables are full
		{"entities", func(*testing.T) func(int) []byte { return hostileGame }, 4 << 20},
	} {
		short, long := timelinePeak(t, tt.next(t), tt.short), timelinePeak(t, tt.next(t), times*tt.short)
		t.Logf("%s: at most %.2f MB, %.2f MB with %d times the length", tt.name, short/1e6, long/1e6, times)
		const tables = 4e6 // the short one does not fill all of them
		if long > 1.1*short+tables || long > 60e6 {
			t.Errorf("%s: memory grows", tt.name)
		}
	}
}

func timelinePeak(t *testing.T, next func(int) []byte, size int) float64 {
	t.Helper()
	e := &endlessGame{left: size, next: next}
	c, err := decode.Open("endless", e, decode.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	x := timeline.New(timeline.Options{
		Row:       func(*figures.TimelineRow) error { rows++; return nil },
		EntityRow: func(*figures.EntityRow) error { rows++; return nil },
	})
	if err := x.File("endless", c); err != nil {
		t.Fatal(err)
	}
	if s, o := x.Summary(), x.Overview(); rows < min(size/1000, 20_000) || len(s.Ships)+len(s.Entities) == 0 || len(o.Sections)+len(o.Worlds) == 0 {
		t.Fatalf("%d rows, %d ships, %d entities, %d sections, %d worlds", rows, len(s.Ships), len(s.Entities), len(o.Sections), len(o.Worlds))
	}
	return float64(e.peak)
}
