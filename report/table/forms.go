package table

import (
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"slices"

	"bcdump/internal/printable"
)

// CSV writes the rows of a table as RFC 4180 says, the query last. Columns are the keys of the JSON form in their order.
// Lists are joined by blanks; maps and lists of structs have no column. If it is guarded, texts are such that a
// spreadsheet shows them and does not run them.
func CSV(w io.Writer, t *Table, guarded bool) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	s := t.shape()
	if s.query != nil {
		s.columns = append(s.columns, column{key: "query", index: s.query, place: -1})
	}
	s.columns = slices.DeleteFunc(s.columns, func(c column) bool { return c.list })
	line := make([]string, len(s.columns))
	for i := range s.columns {
		line[i] = s.columns[i].key
	}
	err := out.Write(line)
	for i := 0; i < t.rows().Len() && err == nil; i++ {
		for k := range s.columns {
			value := s.columns[k].value(t.rows().Index(i))
			line[k] = plain(value)
			if kind := reflect.ValueOf(value).Kind(); guarded && (kind == reflect.String || kind == reflect.Slice) {
				line[k] = printable.Cell(line[k])
			}
		}
		err = out.Write(line)
	}
	out.Flush()
	return errors.Join(err, out.Error())
}
