package dataset

import (
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
	rows func(*rows.Batch) []T
	file File
	to   *parquet.GenericWriter[T]
}

// makers make the tables, all but that of captures.
var makers = []func(Store, string) (table, error){
	of("messages", func(b *rows.Batch) []rows.Message { return b.Messages }),
	of("state_updates", func(b *rows.Batch) []rows.StateUpdate { return b.StateUpdates }),
	of("subsystems", func(b *rows.Batch) []rows.Subsystem { return b.Subsystems }),
	of("events", func(b *rows.Batch) []rows.Event { return b.Events }),
	of("weapons", func(b *rows.Batch) []rows.Weapon { return b.Weapons }),
	of("kills", func(b *rows.Batch) []rows.Kill { return b.Kills }),
	of("chat", func(b *rows.Batch) []rows.Chat { return b.Chat }),
	of("creations", func(b *rows.Batch) []rows.Creation { return b.Creations }),
	of("joins", func(b *rows.Batch) []rows.Join { return b.Joins }),
	of("links", func(b *rows.Batch) []rows.Link { return b.Links }),
	of("checks", func(b *rows.Batch) []rows.Check { return b.Checks }),
	of("notes", func(b *rows.Batch) []rows.Note { return b.Notes }),
	of("entities", func(b *rows.Batch) []rows.Entity { return b.Entities }),
	of("fields", func(b *rows.Batch) []rows.Field { return b.Fields }),
}

var makeCaptures = of(capturesTable, func(b *rows.Batch) []rows.Capture { return b.Captures })

const capturesTable = "captures"

// of makes tables of a name.
func of[T any](name string, pick func(*rows.Batch) []T) func(Store, string) (table, error) {
	return func(s Store, capture string) (table, error) {
		if err := s.Clean(folderOf(name, capture)); err != nil {
			return nil, err
		}
		f, err := s.Create(FileName(name, capture))
		if err != nil {
			return nil, err
		}
		t := &typed[T]{TableFigures: TableFigures{Name: name}, rows: pick, file: f}
		t.to = parquet.NewGenericWriter[T](counted{t}, settings...)
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
	list := t.rows(b)
	if len(list) == 0 {
		return nil
	}
	n, err := t.to.Write(list)
	t.Rows += int64(n)
	return err
}

func (t *typed[T]) close() error           { return t.to.Close() }
func (t *typed[T]) discard()               { t.file.Discard() }
func (t *typed[T]) commit() error          { return t.file.Commit() }
func (t *typed[T]) figures() TableFigures  { return t.TableFigures }
func (t *typed[T]) note(key, value string) { t.to.SetKeyValueMetadata(key, value) }
