package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"bcdump/report/rows"
)

// Keys in the metadata of a file of the table of captures.
const (
	keySum      = "bcdump.sha256"
	keySchema   = "bcdump.schema"
	keySettings = "bcdump.settings"
	keyFiles    = "bcdump.files" // bytes of the other files: "messages=123 chat=456"
)

// mark writes the row of the table of captures, which says that all others are there.
func (x *export) mark() error {
	t, err := makeCaptures(x.store, x.source.Name)
	if err != nil {
		return err
	}
	t.note(keySum, x.sum)
	t.note(keySchema, strconv.Itoa(rows.SchemaVersion))
	t.note(keySettings, x.source.Settings)
	t.note(keyFiles, sizes(x.result.Tables))
	if err := cmp.Or(t.write(&x.capture), t.close()); err != nil {
		t.discard()
		return err
	}
	x.count(t)
	return t.commit()
}

func sizes(tables []TableFigures) string {
	var list []string
	for _, t := range tables {
		list = append(list, fmt.Sprintf("%s=%d", t.Name, t.Bytes))
	}
	return strings.Join(list, " ")
}

// known finds out whether the capture was exported before.
func (x *export) known() (err error) {
	if x.source.Late {
		return nil
	}
	if x.sum, x.bytes, err = x.source.Sum(); err != nil || x.options.Force {
		return err
	}
	old, err := x.marked()
	if err != nil {
		return err
	}
	x.result.Skipped = old[keySum] == x.sum && old[keySchema] == strconv.Itoa(rows.SchemaVersion) &&
		old[keySettings] == x.source.Settings && x.complete(old[keyFiles])
	return nil
}

// marked reads what a file of the table of captures says; nothing if there is none, or it is damaged.
func (x *export) marked() (map[string]string, error) {
	name := FileName(capturesTable, x.source.Name)
	size, err := x.store.Size(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := x.store.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, nil
	}
	found := map[string]string{}
	for _, pair := range f.Metadata().KeyValueMetadata {
		found[pair.Key] = pair.Value
	}
	return found, nil
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
