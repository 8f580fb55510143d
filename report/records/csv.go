package records

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/filter"
	"bcdump/internal/printable"
)

// CSVOptions say what CSV rows have.
type CSVOptions struct {
	// Columns are keys of the JSON form, such as "frame", "fields.speed", "fields.position[2]".
	Columns []string
	// Raw leaves texts as they are; else a spreadsheet shows them and runs none.
	Raw bool
	// JSON is the line that the cells are taken from.
	JSON JSONOptions
}

// CSV gives renderers that print one row per record, as RFC 4180 says: lines end with CR LF. A
// cell is what the JSON line has under the key of its column: a text without its quotes, a list
// or an object as JSON, nothing for null and for a key that is not there. A key below a list
// gives a list with one value for each element. A field that the JSON line hides, because others say
// the same, has a cell too: filters know it.
func CSV(o CSVOptions) func() decode.Renderer {
	return func() decode.Renderer {
		lines, out := JSONLines(o.JSON)(), newRows(o.Raw)
		columns, hidden := newPicks(o.Columns), hiddenIn(o.Columns)
		cells := make([]string, len(o.Columns))
		var line []byte
		return func(b []byte, r *decode.Record) []byte {
			line = lines(line[:0], r)
			for i, value := range columns.of(line) {
				cells[i] = cellOf(value)
			}
			if c := hidden.fields(r); c != nil {
				line = append(fields.AppendJSONWhole(append(line[:0], `{"fields":`...), c.Message, fields.Limit(&c.Decoded), r.Context.Names), '}')
				for i, value := range columns.of(line) {
					if hidden[i] {
						cells[i] = cellOf(value)
					}
				}
			}
			return out.append(b, cells)
		}
	}
}

// hidden tells of each column whether the JSON line hides it; nil = of none.
type hidden []bool

func hiddenIn(columns []string) (list hidden) {
	for i, column := range columns {
		if key, ok := decode.Schema().Lookup(filter.KeyOf(column)); ok && key.Hidden {
			if list == nil {
				list = make(hidden, len(columns))
			}
			list[i] = true
		}
	}
	return list
}

// fields gives the content of a record, if it has fields that a column may ask for.
func (h hidden) fields(r *decode.Record) *decode.Content {
	if h == nil || r.Content().Message == nil {
		return nil
	}
	return r.Content()
}

// CSVHeader is the row with the names of the columns.
func CSVHeader(o CSVOptions) []byte {
	return newRows(o.Raw).append(nil, append([]string(nil), o.Columns...))
}

// rows appends rows of CSV to a buffer.
type rows struct {
	raw    bool
	buffer bytes.Buffer
	writer *csv.Writer
}

func newRows(raw bool) *rows {
	r := &rows{raw: raw}
	r.writer = csv.NewWriter(&r.buffer)
	return r
}

// append appends a row; cells are changed.
func (r *rows) append(b []byte, cells []string) []byte {
	if !r.raw {
		for i, cell := range cells {
			cells[i] = printable.Cell(cell)
		}
	}
	if len(cells) == 1 && cells[0] == "" {
		return append(b, "\"\"\r\n"...) // readers step over empty lines
	}
	r.buffer.Reset()
	_ = r.writer.Write(cells) // a buffer takes all
	r.writer.Flush()
	b = append(b, r.buffer.Bytes()...)
	return append(b[:len(b)-1], "\r\n"...) // the writer would make CR LF of line feeds in texts too
}

// cellOf is a JSON value as a cell.
func cellOf(value []byte) string {
	switch {
	case len(value) == 0 || value[0] == 'n':
		return ""
	case value[0] != '"':
		return string(value)
	case bytes.IndexByte(value, '\\') < 0:
		return string(value[1 : len(value)-1])
	}
	var text string
	_ = json.Unmarshal(value, &text) // we wrote it
	return text
}

// picks takes the values of keys out of JSON lines as this package writes them: without blanks.
type picks struct {
	columns []column
	values  [][]byte
}

// column is the path of a key, as filters write it.
type column struct {
	top   string
	below []filter.Step
}

func newPicks(keys []string) *picks {
	p := &picks{values: make([][]byte, len(keys))}
	for _, key := range keys {
		steps := filter.Steps(key)
		p.columns = append(p.columns, column{steps[0].Name, steps[1:]})
	}
	return p
}

// of gives the values of the keys, in their order; nil for one that is not there. They are valid
// until the next line.
func (p *picks) of(line []byte) [][]byte {
	clear(p.values)
	for name, value := range members(line) {
		for i := range p.columns {
			if c := &p.columns[i]; c.top == string(name) {
				p.values[i] = pick(value, c.below)
			}
		}
	}
	return p.values
}

// pick follows a path. A name behind a list is looked for in each element.
func pick(value []byte, steps []filter.Step) []byte {
	for len(steps) > 0 && len(value) > 0 {
		step := steps[0]
		switch {
		case step.Name != "" && value[0] == '[':
			return pickEach(value, steps)
		case step.Name != "":
			value = member(value, step.Name)
		default:
			value = element(value, step.Index)
		}
		steps = steps[1:]
	}
	return value
}

// pickEach gives a list with what a path leads to in each element; null where it leads nowhere.
func pickEach(list []byte, steps []filter.Step) []byte {
	found := []byte{'['}
	for value := range Elements(list) {
		if len(found) > 1 {
			found = append(found, ',')
		}
		if value = pick(value, steps); value == nil {
			value = []byte("null")
		}
		found = append(found, value...)
	}
	return append(found, ']')
}

func member(object []byte, name string) []byte {
	for key, value := range members(object) {
		if string(key) == name {
			return value
		}
	}
	return nil
}

func element(list []byte, index int) []byte {
	for value := range Elements(list) {
		if index--; index < 0 {
			return value
		}
	}
	return nil
}

// members gives keys, without quotes, and values of an object; nothing of any other value.
func members(object []byte) func(yield func(key, value []byte) bool) {
	return func(yield func(key, value []byte) bool) {
		if object[0] != '{' {
			return
		}
		for rest := object[1:]; rest[0] != '}'; {
			key := lengthOf(rest)
			value := rest[key+1:]
			n := lengthOf(value)
			if !yield(rest[1:key-1], value[:n]) {
				return
			}
			rest = bytes.TrimPrefix(value[n:], []byte(","))
		}
	}
}

// Elements gives those of a list; nothing of any other value.
func Elements(list []byte) func(yield func(value []byte) bool) {
	return func(yield func(value []byte) bool) {
		if list[0] != '[' {
			return
		}
		for rest := list[1:]; rest[0] != ']'; {
			n := lengthOf(rest)
			if !yield(rest[:n:n]) {
				return
			}
			rest = bytes.TrimPrefix(rest[n:], []byte(","))
		}
	}
}

// lengthOf is how many bytes the value takes that b begins with.
func lengthOf(b []byte) int {
	if b[0] != '"' && b[0] != '{' && b[0] != '[' {
		return slices.IndexFunc(b, func(c byte) bool { return c == ',' || c == '}' || c == ']' })
	}
	depth := 0
	for at := 0; ; at++ {
		switch b[at] {
		case '"':
			at += stringLength(b[at:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			return at + 1
		}
	}
}
