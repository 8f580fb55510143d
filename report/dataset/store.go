package dataset

import (
	"io"
	"os"
	"path/filepath"

	"bcdump/internal/atomicfile"
	"bcdump/internal/foreign"
)

// Store is where the files lie. Names are paths with slashes, below the place of the dataset.
type Store interface {
	// Create begins a file, and the folders that it lies in.
	Create(name string) (File, error)
	// Open opens a file; the error is fs.ErrNotExist if there is none.
	Open(name string) (io.ReadCloser, error)
	// Size is that of a file in bytes; the error is fs.ErrNotExist if there is none.
	Size(name string) (int64, error)
	// Remove removes a file; that there is none is no error.
	Remove(name string) error
	// Clean removes from a folder what runs that were killed have left there.
	Clean(folder string) error
}

// File is a file that is being written. Exactly one of Commit and Discard must be called.
type File interface {
	io.Writer
	// Commit gives the file its name, in place of what has it.
	Commit() error
	Discard()
}

// Folder is a Store on disk.
type Folder string

func (f Folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

// Create begins a file under a hidden name, beside the one that it is to get.
func (f Folder) Create(name string) (File, error) {
	path := f.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	return atomicfile.Create(path)
}

// Open opens a file. Anybody may have put something else in its place.
func (f Folder) Open(name string) (io.ReadCloser, error) {
	path := f.path(name)
	if err := foreign.Ordinary(path); err != nil {
		return nil, err
	}
	return foreign.Open(path)
}

// Size is that of a file.
func (f Folder) Size(name string) (int64, error) {
	info, err := os.Stat(f.path(name))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Remove removes a file.
func (f Folder) Remove(name string) error {
	if err := os.Remove(f.path(name)); !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Clean removes the hidden files of a folder that begin as the file of a table, but those that another
// program is writing now.
func (f Folder) Clean(folder string) error {
	left, err := filepath.Glob(filepath.Join(escapeGlob(f.path(folder)), "."+part+".*"))
	for _, path := range left {
		if failed := atomicfile.RemoveAbandoned(path); failed != nil {
			err = failed
		}
	}
	return err
}
