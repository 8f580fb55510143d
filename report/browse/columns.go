package browse

import (
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/internal/printable"
)

// column is a field that each row shows before the line of the message.
type column struct {
	path  string
	width int
}

const (
	leastColumn = 8
	mostColumn  = 24
)

func (m *Model) columnAt(path string) int {
	return slices.IndexFunc(m.columns, func(c column) bool { return c.path == path })
}

// toggleColumn adds a column or takes it away.
func (m *Model) toggleColumn(path string) {
	if at := m.columnAt(path); at >= 0 {
		m.columns = slices.Delete(m.columns, at, at+1)
	} else {
		m.columns = append(m.columns, column{path, min(max(columns(shortPath(path)), leastColumn), mostColumn)})
	}
	m.list.forget()
}

// shortPath is the title of a column.
func shortPath(path string) string { return strings.TrimPrefix(path, "fields.") }

// columnTitles is the line above the rows; "" = there are no columns.
func (m *Model) columnTitles() (line string) {
	for _, c := range m.columns {
		line += fit(prefix(printable.Text(shortPath(c.path)), c.width), c.width) + " │ "
	}
	return line
}

// cells are what a row shows in the columns.
func (m *Model) cells(r *decode.Record) (line string) {
	for _, c := range m.columns {
		line += fit(prefix(printable.Text(m.cell(r, c.path)), c.width), c.width) + " │ "
	}
	return line
}

func (m *Model) cell(r *decode.Record, path string) string {
	values, key, err := decode.ValuesAt(r, path, m.index.Name())
	if err != nil {
		return ""
	}
	var texts []string
	for i := range values {
		texts = append(texts, strings.Trim(values[i].Literal(key.Kind), `"`))
	}
	return strings.Join(texts, ",")
}
