package capture

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"
	"time"
)

func TestAheadGivesWhatItReads(t *testing.T) {
	want := pattern(3*aheadBuffer+17, 1)
	broken := errors.New("broken")
	for name, r := range map[string]io.Reader{
		"whole":  bytes.NewReader(want),
		"bytes":  iotest.OneByteReader(bytes.NewReader(want[:5000])),
		"with":   iotest.DataErrReader(bytes.NewReader(want)),
		"broken": io.MultiReader(bytes.NewReader(want), iotest.ErrReader(broken)),
		"empty":  bytes.NewReader(nil),
	} {
		a := newAhead(r)
		got, err := io.ReadAll(a)
		if !bytes.HasPrefix(want, got) || len(got) == 0 && name != "empty" || len(got) != len(want) && name != "bytes" && name != "empty" {
			t.Errorf("%s: %d bytes", name, len(got))
		}
		if (name == "broken") != errors.Is(err, broken) || name != "broken" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n, again := a.Read(make([]byte, 1)); n != 0 || again == nil {
			t.Errorf("%s: %d bytes behind the end, %v", name, n, again)
		}
	}
}

// What has come is there at once, and no more is read than there are buffers for.
func TestAheadFollows(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	a := newAhead(r)
	for range 3 * aheadBuffers {
		if _, err := w.Write([]byte("now")); err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 10)
		if n, err := a.Read(b); err != nil || string(b[:n]) != "now" {
			t.Fatal(string(b[:n]), err)
		}
	}
	counted := &rawReader{r: endlessPcap(1 << 30)}
	a = newAhead(counted)
	time.Sleep(50 * time.Millisecond)
	if n := counted.bytes.Load(); n > aheadBuffers*aheadBuffer {
		t.Errorf("%d bytes read ahead", n)
	}
	runtime.KeepAlive(a)
}

// A reader that is given up takes its goroutine along.
func TestAheadEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		a := newAhead(endlessPcap(1 << 30))
		_, _ = a.Read(make([]byte, 1))
	}
	for range 100 {
		runtime.GC()
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", runtime.NumGoroutine(), before)
}
