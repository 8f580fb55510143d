package decode

import (
	"bcdump/decode/cipher"
	"bcdump/decode/transport"
)

// Matches applies a filter to one record.
func (f *Filter) Matches(r *Record) bool { return f.matcher().match(r) }

// SpoilReleased overwrites the memory of every batch that is done with, until the
// function that it gives is called.
func SpoilReleased() (stop func()) {
	const spoiled = 0xEE
	fill := func(b []byte) {
		for i := range b {
			b[i] = spoiled
		}
	}
	spoil = func(b *batch) {
		fill(b.plain[:cap(b.plain)])
		fill(b.output)
		for i := range b.frames.Frames {
			fill(b.frames.Frames[i].Data)
		}
		for i := range b.messages {
			b.messages[i] = transport.Message{Type: spoiled}
		}
	}
	return func() { spoil = nil }
}

// CloseShortWay lets all messages go the general way through the ordered stage, until the
// function that it gives is called.
func CloseShortWay() (restore func()) {
	shortWay = false
	return func() { shortWay = true }
}

// UsePlainCipher lets all captures be deciphered one datagram after the other, by the
// reference, until the function that it gives is called.
func UsePlainCipher() (restore func()) {
	usual := decipherBatch
	decipherBatch = func(_ *cipher.Batch, dst, src [][]byte) {
		for i := range src {
			cipher.PlainDecipher(dst[i], src[i])
		}
	}
	return func() { decipherBatch = usual }
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
			messages += len(b.order)
		}
		return messages
	}
}
