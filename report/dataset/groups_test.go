package dataset

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/rows"
)

// TestRowGroups writes more rows than a row group has, and longer ones.
func TestRowGroups(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	random := rand.New(rand.NewPCG(1, 2))
	long := func() string {
		b := make([]byte, 32<<10)
		for i := range b {
			b[i] = byte(' ' + random.IntN(90))
		}
		return string(b)
	}
	for what, test := range map[string]struct {
		rows int
		text func() string
		want int // row groups
	}{
		"short": {rowsPerGroup + 5000, func() string { return "x" }, 2},
		"long":  {1100, long, 2},
	} {
		folder := Folder(t.TempDir())
		made := must.Get(newTable(folder, "fields", "c"))(t)
		for n := 0; n < test.rows; n += 100 {
			var b rows.Batch
			for i := range 100 {
				b.Fields = append(b.Fields, rows.Field{Place: rows.Place{Line: int64(n + i)}, Value: test.text()})
			}
			must.Do(t, made.write(&b))
		}
		must.Do(t, errors.Join(made.writer.Close(), made.file.Commit()))
		groupsOf(t, what, filepath.Join(string(folder), FileName("fields", "c")), test.want)
	}
}

func groupsOf(t *testing.T, what, path string, want int) {
	t.Helper()
	groups := opened(t, path).Metadata().RowGroups
	if len(groups) != want {
		t.Errorf("%s: %d row groups", what, len(groups))
	}
	for i := range groups {
		if g := &groups[i]; g.NumRows > rowsPerGroup || g.TotalCompressedSize > bytesPerGroup+100*32<<10 {
			t.Errorf("%s: a row group of %d rows, %d bytes", what, g.NumRows, g.TotalCompressedSize)
		}
	}
}

// opened opens a file that was written.
func opened(t *testing.T, path string) *parquet.File {
	t.Helper()
	f := must.Get(os.Open(path))(t)
	t.Cleanup(func() { _ = f.Close() })
	return must.Get(parquet.OpenFile(f, must.Get(f.Stat())(t).Size()))(t)
}
