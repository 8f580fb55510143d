package rows

import (
	"reflect"
	"strings"
)

// columnOf gives the column of a field of a row. A list of structs has one for each of its fields.
func columnOf(f reflect.StructField) []Column {
	name, rest, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	c := Column{Name: name, Null: strings.Contains(","+rest+",", ",optional,"), Unit: f.Tag.Get("unit"), About: f.Tag.Get("about")}
	if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
		return append([]Column{withType(c, "list of structs")}, within(name, f.Type.Elem())...)
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

// within gives the columns of a list of structs.
func within(list string, t reflect.Type) (all []Column) {
	for i := range t.NumField() {
		for _, c := range columnOf(t.Field(i)) {
			c.Name = list + "[]." + c.Name
			all = append(all, c)
		}
	}
	return all
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
