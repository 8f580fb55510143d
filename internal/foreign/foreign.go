// Package foreign opens what others wrote: files that this program or another one made earlier, and
// that anybody may have changed since. Captures are read by decode/capture.
//
// In comes a path or a stream, and how many bytes there may be; out come the bytes, one after the
// other, and where they stand, or the value that they are as JSON. It knows nothing of what they say.
package foreign

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
)

// Reader gives bytes up to a limit, and holds no more of them than a buffer does.
type Reader struct {
	in     io.Reader
	closer io.Closer // nil = not ours
	buffer [32 << 10]byte
	next   []byte // of the buffer, that were not taken
	read   int64  // bytes of the stream
	most   int64
	err    error // of the stream
}

// Error is what is wrong at a place.
type Error struct {
	At  int64 // byte offset
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %v", e.At, e.Err) }

// Unwrap gives what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// ErrTooLarge is that there are more bytes than there may be.
var ErrTooLarge = errors.New("too large")

// New reads a stream of at most so many bytes. Of a Reader it gives that Reader.
func New(in io.Reader, most int64) *Reader {
	r, ok := in.(*Reader)
	if !ok {
		r = &Reader{in: in, most: most}
	}
	r.most = min(r.most, most)
	return r
}

// Open opens a file, or what else has a path and can be read, such as a pipe. Errors name it. How much
// of it there may be says who reads it, by New.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.Join(fmt.Errorf("%s: is a directory", path), f.Close())
	}
	r := New(f, math.MaxInt64)
	r.closer = f
	return r, nil
}

// Close closes what Open has opened.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// Read takes bytes. Behind the limit is an error, not an end.
func (r *Reader) Read(p []byte) (n int, err error) {
	if _, err := r.Peek(); err != nil {
		return 0, err
	}
	n = copy(p, r.next)
	r.next = r.next[n:]
	return n, nil
}

// Peek gives the next byte, which stays.
func (r *Reader) Peek() (byte, error) {
	if len(r.next) == 0 {
		r.fill()
		if len(r.next) == 0 {
			return 0, r.err
		}
	}
	return r.next[0], nil
}

// Skip takes the byte that Peek gave.
func (r *Reader) Skip() { r.next = r.next[1:] }

// fill reads on.
func (r *Reader) fill() {
	for empty := 0; len(r.next) == 0 && r.err == nil; empty++ {
		var n int
		n, r.err = r.in.Read(r.buffer[:])
		r.next = r.buffer[:n]
		if r.read += int64(n); r.read > r.most {
			r.next = r.next[:max(0, int64(n)-(r.read-r.most))]
			r.read = r.most
			r.err = &Error{r.most, fmt.Errorf("%w: there are more than %d bytes", ErrTooLarge, r.most)}
		}
		if r.err == nil && empty > maxEmptyReads {
			r.err = io.ErrNoProgress
		}
	}
}

// maxEmptyReads is how often a stream may give nothing without an end.
const maxEmptyReads = 100

// Fail is an error at the byte that comes next.
func (r *Reader) Fail(format string, args ...any) error {
	return &Error{r.read - int64(len(r.next)), fmt.Errorf(format, args...)}
}

// With opens a file for read, and closes it. Errors name it.
func With(path string, read func(*Reader) error) error {
	r, err := Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	if err := read(r); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// Head gives the first bytes of an ordinary file, so many at most.
func Head(path string, most int64) (head []byte, err error) {
	if err := Ordinary(path); err != nil {
		return nil, err
	}
	err = With(path, func(r *Reader) (err error) {
		head, err = io.ReadAll(io.LimitReader(r, most))
		return err
	})
	return head, err
}

// Ordinary is the error of a pipe, a device or a socket: opening one may wait for ever. That there is
// nothing says who opens it.
func Ordinary(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s: not an ordinary file", path)
	}
	return nil
}
