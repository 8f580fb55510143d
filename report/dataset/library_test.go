package dataset

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/rows"
)

// TestAgainstLibrary writes rows with values and nulls here and there into every table, and holds what is read back
// against what the library writes of them by its other writer: the schema, every value, the nulls that are counted.
func TestAgainstLibrary(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	random := rand.New(rand.NewPCG(3, 4))
	for _, of := range rows.Tables() {
		n := 300
		if slices.Contains([]string{"joins", "subsystems"}, of.Name) {
			n = heavy.Scale(18_000, 40_000) // several pages
		}
		list := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(of.Row)), n, n)
		for share, i := 0.0, 0; i < n; i++ {
			if i%100 == 0 {
				share = random.Float64() // of values
			}
			fill(random, list.Index(i), share, true)
		}
		t.Run(of.Name, func(t *testing.T) {
			ours := written(t, of, list)
			theirs := byLibrary(t, of, list)
			if got, want := ours.Schema().String(), theirs.Schema().String(); got != want {
				t.Fatalf("%s\nwant %s", got, want)
			}
			sameValues(t, ours, theirs)
			boundsHold(t, ours)
		})
	}
}

// fill gives values to a share of the fields of a row; the others stay zero, or null. Numbers of a column with a
// dictionary are made of bytes of the wire, and never NaN: the library compares with a NaN there as if it were a number,
// and writes wrong bounds.
func fill(random *rand.Rand, x reflect.Value, share float64, nan bool) {
	if x.Kind() != reflect.Struct && random.Float64() >= share {
		return
	}
	few := random.IntN(2) == 0 // of values that come again
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			fill(random, x.Field(i), share, !strings.Contains(x.Type().Field(i).Tag.Get("parquet"), ",dict"))
		}
	case reflect.Pointer:
		x.Set(reflect.New(x.Type().Elem()))
		fill(random, x.Elem(), share, nan)
	case reflect.Slice:
		n := random.IntN(4)
		x.Set(reflect.MakeSlice(x.Type(), n, n))
		for i := range n {
			fill(random, x.Index(i), share, nan)
		}
	case reflect.Bool:
		x.SetBool(true)
	case reflect.String:
		x.SetString(strings.Repeat("é", random.IntN(20)) + string(rune('a'+random.IntN(20))))
	case reflect.Float32, reflect.Float64:
		odd := []float64{math.Copysign(0, -1), 0, math.Inf(1), math.Inf(-1), 0.5}
		if nan {
			odd = append(odd, math.NaN())
		}
		x.SetFloat(random.NormFloat64())
		if few {
			x.SetFloat(odd[random.IntN(len(odd))])
		}
	case reflect.Int32, reflect.Int64:
		x.SetInt(int64(random.Int32()) - math.MaxInt32/2)
		if few {
			x.SetInt(random.Int64N(5) - 2)
		}
	default:
		x.SetUint(uint64(random.Uint32()))
	}
}

// written writes rows as an export does, some at a time.
func written(t *testing.T, of rows.Table, list reflect.Value) *parquet.File {
	t.Helper()
	folder := Folder(t.TempDir())
	x := must.Get(newTable(folder, of.Name, "c"))(t)
	for from, n := 0, 1; from < list.Len(); from, n = from+n, n+7 {
		var b rows.Batch
		of.Rows(&b).Set(list.Slice(from, min(from+n, list.Len())))
		must.Do(t, x.write(&b))
	}
	must.Do(t, errors.Join(x.writer.Close(), x.file.Commit()))
	return opened(t, filepath.Join(string(folder), FileName(of.Name, "c")))
}

// byLibrary writes rows by the writer that takes each apart by reflection.
func byLibrary(t *testing.T, of rows.Table, list reflect.Value) *parquet.File {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.SchemaOf(of.Row))
	for i := range list.Len() {
		must.Do(t, w.Write(list.Index(i).Interface()))
	}
	must.Do(t, w.Close())
	return must.Get(parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())))(t)
}

