package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// WriteCSV writes rows, a slice of structs of package figures, as RFC 4180 says: a line
// with the names of the columns, then a line for each row, ended by CR LF. Columns are
// the keys of the JSON form in their order, but "query" comes last. Keys of a struct
// within a row follow its key, as in "rtt_ms_p50". Lists are joined by blanks. Maps have
// no column. Numbers have no separators and no unit; null is an empty field.
func WriteCSV(w io.Writer, rows any) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
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
	if err := out.Write(line); err != nil {
		return err
	}
	for i := range list.Len() {
		for k, c := range columns {
			line[k] = csvField(list.Index(i).FieldByIndex(c.path))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// csvColumn is a field of a struct, or of a struct within it.
type csvColumn struct {
	name string
	path []int
}

func columnsOf(t reflect.Type, prefix string, path []int) (columns []csvColumn) {
	for i := range t.NumField() {
		f := t.Field(i)
		here := append(slices.Clone(path), i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type.Kind() == reflect.Map:
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
		return strings.Join(words, " ")
	}
	return fmt.Sprint(v.Interface())
}
