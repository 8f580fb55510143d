package dataset

import (
	"errors"

	"bcdump/decode"
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
	Jobs    int    // workers; 1 = all is done by one after the other. It never changes the files
	Force   bool   // export what is there already
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
	tables  []table
	lanes   lanes
	capture rows.Batch // with the row of the table of captures
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
	if err := x.create(); err != nil {
		return err
	}
	defer x.discard()
	if err := x.fill(capture); err != nil {
		return err
	}
	return x.finish()
}

// create begins the files of all tables but that of captures.
func (x *export) create() error {
	for _, begin := range makers {
		t, err := begin(x.store, x.source.Name)
		if err != nil {
			x.discard()
			return err
		}
		x.tables = append(x.tables, t)
	}
	return nil
}

// discard removes the files that were not committed.
func (x *export) discard() {
	for _, t := range x.tables {
		t.discard()
	}
	x.tables = nil
}

// fill writes the rows.
func (x *export) fill(c *decode.Capture) error {
	x.lanes.begin(x.tables, x.options.Jobs)
	err := rows.Of(c, rows.Options{
		Name: x.source.Name, File: x.source.File, Program: x.options.Program, Source: x.late,
		Next: x.lanes.next, Deliver: x.deliver,
	})
	x.result.Summary = c.Summary()
	return errors.Join(err, x.lanes.end())
}

// deliver takes rows; that of the table of captures comes alone, and waits.
func (x *export) deliver(b *rows.Batch) error {
	if len(b.Captures) > 0 {
		x.capture.Captures = append(x.capture.Captures, b.Captures...)
	}
	return x.lanes.deliver(b)
}

// late gives the sum of a capture that has been read.
func (x *export) late() (string, int64) {
	if x.source.Late {
		x.sum, x.bytes, _ = x.source.Sum()
	}
	return x.sum, x.bytes
}

// finish gives the files their names, that of the table of captures last.
func (x *export) finish() error {
	for len(x.tables) > 0 {
		t := x.tables[0]
		if err := t.close(); err != nil {
			return err
		}
		x.tables = x.tables[1:]
		if err := t.commit(); err != nil {
			return err
		}
		x.count(t)
	}
	return x.mark()
}

func (x *export) count(t table) {
	f := t.figures()
	x.result.Rows, x.result.Bytes = x.result.Rows+f.Rows, x.result.Bytes+f.Bytes
	x.result.Tables = append(x.result.Tables, f)
}
