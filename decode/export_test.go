package decode

import (
	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/ship"
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
// ordered stage, with a session of its own each time, and counts the messages. Updates are
// foreseen with what is known at the end.
func Ordering(c *Capture) func() int {
	var batches []*batch
	for b := new(batch); c.read(b); b = new(batch) {
		b.prepare()
		batches = append(batches, b)
	}
	order := func() (messages int) {
		c.session = newSession(c.options)
		next := 0
		q := &queue{capture: c, recycle: func(*batch) {}}
		q.fetch = func() *batch {
			if next == len(batches) {
				return nil
			}
			next++
			batches[next-1].taken = 0
			return batches[next-1]
		}
		for b := q.next(); b != nil; b = q.next() {
			messages += len(b.order)
		}
		return messages
	}
	order()
	for _, b := range batches {
		b.guesses = c.session.guesses
		b.foresee()
	}
	return order
}

// SpoilGuesses makes all wrong that the ordered stage has learned for the stages before it.
// Each time it does so in another way.
func SpoilGuesses(c *Capture, time int) {
	classes := ship.Stock().Classes()
	for i := range c.session.guesses.slots {
		slot := &c.session.guesses.slots[i]
		g := slot.Load()
		if g == nil {
			continue
		}
		wrong := *g
		if time%2 == 0 {
			wrong.class = &classes[(time/2+i)%len(classes)]
		}
		if wrong == *g {
			wrong.dialect = message.Dialect((int(g.dialect) + 1 + time/2%2) % 3)
		}
		slot.Store(&wrong)
	}
}

// Foreseen takes a capture through the ordered stage and counts updates that went the short
// way: all, those that were skimmed before with the right guess, and with a wrong one.
// between is called before each batch.
func Foreseen(c *Capture, between func()) (all, right, wrong int) {
	q := newSequential(c)
	for b := q.next(); b != nil; b = q.next() {
		skims := map[*capture.Datagram]map[int]*skim{}
		for i := range b.skims {
			k := &b.skims[i]
			d := &b.items[k.place>>8].datagram
			if skims[d] == nil {
				skims[d] = map[int]*skim{}
			}
			skims[d][int(k.place&0xFF)] = k
		}
		for i := range b.briefs {
			x := &b.briefs[i]
			if !x.IsUpdate() {
				continue
			}
			all++
			switch k := skims[x.Datagram][int(x.Index)]; {
			case k == nil:
			case k.class == x.Class && k.dialect == x.Dialect:
				right++
			default:
				wrong++
			}
		}
		q.release(b)
		between()
	}
	return all, right, wrong
}
