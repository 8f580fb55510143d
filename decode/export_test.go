package decode

import (
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
