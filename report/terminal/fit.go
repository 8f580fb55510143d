package terminal

import (
	"math"
	"slices"
	"strings"

	"bcdump/internal/printable"
)

const (
	// gap is the blanks around each column.
	gap = 2
	// barMin and barMax are the widths of a column of bars.
	barMin, barMax = 8, 40
)

// fit gives the table as it is printed: columns left out, texts shortened or folded and bars
// drawn, so that it takes no more than its width. If nothing else helps, texts and titles are
// shortened that should not be; a table of numbers only may be wider.
func (t *Table) fit() *Table {
	kept := t.filled()
	natural := t.naturalWidths()
	for {
		widths, ok := t.share(kept, natural, t.shortest)
		if ok {
			return t.with(kept, widths)
		}
		least := t.leastImportant(kept)
		if least < 0 {
			widths, _ = t.share(kept, natural, t.squeezed)
			return t.with(kept, widths)
		}
		kept = slices.Delete(kept, least, least+1)
	}
}

// shortest is how narrow a column may become.
func (t *Table) shortest(column int) int {
	if m := t.Columns[column].Min; m > 0 {
		return max(m, Width(t.Columns[column].Title))
	}
	return math.MaxInt
}

// squeezed is how narrow a column may become if there is no other way.
func (t *Table) squeezed(column int) int {
	if c := &t.Columns[column]; c.Number || c.Bar {
		return t.shortest(column)
	}
	return min(t.shortest(column), leastRoom)
}

// filled gives the columns, without those that may be left out and have no text.
func (t *Table) filled() (kept []int) {
	some := make([]bool, len(t.Columns))
	for row := range t.all() {
		for i, cell := range row.Cells {
			some[i] = some[i] || cell.Text+cell.Keep != "" || cell.Share > 0
		}
	}
	for i, c := range t.Columns {
		if c.Drop == 0 || some[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

// naturalWidths are the widths of the columns if nothing is shortened.
func (t *Table) naturalWidths() []int {
	widths := t.textWidths()
	for i, c := range t.Columns {
		if c.Bar {
			widths[i] = max(Width(c.Title), barMin)
		}
	}
	return widths
}

// textWidths are the widths of the widest texts in each column, its title included.
func (t *Table) textWidths() []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = Width(c.Title)
	}
	for row := range t.all() {
		for cells := range row.lines {
			for i, cell := range cells {
				widths[i] = max(widths[i], Width(cell.Text)+Width(cell.Keep))
			}
		}
	}
	return widths
}

// share gives widths to the columns that are kept, none narrower than least says; ok = they fit.
func (t *Table) share(kept, natural []int, least func(column int) int) (widths []int, ok bool) {
	widths = slices.Clone(natural)
	if t.Width <= 0 {
		return t.grow(kept, widths, barMax), true
	}
	spare := t.Width
	for _, i := range kept {
		spare -= widths[i] + gap
	}
	for spare < 0 {
		i := widest(kept, widths, least)
		if i < 0 {
			return widths, false
		}
		widths[i]--
		spare++
	}
	return t.grow(kept, widths, spare), true
}

// widest finds the widest column that can become narrower; -1 = there is none.
func widest(kept, widths []int, least func(column int) int) int {
	found := -1
	for _, i := range kept {
		if widths[i] > least(i) && (found < 0 || widths[i] > widths[found]) {
			found = i
		}
	}
	return found
}

// grow gives what is left to the bars.
func (t *Table) grow(kept, widths []int, spare int) []int {
	for _, i := range kept {
		if t.Columns[i].Bar {
			more := min(spare, barMax-widths[i])
			widths[i] += more
			spare -= more
		}
	}
	return widths
}

// leastImportant finds the place in kept of the column to leave out first, bars without a title last: a number beside them says the same.
// -1 = none may be.
func (t *Table) leastImportant(kept []int) int {
	found := -1
	for at, i := range kept {
		if d := t.Columns[i].Drop; d > 0 && (found < 0 || d > t.Columns[kept[found]].Drop) {
			found = at
		}
	}
	if found < 0 {
		return slices.IndexFunc(kept, func(i int) bool { return t.Columns[i].Bar && t.Columns[i].Title == "" })
	}
	return found
}

// with gives the table with these columns only, in these widths.
func (t *Table) with(kept, widths []int) *Table {
	fitted := &Table{Dim: t.Dim}
	for _, i := range kept {
		c := t.Columns[i]
		c.Title = Cut(c.Title, widths[i])
		fitted.Columns = append(fitted.Columns, c)
	}
	t.change(fitted, func(row Row) Row {
		fitted := Row{Cells: make([]Cell, len(kept)), Below: row.Below}
		for at, i := range kept {
			lines := t.Columns[i].lines(row.Cells[i], widths[i], at == 0)
			fitted.Cells[at] = Cell{Text: lines[0], Style: row.Cells[i].Style}
			if len(lines) > 1 {
				fitted.folded = append(fitted.folded, folded{at, lines[1:]})
			}
		}
		return fitted
	})
	return fitted
}

// lines gives a cell in a width: one line, or several if it may be folded. In the first column these are
// indented: what stands in a text must not look like the beginning of a row.
func (c *Column) lines(cell Cell, width int, first bool) []string {
	indent := 0
	if first {
		indent = min(2, max(width-leastRoom, 0))
	}
	text := cell.Text + cell.Keep
	switch {
	case c.Bar:
		text = Bar(cell.Share, width)
	case c.Fold && (!first || indent == 2):
		text = Fold(text, width, indent)
	default:
		text = cell.Cut(width)
	}
	return strings.Split(text, "\n")
}

// Cut gives the printable text of a cell in a width, with the end that is to stay.
func (c *Cell) Cut(width int) string {
	text, end := printable.Text(c.Text), printable.Text(c.Keep)
	if Width(text+end) <= width {
		return text + end
	}
	return Cut(text, width-Width(end)) + end
}

// Cut shortens a text to a width and ends it with "…" if something is missing.
func Cut(text string, width int) string {
	if Width(text) <= width {
		return text
	}
	kept := ""
	for _, r := range text {
		if Width(kept+string(r)) > width-1 {
			break
		}
		kept += string(r)
	}
	return kept + "…"
}
