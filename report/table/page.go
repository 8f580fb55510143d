package table

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// Looks say what of a report text shows, and how.
type Looks struct {
	// Only names the tables; empty = all that have something to say.
	Only []string
	// Brief shows what answers the question at once, and names the option that shows the rest, of stats what fits into so
	// many Lines.
	Brief bool
	Lines int
	// Kept lists what is as it should be, too. Only check does.
	Kept bool
	// Top is how many rows of a table are shown; what follows is summed up in one. 0 = all.
	Top int
	// Width is that of the terminal, in characters. Fold lets queries that are wider continue on the next lines.
	Width int
	Fold  bool
	Color bool
	// Day is the date of most times, which is not repeated in each.
	Day string
	// Names are those of clients, by address.
	Names map[string]string
	// Command makes a command from a query, to stand below its row; file is the one of several captures that it is for.
	// nil = there is none.
	Command func(query figures.Query, file string) string
}

// Page is the text of a report while it is written.
type Page struct {
	Looks
	terminal.Palette
	bytes.Buffer
}

// NewPage begins an empty one.
func NewPage(o Looks) *Page { return &Page{Looks: o, Palette: terminal.NewPalette(o.Color)} }

// Text writes tables for people.
func Text(w io.Writer, tables []Table, o Looks) error {
	p := NewPage(o)
	for i := range tables {
		p.Table(&tables[i])
	}
	_, err := p.WriteTo(w)
	return err
}

// Line writes a line, which continues on others if it is longer than the page.
func (p *Page) Line(spans ...terminal.Span) {
	const indent = 3
	_ = terminal.WriteFolded(p, p.Width, indent, spans...) // a buffer gives no error
}

// Say writes a line below a heading.
func (p *Page) Say(look terminal.Style, text string) {
	p.Line(terminal.Span{Text: " "}, terminal.Span{Style: look, Text: printable.Text(text)})
}

// Heading begins a section: a title, and what is to be said first.
func (p *Page) Heading(title string, look terminal.Style, parts ...string) {
	if p.Len() > 0 {
		p.Line()
	}
	title = printable.Text(title)
	at, gap, line := terminal.Width(title), "   ", []terminal.Span{{Style: p.Name, Text: title}}
	if title == "" {
		gap = " "
	}
	for _, part := range parts {
		part = printable.Text(part)
		n := terminal.Width(gap + part)
		if at > 1 && p.Width > 0 && at+n > p.Width {
			p.Line(line...)
			line, at, gap, n = nil, 0, " ", terminal.Width(part)+1
		}
		line = append(line, terminal.Span{Text: gap}, terminal.Span{Style: look, Text: part})
		at += n
		gap = " · "
	}
	p.Line(line...)
}

// Way is the colour of a direction.
func (p *Page) Way(dir string) terminal.Style {
	return map[string]terminal.Style{"C>S": p.ToServer, "S>C": p.ToClient}[dir]
}

// Shown is how many of n rows are shown as they are. One row would be no shorter if it were summed up.
func (p *Page) Shown(n int) int {
	if p.Top == 0 || n <= p.Top+1 {
		return n
	}
	return p.Top
}

// Asked shows queries that have no row of their own.
func (p *Page) Asked(query figures.Query, queries figures.Queries, file string) {
	for _, line := range p.Below(query, queries, file) {
		p.Write(terminal.AppendLine(nil, terminal.Span{Text: margin}, terminal.Span{Style: p.Dim, Text: strings.TrimRight(line, " ")}))
	}
}

const (
	// margin stands in front of what is below a row, and deeper before what of it does not fit.
	margin = "   "
	deeper = 2
)

// Below gives the lines that stand below a row: its queries.
func (p *Page) Below(query figures.Query, queries figures.Queries, file string) (lines []string) {
	if p.Command == nil {
		return nil
	}
	width := 0
	if p.Fold {
		width = max(p.Width-len(margin), 1)
	}
	if query != "" {
		lines = terminal.FoldCommand(printable.Text(p.Command(query, file)), width, deeper)
	}
	for _, key := range slices.Sorted(maps.Keys(queries)) {
		lines = append(lines, strings.Split(terminal.Fold(printable.Text(key+" = "+queries[key]), width, deeper), "\n")...)
	}
	return lines
}

// Table shows a table: one that has rows, and the heading of one that has something beside it.
func (p *Page) Table(t *Table) {
	s := t.shape()
	lines := s.lines(t.rows())
	if len(lines) == 0 && len(t.Said) == 0 {
		return
	}
	p.Heading(strings.ToUpper(strings.ReplaceAll(t.Name, "_", " ")), p.Way(t.Dir), append(slices.Clone(t.Said), s.sums(lines)...)...)
	p.lines(t, s, lines)
	for _, text := range t.Below {
		p.Say(p.Dim, text)
	}
}

