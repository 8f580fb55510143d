// Package table writes tables that are described once.
//
// In comes a [Table]: rows, a slice of structs, whose tags say what each column is. Out comes text for
// people ([Stream]: of rows as they come), CSV, JSON, the [Form] that a page draws, or rows for Parquet ([Flat]). A column is one field with its tags; nothing else has to know of it.
//
// These are the tags of a field:
//
//	json    its key, in JSON and CSV. A struct within a row has columns of its own, their keys behind this one
//	title   its heading in text; without one, the key with blanks for "_"; "-" = text leaves it out. In front of that
//	        of the first column of a struct
//	unit    how text shows a number: B, B/s, bit/s (both, of bytes), ms, s, Hz, px, px/s, × (how often), # (a number that names something), or how many
//	        digits are behind the point: .1; % of a share from 0 to 1. Of a time: ms. Of a list: frame, for pages.
//	        Without one, as it is
//	zero    what text shows in place of nothing: "-"
//	null    what text shows in place of null; without it "-"
//	or      the key of the field that text shows in place of nothing
//	named   it is an address, and text has the name in front: "1"
//	list    how many elements text shows of a list; "#" = the column is their number
//	between what stands between the elements of a list of structs in CSV, which has it for that alone
//	look    its colour in text: name, note, dim, damage, or a direction; dir = by the direction that it says
//	bar     text draws a bar behind it: "1" = of a share, "longest" = up to the longest of the table. A number behind
//	        a comma is its drop
//	rest    the row that stands for those beyond the first N adds it up: "sum"
//	head    the heading has the sum, and behind it these words: "message,messages"; "B" = as bytes
//	across  of a struct that is embedded: rows that differ in this key alone share one in text
//	each    text has the value of each of these rows: "1"
//	first   text has it in front of the others: "1"
//	drop    text leaves it out where room is short, the highest number first
//	fold    it may continue on further lines, in so many columns at least
//	cut     it may be cut, to so many columns at least
//	only    of a struct: the columns that text shows, each with its drop: "p50 p90=2 max=1"
//	view    a table with this View has it; without one, all have it
//	parquet "-" = Flat leaves it out
//	below   text has it below the row: "1"
//	gives   of a query: the key of the field that it counts again
//	about   what it means, for documents. A query that has none gives that field
//
// What a column shows may follow from other fields too, or from what no row holds: that is what Cell of the table is for.
//
// A field of type [figures.Query] is the query of its row, one of type [figures.Queries] has the formulas of its other
// numbers by their keys, and the key "file" holds the capture that they are for. A field that implements [Spread] becomes several
// columns.
//
// The package must not know what is counted.
package table

