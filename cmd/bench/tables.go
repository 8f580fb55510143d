package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcdump/internal/trial"
)

// Names of the commands around the tables.
const (
	exporting = "bcdump export parquet"
	export1   = "bcdump export parquet -j 1"
	byHand    = "decode -o json \\| DuckDB \\| Parquet"
	engine    = "DuckDB, no question"
)

// Where the tables and their questions are.
const (
	questionsDocument = "docs/tables.md"
	question          = "### "
)

// tableFolder is where the tables of the capture are written, again in each round; a folder for each
// size, for what is there counts.
func (o *options) tableFolder() string {
	return filepath.Join(o.folder, "tables-"+strconv.Itoa(o.sizes[0]))
}

// tableCommands are decode, export, what one would do without export, and each question. The JSON
// goes to the null device, so that the comparison flatters decode and not export.
func tableCommands(o *options, c capture) []command {
	ask := []string{filepath.Join(o.folder, "ask"), "-q", "-document", questionsDocument, "-tables", o.tableFolder()}
	list := []command{
		{name: asJSON, datagrams: c.datagrams, args: []string{o.bcdump, "decode", "-q", "-o", "json", c.path}, copies: 1},
		{name: json1, datagrams: c.datagrams, args: []string{o.bcdump, "decode", "-q", "-o", "json", "-j", "1", c.path}, copies: 1},
		{name: exporting, datagrams: c.datagrams, args: []string{o.bcdump, "export", "parquet", "-q", "--force", "-w", o.tableFolder(), c.path}, copies: 1},
		{name: export1, datagrams: c.datagrams, args: []string{o.bcdump, "export", "parquet", "-q", "--force", "-j", "1", "-w", o.tableFolder(), c.path}, copies: 1},
		{name: byHand, datagrams: c.datagrams, args: []string{"sh", "-c", byHandScript, "sh", o.bcdump, c.path, o.folder}, copies: 1},
		{name: engine, datagrams: c.datagrams, args: append(slices.Clone(ask), "-sql", "SELECT 1"), copies: 1},
	}
	for _, title := range questions(questionsDocument) {
		list = append(list, command{name: title, datagrams: c.datagrams, args: append(slices.Clone(ask), "-question", title), copies: 1})
	}
	return list
}

// byHandScript makes a table of messages of the JSON with what DuckDB has for that. All lines are
// samples for the types: some messages are rare.
const byHandScript = `set -e
"$1" decode -q -o json "$2" >"$3/by-hand.json"
"$3/ask" -q -sql "COPY (FROM read_json('$3/by-hand.json', format = 'newline_delimited', sample_size = -1)) TO '$3/by-hand.parquet' (COMPRESSION zstd)"
rm "$3/by-hand.json"`

// questions are the headings of the section of that name that have a statement; none if there is no
// document.
func questions(path string) (titles []string) {
	_, text, _ := strings.Cut(content(path), "\n## Questions\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for _, part := range strings.Split(text, "\n"+question)[1:] {
		if title, rest, _ := strings.Cut(part, "\n"); strings.Contains(rest, "```sql") {
			titles = append(titles, title)
		}
	}
	return titles
}

// tableSizes are bytes of what was written.
type tableSizes struct {
	capture, json, byHand, all int64

	oneShip int64       // read for the speed of one ship
	tables  []tableSize // largest first
}

type tableSize struct {
	name  string
	bytes int64
}

// sizesOfTables looks at what the last round left, and counts the bytes of the JSON.
func sizesOfTables(o *options, c capture) (s tableSizes, err error) {
	s.capture = c.bytes
	if s.json, err = outputSize(o.bcdump, "decode", "-q", "-o", "json", c.path); err != nil {
		return s, err
	}
	if info, err := os.Stat(filepath.Join(o.folder, "by-hand.parquet")); err == nil {
		s.byHand = info.Size()
	}
	if s.oneShip, err = readForOneShip(o); err != nil {
		return s, err
	}
	folders, err := os.ReadDir(o.tableFolder())
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		t := tableSize{name: folder.Name()}
		if t.bytes, err = folderSize(filepath.Join(o.tableFolder(), t.name)); err != nil {
			return s, err
		}
		s.all += t.bytes
		s.tables = append(s.tables, t)
	}
	slices.SortFunc(s.tables, func(a, b tableSize) int { return int(b.bytes - a.bytes) })
	return s, err
}

const oneShip = `SELECT count(*), avg(speed) FROM state_updates WHERE object = 'Cady2''s Sovereign'`

// readForOneShip is what DuckDB reads to tell the speed of a ship.
func readForOneShip(o *options) (n int64, err error) {
	said, err := exec.Command(filepath.Join(o.folder, "ask"), "-document", questionsDocument,
		"-tables", o.tableFolder(), "-sql", oneShip).Output()
	if err != nil {
		return 0, err
	}
	_, text, _ := bytes.Cut(said, []byte(", "))
	_, err = fmt.Fscan(bytes.NewReader(text), &n)
	return n, err
}

// outputSize counts what a command writes.
func outputSize(name string, args ...string) (int64, error) {
	var said trial.Head
	process := exec.Command(name, args...)
	process.Stderr = &said
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(io.Discard, out)
	if err = errors.Join(err, process.Wait()); err != nil {
		return 0, fmt.Errorf("%s %v: %w: %s", name, args, err, said.Bytes())
	}
	return n, nil
}

func folderSize(folder string) (n int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n, err
}
