package dataset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
		made := must.Get(of[rows.Field](shortPage)(folder, "c"))(t)
		for n := 0; n < test.rows; n += 100 {
			var b rows.Batch
			for i := range 100 {
				b.Fields = append(b.Fields, rows.Field{Place: rows.Place{Line: int64(n + i)}, Value: test.text()})
			}
			must.Do(t, made.write(&b))
		}
		must.Do(t, made.close())
		must.Do(t, made.commit())
		groupsOf(t, what, filepath.Join(string(folder), FileName("fields", "c")), test.want)
	}
}

func groupsOf(t *testing.T, what, path string, want int) {
	t.Helper()
	f := must.Get(os.Open(path))(t)
	defer func() { _ = f.Close() }()
	info := must.Get(f.Stat())(t)
	file := must.Get(parquet.OpenFile(f, info.Size()))(t)
	groups := file.Metadata().RowGroups
	if len(groups) != want {
		t.Errorf("%s: %d row groups", what, len(groups))
	}
	for i := range groups {
		if g := &groups[i]; g.NumRows > rowsPerGroup || g.TotalCompressedSize > bytesPerGroup+100*32<<10 {
			t.Errorf("%s: a row group of %d rows, %d bytes", what, g.NumRows, g.TotalCompressedSize)
		}
	}
}

// TestTablesAreMade holds the tables that are written against those that package rows has.
func TestTablesAreMade(t *testing.T) {
	folder, made := Folder(t.TempDir()), map[string]bool{}
	for _, begin := range append(slices.Clone(makers), makeCaptures) {
		x := must.Get(begin(folder, "c"))(t)
		made[x.figures().Name] = true
		x.discard()
	}
	want := map[string]bool{}
	for _, table := range rows.Tables() {
		want[table.Name] = true
		fields := slices.DeleteFunc(reflect.VisibleFields(reflect.TypeOf(table.Row)), func(f reflect.StructField) bool { return f.Anonymous })
		if s := parquet.SchemaOf(table.Row); len(s.Fields()) != len(fields) {
			t.Errorf("%s: %s", table.Name, s)
		}
	}
	if !reflect.DeepEqual(made, want) {
		t.Errorf("made %v\nwant %v", made, want)
	}
}
