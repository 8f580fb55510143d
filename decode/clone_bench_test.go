package decode_test

import (
	"os"
	"runtime"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/internal/session"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
)

// fullBattle is what a full server makes of a capture in some seconds.
func fullBattle(t testing.TB) []byte {
	t.Helper()
	script, err := battle.Script(battle.Options{Players: 16, Duration: 25 * time.Second, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
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

// BenchmarkClone copies the state behind a capture: a battle of 16 players, or the one that BCDUMP_BENCH_CAPTURE names.
func BenchmarkClone(b *testing.B) {
	raw := fullBattle(b)
	if path := os.Getenv("BCDUMP_BENCH_CAPTURE"); path != "" {
		var err error
		if raw, err = os.ReadFile(path); err != nil {
			b.Fatal(err)
		}
	}
	s := ordered(b, raw)
	b.ReportAllocs()
	for b.Loop() {
		kept, _ = s.Clone(nil, false)
	}
}

// BenchmarkCloneMemory asks what a clone would take.
func BenchmarkCloneMemory(b *testing.B) {
	s := ordered(b, fullBattle(b))
	for b.Loop() {
		s.Memory(false)
	}
}

var kept *session.Session

// TestCloneMemory holds what Memory says against what clones take on the heap.
func TestCloneMemory(t *testing.T) {
	if heavy.Race {
		t.Skip("the race detector takes memory of its own")
	}
	captures := generated(t)
	for name, raw := range captures {
		s := ordered(t, raw)
		clones := make([]*session.Session, 30)
		before := heap()
		for i := range clones {
			clones[i], _ = s.Clone(nil, false)
		}
		took := float64(heap()-before) / float64(len(clones))
		said := float64(s.Memory(false))
		t.Logf("%s: %.0f bytes, said %.0f", name, took, said)
		if said > 1.5*took || took > 1.5*said {
			t.Errorf("%s: a clone takes %.0f bytes, not %.0f", name, took, said)
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
