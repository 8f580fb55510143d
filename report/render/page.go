package render

import (
	"bytes"
	"cmp"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// page is what is being shown.
type page struct {
	Options
	terminal.Palette
	b bytes.Buffer
	// day is the date of most times, which is not repeated in each.
	day string
	// names are those of clients by address, where there is one.
	names map[string]string
}

func newPage(o Options) *page {
	return &page{Options: o, Palette: terminal.NewPalette(o.Color)}
}

// write writes all that was shown.
func (p *page) write(w io.Writer) error {
	_, err := w.Write(p.b.Bytes())
	return err
}

// line writes a line, which continues on others if it is longer than the page.
func (p *page) line(spans ...terminal.Span) {
	const indent = 3
	_ = terminal.WriteFolded(&p.b, p.Width, indent, spans...) // a buffer gives no error
}

// heading begins a section: a title, and what is to be said first.
func (p *page) heading(title string, look terminal.Style, parts ...string) {
	if p.b.Len() > 0 {
		p.line()
	}
	title = printable.Text(title)
	at := terminal.Width(title)
	line := []terminal.Span{{Style: p.Name, Text: title}}
	gap := "   "
	if title == "" {
		gap = " "
	}
	for _, part := range parts {
		part = printable.Text(part)
		n := terminal.Width(gap + part)
		if at > 1 && at+n > p.Width {
			p.line(line...)
			line, at, gap, n = nil, 0, " ", terminal.Width(part)+1
		}
		line = append(line, terminal.Span{Text: gap}, terminal.Span{Style: look, Text: part})
		at += n
		gap = " · "
	}
	p.line(line...)
}

// say is a line below a heading.
func (p *page) say(look terminal.Style, text string) {
	p.line(terminal.Span{Text: " "}, terminal.Span{Style: look, Text: text})
}

// table shows a table in the room that there is.
func (p *page) table(t *terminal.Table) {
	t.Width, t.Dim = p.Width, p.Dim
	if err := t.Write(&p.b); err != nil {
		p.say(p.Damage, err.Error()) // a buffer gives none
	}
}

// asked is where the numbers of a row come from.
type asked struct {
	query   figures.Query
	queries figures.Queries
	file    string // that the query is for; "" = all
}

// below shows the queries of a row.
func (p *page) below(a asked) (lines []string) {
	if p.Command == nil {
		return nil
	}
	if a.query != "" {
		lines = append(lines, terminal.FoldCommand(printable.Text(p.Command(a.query, a.file)), p.queryWidth(), deeper)...)
	}
	for _, key := range slices.Sorted(maps.Keys(a.queries)) {
		line := printable.Text(key + " = " + a.queries[key])
		lines = append(lines, strings.Split(terminal.Fold(line, p.queryWidth(), deeper), "\n")...)
	}
	return lines
}

const (
	// below is the indent of queries, and deeper that of what of them does not fit.
	below  = "   "
	deeper = 2
)

// queryWidth is the room of queries; 0 = as wide as they are.
func (p *page) queryWidth() int {
	if !p.Fold {
		return 0
	}
	return max(p.Width-len(below), 1)
}

// asked shows queries that have no row of their own.
func (p *page) asked(a asked) {
	for _, line := range p.below(a) {
		p.b.Write(terminal.AppendLine(nil, terminal.Span{Text: below}, terminal.Span{Style: p.Dim, Text: strings.TrimRight(line, " ")}))
	}
}

// table is a table that is being made.
type table struct {
	terminal.Table
	page *page
}

// fields are the cells of a row and the columns that they stand in. Whether those have numbers or
// bars follows from the cells.
type fields []field

type field struct {
	title string
	fit   fit
	cell  terminal.Cell
}

// fit is what happens to a column when room is short: see terminal.Column.
type fit struct {
	min, drop int
	fold      bool
	from      int // width of the page from which it is shown
}

// row adds a row and its queries. The first one makes the columns.
func (t *table) row(from asked, row fields) {
	var cells []terminal.Cell
	first := t.Columns == nil
	for i := range row {
		f := &row[i]
		if t.page.Width < f.fit.from {
			continue
		}
		cells = append(cells, f.cell)
		if first {
			t.Columns = append(t.Columns, terminal.Column{
				Title: f.title, Min: f.fit.min, Drop: f.fit.drop, Fold: f.fit.fold, Number: f.cell.Number, Bar: f.cell.Bar,
			})
		}
	}
	t.Rows = append(t.Rows, terminal.Row{Cells: cells, Below: t.page.below(from)})
}

// all shows a table of rows: each is to be added to it. Of none there is a heading.
func all[T any](p *page, rows []T) iter.Seq2[*T, *table] {
	return func(yield func(*T, *table) bool) {
		t := &table{page: p}
		if len(rows) == 0 {
			yield(new(T), t)
			t.Rows = nil
		}
		for i := range rows {
			yield(&rows[i], t)
		}
		p.table(&t.Table)
	}
}

// top is all of the first rows, as many as are to be shown, and says how many more there are.
func top[T any](p *page, rows []T) iter.Seq2[*T, *table] {
	return func(yield func(*T, *table) bool) {
		n := p.shown(len(rows))
		all(p, rows[:n])(yield)
		p.more(len(rows) - n)
	}
}

// apart is all of rows behind a blank line; of none there is nothing.
func apart[T any](p *page, rows []T) iter.Seq2[*T, *table] {
	return func(yield func(*T, *table) bool) {
		if len(rows) > 0 {
			p.line()
			all(p, rows)(yield)
		}
	}
}

// section is top of rows below a heading; of none there is nothing.
func section[T any](p *page, rows []T, title string, says ...string) iter.Seq2[*T, *table] {
	return func(yield func(*T, *table) bool) {
		if len(rows) > 0 {
			p.heading(title, terminal.Style{}, says...)
			top(p, rows)(yield)
		}
	}
}

// shown is how many of n rows are shown as they are. One row would be no shorter if it
// were summed up.
func (p *page) shown(n int) int {
	if p.Top == 0 || n <= p.Top+1 {
		return n
	}
	return p.Top
}

// way is the colour of a direction.
func (p *page) way(dir string) terminal.Style {
	switch dir {
	case toServer:
		return p.ToServer
	case toClient:
		return p.ToClient
	}
	return terminal.Style{}
}

// Directions as figures write them.
const (
	toServer = "C>S"
	toClient = "S>C"
)

func direction(dir string) string { return cmp.Or(dir, "both directions") }

// moment writes a time of the figures in milliseconds, without the date if it is that of the page.
func (p *page) moment(t figures.Time) string { return p.dated(t, t.Precise()) }

// second is moment without what is behind the second.
func (p *page) second(t figures.Time) string { return p.dated(t, t.Clock()) }

func (p *page) dated(t figures.Time, clock string) string {
	if day := t.Day(); day != "" && day != p.day {
		return day + " " + clock
	}
	return clock
}

// Cells.

func text(s string) terminal.Cell { return terminal.Cell{Text: s} }

func styled(s string, look terminal.Style) terminal.Cell {
	return terminal.Cell{Text: s, Style: look}
}

// right is a text in a column of numbers.
func right(s string, look ...terminal.Style) terminal.Cell {
	cell := terminal.Cell{Text: s, Number: true}
	if look != nil {
		cell.Style = look[0]
	}
	return cell
}

func count(n int64) terminal.Cell { return right(terminal.Count(n)) }

// few is a count of what is better not there: nothing is shown as "-".
func few(n int64, look terminal.Style) terminal.Cell {
	if n == 0 {
		return right("-")
	}
	return right(terminal.Count(n), look)
}

func size(n int64) terminal.Cell { return right(terminal.Bytes(float64(n))) }

func rate(perSecond float64) terminal.Cell {
	if perSecond == 0 { // there are no times
		return right("-")
	}
	return right(terminal.Rate(perSecond))
}

func percent(share float64) terminal.Cell { return right(terminal.Percent(share)) }

// optional is the cell of a number that may be unknown: that says missing then.
func optional[T any](x *T, missing string, shown func(T) string) terminal.Cell {
	if x == nil {
		return right(missing)
	}
	return right(shown(*x))
}

// milliseconds is "-" if nobody knows.
func milliseconds(ms *figures.Milliseconds) terminal.Cell {
	return optional(ms, "-", terminal.Milliseconds[figures.Milliseconds])
}

// full says which tables had no room, and what that means for what they lack.
func (p *page) full(dropped map[string]int64, one, many, means string) {
	for _, table := range slices.Sorted(maps.Keys(dropped)) {
		p.heading("", p.Note, "table "+table+" is full: "+counted(dropped[table], one, many)+" "+means)
	}
}

// counted writes "1 message" or "3 messages".
func counted(n int64, one, many string) string { return terminal.Counted(n, one, many) }

// more says that rows are left out that cannot be summed up.
func (p *page) more(n int) {
	if n > 0 {
		p.say(p.Dim, "and "+counted(int64(n), "more row", "more rows")+" (--top 0 shows all)")
	}
}

// wrapped cuts a text into lines that have room below a row.
func (p *page) wrapped(text string) (lines []string) {
	const margin = 3
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && p.Width > 0 && terminal.Width(line+" "+word)+margin > p.Width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line == "" {
		return lines
	}
	return append(lines, line)
}

// number is "-" if nobody told it.
func number[T int | int64](n *T) terminal.Cell {
	return optional(n, "-", func(n T) string { return terminal.Count(int64(n)) })
}

func decimal(x float64) terminal.Cell { return right(terminal.Decimal(x, 1)) }
