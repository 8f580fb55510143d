package dataset

import (
	"bytes"
	"io"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"bcdump/report/rows"
)

// TableFigures say how much was written of a table.
type TableFigures struct {
	Name        string
	Rows, Bytes int64
}

// table writes the rows of one table of a capture as a Parquet file.
type table struct {
	TableFigures
	file   File
	of     *rows.Table // nil = it is one of figures
	writer writer
	group  int // rows of the row group at hand
	pages  pages
}

// writer is the library's writer for rows of one type.
type writer interface {
	// write writes rows of a slice.
	write(list reflect.Value, from, to int) error
	// Flush ends the row group, if it has rows.
	Flush() error
	SetKeyValueMetadata(key, value string)
	Close() error
}

// writers make that of each table, in the order of [rows.Tables].
var writers = []func(io.Writer, *pages) writer{
	newCaptureWriter, newWriter[rows.Message], newWriter[rows.StateUpdate], newWriter[rows.Subsystem], newWriter[rows.Event], newWriter[rows.Weapon],
	newWriter[rows.Kill], newWriter[rows.Chat], newWriter[rows.Creation], newWriter[rows.Note], newWriter[rows.Entity], newWriter[rows.Field],
}

type generic[T any] struct{ *parquet.GenericWriter[T] }

func newWriter[T any](to io.Writer, p *pages) writer {
	return generic[T]{parquet.NewGenericWriter[T](to, p.options()...)}
}

// pages holds the packed pages of the current row group, and counts their bytes.
type pages struct {
	parquet.BufferPool
	bytes int64
}

// options of all files. What says who wrote them is fixed, so that equal rows are equal bytes.
func (p *pages) options() []parquet.WriterOption {
	p.BufferPool = parquet.NewBufferPool()
	return []parquet.WriterOption{
		parquet.PageBufferSize(pageBytes), parquet.DataPageStatistics(false), parquet.Compression(&codec), parquet.CreatedBy("bcdump", "1", ""),
		parquet.ColumnPageBuffers(p),
	}
}

// GetBuffer gives an empty page.
func (p *pages) GetBuffer() io.ReadWriteSeeker { return &page{p.BufferPool.GetBuffer(), p} }

// PutBuffer takes a page that is written.
func (p *pages) PutBuffer(x io.ReadWriteSeeker) { p.BufferPool.PutBuffer(x.(*page).ReadWriteSeeker) }

type page struct {
	io.ReadWriteSeeker
	of *pages
}

func (p *page) Write(b []byte) (int, error) {
	p.of.bytes += int64(len(b))
	return p.ReadWriteSeeker.Write(b)
}

// newCaptureWriter is for rows with times that may be missing, which the library tells from 1970 only so.
func newCaptureWriter(to io.Writer, p *pages) writer { return newAnyWriter(to, p, rows.Capture{}) }

// anyWriter writes rows of a type that is known at run time only.
type anyWriter struct {
	*parquet.GenericWriter[any]
	schema *parquet.Schema
	maps   map[int]bool // columns of keys of maps; their values are in the next one
}

// newAnyWriter begins a file; row is one of those that follow.
func newAnyWriter(to io.Writer, p *pages, row any) anyWriter {
	schema := parquet.SchemaOf(row)
	w := anyWriter{parquet.NewGenericWriter[any](to, append(p.options(), schema)...), schema, map[int]bool{}}
	for i, path := range schema.Columns() {
		w.maps[i] = len(path) > 1 && path[len(path)-2] == "key_value" && path[len(path)-1] == "key"
	}
	return w
}

func (w anyWriter) write(list reflect.Value, from, to int) error {
	for i := from; i < to; i++ {
		row := w.schema.Deconstruct(nil, list.Index(i).Interface())
		w.sortMaps(row)
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return nil
}

// sortMaps sorts maps by their keys: the library has them in the order of Go's maps, which is another one each time.
func (w anyWriter) sortMaps(row parquet.Row) {
	for at := 0; at < len(row); {
		column, n := row[at].Column(), 1
		for at+n < len(row) && row[at+n].Column() == column {
			n++
		}
		if w.maps[column] {
			keys, values := row[at:at+n], row[at+n:at+2*n]
			for i := range keys {
				least := i
				for k := i + 1; k < n; k++ {
					if bytes.Compare(keys[k].ByteArray(), keys[least].ByteArray()) < 0 {
						least = k
					}
				}
				for _, of := range []parquet.Row{keys, values} {
					a, b := of[i], of[least]
					of[i], of[least] = b.Level(a.RepetitionLevel(), a.DefinitionLevel(), a.Column()), a.Level(b.RepetitionLevel(), b.DefinitionLevel(), b.Column())
				}
			}
		}
		at += n
	}
}

var codec = zstd.Codec{Level: zstd.SpeedFastest}

// write writes rows one by one: of several at once the library writes some nulls as values.
func (g generic[T]) write(list reflect.Value, from, to int) error {
	all := list.Interface().([]T)
	for i := from; i < to; i++ {
		if _, err := g.Write(all[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

const capturesTable = "captures"

// newTable begins the file of a table of a capture.
func newTable(s Store, name, capture string) (*table, error) {
	all := rows.Tables()
	i := slices.IndexFunc(all, func(t rows.Table) bool { return t.Name == name })
	t, err := begin(s, name, capture)
	if err == nil {
		t.of, t.writer = &all[i], writers[i](t, &t.pages)
	}
	return t, err
}

// begin begins a file.
func begin(s Store, name, capture string) (*table, error) {
	if err := s.Clean(folderOf(name, capture)); err != nil {
		return nil, err
	}
	f, err := s.Create(FileName(name, capture))
	return &table{TableFigures: TableFigures{Name: name}, file: f}, err
}

// Write takes what the writer has of the file.
func (t *table) Write(p []byte) (int, error) {
	n, err := t.file.Write(p)
	t.Bytes += int64(n)
	return n, err
}

// pageBytes is how much a page has before it is packed.
const pageBytes = 64 << 10

// A row group waits in memory until it is complete: its pages, packed, and its dictionaries. It ends
// at so many rows, or at so many bytes, which only long texts reach.
const (
	//limit:rowsPerGroup Work in progress | rows of a row group, which waits in memory | the next row group | TestRowGroups
	rowsPerGroup = 1 << 17
	//limit:bytesPerGroup Work in progress | bytes of a row group, compressed, with its dictionaries, before the last batch | the next row group | TestRowGroups
	bytesPerGroup = 16 << 20
)

// write writes the rows of a batch.
func (t *table) write(b *rows.Batch) error {
	if t.of == nil {
		return nil
	}
	return t.rows(t.of.Rows(b))
}

// rows writes a slice of rows.
func (t *table) rows(list reflect.Value) error {
	for from := 0; from < list.Len(); {
		n := min(list.Len()-from, rowsPerGroup-t.group)
		if err := t.writer.write(list, from, from+n); err != nil {
			return err
		}
		from, t.Rows, t.group = from+n, t.Rows+int64(n), t.group+n
		if t.group == rowsPerGroup {
			if err := t.endGroup(); err != nil {
				return err
			}
		}
	}
	if t.pages.bytes < bytesPerGroup {
		return nil
	}
	return t.endGroup()
}

// endGroup writes the row group.
func (t *table) endGroup() error {
	err := t.writer.Flush()
	t.group, t.pages.bytes = 0, 0
	return err
}
