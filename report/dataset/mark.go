package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"bcdump/decode"
	"bcdump/internal/foreign"
	"bcdump/report/rows"
)

// Keys in the metadata of a file of the table of captures.
const (
	keySum      = "bcdump.sha256"
	keySchema   = "bcdump.schema"
	keySettings = "bcdump.settings"
	keyFirst    = "bcdump.first" // time of the first frame, in nanoseconds since 1970
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
	t.note(keyFirst, firstOf(&x.capture))
	t.note(keyFiles, sizes(x.result.Tables))
	err = t.write(&x.capture)
	if err == nil {
		err = t.close()
	}
	if err != nil {
		t.discard()
		return err
	}
	x.count(t)
	return t.commit()
}

// firstOf is the time of the first frame; "" = there is none.
func firstOf(b *rows.Batch) string {
	if len(b.Captures) == 0 || b.Captures[0].First == nil {
		return ""
	}
	return strconv.FormatInt(*b.Captures[0].First, 10)
}

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

func sizes(tables []TableFigures) string {
	var list []string
	for _, t := range tables {
		list = append(list, fmt.Sprintf("%s=%d", t.Name, t.Bytes))
	}
	return strings.Join(list, " ")
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
	const tail = 8 // the length of the metadata, "PAR1"
	if end := len(file) - tail; end < 0 || int64(binary.LittleEndian.Uint32(file[end:])) > int64(end) {
		return nil
	}
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil
	}
	found = map[string]string{}
	for _, pair := range f.Metadata().KeyValueMetadata {
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
