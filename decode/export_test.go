package decode

import (
	"iter"

	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/session"
	"bcdump/decode/transport"
)

// Matches applies a filter to one record.
func Matches(f *Filter, r *Record) bool { return f.Matcher("").Match(r) }

// SpoilReleased gives options with which the memory of every batch that is done with is
// overwritten.
func SpoilReleased(o Options) Options {
	const spoiled = 0xEE
	fill := func(b []byte) {
		for i := range b {
			b[i] = spoiled
		}
	}
	o.released = func(b *batch.Batch) {
		for i := range b.Items {
			fill(b.Items[i].Plain)
		}
		fill(b.Output)
		for i := range b.Frames.Frames {
			fill(b.Frames.Frames[i].Data)
		}
		for i := range b.Items {
			for m := range b.Items[i].Messages {
				b.Items[i].Messages[m] = transport.Message{Type: spoiled}
			}
		}
	}
	return o
}

// WatchReleased gives options with which seen is told how many records every batch that is done
// with had, and how many items, after its memory was overwritten.
func WatchReleased(o Options, seen func(records, items int)) Options {
	o = SpoilReleased(o)
	spoil := o.released
	o.released = func(b *batch.Batch) {
		spoil(b)
		seen(len(b.Records), len(b.Items))
	}
	return o
}

// GeneralOnly gives options with which no message takes the fast path.
func GeneralOnly(o Options) Options {
	o.generalOnly = true
	return o
}

// WithPlainCipher has datagrams deciphered one after the other, by the reference, while do runs, which must not run beside
// other tests.
func WithPlainCipher(do func()) {
	batch.PlainCipher = true
	defer func() { batch.PlainCipher = false }()
	do()
}

// WithProtocol gives options with which one more protocol is asked for each datagram.
func WithProtocol(o Options, p session.Protocol) Options {
	o.protocols = append(o.protocols, p)
	return o
}

// Ordering prepares a capture once and gives a function that takes all of it through the
// ordered stage, with a session of its own each time, and counts the messages.
func Ordering(c *Capture) func() int {
	var batches prepared
	for b := new(batch.Batch); c.read(b); b = new(batch.Batch) {
		b.Prepare()
		batches = append(batches, b)
	}
	return func() (messages int) {
		s := newSession(&c.options)
		for i, b := range batches {
			for b.Ordered = 0; b.Ordered < len(b.Items); messages += len(b.Records) {
				s.Order(b, batches[i:])
			}
		}
		return messages
	}
}

// prepared are the batches that follow one another.
type prepared []*batch.Batch

// Item gives the item n places behind one of the first batch.
func (p prepared) Item(from, n int) *batch.Item {
	n += from + 1
	for _, b := range p {
		if n < len(b.Items) {
			return &b.Items[n]
		}
		n -= len(b.Items)
	}
	return nil
}

// Spaced gives options with which an Index has a checkpoint every so many messages.
func Spaced(o Options, messages int) Options {
	o.spacing = messages
	return o
}

// Stages takes a capture through the stages batch by batch, in one goroutine.
type Stages struct {
	capture *Capture
	worker  *worker
	batches prepared // those that were not yet ordered
}

// NewStages reads a capture to its end. The session may be one that was cloned where so many batches had
// been ordered; nil = a new one.
func NewStages(c *Capture, render Renderer, s *session.Session, ordered int) *Stages {
	x := &Stages{capture: c, worker: c.worker(render)}
	for b := new(batch.Batch); c.read(b); b = new(batch.Batch) {
		b.Prepare()
		x.batches = append(x.batches, b)
	}
	if s != nil {
		c.session, x.batches = s, x.batches[ordered:]
	}
	return x
}

// Session is that of the capture.
func (x *Stages) Session() *session.Session { return x.capture.session }

// Left counts the batches to come.
func (x *Stages) Left() int { return len(x.batches) }

// Next gives what is printed of the next batch.
func (x *Stages) Next() (out []byte) {
	b := x.batches[0]
	for more := true; more; more = b.Ordered < len(b.Items) {
		x.capture.session.Order(b, x.batches)
		x.worker.renderAll(b)
		out = append(out, b.Output...)
	}
	x.batches = x.batches[1:]
	return out
}

// End gives what is printed at the end of the capture.
func (x *Stages) End() []byte {
	b := &batch.Batch{}
	x.capture.session.Finish(b)
	x.worker.renderAll(b)
	return b.Output
}

// From gives message n of an index and those behind it, up to the last that there is when it gets there. A record is
// valid until the next one.
func (x *Index) From(n int) iter.Seq2[int, *Record] {
	return func(yield func(int, *Record) bool) {
		for c := x.NewCursor(); n >= 0 && n < x.Len(); n++ {
			if r := c.At(n); r == nil || !yield(n, r) {
				return
			}
		}
	}
}
