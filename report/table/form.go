package table

import (
	"cmp"
	"reflect"
	"strings"

	"bcdump/report/figures"
)

// Form is a table as a page draws it: what text shows, as values.
type Form struct {
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Said    []string     `json:"said"`  // beside the title
	Below   []string     `json:"below"` // sentences below the table
	Whole   bool         `json:"whole"` // all rows are to be seen at once
	Columns []FormColumn `json:"columns"`
}

// FormColumn is a column of a page's table. Its values are numbers, texts, or nil where there is none.
type FormColumn struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Number bool   `json:"number,omitempty"`
	Unit   string `json:"unit,omitempty"`
	Look   string `json:"look,omitempty"`
	// Zero and Null stand in place of 0 and of nil.
	Zero *string `json:"zero,omitempty"`
	Null *string `json:"null,omitempty"`
	// Full is how much a bar of full length stands for; 0 = there are no bars.
	Full   float64 `json:"full,omitempty"`
	Values []any   `json:"values"`
	// Queries count the values again; empty = none has one.
	Queries []string `json:"queries"`
}

// Form gives the table for a page: its rows as text has them, all of them, but no column that shows nothing. Of looks it takes the day and the names.
func (t *Table) Form(o Looks) Form {
	s, page := t.shape(), NewPage(Looks{Day: o.Day, Names: o.Names})
	lines := s.lines(t.rows())
	f := Form{Name: t.Name, Title: cmp.Or(t.Title, strings.ReplaceAll(t.Name, "_", " ")), Said: append(t.Said[:len(t.Said):len(t.Said)], s.sums(lines)...), Below: t.Below, Whole: t.Whole}
	for _, c := range s.shown {
		c.most = 0 // there is room for whole lists
		ways := []int{-1}
		if c.tag.Get("each") != "" {
			ways = []int{0, 1, 2}
		}
		for _, way := range ways {
			if column, some := s.formColumn(page, c, way, lines); some {
				f.Columns = append(f.Columns, column)
			}
		}
	}
	return f
}

// formColumn gives a column, or that of one way of a column across; some = it shows something.
func (s *shape) formColumn(page *Page, c *column, way int, lines []line) (f FormColumn, some bool) {
	f = FormColumn{Key: c.key, Title: c.title, Number: c.number, Unit: c.unit(), Look: c.tag.Get("look")}
	if way >= 0 {
		f.Title, f.Look = dirs[way], dirs[way]
	}
	for key, text := range map[string]**string{"zero": &f.Zero, "null": &f.Null} {
		if said, ok := c.tag.Lookup(key); ok {
			*text = &said
		}
	}
	asked := false
	bar, _, _ := strings.Cut(c.tag.Get("bar"), ",")
	for i := range lines {
		row, query := lines[i].of(way), ""
		var value any
		if row.IsValid() {
			if value, query = c.value(row), s.queryOf(c, row); value != nil && !c.number {
				value = page.cell(c, row).Text
			}
		}
		if v := reflect.ValueOf(value); bar == "longest" && v.CanInt() {
			f.Full = max(f.Full, float64(v.Int()))
		} else if bar == "longest" && v.CanFloat() {
			f.Full = max(f.Full, v.Float())
		}
		f.Values, f.Queries = append(f.Values, value), append(f.Queries, query)
		asked = asked || query != ""
		some = some || value != nil && value != "" && (f.Zero == nil || *f.Zero != "" || !reflect.ValueOf(value).IsZero()) || value == nil && (f.Null == nil || *f.Null != "")
	}
	if bar == "1" {
		f.Full = 1
	}
	if !asked {
		f.Queries = nil
	}
	return f, some
}

// queryOf gives the query of a row that counts the value of a column again: that of the row is for the column that it
// names, or for the first if that is not shown. A sum of times is looked up by its count.
func (s *shape) queryOf(c *column, row reflect.Value) string {
	if s.query != nil && (c.key == s.gives || !s.shows(s.gives) && c == s.shown[0]) {
		return row.FieldByIndex(s.query).String()
	}
	if s.queries == nil {
		return ""
	}
	queries := row.FieldByIndex(s.queries).Interface().(figures.Queries)
	return cmp.Or(queries[c.key], queries[c.within+".count"])
}

// shows reports whether text has a column.
func (s *shape) shows(key string) bool {
	for _, c := range s.shown {
		if c.key == key {
			return true
		}
	}
	return false
}
