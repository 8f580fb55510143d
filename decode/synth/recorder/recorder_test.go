package recorder

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/netip"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

var (
	start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	a4    = netip.MustParseAddrPort("10.0.0.1:1000")
	b4    = netip.MustParseAddrPort("10.0.0.2:2000")
	a6    = netip.MustParseAddrPort("[2001:db8::1]:1000")
	b6    = netip.MustParseAddrPort("[2001:db8::2]:2000")
)

// frames takes a little-endian pcap apart.
func frames(t *testing.T, file []byte) (kept, wire []int, data [][]byte) {
	t.Helper()
	for at := 24; at < len(file); {
		n := int(binary.LittleEndian.Uint32(file[at+8:]))
		kept, wire = append(kept, n), append(wire, int(binary.LittleEndian.Uint32(file[at+12:])))
		data = append(data, file[at+16:at+16+n])
		at += 16 + n
	}
	return kept, wire, data
}

func record(t *testing.T, o Options, do func(*Recorder)) []byte {
	t.Helper()
	var b bytes.Buffer
	o.Start = start
	r := must.Get(New(&b, o))(t)
	do(r)
	must.Do(t, r.Close())
	return b.Bytes()
}

// IP packets keep to the limit, hold the payload, and the frame that completes it is
// the last one.
func TestFragments(t *testing.T) {
	payload := bytes.Repeat([]byte("0123456789"), 30)
	for _, tt := range []struct {
		from, to netip.AddrPort
		headers  int // of an IP packet in parts
	}{{a4, b4, 20}, {a6, b6, 48}} {
		for _, limit := range []int{56, 57, 100, 327, 328, 348, 1500} {
			var number int64
			file := record(t, Options{Fragment: limit, Link: "raw"}, func(r *Recorder) {
				r.Datagram(0, tt.from, tt.to, nil)
				number = r.Datagram(0, tt.from, tt.to, payload)
			})
			_, _, all := frames(t, file)
			if int(number) != len(all) {
				t.Errorf("limit %d: frame %d of %d", limit, number, len(all))
			}
			var joined []byte
			for i, p := range all[1:] {
				if len(p) > limit {
					t.Errorf("limit %d: packet %d of %d bytes", limit, i, len(p))
				}
				if len(all) == 2 {
					joined = p[len(p)-len(payload)-8:]
				} else {
					joined = append(joined, p[tt.headers:]...)
				}
			}
			if !bytes.Equal(joined[8:], payload) {
				t.Errorf("limit %d: the parts do not make the datagram", limit)
			}
		}
	}
}

func TestSnapLength(t *testing.T) {
	file := record(t, Options{SnapLength: 50}, func(r *Recorder) {
		r.Datagram(0, a4, b4, make([]byte, 100))
		r.Datagram(0, a4, b4, make([]byte, 8))
		r.Datagram(0, a4, b4, make([]byte, 9))
	})
	kept, wire, _ := frames(t, file)
	for i, want := range [][2]int{{50, 142}, {50, 50}, {50, 51}} {
		if kept[i] != want[0] || wire[i] != want[1] {
			t.Errorf("frame %d: %d of %d bytes, want %v", i, kept[i], wire[i], want)
		}
	}
}

func TestOtherFrames(t *testing.T) {
	for link, arp := range map[string]bool{"": true, "ethernet": true, "sll": false, "null": false, "raw": false} {
		file := record(t, Options{Link: link}, func(r *Recorder) {
			if got := r.ARP(0); got != arp {
				t.Errorf("link %q: ARP %v", link, got)
			}
			r.Packet(0, a4.Addr(), b4.Addr(), 6, []byte("TCP"))
		})
		_, _, all := frames(t, file)
		last := all[len(all)-1]
		if packet := last[len(last)-23:]; packet[0] != 0x45 || packet[9] != 6 || string(packet[20:]) != "TCP" {
			t.Errorf("link %q: packet %x", link, packet)
		}
		if arp != (len(all) == 2) {
			t.Errorf("link %q: %d frames", link, len(all))
		}
	}
}

