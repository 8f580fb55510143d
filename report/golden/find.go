package golden

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
// the path that the capture has within the folder it was found in.
func Find(paths []string, goldens string) ([]Case, error) {
	f := finder{goldens: goldens, captures: map[string]string{}}
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
	cases    []Case
	captures map[string]string // by the path of the golden
}

// add adds a capture, once. within is its path within the folder that it was found in.
func (f *finder) add(path, within string) error {
	path = filepath.Clean(path)
	golden := path + Extension
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
	err := walk(root, func(path, within string) error {
		if strings.HasSuffix(path, Extension) || !isCapture(path) {
			return nil
		}
		return f.add(path, within)
	})
	if err != nil || f.goldens != "" {
		return err
	}
	return f.orphans(root, root)
}

// orphans adds a case for each golden below root that has none: there is no capture of
// that name in the folder captures.
func (f *finder) orphans(root, captures string) error {
	return walk(root, func(path, within string) error {
		if _, known := f.captures[filepath.Clean(path)]; known || !strings.HasSuffix(path, Extension) {
			return nil
		}
		within = strings.TrimSuffix(within, Extension)
		return f.add(filepath.Join(captures, within), within)
	})
}

// walk visits the ordinary files below root that are not hidden.
func walk(root string, visit func(path, within string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := path != root && strings.HasPrefix(d.Name(), ".")
		switch {
		case d.IsDir() && hidden:
			return filepath.SkipDir
		case d.IsDir() || hidden:
			return nil
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return nil // a pipe, a device, a link to nowhere or to a folder
		}
		within, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return visit(path, within)
	})
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
