package replay

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/klauspost/compress/gzip"

	"bcdump/report/figures"
)

// magic begins a block.
const magic = "BCR1"

// WriteBlock writes a replay as a page holds it, as base64 of gzip of:
//
//	+0   "BCR1"
//	+4   u32    n, little endian
//	+8   n      figures.Replay as JSON; a column is its place in the list columns, -1 = it is empty
//	+8+n        the columns: of each the differences of its numbers times scale, the first one to
//	            0, as zigzag LEB128. Of order 2 it is the differences of these. A column of
//	            another one has places in it instead of numbers.
//
// Equal replays make equal bytes.
func WriteBlock(w io.Writer, r *figures.Replay) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
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

// placed is the JSON of a block.
type placed struct {
	*figures.Replay
	Columns columns `json:"columns"`
}

// columns says where the columns are: one behind the other, behind the JSON. Each list has an entry
// for each column.
type columns struct {
	Bytes []int     `json:"bytes"`
	Count []int     `json:"count"` // numbers
	Scale []float64 `json:"scale"`
	Order []int     `json:"order"`
	Of    []int     `json:"of"` // the column that has the numbers; -1 = this one
}

// writePlain writes a block before it is compressed.
func writePlain(w io.Writer, r *figures.Replay) error {
	list := columnsOf(r)
	all := placed{r, place(list)}
	defer release(list)
	encoder := json.NewEncoder(&headWriter{to: w})
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(&all); err != nil {
		return err
	}
	for _, c := range list {
		if _, err := w.Write(c.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// headWriter writes the head of a block: an encoder gives it as a whole, and a copy would be the largest thing in memory.
type headWriter struct {
	to    io.Writer
	wrote bool
}

// Write writes a head, once.
func (h *headWriter) Write(head []byte) (int, error) {
	if h.wrote {
		return 0, errors.New("the head of a block came in parts")
	}
	h.wrote = true
	start := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(head))) //nolint:gosec // memory is smaller
	if _, err := h.to.Write(start); err != nil {
		return 0, err
	}
	return h.to.Write(head)
}

// columnsOf gives the columns of a replay, each once: charts share some with ships. Those of one kind
// stand together, since they are alike.
func columnsOf(r *figures.Replay) []*figures.Column {
	kinds := [32][]*figures.Column{}
	add := func(kind int, columns ...*figures.Column) {
		for i, c := range columns {
			kinds[kind+i] = append(kinds[kind+i], c)
		}
	}
	for i := range r.Ships {
		x := &r.Ships[i]
		add(0, x.T.Of(), x.T, x.X, x.Y, x.Z, x.DT, x.FX, x.FY, x.FZ, x.UX, x.UY, x.UZ, x.ST, x.Speed, x.CT, x.Cloak, x.Runs)
		for _, p := range x.Parts {
			add(17, p.T, p.V)
		}
		for _, p := range x.Power {
			add(19, p.T, p.V)
		}
	}
	for i := range r.Series {
		add(21, r.Series[i].T, r.Series[i].V)
	}
	for i := range r.Entities {
		add(23, r.Entities[i].T, r.Entities[i].X, r.Entities[i].Y)
	}
	for i := range r.Sights {
		x := &r.Sights[i]
		add(26, x.T, x.X, x.Y, x.Z)
	}
	return once(slices.Concat(kinds[:]...))
}

func once(all []*figures.Column) (list []*figures.Column) {
	known := map[*figures.Column]bool{}
	for _, c := range all {
		if !known[c] {
			known[c], list = true, append(list, c)
		}
	}
	return list
}

// place gives the columns their places, one behind the other.
func place(list []*figures.Column) columns {
	out, none := columns{[]int{}, []int{}, []float64{}, []int{}, []int{}}, -1
	for _, c := range list {
		if c.Len() == 0 {
			c.Put(&none)
			continue
		}
		at, of := len(out.Bytes), -1
		c.Put(&at)
		if c.Of() != nil {
			of = c.Of().Place()
		}
		out.Bytes, out.Count, out.Scale = append(out.Bytes, len(c.Bytes())), append(out.Count, c.Len()), append(out.Scale, c.Scale)
		out.Order, out.Of = append(out.Order, c.Order()), append(out.Of, of)
	}
	return out
}

func release(list []*figures.Column) {
	for _, c := range list {
		c.Put(nil)
	}
}
