package terminal

import "slices"

const (
	// gap is the blanks around each column.
	gap = 2
	// barMin and barMax are the widths of a column of bars.
	barMin, barMax = 8, 40
)

// fit gives the table as it is printed: columns left out, texts shortened and bars
// drawn, so that it takes no more than its width. If the columns that must stay are
// wider than that, so is the table.
func (t *Table) fit() *Table {
	kept := t.filled()
	natural := t.naturalWidths()
	for {
		widths, ok := t.share(kept, natural)
		least := t.leastImportant(kept)
		if ok || least < 0 {
			return t.with(kept, widths)
		}
		kept = slices.Delete(kept, least, least+1)
	}
}

// filled gives the columns, without those that may be left out and have no text.
func (t *Table) filled() (kept []int) {
	some := make([]bool, len(t.Columns))
	for row := range t.all() {
		for i, cell := range row.Cells {
			some[i] = some[i] || cell.Text != "" || cell.Share > 0
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
		for i, cell := range row.Cells {
			widths[i] = max(widths[i], Width(cell.Text))
		}
	}
	return widths
}

// share gives widths to the columns that are kept; ok = they fit.
func (t *Table) share(kept, natural []int) (widths []int, ok bool) {
	widths = slices.Clone(natural)
	if t.Width <= 0 {
		return t.grow(kept, widths, barMax), true
	}
	spare := t.Width
	for _, i := range kept {
		spare -= widths[i] + gap
	}
	for spare < 0 {
		i := t.widest(kept, widths)
		if i < 0 {
			return widths, false
		}
		widths[i]--
		spare++
	}
	return t.grow(kept, widths, spare), true
}

// widest finds the widest column that can be shortened; -1 = there is none.
func (t *Table) widest(kept, widths []int) int {
	found := -1
	for _, i := range kept {
		if m := t.Columns[i].Min; m > 0 && widths[i] > max(m, Width(t.Columns[i].Title)) && (found < 0 || widths[i] > widths[found]) {
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

// leastImportant finds the place in kept of the column to leave out first; -1 = none
// may be.
func (t *Table) leastImportant(kept []int) int {
	found := -1
	for at, i := range kept {
		if d := t.Columns[i].Drop; d > 0 && (found < 0 || d > t.Columns[kept[found]].Drop) {
			found = at
		}
	}
	return found
}

// with gives the table with these columns only, in these widths.
func (t *Table) with(kept, widths []int) *Table {
	fitted := &Table{Dim: t.Dim}
	for _, i := range kept {
		fitted.Columns = append(fitted.Columns, t.Columns[i])
	}
	fitted.Many = t.changed(func(row Row) Row {
		cells := make([]Cell, len(kept))
		for at, i := range kept {
			cells[at] = row.Cells[i]
			if t.Columns[i].Bar {
				cells[at].Text = Bar(cells[at].Share, widths[i])
			} else {
				cells[at].Text = Cut(cells[at].Text, widths[i])
			}
		}
		return Row{cells, row.Below}
	})
	return fitted
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
