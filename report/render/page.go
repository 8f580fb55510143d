package render

import (
	"io"
	"maps"
	"slices"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	forms "bcdump/report/table"
	"bcdump/report/terminal"
)

// page is what is being shown.
type page struct {
	*forms.Page
	// file is the one that queries are for, where rows do not say it.
	file string
}

func newPage(o Options) *page {
	return &page{Page: forms.NewPage(o)}
}

// write writes all that was shown.
func (p *page) write(w io.Writer) error {
	_, err := w.Write(p.Bytes())
	return err
}

// table shows a table in the room that there is.
func (p *page) table(t *terminal.Table) {
	t.Width, t.Dim = p.Width, p.Dim
	if err := t.Write(p); err != nil {
		p.Say(p.Damage, err.Error()) // a buffer gives none
	}
}

// rowsOf shows the first rows with the columns of these keys; change says what of them the tags do not.
func rowsOf[T any](p *page, rows []T, keys string, change func(x *T, key string, c *terminal.Cell)) {
	p.Rows(&forms.Table{Rows: rows, Keys: keys, File: p.file, Cell: func(row any, key string, c *terminal.Cell) { change(row.(*T), key, c) }})
}

// apart is rowsOf behind a blank line; of no rows there is nothing.
func apart[T any](p *page, rows []T, keys string, change func(x *T, key string, c *terminal.Cell)) {
	if len(rows) > 0 {
		p.Line()
		rowsOf(p, rows, keys, change)
	}
}

// Directions as figures write them.
const (
	toServer = "C>S"
	toClient = "S>C"
)

// second writes a time of the figures.
func (p *page) second(t figures.Time) string { return t.From(p.Day, t.Clock()) }

// began tells which day the times of the page are of: that of the first.
func (p *page) began(times []figures.Time) {
	if len(times) > 0 {
		p.Day = slices.MinFunc(times, figures.Time.Compare).Day()
	}
}

// Cells.

func text(s string) terminal.Cell { return terminal.Cell{Text: s} }

func styled(s string, look terminal.Style) terminal.Cell {
	return terminal.Cell{Text: s, Style: look}
}

// full says which tables had no room, and what that means for what they lack.
func (p *page) full(dropped map[string]int64, one, many, means string) {
	for _, table := range slices.Sorted(maps.Keys(dropped)) {
		p.Heading("", p.Note, "table "+table+" is full: "+counted(dropped[table], one, many)+" "+means)
	}
}

// counted writes "1 message" or "3 messages".
func counted(n int64, one, many string) string { return terminal.Counted(n, one, many) }

// wrapped cuts a text into lines that have room below a row.
func wrapped(text string, width int) []string {
	const margin = 3
	if text == "" {
		return nil
	}
	return strings.Split(terminal.Fold(printable.Text(text), width-margin, 0), "\n")
}
