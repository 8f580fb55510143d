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
	forms "bcdump/report/table"
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
	of, named := rows.(chosen)
	if !named {
		of = chosen{rows, allColumns(reflect.TypeOf(rows).Elem(), "")}
	}
	list := reflect.ValueOf(of.rows)
	out, err := newCSV(w, list.Type().Elem(), form, of.columns, header)
	for i := range list.Len() {
		err = errors.Join(err, out.row(list.Index(i).Addr().UnsafePointer()))
	}
	return errors.Join(err, out.flush())
}

// chosen are rows with some of their columns, by the names that columnsAt takes.
type chosen struct {
	rows    any
	columns string
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
	form    CSVForm
	columns []csvColumn
	line    []string
}

// newCSV begins rows of a type with some of their columns, by the names that columnsAt takes, which are
// written if it has a header.
func newCSV(w io.Writer, row reflect.Type, form CSVForm, names string, header bool) (*csvWriter, error) {
	out := &csvWriter{csv.NewWriter(w), form, columnsAt(row, names), nil}
	out.UseCRLF = true
	for _, c := range out.columns {
		out.line = append(out.line, c.name)
	}
	if header {
		if err := out.Write(out.line); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// row writes a row.
func (w *csvWriter) row(at unsafe.Pointer) error {
	for i := range w.columns {
		c := &w.columns[i]
		w.line[i] = c.text(at)
		if w.form == ForSpreadsheets && !c.number {
			w.line[i] = printable.Cell(w.line[i])
		}
	}
	return w.Write(w.line)
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
	number bool // or true and false: there is nothing to guard
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
	return csvText(c.leaf, row)
}

// csvText writes the value that lies there. There are no types but these in package figures; a test looks.
func csvText(t reflect.Type, at unsafe.Pointer) string {
	switch t.Kind() {
	case reflect.String:
		return *(*string)(at)
	case reflect.Bool:
		return strconv.FormatBool(*(*bool)(at))
	case reflect.Int:
		return strconv.Itoa(*(*int)(at))
	case reflect.Int64:
		return strconv.FormatInt(*(*int64)(at), 10)
	case reflect.Float32:
		return strconv.FormatFloat(float64(*(*float32)(at)), 'f', -1, 32)
	case reflect.Float64:
		return strconv.FormatFloat(*(*float64)(at), 'f', -1, 64)
	case reflect.Struct:
		if t == reflect.TypeFor[figures.Time]() {
			return (*figures.Time)(at).String()
		}
	case reflect.Slice, reflect.Array:
		return csvList(reflect.NewAt(t, at).Elem())
	}
	return fmt.Sprint(reflect.NewAt(t, at).Elem().Interface())
}

func csvList(list reflect.Value) string {
	t, between := list.Type().Elem(), " "
	switch {
	case t == reflect.TypeFor[figures.Setting]():
		between = ";"
	case t.Kind() == reflect.Struct: // a column has how many there are
		return strconv.Itoa(list.Len())
	}
	words := make([]string, list.Len())
	for i := range words {
		words[i] = csvText(t, list.Index(i).Addr().UnsafePointer())
	}
	return strings.Join(words, between)
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
		c.number = c.leaf.Kind() >= reflect.Bool && c.leaf.Kind() <= reflect.Float64
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

// streamCSV writes the names of columns, and gives a function that writes each row as one line.
func streamCSV[Row any](w io.Writer, form CSVForm, names string) (func(*Row) error, error) {
	out, err := newCSV(w, reflect.TypeFor[Row](), form, names, true)
	return func(r *Row) error { return errors.Join(out.row(unsafe.Pointer(r)), out.flush()) }, errors.Join(err, out.flush())
}

// allColumns gives all columns of rows as columnsAt takes them, the query last; path leads to the row.
func allColumns(row reflect.Type, path string) string {
	names, query := strings.Fields(columnsOf(row, "", path)), "query="+path+"query"
	if i := slices.Index(names, query); i >= 0 {
		names = append(slices.Delete(names, i, i+1), query)
	}
	return strings.Join(names, " ")
}

func columnsOf(t reflect.Type, prefix, path string) (names string) {
	for i := range t.NumField() {
		f := t.Field(i)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch name := keyOf(&f); {
		case name == "-", f.Type.Kind() == reflect.Map, f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
		case f.Anonymous:
			names += columnsOf(f.Type, prefix, path)
		case inner.Kind() == reflect.Struct && inner != reflect.TypeFor[figures.Time]():
			names += columnsOf(inner, prefix+name+"_", path+name+".")
		default:
			names += prefix + name + "=" + path + name + " "
		}
	}
	return names
}

// WriteJSON writes a report as one object on one line.
func WriteJSON(w io.Writer, report any) error { return forms.JSON(w, report) }
