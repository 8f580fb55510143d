package table

import (
	"reflect"
	"strconv"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// Stream shows rows as they come, in columns whose width is known before any row is.
type Stream struct {
	page    *Page
	columns []streamColumn
	line    []terminal.Span
}

type streamColumn struct {
	column
	width, more int
	right       bool
}

// NewStream chooses columns of a table. Behind each of its Keys stand ":" and the width, with ">" in front if the cells are on
// the right; behind "+" by how much it is wider where there is room; behind "@" the width of the page from which it is
// shown. The last one takes the rest, and continues on further lines.
func NewStream(p *Page, t *Table) *Stream {
	const least, roomy = 10, 48
	s, left := &Stream{page: p}, p.Width-1
	some := *t
	some.Keys = ""
	for word := range strings.FieldsSeq(t.Keys) {
		key, form, _ := strings.Cut(word, ":")
		form, from, _ := strings.Cut(form, "@")
		width, more, _ := strings.Cut(form, "+")
		c := streamColumn{}
		width, c.right = strings.CutPrefix(width, ">")
		c.width, _ = strconv.Atoi(width)
		c.more, _ = strconv.Atoi(more)
		if n, _ := strconv.Atoi(from); p.Width >= n {
			some.Keys += key + " "
			s.columns = append(s.columns, c)
			left -= c.width + 2
		}
	}
	columns := some.shape().columns
	for i := range s.columns {
		c := &s.columns[i]
		if c.column = columns[i]; left-c.more >= roomy {
			c.width += c.more
			left -= c.more
		}
	}
	s.columns[len(s.columns)-1].width = max(left, least)
	return s
}

// Heading shows the titles.
func (s *Stream) Heading() {
	s.show(func(c *streamColumn) terminal.Cell { return terminal.Cell{Text: c.title, Style: s.page.Dim} })
}

// Row shows a row, a pointer to it.
func (s *Stream) Row(row any) {
	v := reflect.ValueOf(row).Elem()
	s.show(func(c *streamColumn) terminal.Cell { return s.page.cell(&c.column, v) })
}

// show writes one cell for each column. What of the last does not fit continues below it.
func (s *Stream) show(cell func(*streamColumn) terminal.Cell) {
	line, before, last := s.line[:0], 0, len(s.columns)-1
	for i := range s.columns[:last] {
		c := &s.columns[i]
		shown := cell(c)
		text := shown.Cut(c.width)
		blanks := strings.Repeat(" ", max(c.width-terminal.Width(text), 0))
		front, behind := " ", blanks+" "
		if c.right {
			front, behind = " "+blanks, " "
		}
		line = append(line, terminal.Span{Text: front}, terminal.Span{Style: shown.Style, Text: text}, terminal.Span{Text: behind})
		before += c.width + 2
	}
	shown := cell(&s.columns[last])
	for text := range strings.SplitSeq(terminal.Fold(printable.Text(shown.Text), s.columns[last].width, 0), "\n") {
		s.page.Line(append(line, terminal.Span{Text: " "}, terminal.Span{Style: shown.Style, Text: text})...)
		line = append(line[:0], terminal.Span{Text: strings.Repeat(" ", before)})
	}
	s.line = line
}
