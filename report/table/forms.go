package table

import (
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"slices"

	"bcdump/internal/printable"
)

// CSV writes the rows of a table as RFC 4180 says, the query last. Columns are the keys of the JSON form in their order,
// or the table's Keys. Lists are joined by blanks; maps and lists of structs have no column. If it is guarded, texts are
// such that a spreadsheet shows them and does not run them, and none has a control character.
func CSV(w io.Writer, t *Table, guarded bool) error {
	l, err := NewLines(w, t, guarded)
	return errors.Join(err, l.Write(t.Rows))
}

// Lines are the CSV of rows that come one after the other. All cells go through it, so that none can be left unguarded.
type Lines struct {
	out     *csv.Writer
	guarded bool
	columns []column
	line    []string
	text    []byte // of the line
	ends    []int  // of its cells
}

// NewLines writes the names of the columns. Rows of the table say what rows there will be.
func NewLines(w io.Writer, t *Table, guarded bool) (*Lines, error) {
	s := t.shape()
	if s.query != nil && t.Keys == "" {
		s.columns = append(s.columns, column{key: "query", index: s.query, place: -1})
	}
	l := &Lines{csv.NewWriter(w), guarded, slices.DeleteFunc(s.columns, func(c column) bool { return c.list }), nil, nil, nil}
	l.out.UseCRLF = true
	for i := range l.columns {
		l.line = append(l.line, l.columns[i].named())
	}
	err := l.out.Write(l.line)
	l.out.Flush()
	return l, errors.Join(err, l.out.Error())
}

// Write writes rows, a slice of structs, or one, a pointer to it.
func (l *Lines) Write(rows any) (err error) {
	if v := reflect.ValueOf(rows); v.Kind() == reflect.Pointer {
		err = l.row(v.Elem())
	} else {
		for i := 0; i < v.Len() && err == nil; i++ {
			err = l.row(v.Index(i))
		}
	}
	l.out.Flush()
	return errors.Join(err, l.out.Error())
}

func (l *Lines) row(row reflect.Value) error {
	l.text, l.ends = l.text[:0], l.ends[:0]
	for i := range l.columns {
		l.text = l.columns[i].append(l.text, l.columns[i].at(row))
		l.ends = append(l.ends, len(l.text))
	}
	line, from := string(l.text), 0
	for i, end := range l.ends {
		l.line[i], from = line[from:end], end
		if l.guarded && !l.columns[i].number {
			l.line[i] = printable.Cell(l.line[i])
		}
	}
	return l.out.Write(l.line)
}
