package main

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"bcdump/internal/must"
)

// TestWidenPipe shows that a pipe is larger then, whichever end it is, and a file is left alone.
func TestWidenPipe(t *testing.T) {
	for _, end := range []int{0, 1} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = r.Close(), w.Close() })
		widenPipe([]*os.File{r, w}[end])
		if size, err := unix.FcntlInt(w.Fd(), unix.F_GETPIPE_SZ, 0); err != nil || size != pipeSize {
			t.Errorf("end %d: %d bytes, %v", end, size, err)
		}
	}
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "file")))(t)
	widenPipe(f)
	if _, err := f.WriteString("still written to"); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	widenPipe(f)
}
