package checkpoints

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"bcdump/decode/capture"
)

// Container is what was read of the container of a capture, decompressed, to be read again from anywhere. A
// plain file is read itself; of anything else a temporary file keeps the bytes.
//
// Files are not mapped: one that somebody cuts off while it is mapped ends the program.
type Container struct {
	rest   io.Reader // of the container
	file   *os.File
	origin int64  // in the file, of the container
	spool  bool   // the file is temporary
	path   string // where it still is to be removed; "" = nowhere
	size   atomic.Int64
	end    atomic.Pointer[ending] // nil = there may be more
	last   error                  // why there is no more; belongs to the reader
	failed error                  // why bytes could not be kept; belongs to the reader
}

// ending is where and why a capture ends.
type ending struct {
	size int64
	err  error
}

// NewContainer begins one for a Reader that was not read from. plain is the file that it reads if that is a plain
// one which holds the container as it is, from origin on; nil = it is not.
func NewContainer(r *capture.Reader, plain *os.File, origin int64) (*Container, error) {
	t := &Container{file: plain, origin: origin}
	if plain == nil {
		if err := t.openSpool(); err != nil {
			return nil, err
		}
	}
	mark := r.Mark()
	ahead := r.Pass(func(rest io.Reader) io.Reader {
		t.rest = rest
		return t
	})
	t.size.Store(mark.Offset())
	if err := t.keep(ahead); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// openSpool makes the temporary file, without a name where the system allows that.
func (t *Container) openSpool() (err error) {
	if t.file, err = os.CreateTemp("", "bcdump-*"); err != nil {
		return fmt.Errorf("keeping the capture: %w", err)
	}
	t.spool = true
	if os.Remove(t.file.Name()) != nil {
		t.path = t.file.Name()
	}
	return nil
}

// Read is for the Reader of the capture: what it reads is kept.
func (t *Container) Read(p []byte) (int, error) {
	n, err := t.rest.Read(p)
	if n < 0 || n > len(p) {
		return n, err // the Reader knows what to do
	}
	t.last = err
	if t.failed = t.keep(p[:n]); t.failed != nil {
		t.last = capture.ErrStopped
		return 0, t.last
	}
	return n, err
}

func (t *Container) keep(p []byte) error {
	at := t.size.Load()
	if t.spool {
		if _, err := t.file.WriteAt(p, at); err != nil {
			return fmt.Errorf("keeping the capture in a temporary file: %w", err)
		}
	}
	t.size.Store(at + int64(len(p)))
	return nil
}

// End says that nothing more is read, and how far the Reader has come. If it was stopped, the capture ends
// there; otherwise where its bytes end.
func (t *Container) End(last *capture.Mark) {
	e := &ending{t.size.Load(), t.last}
	switch {
	case !last.Ended() || errors.Is(t.last, capture.ErrStopped):
		e = &ending{last.Offset(), capture.ErrStopped}
	case t.last == nil:
		e.err = io.EOF
	}
	t.end.Store(e)
}

// Failed says why bytes could not be kept, nil = they could. It is to be asked when nothing more is read.
func (t *Container) Failed() error { return t.failed }

// Close lets go of the temporary file.
func (t *Container) Close() error {
	if !t.spool {
		return nil
	}
	err := t.file.Close()
	if t.path != "" {
		err = errors.Join(err, os.Remove(t.path))
	}
	return err
}

// Size is how many bytes of the container there are so far.
func (t *Container) Size() int64 { return t.size.Load() }

// section reads a container from an offset on.
type section struct {
	container *Container
	offset    int64
	// short says that bytes are missing which were there: somebody has cut the file off. What is made
	// of the rest means nothing.
	short bool
}

func (s *section) Read(p []byte) (int, error) {
	size, err := s.container.size.Load(), capture.ErrStopped
	if e := s.container.end.Load(); e != nil {
		size, err = e.size, e.err
	}
	if s.offset >= size {
		return 0, err
	}
	n, err := s.container.file.ReadAt(p[:min(int64(len(p)), size-s.offset)], s.container.origin+s.offset)
	s.offset += int64(n)
	if n > 0 {
		return n, nil
	}
	s.short = err != nil
	return 0, err
}
