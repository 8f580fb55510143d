package rows

import (
	"reflect"
	"strings"
)

// columnsOf gives the columns of a row, or of an element of a list; those of a struct that is embedded are
// its own.
func columnsOf(t reflect.Type) (all []Column) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			all = append(all, columnOf(f)...)
			continue
		}
		inner := columnsOf(f.Type)
		if of, ok := f.Tag.Lookup("of"); ok { // the columns of its Place
			for i := range 4 {
				inner[i].About = "of " + of
			}
		}
		all = append(all, inner...)
	}
	return all
}

// columnOf gives the column of a field of a row. A list of structs has one for each of its fields.
func columnOf(f reflect.StructField) []Column {
	name, rest, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	c := Column{Name: name, Null: strings.Contains(","+rest+",", ",optional,"), Unit: f.Tag.Get("unit"), About: f.Tag.Get("about")}
	if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
		all := append([]Column{withType(c, "list of structs")}, columnsOf(f.Type.Elem())...)
		for i := range all[1:] {
			all[i+1].Name = name + "[]." + all[i+1].Name
		}
		return all
	}
	if strings.Contains(rest, "timestamp") {
		return []Column{withType(c, "timestamp")}
	}
	return []Column{withType(c, typeName(f.Type))}
}

func withType(c Column, name string) Column {
	c.Type = name
	return c
}

// typeNames are those of docs/tables.md.
var typeNames = map[reflect.Kind]string{
	reflect.Bool: "boolean", reflect.String: "text", reflect.Float32: "f32", reflect.Float64: "f64",
	reflect.Int32: "i32", reflect.Int64: "i64", reflect.Uint8: "u8", reflect.Uint16: "u16", reflect.Uint32: "u32",
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.Slice:
		return "list of " + typeName(t.Elem())
	}
	return typeNames[t.Kind()]
}