func TestCompress(t *testing.T) {
	write := func(r *Recorder) { r.Datagram(0, a4, b4, []byte("hello")) }
	plain := record(t, Options{}, write)
	z := must.Get(gzip.NewReader(bytes.NewReader(record(t, Options{Compress: Gzip}, write))))(t)
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("gzip: %v, %x", err, got)
	}
	d := must.Get(zstd.NewReader(nil))(t)
	defer d.Close()
	if got, err := d.DecodeAll(record(t, Options{Compress: Zstd}, write), nil); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("zstd: %v, %x", err, got)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		want string
		o    Options
	}{
		{`link: "token ring"`, Options{Link: "token ring"}},
		{`format: "text"`, Options{Format: "text"}},
		{"format: a trace-log has no frames", Options{Format: TraceLog, Fragment: 100}},
		{"ip-fragment: a packet of 55", Options{Fragment: 55}},
		{"ip-fragment: a packet of -1", Options{Fragment: -1}},
		{"start: ", Options{Start: time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC)}},
	}
	for _, tt := range tests {
		if tt.o.Start.IsZero() {
			tt.o.Start = start
		}
		if _, err := New(io.Discard, tt.o); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// full takes so many bytes and no more.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return 0, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriterFails(t *testing.T) {
	b := battle.Options{Players: 3, Duration: time.Hour, Start: start}
	for _, o := range []Options{{}, {Format: Pcapng}, {Compress: Gzip}, {Compress: Zstd}} {
		if _, err := Record(&full{room: 1 << 20}, b, o); !errors.Is(err, errFull) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
	b.Duration = time.Second // all of it waits for Close
	if _, err := Record(&full{}, b, Options{}); !errors.Is(err, errFull) {
		t.Errorf("at the end: error %v", err)
	}
}

// The same options give the same bytes and the same truth, others give others.
func TestDeterministic(t *testing.T) {
	o := battle.Options{
		Players: 5, Duration: 40 * time.Second, Seed: 7, Start: start, Loss: 0.05, Duplicate: 0.05, Reorder: 0.05,
		Parts: battle.Shuffled, GameSpy: 1, Noise: 10,
	}
	sum := func(o battle.Options) (sum [2][32]byte) {
		h := sha256.New()
		text := must.Get(json.Marshal(must.Get(Record(h, o, Options{Format: Pcapng, Fragment: 300}))(t)))(t)
		return [2][32]byte{[32]byte(h.Sum(nil)), sha256.Sum256(text)}
	}
	first := sum(o)
	if second := sum(o); second != first {
		t.Error("the same options, other bytes")
	}
	o.Seed++
	if other := sum(o); other[0] == first[0] || other[1] == first[1] {
		t.Error("another seed, the same bytes")
	}
}

// gauge is a writer that looks at the heap now and then.
type gauge struct {
	since int
	peak  uint64
}

func (g *gauge) Write(p []byte) (int, error) {
	if g.since += len(p); g.since > 1<<20 {
		g.since = 0
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		g.peak = max(g.peak, m.HeapInuse)
	}
	return len(p), nil
}

// Memory does not grow with the length of a battle, but for what the truth lists:
// ships, links and seconds.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a hundred megabytes")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // garbage is no growth
	peak := func(datagrams int64) uint64 {
		runtime.GC()
		g := &gauge{}
		o := battle.Options{Players: 8, Datagrams: datagrams, Seed: 1, Start: start, Loss: 0.03, Duplicate: 0.02, Reorder: 0.02, Noise: 20}
		must.Get(Record(g, o, Options{}))(t)
		return g.peak
	}
	datagrams := heavy.Scale[int64](15_000, 30_000)
	for try := 0; ; try++ {
		short, long := peak(datagrams), peak(4*datagrams)
		t.Logf("peak heap %.1f MB, %.1f MB with four times the length", float64(short)/1e6, float64(long)/1e6)
		if long < 30e6 && long < short*3/2+4e6 {
			return
		}
		if try == 2 { // on a busy machine garbage waits longer now and then
			t.Fatal("the heap grows")
		}
	}
}
