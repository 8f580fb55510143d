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

// columnList are the columns, from left to right.
type columnList []column

// find is where the column of a path is; -1 = there is none.
func (l columnList) find(path string) int {
	return slices.IndexFunc(l, func(c column) bool { return c.path == path })
}

// toggle adds a column or takes it away.
func (l *columnList) toggle(path string) {
	if at := l.find(path); at >= 0 {
		*l = slices.Delete(*l, at, at+1)
		return
	}
	*l = append(*l, column{path, min(max(columns(shortPath(path)), leastColumn), mostColumn)})
}

// shortPath is the title of a column.
func shortPath(path string) string { return strings.TrimPrefix(path, "fields.") }

// titles stand over the columns; "" = there are none.
func (l columnList) titles() (line string) {
	for _, c := range l {
		line += fit(prefix(printable.Text(shortPath(c.path)), c.width), c.width) + " │ "
	}
	return line
}

// cells are what the row of a message shows in the columns; file is the name of the capture.
func (l columnList) cells(r *decode.Record, file string) (line string) {
	for _, c := range l {
		line += fit(prefix(printable.Text(cell(r, c.path, file)), c.width), c.width) + " │ "
	}
	return line
}

func cell(r *decode.Record, path, file string) string {
	values, key, err := decode.ValuesAt(r, path, file)
	if err != nil {
		return ""
	}
	var texts []string
	for i := range values {
		texts = append(texts, strings.Trim(values[i].Literal(key.Kind), `"`))
	}
	return strings.Join(texts, ",")
}
