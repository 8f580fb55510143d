package decode

import (
	"io"
	"iter"
	"sync"
)

// Index reaches any message of a capture without reading all that is before it. Messages have
// numbers from 0, in the order in which Records gives them.
//
// Build fills it, once; all other methods may be called while it does, from other goroutines,
// and know of the messages that have come so far.
type Index struct {
	capture *Capture

	mu      sync.Mutex
	records []*Record
}

// OpenIndex begins an index of a capture file.
func OpenIndex(path string, options Options) (*Index, error) {
	c, err := OpenFile(path, options)
	if err != nil {
		return nil, err
	}
	return &Index{capture: c}, nil
}

// NewIndex begins an index of what r gives, which may still be growing. What it has read it keeps
// in a temporary file, which Close removes. name is as for Open.
func NewIndex(name string, r io.Reader, options Options) (*Index, error) {
	c, err := Open(name, r, options)
	if err != nil {
		return nil, err
	}
	return &Index{capture: c}, nil
}

// Close closes files. Build has to have returned.
func (x *Index) Close() error { return x.capture.Close() }

// Build reads the capture to its end, or until Options.Interrupt is closed, with as many workers as the
// options say. Of each message, in order, goes to w what the renderer of some worker appends; messages
// count in Len no later than w has been given theirs.
func (x *Index) Build(w io.Writer, newRenderer func() Renderer) error {
	render := newRenderer()
	var b []byte
	return x.capture.Deliver(func(r *Record) error {
		x.mu.Lock()
		x.records = append(x.records, r.Clone())
		x.mu.Unlock()
		b = render(b[:0], r)
		_, err := w.Write(b)
		return err
	})
}

// Len is how many messages there are so far.
func (x *Index) Len() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.records)
}

// Summary says what the capture held. It is to be asked when Build has returned.
func (x *Index) Summary() Summary { return x.capture.Summary() }

// Name is the name given to OpenIndex or NewIndex.
func (x *Index) Name() string { return x.capture.Name() }

// From gives message n and those behind it, up to the last that there is when it gets there. A record is
// valid until the next one.
func (x *Index) From(n int) iter.Seq2[int, *Record] {
	return func(yield func(int, *Record) bool) {
		for ; n < x.Len(); n++ {
			x.mu.Lock()
			r := x.records[n]
			x.mu.Unlock()
			if !yield(n, r) {
				return
			}
		}
	}
}

// Match applies a filter to the messages from number n on, with as many workers as the options say. take
// is told in order which of them it keeps: kept[i] is about message first+i. It ends with the last message
// that there is when it gets there, when stop is closed, or at the first error of take.
func (x *Index) Match(filter *Filter, n int, stop <-chan struct{}, take func(first int, kept []bool) error) error {
	matcher := filter.Matcher(x.Name())
	for n, r := range x.From(n) {
		if stop != nil && closed(stop) {
			return nil
		}
		if err := take(n, []bool{matcher.Match(r)}); err != nil {
			return err
		}
	}
	return nil
}

// Cursor reaches single messages, and is fast near those that it has reached lately. One goroutine at a
// time.
type Cursor struct {
	index *Index
}

// NewCursor gives a cursor.
func (x *Index) NewCursor() *Cursor { return &Cursor{x} }

// At gives a message; nil if there is none of that number yet. It is valid until the next call.
func (c *Cursor) At(n int) *Record {
	for _, r := range c.index.From(n) {
		return r
	}
	return nil
}
