package decode_test

import (
	"bytes"
	"encoding/binary"
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
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
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
	render, line := everything(), []byte(nil)
	for r := range c.Records() {
		line = render(line[:0], r)
		all = append(all, string(line))
	}
	return all, true
}

// built gives the index of a capture, with what Build has written.
func built(t *testing.T, raw []byte, o decode.Options) (*decode.Index, string) {
	t.Helper()
	x := must.Get(decode.NewIndex("x", bytes.NewReader(raw), o))(t)
	t.Cleanup(func() { _ = x.Close() })
	if len(raw)%2 == 0 { // what has been read for Start is in the index all the same
		x.Start()
	}
	var out bytes.Buffer
	must.Do(t, x.Build(&out, nil, everything))
	return x, out.String()
}

// TestIndexReopen: what was read is read again, from a pipe and compressed too, as often as one likes.
func TestIndexReopen(t *testing.T) {
	for _, name := range []string{"session-small.pcap", "ng-damaged.pcapng", "gzip-cut.pcap.gz", "zstd.pcapng.zst", "trace-log-cut.log", "cut-behind-file-header.pcap"}[heavy.Scale(1, 0):] {
		raw := must.Get(os.ReadFile(filepath.Join("..", "testdata", "pcaps", name)))(t)
		want, _ := plainRun(t, raw, decode.Options{Jobs: 1})
		x, _ := built(t, raw, decode.Options{Jobs: 2})
		for range 2 {
			c, err := x.Reopen(decode.Options{Jobs: 1})
			if err != nil {
				if len(want) > 0 || !errors.Is(err, decode.ErrNotBegun) {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			render := everything()
			var got []string
			for r := range c.Records() {
				got = append(got, string(render(nil, r)))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %d messages, want %d", name, len(got), len(want))
			}
			first, again := x.Summary(), c.Summary()
			if first.Records != again.Records || first.DamageCount != again.DamageCount || first.Info.Format != again.Info.Format || first.Info.Compression != again.Info.Compression {
				t.Errorf("%s: %+v, want %+v", name, again, first)
			}
			if c.BytesRead() > x.Size() {
				t.Errorf("%s: %d of %d bytes were read", name, c.BytesRead(), x.Size())
			}
		}
	}
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
	if len(want) > 0 {
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
	c := must.Get(decode.Open("x", bytes.NewReader(raw), decode.Options{Jobs: 1}))(t)
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
	heavy.SkipRace(t, "TestIndexGrows shares more")
	files, err := filepath.Glob(filepath.Join(corpusDir, "*"))
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	for i, path := range heavy.Some(files, 9) {
		raw, err := os.ReadFile(path)
		if err != nil || filepath.Ext(path) == ".golden" || filepath.Base(path) == "bomb.pcap.zst" {
			continue
		}
		sizes := [][2]int{{1, 1}, {2000, 7}}
		if len(raw) > 3<<10 || strings.Count(path, ".") > strings.Count(corpusDir, ".")+1 { // large, or compressed
			sizes = [][2]int{{3000, 50}}
		}
		for _, size := range sizes {
			o := decode.Spaced(decode.Options{Jobs: 1 + i%3, ChunkSize: size[0]}, size[1])
			checkIndex(t, fmt.Sprint(filepath.Base(path), size), raw, o, heavy.Scale(10, 20))
		}
	}
}

// TestIndexOfSharedCaptures does so with real traffic.
func TestIndexOfSharedCaptures(t *testing.T) {
	heavy.SkipRace(t, "TestIndexGrows shares more")
	for name, raw := range outside.Read(t, 512<<10) {
		checkIndex(t, name, raw, decode.Spaced(decode.Options{Jobs: 2, ChunkSize: 5000}, 300), 20)
	}
}

// TestIndexOfStorms does so with captures that fill every table.
func TestIndexOfStorms(t *testing.T) {
	heavy.SkipRace(t, "TestIndexGrows shares more")
	for _, kind := range heavy.Some(hostile.Kinds, 6) {
		raw := must.Get(io.ReadAll(&hostile.Capture{Next: kind.Next, Bytes: heavy.Scale(25<<10, 50<<10)}))(t)
		checkIndex(t, kind.Name, raw, decode.Spaced(decode.Options{Jobs: 2, ChunkSize: 3000}, 100), 10)
	}
	checkIndex(t, "busy", busy().data, decode.Spaced(decode.Options{Jobs: 3, ChunkSize: 700}, 9), heavy.Scale(50, 500))
}

// feed writes a capture to a pipe in pieces, and returns when all were taken.
func feed(w io.WriteCloser, raw []byte, piece int) error {
	for len(raw) > 0 {
		n := min(piece, len(raw))
		if _, err := w.Write(raw[:n]); err != nil {
			return err
		}
		raw = raw[n:]
	}
	return w.Close()
}

// TestIndexGrows reads a pipe while others look at what has come of it.
func TestIndexGrows(t *testing.T) {
	raw := busy().data
	want, _ := plainRun(t, raw, decode.Options{Jobs: 1})
	for _, jobs := range []int{1, 3} {
		r, w := io.Pipe()
		go func() { _ = feed(w, raw, 100) }()
		x := must.Get(decode.NewIndex("x", r, decode.Spaced(decode.Options{Jobs: jobs}, 20)))(t)
		over := make(chan error, 1)
		go func() { over <- x.Build(io.Discard, nil, everything) }()
		var looking sync.WaitGroup
		for _, look := range []func(int) error{newest(x, want), tail(x, want), matches(x, want)} {
			looking.Go(func() {
				for last := -1; last < len(want); last = x.Len() {
					if last == x.Len() {
						runtime.Gosched()
						continue
					}
					if err := look(x.Len()); err != nil {
						t.Error(err)
						return
					}
					if x.Len() == len(want) {
						return
					}
				}
			})
		}
		looking.Wait()
		if err := <-over; err != nil || x.Len() != len(want) {
			t.Errorf("%d jobs: %v, %d messages", jobs, err, x.Len())
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

// newest looks at the last message that there is, and at one further back.
func newest(x *decode.Index, want []string) func(int) error {
	render, c := everything(), x.NewCursor()
	return func(n int) error {
		for _, at := range []int{n - 1, n / 2} {
			if at < 0 || n == 0 {
				continue
			}
			if got := string(render(nil, c.At(at))); got != want[at] {
				return fmt.Errorf("message %d of %d: %s", at, n, difference(got, want[at]))
			}
		}
		return nil
	}
}

// tail looks at the last messages that there are.
func tail(x *decode.Index, want []string) func(int) error {
	render := everything()
	return func(n int) error {
		next := max(n-30, 0)
		for at, r := range x.From(next) {
			if got := string(render(nil, r)); at != next || got != want[at] {
				return fmt.Errorf("from %d on: %d: %s", n-30, at, difference(got, want[at]))
			}
			next++
		}
		if next < n {
			return fmt.Errorf("ends at %d of %d", next, n)
		}
		return nil
	}
}

// matches applies a filter to all messages that there are.
func matches(x *decode.Index, want []string) func(int) error {
	chats, err := decode.NewFilter(`name == "Chat"`)
	return func(n int) error {
		next := 0
		if err != nil {
			return err
		}
		err := x.Match(chats, 0, nil, func(first int, kept []bool) error {
			for i, k := range kept {
				if k != strings.Contains(want[first+i], `"name":"Chat"`) {
					return fmt.Errorf("message %d: %v", first+i, k)
				}
			}
			next = first + len(kept)
			return nil
		})
		if next < n {
			return fmt.Errorf("ends at %d of %d", next, n)
		}
		return err
	}
}

// TestIndexShowsSingleFrames: what a pipe has given can be looked at before more comes.
func TestIndexShowsSingleFrames(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		r, w := io.Pipe()
		go func() { _, _ = w.Write(newFile().data) }()
		x := must.Get(decode.NewIndex("x", r, decode.Options{Jobs: jobs}))(t)
		over := make(chan error, 1)
		go func() { over <- x.Build(io.Discard, nil, show) }()
		c := x.NewCursor()
		for n := range 30 {
			f := &file{frames: n}
			must.Get(w.Write(f.game(client, host, 2, strong).data))(t)
			for end := time.Now().Add(time.Minute); x.Len() <= n; time.Sleep(50 * time.Microsecond) {
				if time.Now().After(end) {
					t.Fatalf("%d jobs: message %d does not come", jobs, n)
				}
			}
			if m := c.At(n); m == nil || m.Frame != int64(n+1) || m.Name() != "Chat" {
				t.Fatalf("%d jobs: message %d: %+v", jobs, n, m)
			}
		}
		_ = w.Close()
		if err := <-over; err != nil {
			t.Error(err)
		}
		_ = x.Close()
	}
}

// TestIndexInterrupted: an index that was stopped has the messages that had come, and those can be reached.
func TestIndexInterrupted(t *testing.T) {
	raw := busy().data
	stop := make(chan struct{})
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	go func() { _, _ = w.Write(raw) }() // and says nothing more: the last batch waits
	x := must.Get(decode.NewIndex("x", r, decode.Spaced(decode.Options{Jobs: 2, ChunkSize: 500, Interrupt: stop}, 10)))(t)
	var out bytes.Buffer
	go func() {
		for x.Len() == 0 {
			time.Sleep(time.Millisecond)
		}
		close(stop)
	}()
	must.Do(t, x.Build(&out, nil, everything))
	render, again := everything(), []byte(nil)
	for _, r := range x.From(0) {
		again = render(again, r)
	}
	if x.Len() == 0 || string(again) != out.String() {
		t.Errorf("%d messages: %s", x.Len(), difference(string(again), out.String()))
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}

// TestIndexStops: Match ends when it is told to, and with the error of who takes.
func TestIndexStops(t *testing.T) {
	before := runtime.NumGoroutine()
	x, _ := built(t, busy().data, decode.Spaced(decode.Options{Jobs: 3, ChunkSize: 500}, 5))
	all := must.Get(decode.NewFilter("frame > 0"))(t)
	stop, enough, taken := make(chan struct{}), errors.New("enough"), 0
	err := x.Match(all, 0, stop, func(int, []bool) error {
		if taken++; taken == 3 {
			close(stop)
		}
		return nil
	})
	if err != nil || taken != 3 {
		t.Errorf("%v after %d", err, taken)
	}
	if err := x.Match(all, 0, nil, func(int, []bool) error { return enough }); !errors.Is(err, enough) {
		t.Error(err)
	}
	noMoreGoroutines(t, before)
}

// TestIndexErrors: what cannot be written, kept or read is an error.
func TestIndexErrors(t *testing.T) {
	x := must.Get(decode.NewIndex("x", bytes.NewReader(busy().data), decode.Options{Jobs: 2}))(t)
	broken := errors.New("broken")
	if err := x.Build(&failing{0, broken}, nil, show); !errors.Is(err, broken) {
		t.Error(err)
	}
	_ = x.Close()
	if _, err := decode.OpenIndex(t.TempDir()+"/none", decode.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	if runtime.GOOS == "windows" {
		return
	}
	if _, err := decode.NewIndex("x", bytes.NewReader(busy().data), decode.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestIndexOfFile reads a plain file where it is, also one that was cut off since, and a compressed one.
func TestIndexOfFile(t *testing.T) {
	raw := busy().data
	path := t.TempDir() + "/x.pcap"
	must.Do(t, os.WriteFile(path, raw, 0o600))
	t.Setenv("TMPDIR", t.TempDir()+"/none") // no temporary file is needed
	x := must.Get(decode.OpenIndex(path, decode.Spaced(decode.Options{}, 10)))(t)
	must.Do(t, x.Build(io.Discard, nil, show))
	want, _ := plainRun(t, raw, decode.Options{Jobs: 1})
	if err := newest(x, want)(x.Len()); err != nil || x.Len() != len(want) {
		t.Error(err, x.Len())
	}
	must.Do(t, os.Truncate(path, int64(len(raw)/2)))
	seen := 0
	for range x.From(0) {
		seen++
	}
	if x.NewCursor().At(x.Len()-1) != nil || seen == 0 || seen >= x.Len() {
		t.Errorf("%d of %d messages are left", seen, x.Len())
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}

// FuzzIndex takes bytes as a capture: from any message on an index gives the rest of a plain run.
func FuzzIndex(f *testing.F) {
	f.Add(busy().data[:8000], uint16(40), uint8(5))
	f.Add(mixed().data, uint16(3), uint8(0))
	f.Add(newFile().fragments(client, host, datagram(2, data(1, chat(2, "in IP fragments"))), 16).data, uint16(0), uint8(1))
	f.Fuzz(func(t *testing.T, raw []byte, n uint16, spacing uint8) {
		if len(raw) > 20_000 {
			return
		}
		want, ok := plainRun(t, raw, decode.Options{Jobs: 1})
		if !ok || len(want) == 0 {
			return
		}
		x, out := built(t, raw, decode.Spaced(decode.Options{Jobs: 1 + int(n)%2, ChunkSize: 100 + int(n)}, 1+int(spacing)))
		if out != strings.Join(want, "") {
			t.Fatal(difference(out, strings.Join(want, "")))
		}
		render, next := everything(), int(n)%len(want)
		checkCursor(t, "fuzz", x, want, []int{next, 0}, 2)
		for at, r := range x.From(next) {
			if got := string(render(nil, r)); at != next || got != want[at] {
				t.Fatalf("message %d: %s", at, difference(got, want[next]))
			}
			next++
		}
		if next != len(want) {
			t.Fatalf("ends at %d of %d", next, len(want))
		}
	})
}

// shifted gives a pcap in which the clock was set back by an hour before some frames.
func shifted(raw []byte, before func(frame int) bool) []byte {
	raw = bytes.Clone(raw)
	back := uint32(0)
	for at, frame := 24, 1; at+16 <= len(raw); frame++ {
		if before(frame) {
			back += 3600
		}
		binary.LittleEndian.PutUint32(raw[at:], binary.LittleEndian.Uint32(raw[at:])-back)
		at += 16 + int(binary.LittleEndian.Uint32(raw[at+8:]))
	}
	return raw
}

// TestIndexClock: a clock that goes back makes no message another one.
func TestIndexClock(t *testing.T) {
	heavy.SkipRace(t, "TestIndexGrows shares more")
	length := heavy.Scale(8*time.Second, 40*time.Second)
	script := must.Get(battle.Script(battle.Options{Players: 3, Duration: length, Seed: 5, Duplicate: 0.1, Reorder: 0.1}))(t)
	raw := script.Pcap(synth.Ethernet())
	for name, before := range map[string]func(int) bool{
		"once":  func(frame int) bool { return frame == len(script.Sent)/2 },
		"often": func(frame int) bool { return frame%150 == 0 },
	} {
		o := decode.Spaced(decode.Options{Jobs: 2, ChunkSize: 4000}, 200)
		checkIndex(t, name, shifted(raw, before), o, heavy.Scale(5, 20))
		checkIndex(t, name, shifted(raw, before), decode.Options{Jobs: 2}, heavy.Scale(1, 5))
	}
}

// TestIndexMemory measures what an index of a long battle keeps, and those of captures that fill all tables.
func TestIndexMemory(t *testing.T) {
	if heavy.Race {
		t.Skip("measures memory")
	}
	kinds := map[string]func(*hostile.Writer, int){"ordinary": hostile.Ordinary, "hostile": hostile.Mixed}
	for _, k := range heavy.Some(hostile.Kinds, 8) {
		kinds[k.Name] = k.Next
	}
	for name, next := range kinds {
		size := heavy.Scale(1<<20, 2<<20)
		if name == "ordinary" {
			size *= 5 // of 70,000 datagrams, if it is the long one
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := must.Get(decode.NewIndex(name, &hostile.Capture{Next: next, Bytes: size}, decode.Options{Jobs: 2}))(t)
		must.Do(t, x.Build(io.Discard, nil, nothing))
		c := x.NewCursor()
		for n := range 20 {
			c.At(n * x.Len() / 20)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		// A session of full tables takes some megabytes, once in the capture and once in a cursor.
		took, limit := int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(24*x.Len()+40<<20)
		t.Logf("%s: %d messages, %.1f bytes each of %d KiB, heap %d KiB", name, x.Len(), float64(x.Memory())/float64(x.Len()), x.Memory()>>10, took>>10)
		if took > limit || x.Memory() > int64(20*x.Len()+10<<20) {
			t.Errorf("%s: %d messages take %d bytes, at most %d are allowed", name, x.Len(), took, limit)
		}
		runtime.KeepAlive(c)
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

func nothing() decode.Renderer {
	return func(b []byte, _ *decode.Record) []byte { return b }
}
