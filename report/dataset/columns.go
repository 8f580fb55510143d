package dataset

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
)

// column says where the values of a column lie in a row.
//
// The library finds them itself, but v0.32.0 takes some zeros that stand for null for values: where of
// 64 rows only the second one has a value, for one (TestNulls).
type column struct {
	offset uintptr // in the row, or in an element of the list
	fill   filler  // of a list: of its elements
	list   *list   // that the column is in; nil = none
}

// list is a slice in a row.
type list struct{ offset, size uintptr } // in the row, of an element

// filler reads values that lie so many bytes apart.
type filler func(values []parquet.Value, first unsafe.Pointer, size uintptr)

// columnsOf finds the columns of a type of rows, in the order of the schema.
func columnsOf(row reflect.Type) (all []column) {
	for i := range row.NumField() {
		all = append(all, columnsIn(row.Field(i))...)
	}
	return all
}

func columnsIn(f reflect.StructField) []column {
	if f.Type.Kind() != reflect.Slice {
		return []column{{offset: f.Offset, fill: fillerOf(f)}}
	}
	elem := f.Type.Elem()
	columns := []column{{fill: fillers(elem).required}}
	if elem.Kind() == reflect.Struct {
		columns = columnsOf(elem)
	}
	for i := range columns {
		columns[i].list = &list{f.Offset, elem.Size()}
	}
	return columns
}

func fillerOf(f reflect.StructField) filler {
	switch {
	case f.Type.Kind() == reflect.Pointer:
		return fillers(f.Type.Elem()).pointed
	case strings.Contains(f.Tag.Get("parquet"), ",optional"):
		return fillers(f.Type).optional
	}
	return fillers(f.Type).required
}

// forms are the fillers of a type of values: as they are, with zero for null, by pointers.
type forms struct{ required, optional, pointed filler }

func fillers(t reflect.Type) forms {
	switch t.Kind() {
	case reflect.Bool:
		return formsOf(parquet.BooleanValue)
	case reflect.Uint8:
		return formsOf(func(v uint8) parquet.Value { return parquet.Int32Value(int32(v)) })
	case reflect.Uint16:
		return formsOf(func(v uint16) parquet.Value { return parquet.Int32Value(int32(v)) })
	case reflect.Uint32:
		return formsOf(func(v uint32) parquet.Value { return parquet.Int32Value(int32(v)) })
	case reflect.Int32:
		return formsOf(parquet.Int32Value)
	case reflect.Int64:
		return formsOf(parquet.Int64Value)
	case reflect.Float32:
		return formsOf(parquet.FloatValue)
	case reflect.Float64:
		return formsOf(parquet.DoubleValue)
	case reflect.String:
		return formsOf(func(v string) parquet.Value {
			return parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(v), len(v)))
		})
	case reflect.Struct:
		return forms{}
	}
	panic(fmt.Sprintf("rows cannot have a %s", t)) // a test makes all tables
}

func formsOf[V comparable](value func(V) parquet.Value) forms {
	return forms{required: required(value), optional: optional(value), pointed: pointed(value)}
}

// present is the definition level of a value that may be null and is not.
const present = 1

func required[V any](value func(V) parquet.Value) filler {
	return func(values []parquet.Value, p unsafe.Pointer, size uintptr) {
		for i := range values {
			values[i] = value(*(*V)(p))
			p = unsafe.Add(p, size)
		}
	}
}

func optional[V comparable](value func(V) parquet.Value) filler {
	var zero V
	return func(values []parquet.Value, p unsafe.Pointer, size uintptr) {
		for i := range values {
			if v := *(*V)(p); v == zero {
				values[i] = parquet.Value{}
			} else {
				values[i] = value(v).Level(0, present, 0)
			}
			p = unsafe.Add(p, size)
		}
	}
}

func pointed[V any](value func(V) parquet.Value) filler {
	return func(values []parquet.Value, p unsafe.Pointer, size uintptr) {
		for i := range values {
			if v := *(**V)(p); v == nil {
				values[i] = parquet.Value{}
			} else {
				values[i] = value(*v).Level(0, present, 0)
			}
			p = unsafe.Add(p, size)
		}
	}
}

// read gives the values of the column in n rows of so many bytes. It uses the memory of values.
func (c *column) read(values []parquet.Value, rows unsafe.Pointer, n int, size uintptr) []parquet.Value {
	if c.list == nil {
		values = values[:n]
		c.fill(values, unsafe.Add(rows, c.offset), size)
		return values
	}
	values = values[:0]
	for range n {
		values = c.appendList(values, unsafe.Add(rows, c.list.offset))
		rows = unsafe.Add(rows, size)
	}
	return values
}

// appendList appends the values of a list: null if it is empty.
func (c *column) appendList(values []parquet.Value, p unsafe.Pointer) []parquet.Value {
	const again = 1 // repetition level of all elements but the first
	elements := *(*[]struct{})(p)
	n := len(elements)
	if n == 0 {
		return append(values, parquet.Value{})
	}
	first := len(values)
	for range n {
		values = append(values, parquet.Value{})
	}
	read := values[first:]
	c.fill(read, unsafe.Add(unsafe.Pointer(unsafe.SliceData(elements)), c.offset), c.list.size)
	for i := range read {
		read[i] = read[i].Level(min(i, again), present, 0)
	}
	return values
}
