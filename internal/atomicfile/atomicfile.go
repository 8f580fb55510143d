// Package atomicfile writes files that appear under their names only when they are complete.
//
// In comes the path and what is to be in the file; out comes the file as a whole, or nothing,
// also when a signal ends the program. It knows nothing of this program.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

// File is written under another name, in the folder of the one that it is to become. Exactly one
// of Commit and Discard must be called.
type File struct {
	*os.File
	path   string      // as the caller wrote it
	target string      // what it becomes
	mode   fs.FileMode // of the file that it takes the place of; 0 = there is none
	device bool        // it is no ordinary file, and written to as it is
}

// unfinished are the files that are neither committed nor discarded.
var unfinished struct {
	sync.Mutex
	names  map[string]bool
	closed bool // the program ends: there are no more
}

// Create begins a file. If path is a symbolic link, what it leads to will be replaced, and the
// link stays. A file that is there keeps its permissions; a new one has those that the umask of
// the process leaves. What is there and no ordinary file, such as a pipe or /dev/null, is not
// replaced but written to, and Discard takes nothing back.
func Create(path string) (*File, error) {
	// A device is opened by its link: the pipe behind /dev/stdout has no name of its own.
	there, absent := os.Stat(path)
	if absent == nil && !there.IsDir() && !there.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, about(path, err)
		}
		return &File{File: f, path: path, device: true}, nil
	}
	target, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	f := &File{path: path, target: target}
	switch {
	case absent != nil: // it will be made
	case there.IsDir():
		return nil, fmt.Errorf("%s: is a directory", path)
	default:
		f.mode = there.Mode().Perm()
	}
	err = f.begin(func() (*os.File, error) { return open(target) })
	return f, err
}

// Private keeps others from reading the file, if it is a new one.
func (f *File) Private() error {
	if f.device || f.mode != 0 {
		return nil
	}
	return f.Chmod(0o600)
}

// Temporary begins a file that nobody is to keep, in the folder for such files.
func Temporary(pattern string) (*File, error) {
	f := &File{path: pattern}
	err := f.begin(func() (*os.File, error) { return os.CreateTemp("", pattern) })
	return f, err
}

// ErrEnding is the error of a file that would begin behind RemoveUnfinished.
var ErrEnding = errors.New("the program has been interrupted")

// begin opens a file, and remembers to remove it.
func (f *File) begin(open func() (*os.File, error)) (err error) {
	unfinished.Lock()
	defer unfinished.Unlock()
	if unfinished.closed {
		return ErrEnding
	}
	if f.File, err = open(); err != nil {
		return about(f.path, err)
	}
	lock(f.File)
	if unfinished.names == nil {
		unfinished.names = map[string]bool{}
	}
	unfinished.names[f.Name()] = true
	return nil
}

// RemoveAbandoned removes an unfinished file that a program left which was killed. One that is still
// being written stays, where the system tells (not on Windows, where open files cannot be removed).
func RemoveAbandoned(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		defer func() { _ = f.Close() }()
		if !lock(f) {
			return nil
		}
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// open creates a hidden file beside target. os.CreateTemp would not ask the umask.
func open(target string) (*os.File, error) {
	const tries, longest = 100, 100 // a name may have 255 bytes
	folder, base := filepath.Split(target)
	base = base[:min(len(base), longest)]
	for n := 0; ; n++ {
		name := filepath.Join(folder, fmt.Sprintf(".%s.%d", base, rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || n == tries {
			return f, err
		}
	}
}

// about is what is wrong with a file, under the name that the caller has for it.
func about(path string, err error) error {
	var fault *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &fault):
		err = fault.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Resolve follows the symbolic links at the end of path; what the last one leads to need not be
// there.
func Resolve(path string) (string, error) {
	const most = 40 // as Linux has it
	for range most {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // what is wrong with it is said when it is opened
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", fmt.Errorf("%s: too many symbolic links", path)
}

// Commit closes the file and gives it its name. If that fails, it is removed.
func (f *File) Commit() error {
	if f.device {
		return f.Close()
	}
	unfinished.Lock()
	defer unfinished.Unlock()
	err := f.Close()
	if err == nil && f.mode != 0 {
		err = os.Chmod(f.Name(), f.mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), f.target)
	}
	delete(unfinished.names, f.Name())
	if err != nil {
		_ = os.Remove(f.Name())
		return about(f.path, err)
	}
	return nil
}

// Write names the file as the caller does if it fails, as on a full disk.
func (f *File) Write(p []byte) (n int, err error) {
	if n, err = f.File.Write(p); err != nil {
		err = about(f.path, err)
	}
	return n, err
}

// Discard closes the file and removes it.
func (f *File) Discard() {
	if f.device {
		_ = f.Close()
		return
	}
	unfinished.Lock()
	defer unfinished.Unlock()
	_ = f.Close()
	_ = os.Remove(f.Name())
	delete(unfinished.names, f.Name())
}

// RemoveUnfinished removes all files that are neither committed nor discarded, and allows no new
// ones. It is for the end of the program, when a signal ends it.
func RemoveUnfinished() {
	unfinished.Lock()
	defer unfinished.Unlock()
	unfinished.closed = true
	for name := range unfinished.names {
		_ = os.Remove(name)
	}
}
