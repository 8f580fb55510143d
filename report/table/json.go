package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
)

// JSON writes a report, a struct, as one object on one line: these of its keys, or all. The order of its keys is that
// of the struct. Lists are written element by element, so that the text of a long report never stands in memory as a
// whole.
func JSON(w io.Writer, report any, keys ...string) error {
	j := jsonWriter{out: bufio.NewWriter(w), kept: keys}
	j.encoder = json.NewEncoder(&j.element)
	j.encoder.SetEscapeHTML(false)
	j.value(reflect.Indirect(reflect.ValueOf(report)))
	j.text("\n")
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
}

// jsonWriter writes what encoding/json would, a piece at a time. Its first error ends it.
type jsonWriter struct {
	out     *bufio.Writer
	element bytes.Buffer
	encoder *json.Encoder
	kept    []string // keys of the object that is begun next; nil = all
	err     error
}

func (j *jsonWriter) text(s string) {
	if j.err == nil {
		_, j.err = j.out.WriteString(s)
	}
}

// value writes a value: of a struct the fields, of a list of structs the elements.
func (j *jsonWriter) value(v reflect.Value) {
	switch {
	case divisible(v.Type()):
		j.fields(v)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct && !v.IsNil():
		j.elements(v)
	default:
		j.whole(v)
	}
}

// divisible reports structs that have lists of structs and nothing that makes keys of
// its own.
func divisible(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.Implements(reflect.TypeFor[json.Marshaler]()) {
		return false
	}
	lists := false
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			return false
		}
		lists = lists || f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct
	}
	return lists
}

func (j *jsonWriter) fields(v reflect.Value) {
	between, kept := "{", j.kept
	j.kept = nil
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "-" || kept != nil && !slices.Contains(kept, name) || strings.Contains(options, "omit") && empty(v.Field(i)) {
			continue
		}
		j.text(between + `"` + name + `":`)
		j.value(v.Field(i))
		between = ","
	}
	j.text("}")
}

// empty is what encoding/json leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		t, ok := v.Interface().(figures.Time)
		return ok && t.IsZero()
	}
	return v.IsZero()
}

func (j *jsonWriter) elements(v reflect.Value) {
	j.text("[")
	for i := range v.Len() {
		if i > 0 {
			j.text(",")
		}
		j.whole(v.Index(i))
	}
	j.text("]")
}

func (j *jsonWriter) whole(v reflect.Value) {
	if j.err != nil {
		return
	}
	j.element.Reset()
	if j.err = j.encoder.Encode(v.Interface()); j.err == nil {
		_, j.err = j.out.Write(bytes.TrimSuffix(printable.JSON(j.element.Bytes(), 0), []byte("\n")))
	}
}