import (
	"cmp"
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// Table is rows with a name.
type Table struct {
	// Name is its key in JSON, and its heading in text.
	Name string
	// Title is what a page has in place of the name; "" = the same.
	Title string
	// Said stands beside the heading; Below are sentences below the rows.
	Said, Below []string
	// Dir is the direction that all of it is about; "" = none.
	Dir string
	// Rows is a slice of structs.
	Rows any
	// View chooses columns.
	View string
	// Keys are the columns that text and CSV have, in this order; "" = what the tags say. A key is that of CSV, as
	// "score_points"; "x=place.0" is the first element of an array, called x.
	Keys string
	// Cell changes what text shows in a column, by its key in JSON, of a row, a pointer to it; nil = nothing.
	Cell func(row any, key string, cell *terminal.Cell)
	// Whole shows all rows, however many.
	Whole bool
	// Weight says which of many tables are shown: the largest.
	Weight int64
	// File is the capture that the queries are for, where rows do not say it.
	File string
}

// Spread is a field that is several columns.
type Spread interface {
	// Keys are those of the columns: the same in all rows of a table.
	Keys() []string
	// Values are those of the row, as JSON has them: nil, string, bool, or json.Number.
	Values() []any
}

// column is a column of rows.
type column struct {
	key, title string // the title "-" is not shown
	name       string // in CSV, if it is not the key
	tag        reflect.StructTag
	drop       int
	index      []int  // of the field
	place      int    // of the column in a Spread, or of the element of an array; -1 = it is none
	or         []int  // of the field that is shown in place of nothing
	list       bool   // of structs, or a map: CSV does not get it
	most       int    // elements that are shown of a list; 0 = all
	counted    bool   // a list whose number is shown
	between    string // what stands between its elements in CSV
	number     bool
	of         reflect.Type // of the value, without a pointer; nil = of a Spread
	null, omit bool         // there may be none; JSON leaves out what is zero
	about      string       // what it means, behind what the structs do that it is in
	within     string       // key of the struct that it is in
	change     func(row any, key string, cell *terminal.Cell)
}

var (
	queryType   = reflect.TypeFor[figures.Query]()
	queriesType = reflect.TypeFor[figures.Queries]()
	spreadType  = reflect.TypeFor[Spread]()
	timeType    = reflect.TypeFor[figures.Time]()
	sayerType   = reflect.TypeFor[encoding.TextAppender]()
)

// shape is what the type of rows says; fields that are not there are nil.
type shape struct {
	columns                                  []column
	shown                                    []*column // in text, in this order
	query, queries, file, dir, below, across []int
	gives                                    string // key of what the query counts
}

// rows gives the rows of a table.
func (t *Table) rows() reflect.Value { return reflect.ValueOf(t.Rows) }

// shape reads the tags.
func (t *Table) shape() *shape {
	s := &shape{}
	s.add(t, t.rows().Type().Elem(), column{})
	for i := range s.columns {
		s.columns[i].change = t.Cell
		for k := range s.columns {
			if s.columns[k].key == s.columns[i].tag.Get("or") {
				s.columns[i].or = s.columns[k].index
			}
		}
	}
	if t.Keys != "" {
		s.choose(t.Keys)
	}
	for i := range s.columns {
		if s.columns[i].title != "-" {
			s.shown = append(s.shown, &s.columns[i])
		}
	}
	slices.SortStableFunc(s.shown, func(a, b *column) int { return cmp.Compare(b.tag.Get("first"), a.tag.Get("first")) })
	return s
}

// choose leaves the columns of these keys.
func (s *shape) choose(keys string) {
	all := s.columns
	s.columns = nil
	taken := map[string]bool{}
	for word := range strings.FieldsSeq(keys) {
		if key, out := strings.CutPrefix(word, "-"); out {
			taken[key] = true
			continue
		}
		if word == "*" {
			s.columns = append(s.columns, slices.DeleteFunc(slices.Clone(all), func(c column) bool { return taken[c.key] })...)
			continue
		}
		word, null := strings.CutSuffix(word, "?")
		name, key, other := strings.Cut(word, "=")
		if !other {
			key = name
		}
		key, place, element := strings.Cut(key, ".")
		taken[key] = true
		c := all[slices.IndexFunc(all, func(c column) bool { return c.key == key })]
		c.omit = c.omit || null
		if other {
			c.name, c.title = name, strings.ReplaceAll(name, "_", " ")
		} else if c.title == "-" {
			c.title = strings.ReplaceAll(key, "_", " ")
		}
		if element {
			c.place, _ = strconv.Atoi(place)
			kind := c.of.Elem().Kind()
			c.number = kind >= reflect.Int && kind <= reflect.Float64
		}
		s.columns = append(s.columns, c)
	}
}

// named is the name of a column in CSV.
func (c *column) named() string { return cmp.Or(c.name, c.key) }

// add adds the fields of a struct that lies in the row as a column would, and whose keys begin with that of the column.
func (s *shape) add(t *Table, of reflect.Type, in column) {
	for i := range of.NumField() {
		f, from := of.Field(i), len(s.columns)
		at := append(slices.Clone(in.index), i)
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		structs := f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct
		counted := f.Tag.Get("list") == "#"
		about := aboutOf(f.Tag)
		if in.about != "" {
			about = strings.TrimSuffix(in.about+": "+about, ": ")
		}
		seen := t.View == "" || f.Tag.Get("view") == "" || f.Tag.Get("view") == t.View
		switch {
		case f.Anonymous:
			s.add(t, f.Type, column{key: in.key, index: at, null: in.null, about: in.about})
			for k := range s.columns[from:] {
				if c := &s.columns[from+k]; c.key == f.Tag.Get("across") {
					c.title, s.across = "-", c.index
				}
			}
			continue
		case key == "" || key == "-":
			continue
		case f.Type == queryType && seen:
			s.query, s.gives = at, f.Tag.Get("gives")
		case f.Type == queriesType && seen:
			s.queries = at
		case f.Type == queryType || f.Type == queriesType:
		case f.Type.Implements(spreadType):
			for place, key := range t.spreadKeys(at) {
				s.columns = append(s.columns, column{key: key, title: key, index: at, place: place})
			}
		case inner.Kind() == reflect.Struct && inner != timeType:
			s.add(t, inner, column{key: in.key + key + "_", index: at, null: in.null || inner != f.Type, about: about})
			within(s.columns[from:], in.key+key+"_", f.Tag)
		default:
			c := column{key: in.key + key, title: f.Tag.Get("title"), tag: f.Tag, index: at, place: -1, counted: counted, between: cmp.Or(f.Tag.Get("between"), " "), of: inner, within: strings.TrimSuffix(in.key, "_")}
			c.null, c.about, c.omit = in.null || inner != f.Type, about, strings.Contains(options, "omit")
			c.list = f.Type.Kind() == reflect.Map || structs && c.between == " " && !counted
			c.number = inner.Kind() >= reflect.Int && inner.Kind() <= reflect.Float64 || counted
			if c.title == "" {
				c.title = strings.ReplaceAll(key, "_", " ")
			}
			if c.list && !(structs && f.Type.Elem().Implements(sayerType)) {
				c.title = "-"
			}
			c.drop, _ = strconv.Atoi(f.Tag.Get("drop"))
			c.most, _ = strconv.Atoi(f.Tag.Get("list"))
			s.columns = append(s.columns, c)
		}
		switch {
		case key == "file":
			s.file = at
		case key == "dir":
			s.dir = at
		case f.Tag.Get("below") != "":
			s.below = at
		}
		for k := range s.columns[from:] {
			if c := &s.columns[from+k]; !seen || f.Tag.Get("title") == "-" || f.Tag.Get("below") != "" {
				c.title = "-"
			}
		}
	}
}

// within gives the columns of a struct what the tag of its field says.
func within(columns []column, prefix string, tag reflect.StructTag) {
	title := tag.Get("title")
	for i := range columns {
		c := &columns[i]
		if only := tag.Get("only"); only != "" {
			shown := false
			for word := range strings.FieldsSeq(only) {
				key, drop, _ := strings.Cut(word, "=")
				if prefix+key == c.key {
					c.drop, _ = strconv.Atoi(drop)
					shown = true
				}
			}
			if !shown {
				c.title = "-"
			}
		}
		if c.title != "-" {
			c.title = strings.TrimLeft(title+" "+c.title, " ")
			title = ""
		}
	}
}

// spreadKeys gives the keys of a Spread; of no rows there are none.
func (t *Table) spreadKeys(index []int) []string {
	if t.rows().Len() == 0 {
		return nil
	}
	return t.rows().Index(0).FieldByIndex(index).Interface().(Spread).Keys()
}

// value gives that of a row; nil = there is none.
func (c *column) value(row reflect.Value) any {
	if v := c.at(row); v.IsValid() {
		return v.Interface()
	}
	return nil
}

// at gives the value of a row where it lies; none if there is none.
func (c *column) at(row reflect.Value) reflect.Value {
	v := row
	for _, i := range c.index {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if !v.IsValid() { // it is within null
			return v
		}
		v = v.Field(i)
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch {
	case c.place >= 0 && v.Kind() == reflect.Array:
		return v.Index(c.place)
	case c.place >= 0 && v.IsValid() && c.of == nil:
		return reflect.ValueOf(v.Interface().(Spread).Values()[c.place])
	case c.counted:
		return reflect.ValueOf(v.Len())
	}
	return v
}

// append writes a value as programs read it.
func (c *column) append(b []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Slice {
		return appendJoined(b, v, c.between)
	}
	return appendPlain(b, v)
}

func plain(v reflect.Value) string { return string(appendPlain(nil, v)) }

func appendPlain(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Invalid:
		return b
	case reflect.String:
		return append(b, v.String()...)
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Float64, reflect.Float32:
		return strconv.AppendFloat(b, v.Float(), 'f', -1, v.Type().Bits())
	case reflect.Slice, reflect.Array:
		return appendJoined(b, v, " ")
	case reflect.Struct:
		if v.CanAddr() {
			v = v.Addr() // it need not be copied
		}
		if x, ok := v.Interface().(encoding.TextAppender); ok {
			b, _ = x.AppendText(b) // those of figures give no error
			return b
		}
	}
	return fmt.Append(b, v.Interface())
}

func appendJoined(b []byte, list reflect.Value, between string) []byte {
	for i := range list.Len() {
		if i > 0 {
			b = append(b, between...)
		}
		b = appendPlain(b, list.Index(i))
	}
	return b
}

// text shows a value to people.
func (c *column) text(value any, day string) string {
	v := reflect.ValueOf(value)
	switch x := value.(type) {
	case nil:
		if text, ok := c.tag.Lookup("null"); ok {
			return text
		}
		return "-"
	case figures.Time:
		clock := x.Clock()
		if c.tag.Get("unit") == "ms" {
			clock = x.Precise()
		}
		return x.From(day, clock)
	}
	switch {
	case v.CanInt():
		return c.united(float64(v.Int()), terminal.Count(v.Int()))
	case v.CanFloat():
		return c.united(v.Float(), decimal(v.Float()))
	case v.Kind() == reflect.Array: // what Cell shows
		return ""
	case v.Kind() == reflect.Slice:
		between, more := " ", ""
		if c.list {
			between = ", "
		}
		if c.most > 0 && v.Len() > c.most {
			v, more = v.Slice(0, c.most), between+"…"
		}
		return string(appendJoined(nil, v, between)) + more
	}
	return plain(v)
}

// unit is that of the tag, or else of the type.
func (c *column) unit() string {
	if unit := c.tag.Get("unit"); unit != "" || c.of == nil {
		return unit
	}
	switch c.of {
	case reflect.TypeFor[figures.Milliseconds]():
		return "ms"
	case reflect.TypeFor[figures.Seconds]():
		return "s"
	}
	return ""
}

// united shows a number in the unit of the column, or else as it is.
func (c *column) united(x float64, text string) string {
	unit := c.unit()
	digits, isDigits := strings.CutPrefix(unit, ".")
	switch {
	case isDigits:
		n, _ := strconv.Atoi(digits)
		return terminal.Decimal(x, n)
	case unit == "B":
		return terminal.Bytes(x)
	case unit == "B/s":
		return terminal.Rate(x)
	case unit == "bit/s":
		return terminal.Rate(x) + ", " + terminal.Bits(x)
	case unit == "ms":
		return terminal.Milliseconds(x)
	case unit == "s":
		return terminal.Duration(x)
	case unit == "%":
		return terminal.Percent(x)
	case unit == "Hz":
		return terminal.Decimal(x, 1) + " Hz"
	case unit == "px" || unit == "px/s":
		return terminal.Decimal(x, 0) + " " + unit
	case unit == "×":
		return text + "×"
	case unit == "#":
		return strings.ReplaceAll(text, ",", "")
	}
	return text
}

// decimal shows a number that may have a fraction, with four digits at most behind the point.
func decimal(x float64) string {
	digits := 0
	for ; digits < 4 && math.Round(x*math.Pow10(digits)) != x*math.Pow10(digits); digits++ {
	}
	return terminal.Decimal(x, digits)
}

// Within gives the rows of a list that rows hold under a key, each behind some columns of the row that holds it.
func Within(rows any, list string, keys ...string) any {
	outer := reflect.ValueOf(rows)
	field := func(key string) reflect.StructField {
		all := reflect.VisibleFields(outer.Type().Elem())
		return all[slices.IndexFunc(all, func(f reflect.StructField) bool {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			return name == key
		})]
	}
	held := field(list)
	var fields []reflect.StructField
	for _, key := range keys {
		f := field(key)
		fields = append(fields, reflect.StructField{Name: "Of" + f.Name, Type: f.Type, Tag: f.Tag})
	}
	for i := range held.Type.Elem().NumField() {
		f := held.Type.Elem().Field(i)
		fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
	}
	all := reflect.MakeSlice(reflect.SliceOf(reflect.StructOf(fields)), 0, outer.Len())
	for i := range outer.Len() {
		inner := outer.Index(i).FieldByIndex(held.Index)
		for k := range inner.Len() {
			row := reflect.New(all.Type().Elem()).Elem()
			for n, key := range keys {
				row.Field(n).Set(outer.Index(i).FieldByIndex(field(key).Index))
			}
			for n := range inner.Index(k).NumField() {
				row.Field(len(keys) + n).Set(inner.Index(k).Field(n))
			}
			all = reflect.Append(all, row)
		}
	}
	return all.Interface()
}
