package terminal

import (
	"bytes"
	"io"
	"sync"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Column is one column of a table and what happens to it when room is short.
type Column struct {
	Title string
	// Number aligns the column to the right.
	Number bool
	// Min is how far texts may be shortened; 0 = never.
	Min int
	// Drop ranks the columns that may be left out: the highest goes first; 0 = never.
	// If no row has anything in such a column, it is left out anyway.
	Drop int
	// Bar makes a column of bars, as long as the room that the others leave.
	Bar bool
}

// Columns gives columns of text that are never cut.
func Columns(titles ...string) []Column {
	columns := make([]Column, len(titles))
	for i, title := range titles {
		columns[i].Title = title
	}
	return columns
}

// Numbers aligns columns to the right, by index.
func Numbers(columns []Column, indices ...int) []Column {
	for _, i := range indices {
		columns[i].Number = true
	}
	return columns
}

// Cell is one cell: a text, or in a column of bars a share from 0 to 1.
type Cell struct {
	Text  string
	Style Style
	Share float64
}

// Texts gives cells without a style.
func Texts(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	return cells
}

// Row is the cells of one row.
type Row struct {
	Cells []Cell
	// Below are lines that follow the row. They are not cut.
	Below []string
}

// Table is rows under a heading, ready to be printed.
type Table struct {
	Columns []Column
	Rows    []Row
	// Width is the room in characters; 0 = as much as it takes.
	Width int
	// Dim is the style of the heading.
	Dim Style
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, Row{Cells: cells}) }

// Write prints a table: columns aligned, no frame, a line below the heading, no
// blanks at the ends of lines.
func (t *Table) Write(w io.Writer) error {
	narrow()
	fitted := t.fit()
	var b bytes.Buffer
	if err := fitted.render(&b); err != nil {
		return err
	}
	const headings = 2 // lines before the first row
	at := -headings
	for line := range bytes.Lines(b.Bytes()) {
		if _, err := w.Write(append(bytes.TrimRight(line, " \n"), '\n')); err != nil {
			return err
		}
		if at >= 0 {
			if err := writeBelow(w, t.Rows[at].Below); err != nil {
				return err
			}
		}
		at++
	}
	return nil
}

func writeBelow(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// narrow makes the width of characters the same everywhere: the library would take it
// from the locale.
var narrow = sync.OnceFunc(func() { twwidth.SetOptions(twwidth.Options{EastAsianWidth: false}) })

// Width is the number of columns that a text without colours takes on a terminal.
func Width(text string) int {
	narrow()
	return twwidth.Width(text)
}

// render prints cells as they are.
func (t *Table) render(w io.Writer) error {
	heading := make([]string, len(t.Columns))
	align := make([]tw.Align, len(t.Columns))
	for i, c := range t.Columns {
		heading[i] = t.Dim.Text(c.Title)
		align[i] = tw.AlignLeft
		if c.Number {
			align[i] = tw.AlignRight
		}
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off, ShowHeader: tw.On},
				Lines:      tw.Lines{ShowTop: tw.Off, ShowBottom: tw.Off, ShowHeaderLine: tw.On},
			},
		})),
		tablewriter.WithConfig(tablewriter.Config{
			Header: tw.CellConfig{
				Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
				Alignment:  tw.CellAlignment{PerColumn: align},
			},
			Row: tw.CellConfig{
				Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone},
				Alignment:  tw.CellAlignment{PerColumn: align},
			},
		}),
	)
	table.Header(heading)
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, cell := range row.Cells {
			rows[i] = append(rows[i], cell.Style.Text(cell.Text))
		}
	}
	if err := table.Bulk(rows); err != nil {
		return err
	}
	return table.Render()
}
