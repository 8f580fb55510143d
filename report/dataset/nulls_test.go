package dataset

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/rows"
)

// TestNulls counts the nulls in columns of rows that have values here and there. Read back into rows,
// null and zero are the same: the statistics tell.
func TestNulls(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	random := rand.New(rand.NewPCG(3, 4))
	one, wrong := uint8(1), 0
	for range 50 {
		share, n := random.Float64(), 1+random.IntN(200)
		var b rows.Batch
		nulls := int64(0)
		for i := range n {
			m := rows.Message{Place: rows.Place{Line: int64(i + 1), Frame: 1}}
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

// TestNullsAnywhere writes all rows of nulls and values that are so long, and one run of values
// at any place of 64 rows. Each is written on its own.
func TestNullsAnywhere(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	for _, list := range [][]string{shortLists(10), runs(64)} {
		folder := Folder(t.TempDir())
		made, nulls := messagesIn(t, folder), 0
		for _, is := range list {
			nulls += strings.Count(is, "0")
			must.Do(t, made.write(messagesOf(is)))
		}
		if got := finished(t, made, folder)["player"]; got != int64(nulls) {
			t.Errorf("%d nulls, not %d", got, nulls)
		}
	}
}

// shortLists are all texts of 0 and 1 of a length.
func shortLists(n int) (all []string) {
	for i := range 1 << n {
		all = append(all, fmt.Sprintf("%0*b", n, i))
	}
	return all
}

// runs are the texts of zeros with ones from any place to any other.
func runs(n int) (all []string) {
	for from := range n {
		for to := from + 1; to <= n; to++ {
			all = append(all, strings.Repeat("0", from)+strings.Repeat("1", to-from)+strings.Repeat("0", n-to))
		}
	}
	return all
}

// messagesOf gives a message for each digit: 1 = it has a player.
func messagesOf(digits string) *rows.Batch {
	b := new(rows.Batch)
	for _, d := range digits {
		b.Messages = append(b.Messages, rows.Message{Player: strings.TrimLeft(string(d), "0")})
	}
	return b
}

// nullsOf writes messages and gives the number of nulls in each column.
func nullsOf(t *testing.T, b *rows.Batch) map[string]int64 {
	t.Helper()
	folder := Folder(t.TempDir())
	made := messagesIn(t, folder)
	must.Do(t, made.write(b))
	nulls := finished(t, made, folder)
	back, err := parquet.ReadFile[rows.Message](filepath.Join(string(folder), FileName("messages", "c")))
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

// messagesIn begins a table of messages.
func messagesIn(t *testing.T, folder Folder) table {
	t.Helper()
	return must.Get(of[rows.Message](shortPage)(folder, "c"))(t)
}

// finished ends a table of messages and gives the number of nulls in each column.
func finished(t *testing.T, made table, folder Folder) map[string]int64 {
	t.Helper()
	must.Do(t, errors.Join(made.close(), made.commit()))
	f := must.Get(os.Open(filepath.Join(string(folder), FileName("messages", "c"))))(t)
	defer func() { _ = f.Close() }()
	info := must.Get(f.Stat())(t)
	file := must.Get(parquet.OpenFile(f, info.Size()))(t)
	nulls := map[string]int64{}
	for _, group := range file.Metadata().RowGroups {
		for _, c := range group.Columns {
			nulls[c.MetaData.PathInSchema[0]] += c.MetaData.Statistics.NullCount
		}
	}
	return nulls
}
