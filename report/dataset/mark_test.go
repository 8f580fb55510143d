package dataset

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bcdump/internal/must"
)

// TestDamagedMark: whatever byte of an old file is wrong, it is read or taken for damaged, and takes little
// memory; the library panics on some.
func TestDamagedMark(t *testing.T) {
	var file bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Name, Text string }](&file, parquet.KeyValueMetadata(keySum, "abc"))
	must.Get(w.Write([]struct{ Name, Text string }{{"a", "b"}, {"c", "d"}}))(t)
	must.Do(t, w.Close())
	whole := file.Bytes()
	if got := pairs(whole); got[keySum] != "abc" {
		t.Fatalf("%v", got)
	}
	var found map[string]string
	damaged := 0
	for at := range whole {
		for _, bits := range []byte{0x01, 0x80, 0xFF} {
			b := bytes.Clone(whole)
			b[at] ^= bits
			if allocs := allocated(func() { found = pairs(b) }); allocs > 1<<20 {
				t.Errorf("byte %d ^ %#x takes %d bytes", at, bits, allocs)
			}
			if found == nil {
				damaged++
			}
		}
	}
	if damaged == 0 {
		t.Error("no wrong byte matters")
	}
}

// allocated gives how many bytes are allocated meanwhile.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestOldMark: what stands where an earlier run has left its file is read up to a limit, and what is no
// ordinary file is refused by its path: a device has no end.
func TestOldMark(t *testing.T) {
	folder := Folder(t.TempDir())
	path := folder.path(FileName(capturesTable, "a"))
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	x := &export{store: folder, source: &Source{Name: "a"}}
	if found, err := x.marked(); found != nil || err != nil {
		t.Errorf("of nothing: %v, %v", found, err)
	}
	var large bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Name string }](&large, parquet.KeyValueMetadata(keySum, strings.Repeat("a", mostMarked)))
	must.Do(t, w.Close())
	must.Do(t, os.WriteFile(path, large.Bytes(), 0o600))
	if found, err := x.marked(); found != nil || err != nil {
		t.Errorf("of %d bytes: %d pairs, %v", large.Len(), len(found), err)
	}
	must.Do(t, os.Remove(path))
	if err := os.Symlink("/dev/zero", path); err != nil {
		t.Skip(err)
	}
	if found, err := x.marked(); found != nil || err == nil || err.Error() != path+": not an ordinary file" {
		t.Errorf("of a device: %v, %v", found, err)
	}
}
