package render

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"bcdump/internal/printable"
	"bcdump/report/figures"
)

// WriteCSV writes rows, a slice of structs of package figures, as RFC 4180 says: a line
// with the names of the columns, then a line for each row, ended by CR LF. Columns are
// the keys of the JSON form in their order, but "query" comes last. Keys of a struct
// within a row follow its key, as in "rtt_ms_p50". Lists are joined by blanks. Maps and lists
// of structs have no column. Numbers have no separators and no unit; null is an empty field. form says
// whether texts are guarded.
func WriteCSV(w io.Writer, rows any, form CSVForm) error { return writeRows(w, rows, form, true) }

// writeRows is WriteCSV, with or without the names of the columns.
func writeRows(w io.Writer, rows any, form CSVForm, header bool) error {
	out := newCSV(w, form)
	list := reflect.ValueOf(rows)
	columns := columnsOf(list.Type().Elem(), "", nil)
	last := slices.IndexFunc(columns, func(c tableColumn) bool { return c.name == "query" })
	if last >= 0 {
		columns = append(slices.Delete(slices.Clone(columns), last, last+1), columns[last])
	}
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.name
	}
	if header {
		if err := out.row(line); err != nil {
			return err
		}
	}
	for i := range list.Len() {
		for k, c := range columns {
			line[k] = csvField(list.Index(i).FieldByIndex(c.path))
		}
		if err := out.row(line); err != nil {
			return err
		}
	}
	return out.flush()
}

// CSVForm says for whom CSV is.
type CSVForm uint8

const (
	// ForSpreadsheets has texts that a spreadsheet shows and does not run, and no control
	// characters.
	ForSpreadsheets CSVForm = iota
	// ForPrograms has texts as they are, but for a CR on its own, which encoding/csv leaves out.
	ForPrograms
)

// csvWriter writes rows. All cells go through it, so that none can be left unguarded.
type csvWriter struct {
	*csv.Writer
	form CSVForm
}

func newCSV(w io.Writer, form CSVForm) *csvWriter {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	return &csvWriter{out, form}
}

// row writes one row; cells are changed, but for numbers, of which columns may tell.
func (w *csvWriter) row(cells []string, columns ...csvColumn) error {
	if w.form == ForSpreadsheets {
		for i, cell := range cells {
			if i >= len(columns) || !columns[i].number {
				cells[i] = printable.Cell(cell)
			}
		}
	}
	return w.Write(cells)
}

func (w *csvWriter) flush() error {
	w.Flush()
	return w.Error()
}

// csvColumn is a field of a struct, or of what is within it.
type csvColumn struct {
	name   string
	path   []csvStep
	leaf   reflect.Type
	kind   reflect.Kind // of leaf; Slice is a list of texts
	number bool         // or true and false: there is nothing to guard
}

// csvStep leads to what lies so many bytes behind the beginning of a value, of what a pointer leads
// to if behind is set.
type csvStep struct {
	offset uintptr
	behind bool
}

// text writes the value that a row has in the column; "" if nothing leads to it. The usual kinds are
// read where they lie: timelines have forty in a row, and reflection takes five times as long.
func (c *csvColumn) text(row unsafe.Pointer) string {
	for _, s := range c.path {
		if s.behind {
			row = *(*unsafe.Pointer)(row)
		}
		if row == nil {
			return ""
		}
		row = unsafe.Add(row, s.offset)
	}
	switch c.kind {
	case reflect.String:
		return *(*string)(row)
	case reflect.Bool:
		return strconv.FormatBool(*(*bool)(row))
	case reflect.Int:
		return strconv.Itoa(*(*int)(row))
	case reflect.Int64:
		return strconv.FormatInt(*(*int64)(row), 10)
	case reflect.Slice:
		return strings.Join(*(*[]string)(row), " ")
	case reflect.Float32:
		return strconv.FormatFloat(float64(*(*float32)(row)), 'f', -1, 32)
	case reflect.Float64:
		return strconv.FormatFloat(*(*float64)(row), 'f', -1, 64)
	}
	return csvField(reflect.NewAt(c.leaf, row).Elem())
}

