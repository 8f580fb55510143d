package terminal

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/olekukonko/ll"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"bcdump/internal/printable"
)

// Column is one column of a table and what happens to it when room is short.
type Column struct {
	Title string
	// Number aligns the column to the right.
	Number bool
	// Min is how far texts may be shortened; 0 = only if the table does not fit otherwise.
	Min int
	// Fold lets texts that do not fit continue on lines of their own, in place of shortening them.
	Fold bool
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
	Text string
	// Keep is the end of the text that stays when the rest is shortened, such as a percent.
	Keep  string
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
	// Below are lines that follow the row, receding. They are not cut.
	Below  []string
	folded []folded
}

// folded is what of a cell did not fit into its first line.
type folded struct {
	column int
	lines  []string
}

// lines gives the cells line by line: the row itself, then what was folded.
func (r *Row) lines(yield func([]Cell) bool) {
	if !yield(r.Cells) {
		return
	}
	most := 0
	for _, f := range r.folded {
		most = max(most, len(f.lines))
	}
	for i := range most {
		cells := make([]Cell, len(r.Cells))
		for _, f := range r.folded {
			if i < len(f.lines) {
				cells[f.column] = Cell{Text: f.lines[i], Style: r.Cells[f.column].Style}
			}
		}
		if !yield(cells) {
			return
		}
	}
}

// Table is rows under a heading, ready to be printed.
type Table struct {
	Columns []Column
	Rows    []Row
	// Many gives the rows in place of Rows, where all together would take much memory. It is asked
	// several times, and has to give the same each time.
	Many iter.Seq[Row]
	// Width is the room in characters; 0 = as much as it takes.
	Width int
	// Dim is the style of the heading.
	Dim Style
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, Row{Cells: cells}) }

// Write prints a table: columns aligned, no frame, a line below the heading if there are
// rows, no blanks at the ends of lines. Texts are made printable, in the table too.
func (t *Table) Write(w io.Writer) error {
	narrow()
	return t.escaped().fit().print(w)
}

// all gives the rows.
func (t *Table) all() iter.Seq[Row] {
	if t.Many != nil {
		return t.Many
	}
	return slices.Values(t.Rows)
}

// escaped gives the table with all texts made printable, before anything is measured or cut.
func (t *Table) escaped() *Table {
	e := &Table{Columns: slices.Clone(t.Columns), Width: t.Width, Dim: t.Dim}
	for i := range e.Columns {
		e.Columns[i].Title = printable.Text(e.Columns[i].Title)
	}
	t.change(e, func(row Row) Row {
		cells := slices.Clone(row.Cells)
		for i := range cells {
			cells[i].Text, cells[i].Keep = printable.Text(cells[i].Text), printable.Text(cells[i].Keep)
		}
		return Row{Cells: cells, Below: row.Below}
	})
	return e
}

// change gives another table the rows of this one, with each as change makes it: those of Many
// anew each time it is asked.
func (t *Table) change(to *Table, change func(Row) Row) {
	for _, row := range t.Rows {
		to.Rows = append(to.Rows, change(row))
	}
	if t.Many == nil {
		return
	}
	to.Many = func(yield func(Row) bool) {
		for row := range t.Many {
			if !yield(change(row)) {
				return
			}
		}
	}
}

func (t *Table) writeBelow(w io.Writer, lines []string) error {
	for _, line := range lines {
		if err := WriteLine(w, Span{Text: "   "}, Span{t.Dim, strings.TrimRight(line, " ")}); err != nil {
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
	if ascii(text) {
		return len(text) // the library would look for it in a table
	}
	narrow()
	return twwidth.Width(text)
}

// ascii reports whether a text has no other characters than those of ASCII that show.
func ascii(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// silent is a log that is not even composed.
var silent = ll.New("").Suspend()

// print writes the heading, the line below it if there are rows, and these, with cells as they
// are. Only the renderer of the library is used: its tables come with a cache of half a
// megabyte each.
func (t *Table) print(w io.Writer) error {
	widths := tw.NewMapper[int, int]()
	whole := 0
	for i, width := range t.textWidths() {
		widths.Set(i, width+gap)
		whole += width + gap
	}
	var b bytes.Buffer
	draw := renderer.NewBlueprint(tw.Rendition{
		Borders:  tw.BorderNone,
		Symbols:  tw.NewSymbols(tw.StyleLight),
		Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
	})
	draw.Logger(silent)
	_ = draw.Start(&b) // remembers where to, and cannot fail
	titles := make([]Cell, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = Cell{Text: c.Title, Style: t.Dim}
	}
	draw.Header(nil, t.formatting(titles, widths, tw.Header))
	rule := strings.Repeat("─", whole) + "\n"
	for row := range t.all() {
		b.WriteString(rule)
		rule = ""
		for cells := range row.lines {
			draw.Row(nil, t.formatting(cells, widths, tw.Row))
		}
		if err := writeTrimmed(w, &b); err != nil {
			return err
		}
		if err := t.writeBelow(w, row.Below); err != nil {
			return err
		}
	}
	return writeTrimmed(w, &b)
}

// writeTrimmed writes what has been drawn, without blanks at the ends of lines.
func writeTrimmed(w io.Writer, drawn *bytes.Buffer) error {
	for line := range strings.Lines(drawn.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(line, " \n")+"\n"); err != nil {
			return err
		}
	}
	drawn.Reset()
	return nil
}

// formatting says how a line is printed.
func (t *Table) formatting(cells []Cell, widths tw.Mapper[int, int], position tw.Position) tw.Formatting {
	line := make(map[int]tw.CellContext, len(cells))
	for i, cell := range cells {
		align := tw.AlignLeft
		if t.Columns[i].Number {
			align = tw.AlignRight
		}
		line[i] = tw.CellContext{Data: cell.Style.paint(cell.Text), Align: align, Padding: tw.PaddingDefault}
	}
	return tw.Formatting{Row: tw.RowContext{Position: position, Current: line, Widths: widths}}
}