// Rows shows the rows of a table without its heading.
func (p *Page) Rows(t *Table) {
	s := t.shape()
	p.lines(t, s, s.lines(t.rows()))
}

// line is a row as text has it: of rows that share it, one for each value of the column across, the last of which stands
// for all.
type line struct {
	reflect.Value
	across []reflect.Value
	last   int // place of the last one
}

// dirs are the values of a column across.
var dirs = []string{"C>S", "S>C", figures.BothDirections}

// lines gives the rows as text has them.
func (s *shape) lines(rows reflect.Value) (all []line) {
	at := map[string]int{}
	for i := range rows.Len() {
		row := rows.Index(i)
		if s.across == nil {
			all = append(all, line{Value: row})
			continue
		}
		key := ""
		for k := range s.columns {
			if v := row.FieldByIndex(s.columns[k].index); v.Kind() == reflect.String && !slices.Equal(s.columns[k].index, s.across) {
				key += v.String() + "\x00"
			}
		}
		n, known := at[key]
		if !known {
			n = len(all)
			at[key], all = n, append(all, line{across: make([]reflect.Value, len(dirs))})
		}
		all[n].Value, all[n].last = row, i
		if way := slices.Index(dirs, row.FieldByIndex(s.across).String()); way >= 0 {
			all[n].across[way] = row
		}
	}
	slices.SortStableFunc(all, func(a, b line) int { return cmp.Compare(a.last, b.last) })
	return all
}

// sum adds rows up: the columns that can be.
func (s *shape) sum(rows []reflect.Value) reflect.Value {
	row := reflect.New(rows[0].Type()).Elem()
	for i := range s.columns {
		if c := &s.columns[i]; c.tag.Get("rest") != "" || c.tag.Get("head") != "" {
			sum := row.FieldByIndex(c.index)
			for k := range rows {
				if x := rows[k].FieldByIndex(c.index); sum.CanInt() {
					sum.SetInt(sum.Int() + x.Int())
				} else {
					sum.SetFloat(sum.Float() + x.Float())
				}
			}
		}
	}
	return row
}

// rest adds lines up.
func (s *shape) rest(lines []line) (rest line) {
	of := func(row func(*line) reflect.Value) reflect.Value {
		var rows []reflect.Value
		for i := range lines {
			if r := row(&lines[i]); r.IsValid() {
				rows = append(rows, r)
			}
		}
		if rows == nil {
			return reflect.Value{}
		}
		return s.sum(rows)
	}
	rest.Value = of(func(l *line) reflect.Value { return l.Value })
	for way := range lines[0].across {
		rest.across = append(rest.across, of(func(l *line) reflect.Value { return l.across[way] }))
	}
	return rest
}

// sums are what a heading says of all lines.
func (s *shape) sums(lines []line) (said []string) {
	if len(lines) == 0 {
		return nil
	}
	sum := s.rest(lines)
	for i := range s.columns {
		c := &s.columns[i]
		one, many, counted := strings.Cut(c.tag.Get("head"), ",")
		switch {
		case counted:
			said = append(said, terminal.Counted(sum.FieldByIndex(c.index).Int(), one, many))
		case one != "":
			said = append(said, terminal.Bytes(float64(sum.FieldByIndex(c.index).Int())))
		}
	}
	return said
}

// lines shows rows, the first of them if there are many.
func (p *Page) lines(t *Table, s *shape, lines []line) {
	if len(lines) == 0 {
		return
	}
	n := len(lines)
	if !t.Whole {
		n = p.Shown(n)
	}
	left, summed := len(lines)-n, slices.ContainsFunc(s.columns, func(c column) bool { return c.tag.Get("rest") != "" })
	shown := lines[:n:n]
	if left > 0 && summed {
		shown = append(shown, s.rest(lines[n:]))
	}
	beside := len(s.shown) > 1 && !s.shown[1].number && s.shown[1].drop == 0 // the number of those left out, to "rest"
	out := &terminal.Table{Width: p.Width, Dim: p.Dim, Rows: make([]terminal.Row, len(shown))}
	for _, c := range s.shown {
		ways := []int{-1}
		if c.tag.Get("each") != "" {
			ways = []int{0, 1, 2}
		}
		for _, way := range ways {
			column := terminal.Column{Title: c.title, Number: c.number, Drop: c.drop}
			column.Min, _ = strconv.Atoi(cmp.Or(c.tag.Get("fold"), c.tag.Get("cut")))
			column.Fold = c.tag.Get("fold") != ""
			if way >= 0 {
				column.Title = dirs[way]
			}
			out.Columns = append(out.Columns, column)
			for k := range shown {
				cell := terminal.Cell{}
				switch row := shown[k].of(way); {
				case k == n && len(out.Columns) == 1:
					cell.Text = "rest"
					if !beside {
						cell.Text += " (" + terminal.Count(int64(left)) + ")"
					}
				case k == n && len(out.Columns) == 2 && beside:
					cell.Text = "(" + terminal.Count(int64(left)) + ")"
				case k == n && c.tag.Get("rest") == "":
				case !row.IsValid():
					cell.Text = "-"
				default:
					cell = p.cell(c, row)
				}
				if way >= 0 {
					cell.Style = p.Way(dirs[way])
				}
				out.Rows[k].Cells = append(out.Rows[k].Cells, cell)
			}
		}
	}
	for _, c := range s.shown {
		p.bars(out, t, s, c, shown)
	}
	for k := range lines[:n] {
		out.Rows[k].Below = p.belowLine(t, s, &lines[k])
	}
	_ = out.Write(p) // a buffer gives no error
	if !summed {
		p.More(left, "more row", "more rows")
	}
}

