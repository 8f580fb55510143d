// Package table writes tables that are described once.
//
// In comes a [Table]: rows, a slice of structs, whose tags say what each column is. Out comes text for
// people, CSV or JSON. A column is one field with its tags; nothing else has to know of it.
//
// These are the tags of a field:
//
//	json    its key, in JSON and CSV. A struct within a row adds its own columns, its keys behind this one
//	title   its heading in text; without one, the key with blanks for "_"; "-" = text leaves it out
//	unit    how text shows a number: B, B/s, ms, s, % (a share from 0 to 1); without one, as a number
//	bar     text draws a bar behind it as well: "1"
//	rest    the row that stands for those beyond the first N adds it up: "sum"
//	drop    text leaves it out where room is short, the highest number first
//	about   what it means, for documents
//
// A field of type [figures.Query] is the query of its row. One that implements [Spread] becomes several
// columns.
//
// The package must not know what is counted.
package table

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// Table is rows with a name.
type Table struct {
	// Name is its key in JSON, and its heading in text.
	Name string
	// Said stands beside the heading.
	Said []string
	// Rows is a slice of structs.
	Rows any
	// Rest says what the rows are called that are left out: "combinations".
	Rest string
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
	key, title string
	unit       string
	rest       bool
	bar        bool
	drop       int
	index      []int // of the field
	place      int   // of the column in a Spread; -1 = it is none
}

var (
	queryType  = reflect.TypeFor[figures.Query]()
	spreadType = reflect.TypeFor[Spread]()
)

// rows gives the rows of a table.
func (t *Table) rows() reflect.Value { return reflect.ValueOf(t.Rows) }

// columns lists those of the rows, and finds the query.
func (t *Table) columns() (all []column, query []int) {
	for _, f := range reflect.VisibleFields(t.rows().Type().Elem()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous || key == "" || key == "-":
		case f.Type == queryType:
			query = f.Index
		case f.Type.Implements(spreadType):
			for place, key := range t.spreadKeys(f.Index) {
				all = append(all, column{key: key, title: key, index: f.Index, place: place})
			}
		default:
			c := column{key: key, title: f.Tag.Get("title"), unit: f.Tag.Get("unit"), rest: f.Tag.Get("rest") == "sum", bar: f.Tag.Get("bar") != "", index: f.Index, place: -1}
			if c.title == "" {
				c.title = strings.ReplaceAll(key, "_", " ")
			}
			c.drop, _ = strconv.Atoi(f.Tag.Get("drop"))
			all = append(all, c)
		}
	}
	return all, query
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
	v := row.FieldByIndex(c.index)
	if c.place >= 0 {
		return v.Interface().(Spread).Values()[c.place]
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	return v.Interface()
}

// plain writes a value as programs read it.
func plain(value any) string {
	switch x := value.(type) {
	case nil:
		return ""
	case string:
		return x
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// cell shows a value to people.
func (c *column) cell(value any) terminal.Cell {
	if value == nil {
		return terminal.Cell{Text: "-"}
	}
	v := reflect.ValueOf(value)
	switch {
	case v.CanInt():
		return terminal.Cell{Text: c.number(float64(v.Int()), terminal.Count(v.Int())), Number: true}
	case v.CanFloat():
		return terminal.Cell{Text: c.number(v.Float(), decimal(v.Float())), Number: true}
	}
	return terminal.Cell{Text: plain(value)}
}

// number shows a number in the unit of the column, or else as it is.
func (c *column) number(x float64, text string) string {
	switch c.unit {
	case "B":
		return terminal.Bytes(x)
	case "B/s":
		return terminal.Rate(x)
	case "ms":
		return terminal.Milliseconds(x)
	case "s":
		return terminal.Duration(x)
	case "%":
		return terminal.Percent(x)
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
