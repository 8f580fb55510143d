package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

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
	last := slices.IndexFunc(columns, func(c csvColumn) bool { return c.name == "query" })
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
			line[k] = csvField(c.of(list.Index(i)))
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

// row writes one row; cells are changed.
func (w *csvWriter) row(cells []string) error {
	if w.form == ForSpreadsheets {
		for i, cell := range cells {
			cells[i] = printable.Cell(cell)
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
	name string
	path []int // of each struct the field, of each array the element
}

// of gives the value of a row; null if nothing leads to it.
func (c *csvColumn) of(v reflect.Value) reflect.Value {
	for _, i := range c.path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v
			}
			v = v.Elem()
		}
		if v.Kind() == reflect.Struct {
			v = v.Field(i)
		} else {
			v = v.Index(i)
		}
	}
	return v
}

// columnsAt gives columns by name, each with the keys of JSON that lead to it where these are others:
// "x=position.0".
func columnsAt(row reflect.Type, names string) (columns []csvColumn) {
	for word := range strings.FieldsSeq(names) {
		name, keys, other := strings.Cut(word, "=")
		if !other {
			keys = name
		}
		c, t := csvColumn{name: name}, row
		for key := range strings.SplitSeq(keys, ".") {
			if t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			if t.Kind() == reflect.Array {
				i, _ := strconv.Atoi(key) // a test sees what is no number
				c.path, t = append(c.path, i), t.Elem()
				continue
			}
			at := slices.IndexFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return keyOf(&f) == key })
			f := reflect.VisibleFields(t)[at]
			c.path, t = append(c.path, f.Index...), f.Type
		}
		columns = append(columns, c)
	}
	return columns
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
	write := func() error {
		if err := out.row(line); err != nil {
			return err
		}
		return out.flush()
	}
	return func(r *Row) error {
		row := reflect.ValueOf(r)
		for i := range columns {
			line[i] = csvField(columns[i].of(row))
		}
		return write()
	}, write()
}

func columnsOf(t reflect.Type, prefix string, path []int) (columns []csvColumn) {
	for i := range t.NumField() {
		f := t.Field(i)
		here := append(slices.Clone(path), i)
		name := keyOf(&f)
		switch {
		case f.Type.Kind() == reflect.Map, f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
		case f.Anonymous:
			columns = append(columns, columnsOf(f.Type, prefix, here)...)
		case f.Type.Kind() == reflect.Struct:
			columns = append(columns, columnsOf(f.Type, prefix+name+"_", here)...)
		default:
			columns = append(columns, csvColumn{prefix + name, here})
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
		if v.Type().Elem() == reflect.TypeFor[figures.Setting]() {
			return strings.Join(words, ";")
		}
		return strings.Join(words, " ")
	}
	return fmt.Sprint(v.Interface())
}
