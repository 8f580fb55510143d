package capture

import (
	"io"
	"runtime"
)

const (
	aheadBuffers = 4
	aheadBuffer  = 64 << 10 // bytes
)

// ahead reads on a goroutine of its own, up to aheadBuffers buffers before what has been
// asked for: decompressing takes as long as much of what follows. Each read is passed on as
// it comes, so that a growing stream is followed. The goroutine ends with the stream, or
// when the ahead is no longer reachable.
type ahead struct {
	filled chan portion // in order
	free   chan []byte
	buffer []byte // that rest lies in
	rest   []byte
	err    error // behind rest
}

// portion is what one read gave.
type portion struct {
	data []byte
	err  error
}

func newAhead(r io.Reader) *ahead {
	a := &ahead{filled: make(chan portion, aheadBuffers), free: make(chan []byte, aheadBuffers)}
	for range aheadBuffers {
		a.free <- nil
	}
	quit := make(chan struct{})
	go readAhead(r, a.filled, a.free, quit)
	runtime.AddCleanup(a, func(quit chan struct{}) { close(quit) }, quit)
	return a
}

// readAhead reads r to its end or first error. The last portion has that. There is room in
// filled for as many as there are buffers, so only a free one is waited for.
func readAhead(r io.Reader, filled chan<- portion, free <-chan []byte, quit <-chan struct{}) {
	for {
		var buffer []byte
		select {
		case buffer = <-free:
		case <-quit:
			return
		}
		if buffer == nil {
			buffer = make([]byte, aheadBuffer)
		}
		n, err := readSome(r, buffer)
		filled <- portion{buffer[:n], err}
		if err != nil {
			return
		}
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		if a.buffer != nil {
			a.free <- a.buffer
		}
		next := <-a.filled
		a.buffer, a.rest, a.err = next.data[:cap(next.data)], next.data, next.err
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}
