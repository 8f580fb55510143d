package dataset

import (
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"

	"bcdump/report/rows"
)

// table writes the rows of one table of a capture.
type table interface {
	write(*rows.Batch) error
	close() error
	discard()
	commit() error
	figures() TableFigures
	note(key, value string)
}

// TableFigures say how much was written of a table.
type TableFigures struct {
	Name        string
	Rows, Bytes int64
}

// typed is a table with rows of a type.
type typed[T any] struct {
	TableFigures
	file File
	to   *parquet.GenericWriter[T]

	zeros zeroNulls

	group int   // rows of the row group at hand
	begun int64 // size of the file when it began
}

// makers make the tables, all but that of captures.
var makers = []func(Store, string) (table, error){
	of[rows.Message](longPage),
	of[rows.StateUpdate](longPage),
	of[rows.Subsystem](longPage),
	of[rows.Event](shortPage),
	of[rows.Weapon](shortPage),
	of[rows.Kill](shortPage),
	of[rows.Chat](shortPage),
	of[rows.Creation](shortPage),
	of[rows.Join](shortPage),
	of[rows.Link](shortPage),
	of[rows.Check](shortPage),
	of[rows.Note](shortPage),
	of[rows.Entity](longPage),
	of[rows.Field](longPage),
}

var makeCaptures = of[rows.Capture](shortPage)

const capturesTable = "captures"

// of makes tables of a type of rows, with pages of so many bytes.
func of[T any](page int) func(Store, string) (table, error) {
	of := reflect.TypeFor[T]()
	all := rows.Tables()
	name := all[slices.IndexFunc(all, func(t rows.Table) bool { return reflect.TypeOf(t.Row) == of })].Name
	return func(s Store, capture string) (table, error) {
		if err := s.Clean(folderOf(name, capture)); err != nil {
			return nil, err
		}
		f, err := s.Create(FileName(name, capture))
		if err != nil {
			return nil, err
		}
		t := &typed[T]{TableFigures: TableFigures{Name: name}, file: f, zeros: zeroNullsOf(of)}
		t.to = parquet.NewGenericWriter[T](counted{t}, settings(page)...)
		return t, nil
	}
}

// counted counts the bytes that go into the file of a table.
type counted struct {
	t interface{ put([]byte) (int, error) }
}

// Write writes into the file.
func (c counted) Write(p []byte) (int, error) { return c.t.put(p) }

func (t *typed[T]) put(p []byte) (n int, err error) {
	n, err = t.file.Write(p)
	t.Bytes += int64(n)
	return n, err
}

func (t *typed[T]) write(b *rows.Batch) error {
	for list := rows.List[T](b); len(list) > 0; {
		n := min(len(list), atOnce, rowsPerGroup-t.group)
		if err := t.some(list[:n]); err != nil {
			return err
		}
		list = list[n:]
		t.Rows, t.group = t.Rows+int64(n), t.group+n
		if t.group == rowsPerGroup {
			if err := t.endGroup(); err != nil {
				return err
			}
		}
	}
	if t.to.Size()-t.begun < bytesPerGroup {
		return nil
	}
	return t.endGroup()
}

// atOnce is how many rows are written column by column: see zeroNulls.
const atOnce = 64

// some writes up to 64 rows.
func (t *typed[T]) some(list []T) error {
	if at := t.zeros.cut(reflect.ValueOf(list)); at > 0 {
		if err := t.some(list[:at]); err != nil {
			return err
		}
		return t.some(list[at:])
	}
	_, err := t.to.Write(list)
	return err
}

// endGroup writes the row group.
func (t *typed[T]) endGroup() error {
	err := t.to.Flush()
	t.group, t.begun = 0, t.to.Size()
	return err
}

func (t *typed[T]) close() error           { return t.to.Close() }
func (t *typed[T]) discard()               { t.file.Discard() }
func (t *typed[T]) commit() error          { return t.file.Commit() }
func (t *typed[T]) figures() TableFigures  { return t.TableFigures }
func (t *typed[T]) note(key, value string) { t.to.SetKeyValueMetadata(key, value) }
