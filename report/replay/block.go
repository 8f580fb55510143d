package replay

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"encoding/binary"
	"encoding/json"
	"io"

	"bcdump/report/figures"
)

// magic begins a block.
const magic = "BCR2"

// WriteBlock writes a replay as a page holds it, as Ascii85, with v for <, of gzip of:
//
//	+0   "BCR2"
//	+4   u32    n, little endian
//	+8   n      JSON: "columns", see columns; "report", what a page shows of figures.Replay, turned
//	            round: see packer; "stats", its tables in the same way: see table.Form
//	+8+n        the columns, one behind the other: of each the differences of its numbers times
//	            scale, the first one to 0, as zigzag LEB128. Of order 2 it is the differences of
//	            these, of order 0 the numbers themselves. A column of another one has places in
//	            it instead of numbers.
//
// Equal replays make equal bytes.
func WriteBlock(w io.Writer, r *figures.Replay) error {
	text := ascii85.NewEncoder(noMarkup{w})
	packed, err := gzip.NewWriterLevel(text, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := writePlain(packed, r); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return text.Close()
}

// noMarkup writes v for <, so that nothing ends a script or begins a comment.
type noMarkup struct{ to io.Writer }

func (w noMarkup) Write(p []byte) (int, error) {
	return w.to.Write(bytes.ReplaceAll(p, []byte("<"), []byte("v")))
}

// columns says what the columns are. Each list has an entry for each column.
type columns struct {
	Count []int     `json:"count"` // numbers
	Scale []float64 `json:"scale"`
	Order []int     `json:"order"`
	Of    []int     `json:"of"` // the column that has the numbers; -1 = this one
}

// writePlain writes a block before it is compressed.
func writePlain(w io.Writer, r *figures.Replay) error {
	report, list, err := pack(r)
	if err != nil {
		return err
	}
	of := columns{[]int{}, []float64{}, []int{}, []int{}}
	for i := 0; i < len(list.all); i++ { // those that others are of are added
		c, base := list.all[i], -1
		if c.Of() != nil {
			base = list.place(c.Of())
		}
		of.Count, of.Scale = append(of.Count, c.Len()), append(of.Scale, c.Scale)
		of.Order, of.Of = append(of.Order, c.Order()), append(of.Of, base)
	}
	head, err := json.Marshal(of)
	if err != nil {
		return err
	}
	parts := [][]byte{[]byte(`{"columns":`), head, []byte(`,"report":`), report, []byte("}")}
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	parts = append([][]byte{binary.LittleEndian.AppendUint32([]byte(magic), uint32(size))}, parts...) //nolint:gosec // memory is smaller
	for _, c := range list.all {
		parts = append(parts, c.Bytes())
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
