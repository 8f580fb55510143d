package dataset

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// twoOptional is a row with two columns whose zero is null.
type twoOptional struct {
	Number int32  `parquet:"number,optional"`
	Text   string `parquet:"text,optional,dict"`
}

// TestWriteRows: zeros become nulls, wherever they stand.
func TestWriteRows(t *testing.T) {
	random, nulls := rand.New(rand.NewPCG(1, 2)), 0
	for range 500 {
		rows := make([]twoOptional, 1+random.IntN(200))
		for at := 0; at < len(rows); { // runs
			length, number, text := 1+random.IntN(20), int32(random.IntN(2)), []string{"", "x"}[random.IntN(2)]
			for ; length > 0 && at < len(rows); length, at = length-1, at+1 {
				rows[at] = twoOptional{number, text}
			}
		}
		for i, row := range writtenAndRead(t, rows) {
			if row[0].IsNull() != (rows[i].Number == 0) || row[1].IsNull() != (rows[i].Text == "") {
				t.Fatalf("row %d of %d is %v, expected %+v", i, len(rows), row, rows[i])
			}
			if row[0].IsNull() {
				nulls++
			}
		}
	}
	if nulls < 1000 {
		t.Errorf("only %d nulls", nulls)
	}
}

// writtenAndRead gives what readers find in a file.
func writtenAndRead(t *testing.T, rows []twoOptional) (found []parquet.Row) {
	t.Helper()
	var file bytes.Buffer
	w := parquet.NewGenericWriter[twoOptional](&file)
	if n, err := writeRows(w, rows); n != len(rows) || err != nil {
		t.Fatal(n, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := parquet.NewReader(bytes.NewReader(file.Bytes()))
	for batch := make([]parquet.Row, 100); ; {
		n, err := r.ReadRows(batch)
		for _, row := range batch[:n] {
			found = append(found, row.Clone())
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) != len(rows) {
		t.Fatalf("%d rows of %d", len(found), len(rows))
	}
	return found
}
