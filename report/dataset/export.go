package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"bcdump/decode"
	"bcdump/internal/foreign"
	"bcdump/report/facts"
	"bcdump/report/rows"
)

// Source is a capture to export.
type Source struct {
	Name string // of the capture in the dataset
	File string // name of the file, without its folder
	// Settings are the flags that change how the capture is read, in words: with others it is
	// exported again.
	Settings string
	// Sum gives the SHA-256 of the capture in hex and its bytes. It is asked before the capture
	// is opened, or if Late is set when it has been read to its end: then nothing is skipped.
	Sum  func() (sum string, bytes int64, err error)
	Late bool
	Open func() (*decode.Capture, error)
}

// Options say how captures are exported.
type Options struct {
	Program string // version of the program
	Force   bool   // export what is there already
	Stats   bool   // write the tables of stats, too
	// Budget is how much memory a capture may take to be held against the rules; beyond it Over is told.
	Budget facts.Budget
	Over   func(*facts.BudgetError)
}

// Result is what was done with a capture.
type Result struct {
	Name        string
	Skipped     bool // it was exported before, and has not changed
	Rows, Bytes int64
	Tables      []TableFigures
	Summary     decode.Summary
}

// Export writes the tables of a capture. If it fails, the dataset is without the capture, or as it
// was before.
func Export(to Store, from *Source, o Options) (*Result, error) {
	x := &export{store: to, source: from, options: o, result: Result{Name: from.Name}}
	if err := x.known(); err != nil || x.result.Skipped {
		return &x.result, err
	}
	err := x.run()
	return &x.result, err
}

// export is one capture on its way.
type export struct {
	store   Store
	source  *Source
	options Options
	result  Result
	old     map[string]string // what is known of the export before; nil = there was none
	sum     string
	bytes   int64
	first   string   // time of the first frame, in nanoseconds; "" = there is none
	tables  []*table // that of captures is the last
}

func (x *export) run() (err error) {
	capture, err := x.source.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, capture.Close()) }()
	if x.other(capture) {
		return ErrOther
	}
	if err := x.store.Remove(FileName(capturesTable, x.source.Name)); err != nil {
		return err
	}
	for _, file := range strings.Fields(x.old[keyFiles]) { // of stats, which nobody asks for now
		if name, _, _ := strings.Cut(file, "="); strings.HasPrefix(name, rows.StatsPrefix) && !x.options.Stats {
			if err := x.store.Remove(FileName(name, x.source.Name)); err != nil {
				return err
			}
		}
	}
	defer func() {
		for _, t := range x.tables { // that were not committed
			t.file.Discard()
		}
	}()
	all := rows.Tables()
	for _, of := range append(all[1:], all[0]) {
		t, err := newTable(x.store, of.Name, x.source.Name)
		if err != nil {
			return err
		}
		x.tables = append(x.tables, t)
	}
	err = rows.Of(capture, rows.Options{
		Name: x.source.Name, File: x.source.File, Program: x.options.Program, Source: x.late, Deliver: x.deliver, Figures: x.figures, Stats: x.options.Stats,
		Budget: x.options.Budget, Over: x.options.Over,
	})
	if x.result.Summary = capture.Summary(); err != nil {
		return err
	}
	return x.finish()
}

// deliver writes rows. Two goroutines at a time call it, each with rows of other tables.
func (x *export) deliver(b *rows.Batch) error {
	if len(b.Captures) > 0 && !b.Captures[0].First.IsZero() {
		x.first = strconv.FormatInt(b.Captures[0].First.UnixNano(), 10)
	}
	for _, t := range x.tables {
		if err := t.write(b); err != nil {
			return err
		}
	}
	return nil
}

// figures writes a table of figures, which comes before that of captures.
func (x *export) figures(name string, list any) error {
	t, err := begin(x.store, name, x.source.Name)
	if err != nil {
		return err
	}
	x.tables = slices.Insert(x.tables, len(x.tables)-1, t)
	all := reflect.ValueOf(list)
	t.writer = newAnyWriter(t, &t.pages, reflect.Zero(all.Type().Elem()).Interface())
	return t.rows(all)
}

// late gives the sum of a capture that has been read.
func (x *export) late() (string, int64) {
	if x.source.Late {
		x.sum, x.bytes, _ = x.source.Sum()
	}
	return x.sum, x.bytes
}

