package dataset

import (
	"reflect"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// leaf says where the values of a column are in a row, and how they are written.
type leaf struct {
	path     []string
	at       uintptr // offset in a row: of the field, or of the list that it is in
	list     bool
	step     uintptr // bytes of an element of that list
	inner    uintptr // offset of the field in an element
	kind     reflect.Kind
	pointer  bool // nil = null
	optional bool // it may be null; zero = null if it is no pointer
	encoding format.Encoding
}

// schema is what the type of a row says of its table.
type schema struct {
	elements []format.SchemaElement
	leaves   []leaf
}

// schemaOf reads the tags of a row: name, then "optional", "dict", "delta", "timestamp(nanosecond)", "list";
// the tag "parquet-element" has the options of the elements of a list.
func schemaOf(row reflect.Type) *schema {
	s := new(schema)
	s.group(row.Name(), row, leaf{}).RepetitionType.Reset()
	return s
}

func (s *schema) add(name string, repetition format.FieldRepetitionType) *format.SchemaElement {
	s.elements = append(s.elements, format.SchemaElement{Name: name, RepetitionType: thrift.New(repetition)})
	return &s.elements[len(s.elements)-1]
}

// group adds the fields of a struct, and an element above them.
func (s *schema) group(name string, t reflect.Type, in leaf) *format.SchemaElement {
	s.add(name, format.Required)
	top := len(s.elements) - 1
	n := s.fields(t, in)
	s.elements[top].NumChildren = thrift.New(n)
	return &s.elements[top]
}

// fields adds the fields of a struct, which begins at the place of a leaf. Fields of an embedded struct count as its own.
func (s *schema) fields(t reflect.Type, in leaf) (n int32) {
	for i := range t.NumField() {
		f, l := t.Field(i), in
		if l.list {
			l.inner += f.Offset
		} else {
			l.at += f.Offset
		}
		if f.Anonymous {
			n += s.fields(f.Type, l)
			continue
		}
		n++
		name, options, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		l.path = append(slices.Clip(in.path), name)
		if f.Type.Kind() == reflect.Slice {
			s.list(name, f, l)
			continue
		}
		s.leaf(name, f.Type, options, l)
	}
	return n
}

// list adds a list, of values or of structs.
func (s *schema) list(name string, f reflect.StructField, l leaf) {
	of := f.Type.Elem()
	e := s.add(name, format.Required)
	e.NumChildren, e.ConvertedType, e.LogicalType.Value = thrift.New[int32](1), thrift.New(deprecated.List), new(format.ListType)
	s.add("list", format.Repeated).NumChildren = thrift.New[int32](1)
	l.path, l.list, l.step = append(l.path, "list", "element"), true, of.Size()
	if of.Kind() == reflect.Struct {
		s.group("element", of, l)
		return
	}
	s.leaf("element", of, f.Tag.Get("parquet-element"), l)
}

func (s *schema) leaf(name string, t reflect.Type, options string, l leaf) {
	has := strings.Split(options, ",")
	if l.pointer = t.Kind() == reflect.Pointer; l.pointer {
		t = t.Elem()
	}
	l.kind, l.optional = t.Kind(), slices.Contains(has, "optional")
	switch {
	case slices.Contains(has, "dict"):
		l.encoding = format.RLEDictionary
	case slices.Contains(has, "delta"):
		l.encoding = format.DeltaBinaryPacked
	}
	e := s.add(name, format.Required)
	if l.optional {
		e.RepetitionType = thrift.New(format.Optional)
	}
	e.Type = thrift.New(physical(l.kind))
	e.LogicalType.Value, e.ConvertedType = logical(l.kind)
	if slices.Contains(has, "timestamp(nanosecond)") {
		e.ConvertedType.Reset()
		e.LogicalType.Value = &format.TimestampType{IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: new(format.NanoSeconds)}}
	}
	s.leaves = append(s.leaves, l)
}

// physical is how Parquet has the values of a kind.
func physical(kind reflect.Kind) format.Type {
	switch kind {
	case reflect.Bool:
		return format.Boolean
	case reflect.Int64:
		return format.Int64
	case reflect.Float32:
		return format.Float
	case reflect.Float64:
		return format.Double
	case reflect.String:
		return format.ByteArray
	}
	return format.Int32
}

// logical is what Parquet calls a kind, for readers of today and for old ones.
func logical(kind reflect.Kind) (format.LogicalTypeValue, thrift.Null[deprecated.ConvertedType]) {
	switch kind {
	case reflect.String:
		return new(format.StringType), thrift.New(deprecated.UTF8)
	case reflect.Uint8:
		return &format.IntType{BitWidth: 8}, thrift.New(deprecated.Uint8)
	case reflect.Uint16:
		return &format.IntType{BitWidth: 16}, thrift.New(deprecated.Uint16)
	case reflect.Uint32:
		return &format.IntType{BitWidth: 32}, thrift.New(deprecated.Uint32)
	case reflect.Int32:
		return &format.IntType{BitWidth: 32, IsSigned: true}, thrift.New(deprecated.Int32)
	case reflect.Int64:
		return &format.IntType{BitWidth: 64, IsSigned: true}, thrift.New(deprecated.Int64)
	}
	return nil, thrift.Null[deprecated.ConvertedType]{}
}
