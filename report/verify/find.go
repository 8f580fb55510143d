package verify

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"bcdump/decode"
	"bcdump/decode/capture"
)

// Extension is added to the name of a capture to make that of its golden.
const Extension = ".golden"

// Case is a capture and its golden.
type Case struct {
	Capture, Golden string // paths; the files need not be there
}

// Find lists the captures that paths name, by path. A folder stands for the captures in it
// and below, which are told by their content; hidden files and folders are left out. A
// golden stands for its capture. A golden in such a folder whose capture is not there is a case
// too.
//
// The golden of a capture lies beside it, or, if goldens names a folder, in that: under
// the path that the capture has within the folder it was found in. passed is told of what is passed over, as
// that of Captures.
func Find(paths []string, goldens string, passed func(path string, why error)) ([]Case, error) {
	f := finder{goldens: goldens, passed: passed, captures: map[string]string{}}
	folder := "" // the first one
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil && info.IsDir() {
			folder = cmp.Or(folder, path)
			err = f.folder(path)
		} else { // what is wrong with a single file is said when it is opened
			path = strings.TrimSuffix(path, Extension)
			err = f.add(path, filepath.Base(path))
		}
		if err != nil {
			return nil, err
		}
	}
	if folder != "" && goldens != "" {
		if err := f.orphans(goldens, folder); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(f.cases, func(a, b Case) int { return strings.Compare(a.Capture, b.Capture) })
	return f.cases, nil
}

type finder struct {
	goldens  string
	passed   func(path string, why error)
	cases    []Case
	captures map[string]string // by the path of the golden
}

// add adds a capture, once. within is its path within the folder that it was found in.
func (f *finder) add(path, within string) error {
	path = filepath.Clean(path)
	golden := path + Extension
	path = golden[:len(path)] // one text for both: there may be many
	if f.goldens != "" {
		golden = filepath.Join(f.goldens, within) + Extension
	}
	switch other, known := f.captures[golden]; {
	case !known:
		f.captures[golden] = path
		f.cases = append(f.cases, Case{path, golden})
	case other != path:
		return fmt.Errorf("%s and %s would have the same golden, %s", other, path, golden)
	}
	return nil
}

func (f *finder) folder(root string) error {
	err := Captures(root, f.add, f.passed)
	if err != nil || f.goldens != "" {
		return err
	}
	return f.orphans(root, root)
}

// Captures visits the captures below a folder, told by their content, but not what is hidden. within
// is the path of each below root. Symbolic links are followed, but not those that lead back to a folder which they
// are in: of these passed is told with ErrLoop, and of each folder or file that cannot be looked at, with why.
func Captures(root string, visit func(path, within string) error, passed func(path string, why error)) error {
	return walk(root, func(path, within string) error {
		if strings.HasSuffix(path, Extension) || !isCapture(path) {
			return nil
		}
		return visit(path, within)
	}, passed)
}

// ErrLoop is why a link is not followed: it leads to itself, or to a folder that it is in. Nothing is missed thereby.
var ErrLoop = errors.New("a link that leads in a circle")

// orphans adds a case for each golden below root that has none: there is no capture of
// that name in the folder captures.
func (f *finder) orphans(root, captures string) error {
	return walk(root, func(path, within string) error {
		if _, known := f.captures[filepath.Clean(path)]; known || !strings.HasSuffix(path, Extension) {
			return nil
		}
		within = strings.TrimSuffix(within, Extension)
		return f.add(filepath.Join(captures, within), within)
	}, func(string, error) {}) // which was told when captures were looked for
}

// walk visits the ordinary files below root that are not hidden, as Captures does. A root that cannot be read is
// an error.
func walk(root string, visit func(path, within string) error, passed func(path string, why error)) error {
	w := walker{visit: visit, passed: passed}
	return w.folder(root, "")
}

// maxFolders keeps links that fan out from taking for ever.
//
//limit:maxFolders What the user writes | folders that `verify` and `export parquet` search | refused | —
const maxFolders = 100_000

type walker struct {
	visit   func(path, within string) error
	passed  func(path string, why error)
	above   []os.FileInfo // the folders that the present one is in, and itself
	folders int
}

func (w *walker) folder(path, within string) error {
	info, err := os.Stat(path)
	if err != nil {
		return w.unread(path, err)
	}
	for _, one := range w.above {
		if os.SameFile(one, info) {
			w.passed(path, ErrLoop)
			return nil
		}
	}
	if w.folders++; w.folders > maxFolders {
		return fmt.Errorf("%s: more than %d folders", path, maxFolders)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		err = w.unread(path, err)
	}
	if err != nil {
		return err
	}
	w.above = append(w.above, info)
	defer func() { w.above = w.above[:len(w.above)-1] }()
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := w.entry(filepath.Join(path, e.Name()), filepath.Join(within, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// unread is for a folder that cannot be read, at least not to its end. It passes it over unless it is the one that
// was asked for.
func (w *walker) unread(path string, why error) error {
	if len(w.above) == 0 {
		return why
	}
	w.passed(path, why)
	return nil
}

// entry visits a file, or what is below a folder. A pipe, a device and a link to nowhere are
// neither.
func (w *walker) entry(path, within string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return w.folder(path, within)
	case err == nil && info.Mode().IsRegular():
		return w.visit(path, within)
	case errors.Is(err, syscall.ELOOP):
		w.passed(path, ErrLoop)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		w.passed(path, err)
	}
	return nil
}

// isCapture looks at the first bytes of a file. One that cannot be read may be a capture:
// it must not go unnoticed.
func isCapture(path string) bool {
	c, err := decode.OpenFile(path, decode.Options{Jobs: 1})
	if err != nil {
		return !errors.Is(err, capture.ErrNotCapture)
	}
	_ = c.Close()
	return true
}
