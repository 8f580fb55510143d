package decode

import (
	"io"
	"os"

	"bcdump/decode/capture"
)

// interruptible gives a reader that returns capture.ErrStopped once stop is closed, even while r
// waits for input that does not come.
func interruptible(r io.Reader, stop <-chan struct{}) io.Reader {
	if stop == nil {
		return r
	}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return &prompt{r, stop}
		}
	}
	return &patient{r: r, stop: stop, arrived: make(chan arrival, 1)}
}

// closed reports whether a channel is; nil = it never is.
func closed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// prompt reads what never keeps anybody waiting.
type prompt struct {
	io.Reader
	stop <-chan struct{}
}

func (p *prompt) Read(b []byte) (int, error) {
	if closed(p.stop) {
		return 0, capture.ErrStopped
	}
	return p.Reader.Read(b)
}

// patient reads on a goroutine of its own. One that is stopped stays behind there until its input
// says something or ends.
type patient struct {
	r       io.Reader
	stop    <-chan struct{}
	arrived chan arrival
	waiting bool   // somebody is reading
	buf     []byte // belongs to whoever is reading
	last    arrival
}

// arrival is what one Read has given.
type arrival struct {
	rest []byte
	err  error
}

func (p *patient) Read(b []byte) (int, error) {
	if len(p.last.rest) == 0 && p.last.err == nil && !p.await(len(b)) {
		return 0, capture.ErrStopped
	}
	if len(p.last.rest) == 0 {
		return 0, p.last.err
	}
	n := copy(b, p.last.rest)
	p.last.rest = p.last.rest[n:]
	return n, nil
}

// await reads up to size bytes; false = it was stopped before there were any.
func (p *patient) await(size int) bool {
	if closed(p.stop) {
		return false
	}
	if !p.waiting {
		p.waiting = true
		if len(p.buf) < size {
			p.buf = make([]byte, size)
		}
		go func(buf []byte) {
			n, err := p.r.Read(buf)
			p.arrived <- arrival{buf[:max(0, min(n, len(buf)))], err}
		}(p.buf[:size])
	}
	select {
	case <-p.stop:
		return false
	case p.last = <-p.arrived:
		p.waiting = false
		return true
	}
}
