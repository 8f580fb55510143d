package table

import (
	"reflect"
	"slices"
	"strings"

	"bcdump/report/figures"
)

// Flat gives the rows of a table for Parquet: a slice of structs whose fields have tags of parquet-go, and the tags unit
// and about of the table. Columns are those of CSV and the lists and maps that CSV has no room for; formulas and the name
// of the capture are left out. Null is a pointer that points nowhere, what JSON leaves out, a time that there is none of, and
// what is in a struct that is not there.
func Flat(rows any) any {
	from := reflect.ValueOf(rows)
	f := flattening{}
	f.fields(from.Type().Elem(), nil, "", "", false)
	var types []reflect.StructField
	for i := range f {
		types = append(types, f[i].StructField)
	}
	all := reflect.MakeSlice(reflect.SliceOf(reflect.StructOf(types)), from.Len(), from.Len())
	for i := range from.Len() {
		for k := range f {
			if v, err := from.Index(i).FieldByIndexErr(f[k].from); err == nil {
				f[k].set(all.Index(i).Field(k), v)
			}
		}
	}
	return all.Interface()
}

// flattening is the columns of a table.
type flattening []flatField

// flatField is a column, and where its value is.
type flatField struct {
	reflect.StructField
	from []int
	set  func(to, from reflect.Value)
}

// fields adds those of a struct that lies at an index, whose keys begin so, and which is about so; null = it may be missing.
func (l *flattening) fields(of reflect.Type, index []int, prefix, about string, null bool) {
	for i := range of.NumField() {
		f := of.Field(i)
		at := append(slices.Clone(index), i)
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		said := aboutOf(f.Tag)
		if about != "" {
			said = strings.TrimSuffix(about+": "+said, ": ")
		}
		switch {
		case f.Anonymous:
			l.fields(f.Type, at, prefix, about, null)
		case key == "" || key == "-" || key == "file" || f.Type == queriesType || f.Tag.Get("parquet") == "-":
		case inner.Kind() == reflect.Struct && inner != timeType:
			l.fields(inner, at, prefix+key+"_", said, null || inner != f.Type)
		default:
			l.field(f, at, prefix+key, said, null || inner != f.Type, strings.Contains(options, "omit"))
		}
	}
}

// field adds a column; omit = JSON leaves out what is zero.
func (l *flattening) field(f reflect.StructField, index []int, key, about string, null, omit bool) {
	to, tag, some := flatType(f.Type, null || omit)
	set := func(to, from reflect.Value) {
		if !omit || !from.IsZero() {
			some(to, from)
		}
	}
	if unit := f.Tag.Get("unit"); unit == "B" || unit == "B/s" || unit == "bit/s" || unit == "%" || unit == "Hz" {
		tag += `" unit:"` + map[string]string{"B": "bytes", "B/s": "bytes a second", "bit/s": "bytes a second", "%": "share", "Hz": "a second"}[unit]
	}
	name := "F" + strings.ReplaceAll(key, "-", "_")
	*l = append(*l, flatField{reflect.StructField{Name: name, Type: to, Tag: reflect.StructTag(`parquet:"` + key + tag + `" about:` + quoted(about))}, index, set})
}

// aboutOf is what a tag says of a field.
func aboutOf(tag reflect.StructTag) string {
	if of := tag.Get("gives"); of != "" && tag.Get("about") == "" {
		return "gives '" + of + "'"
	}
	return tag.Get("about")
}

// setText makes text that is no UTF-8 so, since Parquet has no other.
func setText(to, from reflect.Value) { to.SetString(strings.ToValidUTF8(from.String(), "\uFFFD")) }

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// flatType says how a type of a report stands in Parquet: the type there, what follows the name in its tag, and what sets
// a value.
func flatType(of reflect.Type, null bool) (to reflect.Type, tag string, set func(to, from reflect.Value)) {
	if of.Kind() == reflect.Pointer {
		inner, tag, one := flatType(of.Elem(), true)
		return inner, tag, func(to, from reflect.Value) {
			if !from.IsNil() {
				one(to, from.Elem())
			}
		}
	}
	plain := func(t reflect.Type) (reflect.Type, string, func(to, from reflect.Value)) {
		if !null {
			return t, "", func(to, from reflect.Value) { to.Set(from.Convert(t)) }
		}
		return reflect.PointerTo(t), ",optional", func(to, from reflect.Value) {
			to.Set(reflect.New(t))
			to.Elem().Set(from.Convert(t))
		}
	}
	switch of.Kind() {
	case reflect.Bool:
		return plain(reflect.TypeFor[bool]())
	case reflect.Float32, reflect.Float64:
		return plain(reflect.TypeFor[float64]())
	case reflect.String:
		if of == queryType {
			return reflect.TypeFor[string](), ",optional", setText
		}
		tag = ",dict"
		if null {
			tag = ",optional,dict"
		}
		return reflect.TypeFor[string](), tag, setText
	case reflect.Map:
		return reflect.TypeFor[map[string]int64](), "", func(to, from reflect.Value) { to.Set(from) }
	case reflect.Slice:
		return flatList(of.Elem())
	case reflect.Struct: // a time
		return reflect.TypeFor[*int64](), ",optional,timestamp(nanosecond)", func(to, from reflect.Value) {
			if at := from.Interface().(figures.Time); !at.IsZero() {
				n := at.UnixNano()
				to.Set(reflect.ValueOf(&n))
			}
		}
	default:
		return plain(reflect.TypeFor[int64]())
	}
}

// flatList is a list of texts, numbers or structs.
func flatList(of reflect.Type) (to reflect.Type, tag string, set func(to, from reflect.Value)) {
	if of.Kind() == reflect.Struct {
		to = reflect.TypeOf(Flat(reflect.Zero(reflect.SliceOf(of)).Interface()))
		return to, ",list", func(to, from reflect.Value) { to.Set(reflect.ValueOf(Flat(from.Interface()))) }
	}
	inner, _, one := flatType(of, false)
	return reflect.SliceOf(inner), ",list", func(to, from reflect.Value) {
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			one(to.Index(i), from.Index(i))
		}
	}
}
