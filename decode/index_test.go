package decode_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/outside"
	"bcdump/report/records"
)

// everything prints all that is known of a record: as JSON with its notes, and as text with the field
// that owns each byte.
func everything() decode.Renderer {
	lines := records.JSONLines(records.JSONOptions{Hex: true})()
	text := records.Text(records.TextOptions{Hex: true, Explain: true})()
	return func(b []byte, r *decode.Record) []byte { return text(lines(b, r), r) }
}

// plainRun gives what everything prints of each record of a plain run; ok is false for what is no capture.
func plainRun(t *testing.T, raw []byte, o decode.Options) (all []string, ok bool) {
	t.Helper()
	c, err := decode.Open("x", bytes.NewReader(raw), o)
	if err != nil {
		return nil, false
	}
	render := everything()
	for r := range c.Records() {
		all = append(all, string(render(nil, r)))
	}
	return all, true
}

// built gives the index of a capture, with what Build has written.
func built(t *testing.T, raw []byte, o decode.Options) (*decode.Index, string) {
	t.Helper()
	x, err := decode.NewIndex("x", bytes.NewReader(raw), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var out bytes.Buffer
	if err := x.Build(&out, everything); err != nil {
		t.Fatal(err)
	}
	return x, out.String()
}

// checkIndex holds an index against a plain run: each message by random access, from some numbers on,
// and by a filter.
func checkIndex(t *testing.T, name string, raw []byte, o decode.Options, accesses int) {
	t.Helper()
	want, ok := plainRun(t, raw, decode.Options{Jobs: 1})
	if !ok {
		return
	}
	x, out := built(t, raw, o)
	if x.Len() != len(want) {
		t.Fatalf("%s: %d messages, want %d", name, x.Len(), len(want))
	}
	if all := strings.Join(want, ""); out != all {
		t.Errorf("%s: Build wrote %s", name, difference(out, all))
	}
	random := rand.New(rand.NewPCG(1, uint64(len(raw))))
	checkCursor(t, name, x, want, random.Perm(len(want)), accesses)
	checkFrom(t, name, x, want, random)
	for _, expression := range []string{`notes || name == "Chat"`, `file == "x" && index == 0`} {
		checkMatching(t, name, x, expression, raw)
	}
}

// checkCursor looks at messages in random order, and at those beside each.
func checkCursor(t *testing.T, name string, x *decode.Index, want []string, order []int, most int) {
	t.Helper()
	render, c := everything(), x.NewCursor()
	for _, at := range order[:min(len(order), most)] {
		for _, n := range []int{at, at + 1, at - 1, at - 1} {
			r := c.At(n)
			if n < 0 || n >= len(want) {
				if r != nil {
					t.Fatalf("%s: message %d of %d is there", name, n, len(want))
				}
				continue
			}
			if r == nil {
				t.Fatalf("%s: message %d of %d is not there", name, n, len(want))
			}
			if got := string(render(nil, r)); got != want[n] {
				t.Fatalf("%s: message %d: %s", name, n, difference(got, want[n]))
			}
		}
	}
}

// checkFrom reads from the beginning and from some other numbers on.
func checkFrom(t *testing.T, name string, x *decode.Index, want []string, random *rand.Rand) {
	t.Helper()
	render := everything()
	starts := []int{0, len(want) - 1, len(want), -1}
	for range min(len(want), 3) {
		starts = append(starts, random.IntN(len(want)))
	}
	for _, start := range starts {
		next := start
		for n, r := range x.From(start) {
			if got := string(render(nil, r)); n != next || got != want[n] {
				t.Fatalf("%s: from %d: %d in place of %d: %s", name, start, n, next, difference(got, want[n]))
			}
			next++
		}
		if start >= 0 && next != max(start, len(want)) {
			t.Fatalf("%s: from %d: ends at %d of %d", name, start, next, len(want))
		}
	}
}

// checkMatch applies a filter to all messages and compares with a plain run.
func checkMatching(t *testing.T, name string, x *decode.Index, expression string, raw []byte) {
	t.Helper()
	f, err := decode.NewFilter(expression)
	if err != nil {
		t.Fatal(err)
	}
	var want []bool
	c, err := decode.Open("x", bytes.NewReader(raw), decode.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	m := f.Matcher("x")
	for r := range c.Records() {
		want = append(want, m.Match(r))
	}
	for _, start := range []int{0, len(want) / 3} {
		next := start
		err = x.Match(f, start, nil, func(first int, kept []bool) error {
			if first != next || !slices.Equal(kept, want[first:first+len(kept)]) {
				return fmt.Errorf("%d messages from %d on, expected %d", len(kept), first, next)
			}
			next += len(kept)
			return nil
		})
		if err != nil || next != len(want) {
			t.Fatalf("%s: %s: %v; ends at %d of %d", name, expression, err, next, len(want))
		}
	}
}

// TestIndex reaches every message of the captures of the corpus at random.
func TestIndex(t *testing.T) {
	heavy.SkipRace(t, "TestIndexLive shares more")
	files, err := filepath.Glob(filepath.Join(corpusDir, "*"))
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	for i, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil || filepath.Ext(path) == ".golden" || filepath.Base(path) == goldenDir {
			continue
		}
		sizes := [][2]int{{1, 1}, {2000, 7}, {64 << 10, 40}}
		if len(raw) > 20<<10 {
			sizes = [][2]int{{3000, 50}}
		}
		for _, size := range sizes {
			o := decode.Spaced(decode.Options{Jobs: 1 + i%3, ChunkSize: size[0]}, size[1])
			checkIndex(t, fmt.Sprint(filepath.Base(path), size), raw, o, heavy.Scale(200, 5000))
		}
	}
}

// TestIndexOfSharedCaptures does so with real traffic.
func TestIndexOfSharedCaptures(t *testing.T) {
	heavy.SkipRace(t, "TestIndexLive shares more")
	for name, raw := range outside.Read(t, 2<<20) {
		checkIndex(t, name, raw, decode.Spaced(decode.Options{Jobs: 2, ChunkSize: 5000}, 300), heavy.Scale(50, 1000))
	}
}

// TestIndexOfStorms does so with captures that fill every table.
func TestIndexOfStorms(t *testing.T) {
	heavy.SkipRace(t, "TestIndexLive shares more")
	for _, kind := range hostile.Kinds {
		raw, err := io.ReadAll(&hostile.Capture{Next: kind.Next, Bytes: heavy.Scale(60<<10, 600<<10)})
		if err != nil {
			t.Fatal(err)
		}
		checkIndex(t, kind.Name, raw, decode.Spaced(decode.Options{Jobs: 2, ChunkSize: 3000}, 100), 10)
	}
	checkIndex(t, "busy", busy().data, decode.Spaced(decode.Options{Jobs: 3, ChunkSize: 700}, 9), 500)
}

var _ = errors.Is
var _ = runtime.NumGoroutine
var _ sync.Mutex
var _ = time.Now