func sameValues(t *testing.T, ours, theirs *parquet.File) {
	t.Helper()
	got, want := columnsOf(t, ours), columnsOf(t, theirs)
	for i, c := range ours.Schema().Columns() {
		if len(got[i]) != len(want[i]) {
			t.Fatalf("%v: %d values, not %d", c, len(got[i]), len(want[i]))
		}
		nulls := int64(0)
		for k := range got[i] {
			a, b := got[i][k], want[i][k]
			if a.String() != b.String() || a.IsNull() != b.IsNull() || a.DefinitionLevel() != b.DefinitionLevel() || a.RepetitionLevel() != b.RepetitionLevel() {
				t.Fatalf("%v, value %d: %+v, not %+v", c, k, a, b)
			}
			if a.IsNull() {
				nulls++
			}
		}
		if counted := ours.Metadata().RowGroups[0].Columns[i].MetaData.Statistics.NullCount; counted != nulls {
			t.Errorf("%v: %d nulls are counted, not %d", c, counted, nulls)
		}
	}
}

// columnsOf gives the values of each column of the only row group.
func columnsOf(t *testing.T, f *parquet.File) (all [][]parquet.Value) {
	t.Helper()
	for _, c := range f.RowGroups()[0].ColumnChunks() {
		var list []parquet.Value
		eachPage(t, c, func(_ int, page []parquet.Value) { list = append(list, page...) })
		all = append(all, list)
	}
	return all
}

func eachPage(t *testing.T, c parquet.ColumnChunk, do func(i int, values []parquet.Value)) {
	t.Helper()
	pages := c.Pages()
	defer func() { _ = pages.Close() }()
	for i := 0; ; i++ {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		list := make([]parquet.Value, page.NumValues())
		if n, err := page.Values().ReadValues(list); n != len(list) || err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(n, len(list), err)
		}
		for k := range list {
			list[k] = list[k].Clone()
		}
		do(i, list)
	}
}

// boundsHold looks whether the indexes of pages are about the pages, and whether all numbers are within the bounds of
// their page and of the column. Those of a page of nothing but NaN are NaN, which readers ignore.
func boundsHold(t *testing.T, f *parquet.File) {
	t.Helper()
	for i, c := range f.RowGroups()[0].ColumnChunks() {
		index := must.Get(c.ColumnIndex())(t)
		offsets := must.Get(c.OffsetIndex())(t)
		name, row, compare := f.Schema().Columns()[i], int64(0), c.Type().Compare
		least, most, told := c.(*parquet.FileColumnChunk).Bounds()
		within := func(v, least, most parquet.Value) bool {
			return compare(least, v) <= 0 && compare(v, most) <= 0 && isNumber(least) && isNumber(most)
		}
		eachPage(t, c, func(i int, values []parquet.Value) {
			if first := offsets.FirstRowIndex(i); first != row {
				t.Errorf("%v, page %d begins with row %d, not %d", name, i, first, row)
			}
			nulls, numbers := int64(0), 0
			for _, v := range values {
				if v.RepetitionLevel() == 0 {
					row++
				}
				switch {
				case v.IsNull():
					nulls++
				case !isNumber(v):
				case !within(v, index.MinValue(i), index.MaxValue(i)), told && isNumber(least) && !within(v, least, most):
					t.Errorf("%v, page %d: %v is not from %v to %v, or from %v to %v", name, i, v, index.MinValue(i), index.MaxValue(i), least, most)
				default:
					numbers++
				}
			}
			if index.NullCount(i) != nulls || index.NullPage(i) != (nulls == int64(len(values))) {
				t.Errorf("%v, page %d: %d nulls, index says %d", name, i, nulls, index.NullCount(i))
			}
			if numbers == 0 && nulls < int64(len(values)) && (isNumber(index.MinValue(i)) || isNumber(index.MaxValue(i))) {
				t.Errorf("%v, page %d: no number, and bounds %v and %v", name, i, index.MinValue(i), index.MaxValue(i))
			}
			if i > 0 && index.IsAscending() && !index.NullPage(i-1) && !index.NullPage(i) && compare(index.MinValue(i-1), index.MinValue(i)) > 0 {
				t.Errorf("%v: page %d is below the one before", name, i)
			}
		})
		if n := offsets.NumPages(); n != index.NumPages() {
			t.Errorf("%v: %d pages, and %d", name, n, index.NumPages())
		}
	}
}

func isNumber(v parquet.Value) bool {
	switch v.Kind() {
	case parquet.Float:
		return !math.IsNaN(float64(v.Float()))
	case parquet.Double:
		return !math.IsNaN(v.Double())
	}
	return true
}
