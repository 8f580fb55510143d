package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"bcdump/internal/atomicfile"
)

// output is where the data goes: standard output, or a file that appears under
// its name only when it is complete.
type output struct {
	io.Writer
	file     *atomicfile.File
	unwanted func() bool // see streams
}

// input is a file that a run reads, which is not to be lost.
type input struct {
	info os.FileInfo
	what string // "one of the captures"
}

// inputAt gives what stands at a path, if anything does; "-" is standard input.
func (s *streams) inputAt(path, what string, yield func(input) bool) (more bool) {
	if path == "-" {
		f, ok := s.in.(*os.File)
		if !ok {
			return true
		}
		info, err := f.Stat()
		return err != nil || yield(input{info, "what standard input reads from"})
	}
	info, err := os.Stat(path)
	return err != nil || yield(input{info, what})
}

// nothing is what a run reads that reads no file.
func nothing(func(input) bool) {}

// newOutput opens the file at path, or takes standard output if path is empty.
func newOutput(path string, read iter.Seq[input], s *streams) (*output, error) {
	if path == "" {
		return &output{Writer: s.out}, nil
	}
	out, err := s.create(path, read)
	if err != nil {
		return nil, fmt.Errorf("--write: %w", err)
	}
	return out, nil
}

// create begins the file at path.
func (s *streams) create(path string, read iter.Seq[input]) (*output, error) {
	if err := checkTarget(path, read); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path)
	if errors.Is(err, atomicfile.ErrEnding) {
		select {} // the signal ends the program in a moment, and says with what status: see endBy
	}
	if folder := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: there is no folder %s: make it first", path, folder)
	}
	return &output{Writer: f, file: f, unwanted: s.unwanted}, err
}

// toFile writes a file that is there when it is complete. An error names the flag that asked for it.
func (s *streams) toFile(flag, path string, content func(io.Writer) error) error {
	out, err := s.create(path, nothing)
	if err == nil {
		err = content(out)
		err = cmp.Or(err, out.finish(err == nil))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// checkTarget refuses to replace a folder, or what is read.
func checkTarget(path string, read iter.Seq[input]) error {
	there, err := os.Stat(path)
	switch {
	case err != nil:
		return nil // it will be made
	case there.IsDir():
		return fmt.Errorf("%s: is a directory", path)
	case !there.Mode().IsRegular():
		return nil // it is not replaced
	}
	for in := range read {
		if os.SameFile(there, in.info) {
			return fmt.Errorf("%s is %s", path, in.what)
		}
	}
	return nil
}

// finish gives the file its name if there is something in it to keep, and removes it if not.
func (o *output) finish(keep bool) error {
	switch {
	case o.file == nil:
		return nil
	case keep && (o.unwanted == nil || !o.unwanted()):
		return o.file.Commit()
	}
	o.file.Discard()
	return nil
}

// sameTarget reports whether two paths would be written to the same file, be it there or not.
func sameTarget(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	if errOne == nil && errOther == nil {
		return one.Mode().IsRegular() && os.SameFile(one, other)
	}
	return written(a) == written(b)
}

// written is the path of the file that writing to path makes, from the root and without links.
func written(path string) string {
	if target, err := atomicfile.Resolve(path); err == nil {
		path = target
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(folder, filepath.Base(path))
}
