package replay

import (
	"bytes"
	"encoding"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/stats/tables"
	"bcdump/report/table"
)

// shown has of each part of a replay the keys that the page reads; all of a part that is not named.
// A path has no places of lists in it.
var shown = map[string]string{
	"match":       "kills",
	"match.kills": "killer victim frame",

	"stats":               "usage joins", // the rest stands in tables
	"stats.usage":         "what dir group bytes query queries",
	"stats.usage.queries": "bytes",
	"stats.joins":         "client name state took_ms waiting_for outcome steps query",
	"stats.joins.steps":   "step dir after_ms query",

	"problems": "statement instances frames",

	"check.files":              "rules causes",
	"check.files.rules":        "id says judges severity verdict reason instances violations frames",
	"check.files.rules.frames": "frame text query",
	"check.files.causes":       "id side effect_text statement mend instances frames",
}

func isShown(path, key string) bool {
	keys, some := shown[path]
	return !some || slices.Contains(strings.Fields(keys), key)
}

// packer writes values so that those that are alike stand together. What stands in one place of n objects,
// of the whole replay or of the elements of a list, is written as one of these:
//
//	12                        numbers: the place of their column
//	["a",null,"b"]            as they are; null = missing
//	{"key":.., "other":..}    objects: of each key its n values; a key that all lack is left out
//	{"":.., "of":..}          lists: the n lengths, and all their elements, one list behind the other
//
// A replay is the only one of its place. The number of a figures.Column is the place of the column; -1 = it is
// empty.
type packer struct {
	text    bytes.Buffer
	columns columnList
}

// columnList gives columns their places.
type columnList struct {
	all    []*figures.Column
	places map[*figures.Column]int
}

func (l *columnList) place(c *figures.Column) int {
	at, known := l.places[c]
	if !known {
		at = len(l.all)
		l.places[c], l.all = at, append(l.all, c)
	}
	return at
}

// pack gives what a page shows of a replay, and behind it the tables of stats, as JSON, and the columns that these name.
func pack(r *figures.Replay) ([]byte, *columnList, error) {
	p := packer{columns: columnList{places: map[*figures.Column]int{}}}
	if err := p.values("", reflect.TypeOf(r), []reflect.Value{reflect.ValueOf(r)}); err != nil {
		return nil, nil, err
	}
	of := struct {
		Tables []table.Form `json:"tables"`
	}{}
	if r.Stats != nil {
		of.Tables = tables.Forms(r.Stats)
	}
	p.text.WriteString(`,"stats":`)
	err := p.values("tables", reflect.TypeOf(of), []reflect.Value{reflect.ValueOf(of)})
	return p.text.Bytes(), &p.columns, err
}

// few numbers are no column: it would take more bytes.
const few = 8

// values writes the values that stand in one place of so many objects; a zero reflect.Value is missing.
func (p *packer) values(path string, t reflect.Type, list []reflect.Value) error {
	switch {
	case t == reflect.TypeFor[*figures.Column]():
		return p.numbers(p.placesOf(list))
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return p.plain(list)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return p.values(path, t.Elem(), each(list, reflect.Value.Elem))
	case reflect.Struct:
		return p.structs(path, t, list)
	case reflect.Map:
		return p.maps(path, t, list)
	case reflect.Slice, reflect.Array:
		return p.lists(path, t, list)
	case reflect.String, reflect.Bool, reflect.Interface:
		return p.plain(list)
	default:
		return p.numbers(list)
	}
}

// each gives of each value that is there another one.
func each(list []reflect.Value, of func(reflect.Value) reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(list))
	for i, v := range list {
		if v.IsValid() {
			out[i] = of(v)
		}
	}
	return out
}

func (p *packer) placesOf(list []reflect.Value) []reflect.Value {
	return each(list, func(v reflect.Value) reflect.Value {
		c := v.Interface().(*figures.Column)
		if c == nil || c.Len() == 0 {
			return reflect.ValueOf(-1)
		}
		return reflect.ValueOf(p.columns.place(c))
	})
}

