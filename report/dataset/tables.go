package dataset

import (
	"reflect"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

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
	of[rows.Difference](shortPage),
	of[rows.View](shortPage),
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

// A row group waits in memory until it is complete: its pages, compressed, and its dictionaries. It ends
// at so many rows, or at so many bytes, which only long texts reach.
const (
	//limit:rowsPerGroup Work in progress | rows of a row group, which waits in memory | the next row group | TestRowGroups
	rowsPerGroup = 1 << 17
	//limit:bytesPerGroup Work in progress | bytes of a row group, compressed, with its dictionaries, before the last batch | the next row group | TestRowGroups
	bytesPerGroup = 16 << 20
)

// Bytes of a page before it is compressed, of tables with many rows and of others: there is a page
// in memory for each column.
const (
	longPage  = 64 << 10
	shortPage = 8 << 10
)

// codec is that of all files: its encoders are used again.
var codec = zstd.Codec{Level: zstd.SpeedFastest}

// settings are those of a file. What says who wrote a file is fixed, so that equal rows are
// equal bytes.
func settings(page int) []parquet.WriterOption {
	return []parquet.WriterOption{
		parquet.CreatedBy("bcdump", "1", "parquet-go"),
		parquet.Compression(&codec),
		parquet.PageBufferSize(page),
		parquet.DataPageStatistics(false), // the file has them in its index already
	}
}

// zeroNulls are the fields of a row in which zero stands for null.
//
// parquet-go v0.32.0 writes some of these nulls as values. It looks at 64 rows at a time: if the last
// run of values is as long as what stands before it, it takes all rows that follow for values too,
// as in 0 1 0 0 and 1 0 1 1 1 0 (TestNullsAnywhere). So such rows are written in two parts, the second
// of which begins with the run.
type zeroNulls [][]int

func zeroNullsOf(row reflect.Type) (fields zeroNulls) {
	for _, f := range reflect.VisibleFields(row) {
		if f.Type.Kind() != reflect.Pointer && strings.Contains(f.Tag.Get("parquet"), ",optional") {
			fields = append(fields, f.Index)
		}
	}
	return fields
}

// cut gives the row before which a list of up to 64 rows is to be cut; 0 = none.
func (z zeroNulls) cut(list reflect.Value) int {
	for _, field := range z {
		if at := misread(list, field); at > 0 {
			return at
		}
	}
	return 0
}

// misread gives where the last run of values in a field begins, if nulls behind it are taken for
// values; else 0.
func misread(list reflect.Value, field []int) int {
	end := list.Len()
	for end > 0 && list.Index(end-1).FieldByIndex(field).IsZero() {
		end--
	}
	if end == list.Len() || end%2 != 0 {
		return 0
	}
	first := end
	for first > 0 && !list.Index(first-1).FieldByIndex(field).IsZero() {
		first--
	}
	if first != end-first {
		return 0
	}
	return first
}
