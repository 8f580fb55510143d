package cipher

import (
	"bytes"
	"os"
	"syscall"
	"testing"

	"bcdump/internal/must"
)

// fenced returns room for n bytes, at most a page, between pages that cannot be read: the
// bytes begin right behind one, or end right before one.
func fenced(t *testing.T, n int, atEnd bool) []byte {
	t.Helper()
	page := os.Getpagesize()
	all := must.Get(syscall.Mmap(-1, 0, 3*page, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE))(t)
	t.Cleanup(func() { _ = syscall.Munmap(all) })
	must.Do(t, syscall.Mprotect(all[page:2*page], syscall.PROT_READ|syscall.PROT_WRITE))
	start := page
	if atEnd {
		start = 2*page - n
	}
	return all[start : start+n : start+n]
}

// TestBatchInFences shows that nothing outside the datagrams is read or written: the
// test would not survive it.
func TestBatchInFences(t *testing.T) {
	rng := newRand()
	for _, atEnd := range []bool{false, true} {
		var dst, src [][]byte
		for n := range 300 {
			in := fenced(t, n, atEnd)
			copy(in, randomBytes(rng, n))
			src, dst = append(src, in), append(dst, fenced(t, n, atEnd))
		}
		want := plaintexts(src)
		for _, f := range batchForms() {
			new(Batch).decipher(f.kernel, dst, src)
			for i := range dst {
				if !bytes.Equal(dst[i], want[i]) {
					t.Fatalf("%s: length %d: %x, want %x", f.name, i, dst[i], want[i])
				}
				clear(dst[i])
			}
		}
	}
}
