package verify

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestGoldenMemory compares captures with goldens that are far too long, in each way that a
// golden can be: memory does not depend on them, and the capture does not pass.
func TestGoldenMemory(t *testing.T) {
	heavy.SkipRace(t, "it measures memory")
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	c := plain()
	one, golden := copied(t, "sll.pcap", c)
	lines := strings.SplitAfter(string(golden), "\n")
	first, message, rest := lines[0], strings.TrimSuffix(lines[1], "}\n"), strings.Join(lines[2:], "")
	last := lines[len(lines)-2]
	size := heavy.Scale(3<<20, 40<<20) // in a heavy run more than the heap may have
	for name, test := range map[string]struct{ head, line, tail, want string }{
		"values":            {first + message, `,"a":1`, "}\n" + rest, "far more here"},
		"a long text":       {first + message + `,"a":"`, "x", "\"}\n" + rest, "far more here"},
		"messages of frame": {first + lines[1], `{"frame":1}` + "\n", rest, "missing"},
		"long messages":     {first, `{"frame":1,"a":"` + strings.Repeat("x", 1000) + "\"}\n", lines[1] + rest, "far more here"},
		"frames before":     {first, `{"frame":1,"index":3}` + "\n", lines[1] + rest, "more than 4096 messages"},
		"frames behind":     {strings.TrimSuffix(string(golden), last), `{"frame":9999,"name":"A"}` + "\n", last, "missing"},
		"settings":          {strings.TrimSuffix(first, "]}\n") + `"a=b"`, `,"ship=1=akira"`, "]}\n" + lines[1] + rest, "more than 65536 bytes"},
	} {
		writeLong(t, one.Golden, test.head, test.line, test.tail, size)
		var r *Result
		peak := mostHeap(func() { r = c.one(one) })
		t.Logf("%s: %d bytes, %.1f MB of heap at most, %d changes", name, size, peak/1e6, r.Count)
		if peak > 30e6 {
			t.Errorf("%s: %.1f MB of heap", name, peak/1e6)
		}
		if r.OK() || !strings.Contains(text(r), test.want) {
			t.Errorf("%s: %s, expected %q in\n%.500s", name, r.State, test.want, text(r))
		}
	}
}

// TestMemoryOfResults prints many results in each form: what is kept of one is a row of the
// table at most, some numbers, however much there is to say of it.
func TestMemoryOfResults(t *testing.T) {
	heavy.SkipRace(t, "it measures memory")
	many, row := heavy.Scale(2_000, 20_000), 80
	for name, test := range map[string]struct {
		form func(io.Writer) (add func(*Result) error, end func() error)
		most float64
	}{
		"text": {func(w io.Writer) (func(*Result) error, func() error) {
			f := NewText(w, TextOptions{})
			return f.Add, f.End
		}, 1e6 + float64(many*row)},
		"json": {func(w io.Writer) (func(*Result) error, func() error) {
			f := NewJSON(w, false)
			return f.Add, f.End
		}, 1e6},
		"junit": {func(w io.Writer) (func(*Result) error, func() error) {
			f := NewJUnit(w)
			return f.Add, func() error { return f.Write(w, strings.NewReader("")) }
		}, 1e6},
	} {
		w := &weigher{start: liveHeap()}
		add, end := test.form(w)
		var err error
		for i := range many {
			err = errors.Join(err, add(changed(i)))
		}
		err = errors.Join(err, end())
		t.Logf("%s: %.1f MB of heap at most", name, w.most/1e6)
		if err != nil || w.writes < many || w.most > test.most {
			t.Errorf("%s: %v, %d writes, %.1f MB of heap, expected %.1f at most", name, err, w.writes, w.most/1e6, test.most/1e6)
		}
	}
}

// changed is a result with much to say.
func changed(i int) *Result {
	value := fmt.Sprintf("\"%01000d\"", i)
	return &Result{
		Case: Case{Capture: "battle.pcap", Golden: "battle.pcap.golden"}, State: Differs, Messages: int64(i), Count: 1,
		Changes: []Change{{Frame: 1, Message: "Chat", Field: "fields.text", Old: Value(value), New: Value(value)}},
	}
}

// weigher looks from time to time at what is kept while something is written.
type weigher struct {
	writes      int
	start, most float64
}

func (w *weigher) Write(p []byte) (int, error) {
	if w.writes++; w.writes%4999 == 0 {
		w.most = max(w.most, liveHeap()-w.start)
	}
	return len(p), nil
}

// liveHeap is how many bytes of heap are in use.
func liveHeap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func writeLong(t *testing.T, path, head, line, tail string, size int) {
	t.Helper()
	f := must.Get(os.Create(path))(t)
	w := gzip.NewWriter(f)
	fmt.Fprint(w, head)
	const lines = 1000
	many := strings.Repeat(line, lines)
	for range size / len(many) {
		fmt.Fprint(w, many)
	}
	fmt.Fprint(w, tail)
	must.Do(t, w.Close())
	must.Do(t, f.Close())
}

// mostHeap gives the most bytes of heap in use while do runs, and not before.
func mostHeap(do func()) (most float64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	stop := make(chan struct{})
	var sampler sync.WaitGroup
	sampler.Go(func() {
		for {
			runtime.ReadMemStats(&m)
			most = max(most, float64(m.HeapAlloc)-float64(before))
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	})
	do()
	close(stop)
	sampler.Wait()
	return most
}
