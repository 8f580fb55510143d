package installation

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcdump/decode/filehash"
	"bcdump/report/figures"
)

const (
	// maxDepth bounds directories within each other, as in an answer.
	//limit:maxDepth Figures | directories of an installation within each other | a warning | TestDeepAndMany
	maxDepth = 16
	// maxFiles bounds the files that are hashed: the stock game has 136.
	//limit:maxFiles Figures | files of an installation | a warning | TestDeepAndMany
	maxFiles = 16384
	// maxProblems bounds the problems that are kept.
	//limit:maxProblems Figures | warnings about files of an installation | left out | TestManyProblems
	maxProblems = 64
)

// Of hashes the files of the folder of an installation, or of its directory "scripts". What cannot
// be read is a problem in the figures; the error says that there is nothing to read at all.
func Of(folder string) (*figures.Installation, error) {
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: is not a folder", folder)
	}
	w := &walk{root: folder, out: &figures.Installation{
		Version: figures.Version, Folder: folder, Rounds: []figures.InstalledRound{}, Problems: []figures.FileProblem{},
	}}
	if _, there := w.find(folder, "scripts"); !there && strings.EqualFold(filepath.Base(folder), "scripts") {
		w.root = filepath.Dir(folder)
	}
	found := false
	for _, r := range filehash.Rounds() {
		w.round(r)
		found = found || w.out.Rounds[len(w.out.Rounds)-1].Found
	}
	if !found {
		return nil, fmt.Errorf("%s: has no directory \"scripts\": give the folder of an installation", folder)
	}
	return w.out, nil
}

type walk struct {
	root  string
	out   *figures.Installation
	files int
	last  *figures.InstalledRound
	asked filehash.Round
	// above are the directories that the walk is in: links may lead back to one of them.
	above []fs.FileInfo
}

// round hashes what a round asks for.
func (w *walk) round(r filehash.Round) {
	w.out.Rounds = append(w.out.Rounds, figures.InstalledRound{
		Round: int(r.Number), Directory: r.Directory, Filter: r.Filter, Recursive: r.Recursive,
		DirHash: hex(filehash.Name(filehash.Trim(r.Directory))), Files: []figures.InstalledFile{}, Missing: []string{},
	})
	w.asked, w.last = r, &w.out.Rounds[len(w.out.Rounds)-1]
	on := w.root
	w.above = w.above[:0]
	for _, part := range strings.Split(filehash.Trim(r.Directory), "/") {
		name, there := w.find(on, part)
		if !there {
			w.missing(r)
			return
		}
		if info, err := os.Stat(on); err == nil {
			w.above = append(w.above, info)
		}
		on = filepath.Join(on, name)
	}
	w.last.Found = true
	w.directory(on, filehash.Trim(r.Directory), 1)
	w.missing(r)
}

// find looks for a directory; upper and lower case are the same, as in Windows. If several fit, the
// one that is spelt as it was asked for does.
func (w *walk) find(in, name string) (string, bool) {
	if info, err := os.Stat(filepath.Join(in, name)); err == nil && info.IsDir() {
		return name, true
	}
	entries, _ := os.ReadDir(in)
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			if info, err := os.Stat(filepath.Join(in, e.Name())); err == nil && info.IsDir() {
				return e.Name(), true
			}
		}
	}
	return "", false
}

// directory hashes the files of a directory, then those of the directories in it. asked is its path
// as the host would have it.
func (w *walk) directory(on, asked string, depth int) {
	info, err := os.Stat(on)
	if err != nil {
		w.problem(on, err)
		return
	}
	if depth > maxDepth || slices.ContainsFunc(w.above, func(a fs.FileInfo) bool { return os.SameFile(a, info) }) {
		w.problem(on, errors.New("is within itself, or too deep"))
		return
	}
	w.above = append(w.above, info)
	defer func() { w.above = w.above[:len(w.above)-1] }()
	files, below := w.list(on)
	for _, name := range files {
		w.file(on, asked, name)
	}
	for _, name := range below {
		w.directory(filepath.Join(on, name), path.Join(asked, name), depth+1)
	}
}

// list gives the files and the directories that are asked for, in the order in which Windows lists
// them.
func (w *walk) list(on string) (files, below []string) {
	entries, err := os.ReadDir(on)
	if err != nil {
		w.problem(on, err) // entries are those before the error
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return cmp.Or(cmp.Compare(strings.ToUpper(a.Name()), strings.ToUpper(b.Name())), cmp.Compare(a.Name(), b.Name()))
	})
	for _, e := range entries {
		info, err := os.Stat(filepath.Join(on, e.Name())) // follows links
		switch {
		case err != nil && filehash.Fits(w.asked.Filter, e.Name()):
			w.problem(filepath.Join(on, e.Name()), err)
		case err != nil:
		case info.IsDir() && w.asked.Recursive:
			below = append(below, e.Name())
		case info.Mode().IsRegular() && filehash.Fits(w.asked.Filter, e.Name()):
			files = append(files, e.Name())
		}
	}
	return files, below
}

func (w *walk) file(on, asked, name string) {
	if w.files++; w.files > maxFiles {
		if w.files == maxFiles+1 {
			w.problem(on, fmt.Errorf("more than %d files: the others are left out", maxFiles))
		}
		return
	}
	full := filepath.Join(on, name)
	f, err := os.Open(full)
	if err != nil {
		w.problem(full, err)
		return
	}
	defer func() { _ = f.Close() }()
	content, size, err := filehash.Of(f)
	if err != nil {
		w.problem(full, err)
		return
	}
	hash := filehash.Name(name)
	w.last.Files = append(w.last.Files, figures.InstalledFile{
		Directory: asked, Name: name, NameHash: hex(hash), ContentHash: hex(content),
		Published: filehash.Judge(asked, hash, content).String(), Size: size,
	})
}

// missing lists the published files of the round that were not found.
func (w *walk) missing(r filehash.Round) {
	for _, f := range filehash.Published() {
		if f.Round == r.Number && !slices.ContainsFunc(w.last.Files, func(x figures.InstalledFile) bool {
			return x.Name == f.Name && strings.EqualFold(x.Directory, f.Directory)
		}) {
			w.last.Missing = append(w.last.Missing, path.Join(f.Directory, f.Name))
		}
	}
}

// problem notes what cannot be read. The path stands by itself.
func (w *walk) problem(at string, err error) {
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	if len(w.out.Problems) < maxProblems {
		w.out.Problems = append(w.out.Problems, figures.FileProblem{Path: at, Error: err.Error()})
	}
}

func hex(value uint32) string { return fmt.Sprintf("0x%08X", value) }
