package decode_test

import (
	"bytes"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/internal/session"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// fullBattle is what a full server makes of a capture in some seconds.
func fullBattle(t testing.TB) []byte {
	t.Helper()
	script := must.Get(battle.Script(battle.Options{Players: 16, Duration: 25 * time.Second, Seed: 8}))(t)
	return script.Pcap(synth.Ethernet())
}

// ordered takes a capture through the ordered stage, and gives its session.
func ordered(t testing.TB, raw []byte) *session.Session {
	t.Helper()
	x := decode.NewStages(open(t, raw, decode.Options{Jobs: 1}), rendering(), nil, 0)
	for x.Left() > 0 {
		x.Next()
	}
	return x.Session()
}

// benchCapture is the capture that BCDUMP_BENCH_CAPTURE names, or a battle.
func benchCapture(b *testing.B) []byte {
	b.Helper()
	path := os.Getenv("BCDUMP_BENCH_CAPTURE")
	if path == "" {
		return fullBattle(b)
	}
	return must.Get(os.ReadFile(path))(b)
}

// BenchmarkClone copies the state behind a capture: a battle of 16 players, or the one that BCDUMP_BENCH_CAPTURE names.
func BenchmarkClone(b *testing.B) {
	s := ordered(b, benchCapture(b))
	b.ReportAllocs()
	for b.Loop() {
		kept, _ = s.Clone()
	}
}

var kept *session.Session

// TestCloneMemory holds what Clone says against what the first copy takes on the heap, and those after it.
func TestCloneMemory(t *testing.T) {
	if heavy.Race {
		t.Skip("the race detector takes memory of its own")
	}
	captures := generated(t)
	for _, name := range heavy.Some(slices.Sorted(maps.Keys(captures)), 5) {
		s := ordered(t, captures[name])
		s.Clone() // what is shared is that of s
		clones := make([]*session.Session, 300)
		before, said := heap(), 0
		for i := range clones {
			c, size := s.Clone()
			clones[i], said = c, said+size
		}
		took := int(heap() - before)
		t.Logf("%s: %d bytes, said %d", name, took/len(clones), said/len(clones))
		const small = 6 << 10 // of one
		if off := said - took; max(off, -off) > took/2+small*len(clones) {
			t.Errorf("%s: clones take %d bytes, not %d", name, took, said)
		}
		runtime.KeepAlive(clones)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkJumps reaches messages anywhere in the capture that BCDUMP_BENCH_CAPTURE names, or in a battle, and reports
// the slowest jump.
func BenchmarkJumps(b *testing.B) {
	x := builtIndex(b)
	random, worst := rand.New(rand.NewPCG(1, 2)), time.Duration(0)
	for b.Loop() {
		begin := time.Now()
		x.NewCursor().At(random.IntN(x.Len()))
		worst = max(worst, time.Since(begin))
	}
	b.ReportMetric(float64(worst.Nanoseconds()), "ns/worst")
}

func builtIndex(b *testing.B) *decode.Index {
	b.Helper()
	raw := benchCapture(b)
	x := must.Get(decode.NewIndex("", bytes.NewReader(raw), decode.Options{}))(b)
	b.Cleanup(func() { _ = x.Close() })
	must.Do(b, x.Build(io.Discard, nil, nothing))
	return x
}
