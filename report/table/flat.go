package table

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"bcdump/report/figures"
)

// Flat gives the rows of a table for Parquet: a slice of structs whose fields have tags of parquet-go, and the tags unit
// and about of the table. Columns are those of CSV and the lists and maps that CSV has no room for; formulas and the name
// of the capture are left out. Null is a pointer that points nowhere, what JSON leaves out, a time that there is none of, and
// what is in a struct that is not there. Keys are those of [Table]; behind "?" nothing is null, too.
func Flat(rows any, keys string) any {
	t := Table{Rows: rows, Keys: keys}
	s, from := t.shape(), t.rows()
	if s.query != nil && keys == "" {
		f := from.Type().Elem().FieldByIndex(s.query)
		s.columns = append(s.columns, column{key: "query", tag: f.Tag, index: s.query, place: -1, of: f.Type, about: aboutOf(f.Tag)})
	}
	s.columns = slices.DeleteFunc(s.columns, func(c column) bool {
		return c.of == nil || c.key == "file" || c.tag.Get("parquet") == "-"
	})
	var types []reflect.StructField
	var sets []func(to, from reflect.Value)
	for i := range s.columns {
		c := &s.columns[i]
		c.counted = false
		to, tag, set := flatType(c.of, c.null || c.omit)
		if unit := units[c.unit()]; unit != "" && c.of != timeType {
			tag += `" unit:"` + unit
		}
		sets = append(sets, set)
		types = append(types, reflect.StructField{
			Name: "F" + strings.ReplaceAll(c.named(), "-", "_"), Type: to, Tag: reflect.StructTag(`parquet:"` + c.named() + tag + `" about:` + quoted(c.about)),
		})
	}
	all := reflect.MakeSlice(reflect.SliceOf(reflect.StructOf(types)), from.Len(), from.Len())
	for i := range from.Len() {
		for k := range s.columns {
			if v := s.columns[k].at(from.Index(i)); v.IsValid() && !(s.columns[k].omit && v.IsZero()) {
				sets[k](all.Index(i).Field(k), v)
			}
		}
	}
	return all.Interface()
}

// units are those of columns of Parquet.
var units = map[string]string{"B": "bytes", "B/s": "bytes a second", "bit/s": "bytes a second", "%": "share", "Hz": "a second", "ms": "ms", "s": "s"}

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
		return reflect.TypeFor[time.Time](), ",optional,timestamp(nanosecond)", func(to, from reflect.Value) {
			if at := from.Interface().(figures.Time); !at.IsZero() {
				to.Set(reflect.ValueOf(time.Unix(0, at.UnixNano())))
			}
		}
	case reflect.Uint32:
		return plain(reflect.TypeFor[uint32]())
	default:
		return plain(reflect.TypeFor[int64]())
	}
}

// flatList is a list of texts, numbers or structs.
func flatList(of reflect.Type) (to reflect.Type, tag string, set func(to, from reflect.Value)) {
	if of.Kind() == reflect.Struct {
		to = reflect.TypeOf(Flat(reflect.Zero(reflect.SliceOf(of)).Interface(), ""))
		return to, ",list", func(to, from reflect.Value) { to.Set(reflect.ValueOf(Flat(from.Interface(), ""))) }
	}
	inner, _, one := flatType(of, false)
	return reflect.SliceOf(inner), ",list", func(to, from reflect.Value) {
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			one(to.Index(i), from.Index(i))
		}
	}
}