// structs writes objects that are structs.
func (p *packer) structs(path string, t reflect.Type, list []reflect.Value) error {
	next := p.object()
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" || !isShown(path, name) {
			continue
		}
		its := each(list, func(v reflect.Value) reflect.Value {
			if v = v.FieldByIndex(f.Index); absent(v, options) {
				return reflect.Value{}
			}
			return v
		})
		if err := next(path, name, f.Type, its); err != nil {
			return err
		}
	}
	p.text.WriteByte('}')
	return nil
}

// absent reports whether a field has no key in JSON, or null.
func absent(v reflect.Value, options string) bool {
	switch k := v.Kind(); {
	case k == reflect.Slice || k == reflect.Map:
		return v.IsNil() || options == "omitempty" && v.Len() == 0
	case options == "omitempty":
		return k != reflect.Struct && k != reflect.Array && v.IsZero()
	case options == "omitzero" || k == reflect.Pointer:
		return v.IsZero()
	}
	return false
}

// maps writes objects that are maps.
func (p *packer) maps(path string, t reflect.Type, list []reflect.Value) error {
	keys := map[string]bool{}
	for _, v := range list {
		if v.IsValid() {
			for _, key := range v.MapKeys() {
				keys[key.String()] = isShown(path, key.String())
			}
		}
	}
	next := p.object()
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !keys[key] {
			continue
		}
		of := reflect.ValueOf(key).Convert(t.Key())
		if err := next(path, key, t.Elem(), each(list, func(v reflect.Value) reflect.Value { return v.MapIndex(of) })); err != nil {
			return err
		}
	}
	p.text.WriteByte('}')
	return nil
}

// object begins an object, and gives what writes the values of its keys one by one.
func (p *packer) object() (next func(path, key string, t reflect.Type, list []reflect.Value) error) {
	p.text.WriteByte('{')
	begun := p.text.Len()
	return func(path, key string, t reflect.Type, list []reflect.Value) error {
		if !slices.ContainsFunc(list, reflect.Value.IsValid) {
			return nil
		}
		if p.text.Len() > begun {
			p.text.WriteByte(',')
		}
		if err := p.json(key); err != nil {
			return err
		}
		p.text.WriteByte(':')
		return p.values(strings.TrimPrefix(path+"."+key, "."), t, list)
	}
}

// lists writes lists.
func (p *packer) lists(path string, t reflect.Type, list []reflect.Value) error {
	p.text.WriteString(`{"":`)
	var elements []reflect.Value
	err := p.numbers(each(list, func(v reflect.Value) reflect.Value {
		for i := range v.Len() {
			elements = append(elements, v.Index(i))
		}
		return reflect.ValueOf(v.Len())
	}))
	if err != nil {
		return err
	}
	p.text.WriteString(`,"of":`)
	if err := p.values(path, t.Elem(), elements); err != nil {
		return err
	}
	p.text.WriteByte('}')
	return nil
}

// numbers writes numbers as a column, unless they are few, one is missing, or they have too many digits.
func (p *packer) numbers(list []reflect.Value) error {
	if len(list) < few || slices.ContainsFunc(list, func(v reflect.Value) bool { return !v.IsValid() }) {
		return p.plain(list)
	}
	for scale := 1.0; scale <= 1e6; scale *= 10 {
		if c := scaled(list, scale); c != nil {
			return p.json(p.columns.place(c))
		}
	}
	return p.plain(list)
}

// scaled gives a column that has the numbers exactly; nil = it would not.
func scaled(list []reflect.Value, scale float64) *figures.Column {
	c := figures.NewColumn(scale)
	for _, v := range list {
		x := v.Convert(reflect.TypeFor[float64]()).Float()
		if n := c.Steps(x); float64(n)/scale == x && math.Abs(x) < 1<<50 {
			c.AddSteps(n)
			continue
		}
		return nil
	}
	return c
}

// plain writes values one by one.
func (p *packer) plain(list []reflect.Value) error {
	all := make([]any, len(list))
	for i, v := range list {
		if v.IsValid() {
			all[i] = v.Interface()
		}
	}
	return p.json(all)
}

func (p *packer) json(x any) error {
	e := json.NewEncoder(&p.text)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		return err
	}
	p.text.Truncate(p.text.Len() - 1) // the encoder ends a line
	return nil
}
