package decode_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// failing is a writer that takes so many writes.
type failing struct {
	writes int
	err    error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.writes--; f.writes < 0 {
		return 0, f.err
	}
	return len(p), nil
}

// TestWriteError shows that a write error ends the run, comes back, and leaves
// nothing running.
func TestWriteError(t *testing.T) {
	raw := busy().data
	broken := errors.New("broken")
	before := runtime.NumGoroutine()
	for _, jobs := range []int{1, 2, 3, 8} {
		for writes := range 12 {
			c := open(t, raw, decode.Options{Jobs: jobs, ChunkSize: 500})
			if err := c.Render(&failing{writes, broken}, show); !errors.Is(err, broken) {
				t.Errorf("%d jobs, %d writes: error %v", jobs, writes, err)
			}
		}
	}
	noMoreGoroutines(t, before)
}

// TestWriteErrorOnSilentPipe shows that Render returns although its reader hangs in a
// read that never ends; the reader goes when the pipe does.
func TestWriteErrorOnSilentPipe(t *testing.T) {
	broken := errors.New("broken")
	before := runtime.NumGoroutine()
	r, w := io.Pipe()
	go func() { _, _ = w.Write(newFile().game(client, host, 2, strong).data) }()
	c, err := decode.Open("pipe", r, decode.Options{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- c.Render(&failing{0, broken}, show) }()
	select {
	case err = <-done:
	case <-time.After(time.Minute):
		t.Fatal("Render still waits for the pipe")
	}
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	_ = w.Close()
	noMoreGoroutines(t, before)
}

// slow is a writer that lets the others run ahead as far as they can.
type slow struct{ bytes.Buffer }

func (s *slow) Write(p []byte) (int, error) {
	time.Sleep(time.Millisecond)
	return s.Buffer.Write(p)
}

func TestSlowWriter(t *testing.T) {
	raw := busy().data
	want := render(t, raw, decode.Options{Jobs: 1})
	for _, jobs := range []int{2, 8} {
		var out slow
		must.Do(t, open(t, raw, decode.Options{Jobs: jobs, ChunkSize: 300}).Render(&out, show))
		if out.String() != want {
			t.Errorf("%d jobs: %s", jobs, difference(out.String(), want))
		}
	}
}

// TestLive writes a capture into a pipe bit by bit: each message comes out before the
// next one is written.
func TestLive(t *testing.T) {
	for _, jobs := range []int{1, 2, 8} {
		in, feed := io.Pipe()
		shown, out := io.Pipe()
		go func() {
			c, err := decode.Open("pipe", in, decode.Options{Jobs: jobs})
			if err == nil {
				err = c.Render(out, show)
			}
			out.CloseWithError(err)
		}()
		lines := bufio.NewScanner(shown)
		raw := newFile().data
		for frame := range 30 {
			f := &file{frames: frame}
			f.game(client, host, 2, strong)
			raw = append(raw, f.data...)
			// In two writes: half a record is no reason to stop or to guess.
			for _, piece := range [][]byte{raw[:len(raw)/2], raw[len(raw)/2:]} {
				must.Get(feed.Write(piece))(t)
			}
			raw = nil
			if !lines.Scan() || !strings.Contains(lines.Text(), " Chat ") {
				t.Fatalf("%d jobs: %q, %v", jobs, lines.Text(), lines.Err())
			}
		}
		_ = feed.Close()
		if lines.Scan() || lines.Err() != nil {
			t.Errorf("%d jobs: %q, %v behind the end", jobs, lines.Text(), lines.Err())
		}
	}
}

// TestStart gives the time of the first frame without losing it.
func TestStart(t *testing.T) {
	for _, jobs := range []int{1, 2} {
		c := open(t, newFile().game(client, host, 2, strong).data, decode.Options{Jobs: jobs})
		for range 2 {
			if at, ok := c.Start(); !ok || at.Sec != firstSecond {
				t.Errorf("start %v, %v", at, ok)
			}
		}
		var out bytes.Buffer
		if err := c.Render(&out, show); err != nil || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%d jobs: %q, %v", jobs, out.String(), err)
		}
		empty := open(t, newFile().data, decode.Options{Jobs: jobs})
		if _, ok := empty.Start(); ok {
			t.Error("a capture without frames has a start")
		}
		if err := empty.Render(&out, show); err != nil {
			t.Error(err)
		}
	}
}

// TestSummary counts what everything was.
func TestSummary(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		c := open(t, busy().data, decode.Options{Jobs: jobs, ChunkSize: 700})
		var out bytes.Buffer
		must.Do(t, c.Render(&out, show))
		s := c.Summary()
		if lines := int64(bytes.Count(out.Bytes(), []byte("\n"))); s.Records != lines {
			t.Errorf("%d records, %d lines", s.Records, lines)
		}
		skipped := int64(0)
		for _, n := range s.Skipped {
			skipped += n
		}
		// Every frame is a datagram or counted as something else; the last fragment
		// of a joined datagram is that datagram.
		if s.Frames != s.Datagrams.Total()+skipped {
			t.Errorf("%d frames, %d datagrams, %d skipped", s.Frames, s.Datagrams.Total(), skipped)
		}
	}
}

// blocked is a writer that takes nothing for a while, once.
type blocked struct {
	bytes.Buffer
	once sync.Once
}

func (b *blocked) Write(p []byte) (int, error) {
	b.once.Do(func() { time.Sleep(50 * time.Millisecond) })
	return b.Buffer.Write(p)
}

// TestBlockedWriter shows that a run goes on, and gives the same, when its reader comes back
// after everybody has waited for it.
func TestBlockedWriter(t *testing.T) {
	size := 300 << 10
	if heavy.Race {
		size = 100 << 10 // two batches, or fifty small ones
	}
	for _, kind := range heavy.Some(hostile.Kinds, 6) {
		data := must.Get(io.ReadAll(&hostile.Capture{Next: kind.Next, Bytes: size}))(t)
		want := render(t, data, decode.Options{Jobs: 1})
		for _, o := range []decode.Options{{Jobs: 2}, {Jobs: 64}, {Jobs: 3, ChunkSize: 2000}} {
			var out blocked
			must.Do(t, open(t, data, o).Render(&out, show))
			if out.String() != want {
				t.Errorf("%s, %d jobs: %s", kind.Name, o.Jobs, difference(out.String(), want))
			}
		}
	}
}
