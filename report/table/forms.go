package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// Looks say how text looks.
type Looks struct {
	// Top is how many rows of a table are shown; what follows is summed up in one. 0 = all.
	Top int
	// Width is that of the terminal, in characters. Fold lets queries continue on the next line there.
	Width int
	Fold  bool
	Color bool
	// Command makes a command from a query, to stand below its row; nil = there is none.
	Command func(query figures.Query) string
}

// Text writes tables for people: those that have rows, and the headings of those that have something beside it.
func Text(w io.Writer, tables []Table, o Looks) error {
	palette := terminal.NewPalette(o.Color)
	var b bytes.Buffer
	for i := range tables {
		t := &tables[i]
		empty := t.rows().Len() == 0
		if empty && len(t.Said) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		head := []terminal.Span{{Style: palette.Name, Text: strings.ToUpper(strings.ReplaceAll(t.Name, "_", " "))}}
		if len(t.Said) > 0 {
			head = append(head, terminal.Span{Text: "   "}, terminal.Span{Style: palette.Dim, Text: printable.Text(strings.Join(t.Said, " · "))})
		}
		const indent = 3
		err := terminal.WriteFolded(&b, o.Width, indent, head...)
		if !empty {
			err = errors.Join(err, t.shown(&o, palette).Write(&b))
		}
		if err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// shown gives the table as a terminal has it.
func (t *Table) shown(o *Looks, palette terminal.Palette) *terminal.Table {
	columns, query := t.columns()
	out := &terminal.Table{Width: o.Width, Dim: palette.Dim}
	rows := t.rows()
	n := rows.Len()
	if o.Top > 0 && n > o.Top+1 { // a row for one row saves nothing
		n = o.Top
	}
	for i := range n {
		out.Rows = append(out.Rows, terminal.Row{Cells: cells(columns, func(c *column) any { return c.value(rows.Index(i)) }), Below: o.below(rows.Index(i), query)})
	}
	if n < rows.Len() {
		out.Rows = append(out.Rows, terminal.Row{Cells: t.rest(columns, n)})
	}
	for i := range columns {
		c := &columns[i]
		if c.title == "-" {
			continue
		}
		of := out.Rows[0].Cells[len(out.Columns)]
		out.Columns = append(out.Columns, terminal.Column{Title: c.title, Number: of.Number, Drop: c.drop})
		if c.bar {
			out.Columns = append(out.Columns, terminal.Column{Bar: true})
		}
	}
	return out
}

// cells gives those of a row.
func cells(columns []column, value func(*column) any) (all []terminal.Cell) {
	for i := range columns {
		c := &columns[i]
		if c.title == "-" {
			continue
		}
		all = append(all, c.cell(value(c)))
		if share, ok := value(c).(float64); c.bar {
			if !ok {
				share = 0
			}
			all = append(all, terminal.Cell{Bar: true, Share: share})
		}
	}
	return all
}

// rest gives the row that stands for those from n on.
func (t *Table) rest(columns []column, n int) []terminal.Cell {
	rows := t.rows()
	row := reflect.New(rows.Type().Elem()).Elem()
	for i := range columns {
		c := &columns[i]
		if !c.rest {
			continue
		}
		sum := row.FieldByIndex(c.index)
		for k := n; k < rows.Len(); k++ {
			if x := rows.Index(k).FieldByIndex(c.index); sum.CanInt() {
				sum.SetInt(sum.Int() + x.Int())
			} else {
				sum.SetFloat(sum.Float() + x.Float())
			}
		}
	}
	all := cells(columns, func(c *column) any {
		if !c.rest {
			return ""
		}
		return c.value(row)
	})
	all[0].Text = "rest (" + terminal.Count(int64(rows.Len()-n)) + ")"
	return all
}

// below gives the command of a row.
func (o *Looks) below(row reflect.Value, query []int) []string {
	if o.Command == nil || query == nil || row.FieldByIndex(query).String() == "" {
		return nil
	}
	const indent, deeper = 3, 2
	width := 0
	if o.Fold {
		width = max(o.Width-indent, 1)
	}
	return terminal.FoldCommand(printable.Text(o.Command(figures.Query(row.FieldByIndex(query).String()))), width, deeper)
}

// CSV writes the rows of a table as RFC 4180 says, the query last. If it is guarded, texts are such that a
// spreadsheet shows them and does not run them.
func CSV(w io.Writer, t *Table, guarded bool) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	columns, query := t.columns()
	var line []string
	for i := range columns {
		line = append(line, columns[i].key)
	}
	if query != nil {
		line = append(line, "query")
	}
	err := out.Write(line)
	for i := 0; i < t.rows().Len() && err == nil; i++ {
		row := t.rows().Index(i)
		line = line[:0]
		for k := range columns {
			value := columns[k].value(row)
			text := plain(value)
			if _, words := value.(string); words && guarded {
				text = printable.Cell(text)
			}
			line = append(line, text)
		}
		if query != nil {
			text := row.FieldByIndex(query).String()
			if guarded {
				text = printable.Cell(text)
			}
			line = append(line, text)
		}
		err = out.Write(line)
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

// JSON writes a report, a struct, as one object on one line.
func JSON(w io.Writer, report any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(report); err != nil {
		return err
	}
	_, err := w.Write(printable.JSON(b.Bytes(), 0))
	return err
}
