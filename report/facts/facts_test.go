package facts_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/facts"
	"bcdump/report/internal/reporttest"
	"bcdump/report/records"
	"bcdump/report/tally"
)

// captures are those of the corpus, and those outside if there are some.
func captures(t *testing.T) map[string][]byte {
	files := reporttest.Shipped(t)
	if outside.Set() {
		maps.Copy(files, outside.Read(t, 1<<30))
	}
	return files
}

// TestRecords shows that each row leads back to the record that decode had: its line is the same. Copies of datagrams have
// rows for those who ask for them.
func TestRecords(t *testing.T) {
	heavy.SkipRace(t, "TestPartsBeside and FuzzFacts have the same goroutines")
	files := captures(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sameRecords(t, name, files[name], false)
		sameRecords(t, name, files[name], true)
	}
}

func sameRecords(t *testing.T, name string, raw []byte, copies bool) {
	t.Helper()
	f := must.Get(facts.Read(reporttest.Open(t, name, raw, decode.Options{Jobs: 2, Copies: copies}), facts.Options{}))(t)
	x, i, wrong := f.Reader(), 0, 0
	for r := range reporttest.Open(t, name, raw, decode.Options{}).Records() {
		if r.CopyOf != 0 && !copies {
			continue // it counts in no report
		}
		want := records.AppendJSON(nil, r, records.JSONOptions{Hex: true})
		got := records.AppendJSON(nil, x.At(i), records.JSONOptions{Hex: true})
		if !bytes.Equal(got, want) {
			t.Errorf("%s, row %d:\n%s\nwant\n%s", name, i, got, want)
			if wrong++; wrong > 2 {
				break
			}
		}
		i++
	}
	if wrong == 0 && i != f.Rows() {
		t.Errorf("%s: %d rows for %d records", name, f.Rows(), i)
	}
}

// TestGrowing looks at facts while they are read: each row is there as it is at the end, and leads to the same record.
func TestGrowing(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: heavy.Scale(time.Minute, 5*time.Minute), Seed: 4, Loss: 0.05, Parts: battle.Shuffled})
	var want []string
	line := func(r *decode.Record) string {
		return string(records.AppendJSON(nil, r, records.JSONOptions{Hex: true}))
	}
	for r := range reporttest.Open(t, "a", raw, decode.Options{}).Records() {
		want = append(want, line(r))
	}
	g := &facts.Growing{}
	if g.Now() != nil {
		t.Error("there are facts before anything is read")
	}
	var looking sync.WaitGroup
	var done atomic.Bool
	for seed := range uint64(2) {
		looking.Go(func() {
			random, last := rand.New(rand.NewPCG(seed, 1)), 0
			for !done.Load() {
				now := g.Now()
				if now == nil || now.Rows() == 0 {
					continue
				}
				rows, x := now.Rows(), now.Reader()
				for _, n := range []int{rows - 1, random.IntN(rows), 0} {
					if got := line(x.At(n)); got != want[n] {
						t.Errorf("of %d rows, %d:\n%s\nwant\n%s", rows, n, got, want[n])
						return
					}
					if first := now.From(now.FrameAt(n)); first > n {
						t.Errorf("of %d rows, %d: its frame begins with %d", rows, n, first)
					}
				}
				if now.Rows() != rows || rows < last {
					t.Errorf("%d rows, before %d, now %d", rows, last, now.Rows())
				}
				last = rows
			}
		})
	}
	f := must.Get(facts.Read(reporttest.Open(t, "a", raw, decode.Options{Jobs: 2}), facts.Options{Growing: g}))(t)
	done.Store(true)
	looking.Wait()
	if f.Rows() != len(want) || g.Now().Rows() != len(want) {
		t.Errorf("%d rows, want %d", f.Rows(), len(want))
	}
}