// More says that so many more are left out, if there are any.
func (p *Page) More(n int, one, many string) {
	if n > 0 {
		p.Say(p.Dim, "and "+terminal.Counted(int64(n), one, many)+" (--top 0 shows all)")
	}
}

// of gives the row for one value of the column across; -1 = for all.
func (l *line) of(way int) reflect.Value {
	if way < 0 {
		return l.Value
	}
	return l.across[way]
}

// cell shows the value of a row in a column.
func (p *Page) cell(c *column, row reflect.Value) terminal.Cell {
	value := c.value(row)
	cell := terminal.Cell{Text: c.text(value, p.Day)}
	nothing := value == nil || reflect.ValueOf(value).IsZero()
	if name := p.Names[cell.Text]; name != "" && c.tag.Get("named") != "" {
		cell.Text = name + " " + cell.Text
	}
	if nothing && value != nil {
		if c.or != nil {
			cell.Text = plain(row.FieldByIndex(c.or))
		}
		if zero, ok := c.tag.Lookup("zero"); ok && (c.or == nil || cell.Text == "") {
			cell.Text = zero
		}
	}
	switch look := c.tag.Get("look"); {
	case look == "name" && !strings.HasPrefix(cell.Text, " "): // else a part of the row above
		cell.Style = p.Name
	case look == "note" && !nothing:
		cell.Style = p.Note
	case look == "dim" && !nothing:
		cell.Style = p.Dim
	case look == "damage" && !nothing:
		cell.Style = p.Damage
	case look == "dir":
		cell.Style = p.Way(cell.Text)
	default:
		cell.Style = p.Way(look)
	}
	if c.change != nil {
		c.change(row.Addr().Interface(), c.key, &cell)
	}
	return cell
}

// bars draws those of a column, if it has some.
func (p *Page) bars(out *terminal.Table, t *Table, s *shape, c *column, lines []line) {
	to, drop, _ := strings.Cut(c.tag.Get("bar"), ",")
	if to == "" {
		return
	}
	column := terminal.Column{Bar: true}
	column.Drop, _ = strconv.Atoi(drop)
	out.Columns = append(out.Columns, column)
	share := func(l *line) float64 {
		if v := reflect.ValueOf(c.value(l.Value)); v.CanInt() {
			return float64(v.Int())
		} else if v.CanFloat() {
			return v.Float()
		}
		return 0
	}
	longest := 1.0
	if to == "longest" {
		longest = share(&lines[0])
		for i := range lines {
			longest = max(longest, share(&lines[i]))
		}
	}
	for i := range lines {
		cell := terminal.Cell{Style: p.Way(t.Dir)}
		if s.dir != nil && t.Dir == "" {
			cell.Style = p.Way(lines[i].FieldByIndex(s.dir).String())
		}
		if longest > 0 {
			cell.Share = max(share(&lines[i])/longest, 0)
		}
		out.Rows[i].Cells = append(out.Rows[i].Cells, cell)
	}
}

// belowLine gives what stands below a line: a text of it, its queries.
func (p *Page) belowLine(t *Table, s *shape, l *line) (lines []string) {
	get := func(row reflect.Value, index []int) string {
		if index == nil {
			return ""
		}
		return row.FieldByIndex(index).String()
	}
	if text := get(l.Value, s.below); text != "" {
		lines = strings.Split(terminal.Fold(printable.Text(text), max(p.Width-len(margin), 0), 0), "\n")
	}
	rows := slices.DeleteFunc(slices.Clone(l.across), func(r reflect.Value) bool { return !r.IsValid() })
	if rows == nil {
		rows = []reflect.Value{l.Value}
	}
	for _, row := range rows {
		var queries figures.Queries
		if s.queries != nil {
			queries = row.FieldByIndex(s.queries).Interface().(figures.Queries)
		}
		lines = append(lines, p.Below(figures.Query(get(row, s.query)), queries, cmp.Or(get(row, s.file), t.File))...)
	}
	return lines
}