// finish gives the files their names, that of the table of captures last: it says that all others are there.
func (x *export) finish() error {
	var files []string
	for len(x.tables) > 0 {
		t := x.tables[0]
		if t.Name == capturesTable {
			t.writer.SetKeyValueMetadata(keySum, x.sum)
			t.writer.SetKeyValueMetadata(keySchema, strconv.Itoa(rows.SchemaVersion))
			t.writer.SetKeyValueMetadata(keySettings, x.source.Settings)
			t.writer.SetKeyValueMetadata(keyFirst, x.first)
			t.writer.SetKeyValueMetadata(keyFiles, strings.Join(files, " "))
		}
		if err := t.writer.Close(); err != nil {
			return err
		}
		x.tables = x.tables[1:]
		if err := t.file.Commit(); err != nil {
			return err
		}
		files = append(files, fmt.Sprintf("%s=%d", t.Name, t.Bytes))
		x.result.Rows, x.result.Bytes = x.result.Rows+t.Rows, x.result.Bytes+t.Bytes
		x.result.Tables = append(x.result.Tables, t.TableFigures)
	}
	return nil
}

// Keys in the metadata of a file of the table of captures.
const (
	keySum      = "bcdump.sha256"
	keySchema   = "bcdump.schema"
	keySettings = "bcdump.settings"
	keyFirst    = "bcdump.first" // time of the first frame, in nanoseconds since 1970
	keyFiles    = "bcdump.files" // bytes of the other files: "messages=123 chat=456"
)

// ErrOther is why a capture is not exported: the dataset has one of that name that begins at another
// time, and would lose it.
var ErrOther = errors.New("there is another capture of that name, which begins at another time")

// other reports whether a capture is another one than that of its name which was exported: it neither
// has the same bytes nor begins at the same time.
func (x *export) other(c *decode.Capture) bool {
	if x.old == nil || x.old[keySum] == x.sum || x.options.Force {
		return false
	}
	start, _ := c.Start()
	first := strconv.FormatInt(start.UnixNano(), 10)
	return x.old[keyFirst] != "" && x.old[keyFirst] != first
}

// known finds out whether the capture was exported before.
func (x *export) known() (err error) {
	if x.old, err = x.marked(); err != nil || x.source.Late {
		return err
	}
	if x.sum, x.bytes, err = x.source.Sum(); err != nil || x.options.Force {
		return err
	}
	old := x.old
	x.result.Skipped = old[keySum] == x.sum && old[keySchema] == strconv.Itoa(rows.SchemaVersion) &&
		old[keySettings] == x.source.Settings && x.complete(old[keyFiles])
	return nil
}

// marked reads what a file of the table of captures says; nothing if there is none, or it is damaged.
func (x *export) marked() (map[string]string, error) {
	r, err := x.store.Open(FileName(capturesTable, x.source.Name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	file, err := io.ReadAll(foreign.New(r, mostMarked))
	if errors.Is(err, foreign.ErrTooLarge) {
		return nil, nil
	}
	return pairs(file), err
}

// mostMarked is how large a file of the table of captures is at most, in bytes: it has one row.
const mostMarked = 4 << 20

// pairs reads the metadata of a Parquet file; nothing if it is damaged. The library panics on some
// wrong bytes, and makes room for as many as the file says behind its rows.
func pairs(file []byte) (found map[string]string) {
	defer func() {
		if recover() != nil {
			found = nil
		}
	}()
	const magic = "PAR1" // ends a Parquet file; before it stand the metadata and their length
	end := len(file) - len(magic) - 4
	if end < 0 || string(file[end+4:]) != magic {
		return nil
	}
	n := int64(binary.LittleEndian.Uint32(file[end:]))
	var meta format.FileMetaData
	if n > int64(end) || thrift.Unmarshal(new(thrift.CompactProtocol), file[end-int(n):end], &meta) != nil {
		return nil
	}
	found = map[string]string{}
	for _, pair := range meta.KeyValueMetadata {
		found[pair.Key] = pair.Value
	}
	return found
}

// complete reports whether all files of a capture are there, as long as they were.
func (x *export) complete(files string) bool {
	for _, file := range strings.Fields(files) {
		table, size, _ := strings.Cut(file, "=")
		if n, err := x.store.Size(FileName(table, x.source.Name)); err != nil || strconv.FormatInt(n, 10) != size {
			return false
		}
	}
	return files != ""
}