// TestPartsBeside: a part is gone through while the next one is read, unless there is one job only.
func TestPartsBeside(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	_, raw := reporttest.Battle(t, battle.Options{Players: 2, Datagrams: facts.PartRows, Seed: 1})
	for _, jobs := range []int{0, 1, 2} {
		began, passed := make(chan struct{}), false
		a := tally.NewAccounts()
		parts := facts.NewParts(facts.NewBuilder("a", a), jobs, func(*facts.Facts, *facts.Reader, int) {
			if passed = true; jobs == 1 {
				return
			}
			select {
			case <-began:
			case <-time.After(10 * time.Second):
				t.Errorf("%d jobs: nothing is read meanwhile", jobs)
			}
		})
		rows := 0
		parts.End(must.Get(a.Read("a", reporttest.Open(t, "a", raw, decode.Options{}), func(r *decode.Record) error {
			parts.Take(r)
			if rows++; rows == facts.PartRows+2 {
				close(began)
			}
			return nil
		}))(t))
		if rows <= facts.PartRows+2 || !passed {
			t.Errorf("%d rows, passed: %t", rows, passed)
		}
	}
}

// FuzzFacts reads any file into facts, and all records out of them: as many, with the same lines, as there are.
func FuzzFacts(f *testing.F) {
	files := reporttest.Shipped(f)
	for _, name := range []string{"session-small.pcap", "trace-log-odd.log", "entity-state.pcap", "fragments-conflicting.pcap", "snapped.pcap", "conflict.pcap", "ipv4-fragments.pcap"} {
		f.Add(files[name])
	}
	for _, number := range []string{"#1 ", "#4 "} { // one number twice: beside each other, and later
		f.Add(bytes.Replace(files["trace-log-odd.log"], []byte("#5 "), []byte(number), 1))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := decode.Open("fuzz", bytes.NewReader(raw), decode.Options{Jobs: 2, Copies: true})
		if err != nil {
			return
		}
		all := must.Get(facts.Read(c, facts.Options{}))(t)
		x, i := all.Reader(), 0
		for r := range must.Get(decode.Open("fuzz", bytes.NewReader(raw), decode.Options{}))(t).Records() {
			want := records.AppendJSON(nil, r, records.JSONOptions{})
			if got := records.AppendJSON(nil, x.At(i), records.JSONOptions{}); !bytes.Equal(got, want) {
				t.Fatalf("row %d:\n%s\nwant\n%s", i, got, want)
			}
			i++
		}
		if i != all.Rows() {
			t.Fatalf("%d rows for %d records", all.Rows(), i)
		}
	})
}

// TestAnswered holds what an Ack answers against the record.
func TestAnswered(t *testing.T) {
	raw := reporttest.Shipped(t)["session-small.pcap"]
	f := must.Get(facts.Read(reporttest.Open(t, "a", raw, decode.Options{}), facts.Options{}))(t)
	x, found := f.Reader(), 0
	for i, row := range f.All() {
		to, ok := f.Answered(row)
		if r := x.At(i); ok != (r.Answers.Frame != 0) || ok && r.Answers.Frame != int64(f.Datagram(f.Row(to).Datagram).Frame) {
			t.Errorf("row %d answers row %d, the record %+v", i, to, r.Answers)
		}
		if ok {
			found++
		}
	}
	if found < 10 {
		t.Errorf("%d Acks answer something", found)
	}
}

// TestMemory: facts of an ordinary battle leave the bound of a command, twice its capture, room for what it makes of them, and
// the budget ends the reading.
func TestMemory(t *testing.T) {
	heavy.SkipRace(t, "TestPartsBeside and FuzzFacts have the same goroutines")
	for _, players := range []int{4, 8, 16} {
		_, raw := reporttest.Battle(t, battle.Options{Players: players, Duration: heavy.Scale(2*time.Minute, 10*time.Minute), Seed: 3})
		f := must.Get(facts.Read(reporttest.Open(t, "a", raw, decode.Options{}), facts.Options{}))(t)
		const pieces = 2 << 20 // that are begun, of each kind
		if most := 18*int64(len(raw))/10 + pieces; f.Memory() > most {
			t.Errorf("%d players: facts of %d bytes take %d, %d is the most", players, len(raw), f.Memory(), most)
		}
		_, err := facts.Read(reporttest.Open(t, "a", raw, decode.Options{}), facts.Options{Budget: facts.Budget(f.Memory() / 2)})
		var over *facts.BudgetError
		if !errors.As(err, &over) || over.Frame < 100 || over.Time.IsZero() {
			t.Errorf("half of the memory: %v", err)
		}
	}
}
