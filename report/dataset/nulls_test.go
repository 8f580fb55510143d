package dataset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bcdump/report/rows"
)

// TestNulls counts the nulls in columns of rows that have values here and there. Read back into rows,
// null and zero are the same: the statistics tell.
func TestNulls(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	one, wrong := uint8(1), 0
	for range 200 {
		share, n := random.Float64(), 1+random.IntN(200)
		var b rows.Batch
		nulls := int64(0)
		for i := range n {
			m := rows.Message{Line: int64(i + 1), Frame: 1}
			if random.Float64() < share {
				m.Client, m.Player, m.Copy, m.AnswersFrame, m.AnswersIndex, m.Frames = 1, "x", 2, 3, &one, []int64{4, 5}
			} else {
				nulls++
			}
			b.Messages = append(b.Messages, m)
		}
		for name, got := range nullsOf(t, &b) {
			want := map[string]int64{"client": nulls, "player": nulls, "copy": nulls, "answers_frame": nulls, "answers_index": nulls, "line": 0, "opcode": int64(n)}
			if w, asked := want[name]; asked && got != w {
				wrong++
				t.Errorf("%s has %d nulls of %d, not %d", name, got, n, w)
			}
		}
		if wrong > 3 {
			return
		}
	}
}

// nullsOf writes messages and gives the number of nulls in each column.
func nullsOf(t *testing.T, b *rows.Batch) map[string]int64 {
	t.Helper()
	folder := Folder(t.TempDir())
	made, err := of("messages", shortPage, func(b *rows.Batch) []rows.Message { return b.Messages })(folder, "c")
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []func() error{func() error { return made.write(b) }, made.close, made.commit} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(filepath.Join(string(folder), FileName("messages", "c")))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	nulls := map[string]int64{}
	for _, c := range file.Metadata().RowGroups[0].Columns {
		nulls[c.MetaData.PathInSchema[0]] = c.MetaData.Statistics.NullCount
	}
	back, err := parquet.ReadFile[rows.Message](f.Name())
	if err != nil || len(back) != len(b.Messages) {
		t.Fatal(len(back), err)
	}
	for i := range back {
		if back[i].Line != b.Messages[i].Line || back[i].Player != b.Messages[i].Player || len(back[i].Frames) != len(b.Messages[i].Frames) {
			t.Fatalf("row %d: %+v", i, back[i])
		}
	}
	return nulls
}
