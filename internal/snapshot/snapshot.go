// Package snapshot saves values that a program is still counting with, and restores them in another
// process. In goes a pointer to a struct, out comes JSON, and back. All fields are saved, those
// without a public name too, so that a counter that is added tomorrow is saved without anybody
// thinking of it. What shall not be saved has the tag `snapshot:"-"`. Other JSON that comes from a file
// is restored in the same way.
//
// Zero values are left out, elements of arrays too; maps are in the order of their keys as written:
// equal values give equal bytes. Pointers that share a value get one each. Interfaces, functions
// and channels cannot be saved, nor types that contain themselves.
//
// The package knows nothing of this program. It trusts no bytes: what does not fit is an error, with the
// place where it stands, and what is read takes no more memory than it was told.
package snapshot

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Save gives the JSON of what a pointer leads to.
func Save(from any) []byte { return save(nil, reflect.ValueOf(from).Elem()) }

// Shape is a text that two programs have in common if they save a type in the same way.
func Shape(of any) string {
	var b strings.Builder
	shape(func(text string) { b.WriteString(text + ";") }, reflect.TypeOf(of).Elem())
	return Sum(b.String())
}

// Sum is a short text that tells longer ones apart.
func Sum(text string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return strconv.FormatUint(h.Sum64(), 16)
}

func shape(tell func(string), t reflect.Type) {
	tell(t.Kind().String())
	if isText(t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		shape(tell, t.Elem())
	case reflect.Array:
		tell(strconv.Itoa(t.Len()))
		shape(tell, t.Elem())
	case reflect.Map:
		shape(tell, t.Key())
		shape(tell, t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); saved(&f) {
				tell(f.Name)
				shape(tell, f.Type)
			}
		}
	}
}

func saved(f *reflect.StructField) bool { return f.Tag.Get("snapshot") != "-" }

var marshaler = reflect.TypeFor[encoding.TextMarshaler]()

// isText reports whether a type writes itself, such as an address.
func isText(t reflect.Type) bool { return t.Implements(marshaler) && t.Kind() != reflect.Pointer }

// field gives a field as if it had a public name.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() // reflect lets nobody set it otherwise
}

// addressable gives a copy of which fields can be reached.
func addressable(v reflect.Value) reflect.Value {
	x := reflect.New(v.Type()).Elem()
	x.Set(v)
	return x
}

func save(b []byte, v reflect.Value) []byte {
	if isText(v.Type()) {
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			panic(err) // none of the types that are saved has such values
		}
		return saveString(b, string(text))
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float32, reflect.Float64: // as text, because JSON has no infinity
		return append(strconv.AppendFloat(append(b, '"'), v.Float(), 'g', -1, 64), '"')
	case reflect.String:
		return saveString(b, v.String())
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...)
		}
		return save(b, v.Elem())
	case reflect.Slice:
		return saveList(b, v.Len(), func(b []byte, i int) []byte { return save(b, v.Index(i)) })
	case reflect.Array:
		return saveArray(b, v)
	case reflect.Map:
		return saveMap(b, v)
	case reflect.Struct:
		return saveStruct(b, v)
	}
	panic("snapshot: cannot save " + v.Type().String())
}

// saveString writes a text, or the bytes of what is none.
func saveString(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		return append(append(append(b, `["`...), base64.StdEncoding.EncodeToString([]byte(s))...), `"]`...)
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string is always one
	}
	return append(b, text...)
}

func saveList(b []byte, n int, element func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, i)
	}
	return append(b, ']')
}

// saveArray writes the elements that are not zero, with their places.
func saveArray(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	for i := range v.Len() {
		if !v.Index(i).IsZero() {
			b = saveMember(b, strconv.Itoa(i), v.Index(i))
		}
	}
	return append(b, '}')
}

func saveStruct(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	for i := range v.NumField() {
		if f := v.Type().Field(i); saved(&f) && !v.Field(i).IsZero() {
			b = saveMember(b, f.Name, field(v, i))
		}
	}
	return append(b, '}')
}

func saveMember(b []byte, name string, v reflect.Value) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return save(append(strconv.AppendQuote(b, name), ':'), v)
}

// saveMap writes a list of pairs, by key.
func saveMap(b []byte, v reflect.Value) []byte {
	var pairs [][]byte
	for key, value := range v.Seq2() {
		pair := append(save([]byte{'['}, addressable(key)), ',')
		pairs = append(pairs, append(save(pair, addressable(value)), ']'))
	}
	slices.SortFunc(pairs, bytes.Compare)
	return saveList(b, len(pairs), func(b []byte, i int) []byte { return append(b, pairs[i]...) })
}