// columnsAt gives columns by name, each with the keys of JSON that lead to it where these are others:
// "x=position.0".
func columnsAt(row reflect.Type, names string) (columns []csvColumn) {
	for word := range strings.FieldsSeq(names) {
		name, keys, other := strings.Cut(word, "=")
		if !other {
			keys = name
		}
		c := csvColumn{name: name, leaf: row}
		for key := range strings.SplitSeq(keys, ".") {
			c.follow(key)
		}
		if c.leaf.Kind() == reflect.Pointer {
			c.path, c.leaf = append(c.path, csvStep{behind: true}), c.leaf.Elem()
		}
		if c.kind = c.leaf.Kind(); c.kind == reflect.Slice && c.leaf.Elem().Kind() != reflect.String {
			c.kind = reflect.Invalid
		}
		c.number = c.kind >= reflect.Bool && c.kind <= reflect.Float64
		columns = append(columns, c)
	}
	return columns
}

// follow goes one step further, by the key of a field or the number of an element.
func (c *csvColumn) follow(key string) {
	step := csvStep{behind: c.leaf.Kind() == reflect.Pointer}
	if step.behind {
		c.leaf = c.leaf.Elem()
	}
	if c.leaf.Kind() == reflect.Array {
		i, _ := strconv.Atoi(key)
		c.leaf = c.leaf.Elem()
		step.offset = uintptr(i) * c.leaf.Size()
	} else {
		fields := reflect.VisibleFields(c.leaf)
		index := fields[slices.IndexFunc(fields, func(f reflect.StructField) bool { return keyOf(&f) == key })].Index
		for _, i := range index {
			step.offset += c.leaf.Field(i).Offset
			c.leaf = c.leaf.Field(i).Type
		}
	}
	c.path = append(c.path, step)
}

// keyOf is the key that a field has in JSON.
func keyOf(f *reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return key
}

// csvRows writes the names of columns, and gives a function that writes each row as one line.
func csvRows[Row any](w io.Writer, form CSVForm, names string) (func(*Row) error, error) {
	out, columns := newCSV(w, form), columnsAt(reflect.TypeFor[Row](), names)
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.name
	}
	return func(r *Row) error {
		for i := range columns {
			line[i] = columns[i].text(unsafe.Pointer(r))
		}
		return errors.Join(out.row(line, columns...), out.flush())
	}, errors.Join(out.row(line), out.flush())
}

// tableColumn is a field of a struct, or of a struct within it.
type tableColumn struct {
	name string
	path []int
}

func columnsOf(t reflect.Type, prefix string, path []int) (columns []tableColumn) {
	for i := range t.NumField() {
		f := t.Field(i)
		here := append(slices.Clone(path), i)
		name := keyOf(&f)
		switch {
		case name == "-", f.Type.Kind() == reflect.Map, f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
		case f.Anonymous:
			columns = append(columns, columnsOf(f.Type, prefix, here)...)
		case f.Type.Kind() == reflect.Struct:
			columns = append(columns, columnsOf(f.Type, prefix+name+"_", here)...)
		default:
			columns = append(columns, tableColumn{prefix + name, here})
		}
	}
	return columns
}

// csvField writes a value. There are no kinds but these in package figures; a test
// looks.
func csvField(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case reflect.Float32:
		return strconv.FormatFloat(v.Float(), 'f', -1, 32)
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return csvField(v.Elem())
	case reflect.Slice, reflect.Array:
		words := make([]string, v.Len())
		for i := range words {
			words[i] = csvField(v.Index(i))
		}
		switch t := v.Type().Elem(); {
		case t == reflect.TypeFor[figures.Setting]():
			return strings.Join(words, ";")
		case t.Kind() == reflect.Struct: // a column has how many there are
			return strconv.Itoa(len(words))
		}
		return strings.Join(words, " ")
	}
	return fmt.Sprint(v.Interface())
}
