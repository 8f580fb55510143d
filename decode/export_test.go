package decode

import "bcdump/decode/transport"

// Matches applies a filter to one record.
func (f *Filter) Matches(r *Record) bool { return f.matcher().match(r) }

// SpoilReleased gives options with which the memory of every batch that is done with is
// overwritten.
func SpoilReleased(o Options) Options {
	const spoiled = 0xEE
	fill := func(b []byte) {
		for i := range b {
			b[i] = spoiled
		}
	}
	o.released = func(b *batch) {
		fill(b.plain[:cap(b.plain)])
		fill(b.output)
		for i := range b.frames.Frames {
			fill(b.frames.Frames[i].Data)
		}
		for i := range b.messages {
			b.messages[i] = transport.Message{Type: spoiled}
		}
	}
	return o
}

// GeneralOnly gives options with which no message takes the fast path.
func GeneralOnly(o Options) Options {
	o.generalOnly = true
	return o
}

// UsePlainCipher gives options with which datagrams are deciphered one after the other, by
// the reference.
func UsePlainCipher(o Options) Options {
	o.plainCipher = true
	return o
}

// Ordering prepares a capture once and gives a function that takes all of it through the
// ordered stage, with a session of its own each time, and counts the messages.
func Ordering(c *Capture) func() int {
	var batches []*batch
	for b := new(batch); c.read(b); b = new(batch) {
		b.prepare()
		batches = append(batches, b)
	}
	return func() (messages int) {
		c.session = newSession(c.options)
		next := 0
		q := &queue{capture: c, recycle: func(*batch) {}}
		q.fetch = func() *batch {
			if next == len(batches) {
				return nil
			}
			next++
			return batches[next-1]
		}
		for b := q.next(); b != nil; b = q.next() {
			messages += len(b.records)
		}
		return messages
	}
}
