package batch

import (
	"cmp"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/gamespy"
	"bcdump/decode/transport"
)

// Prepare does all that needs no order: layers, cipher, walk.
func (b *Batch) Prepare() {
	b.dissectAll()
	b.decipher()
	b.walk()
}

func (b *Batch) dissectAll() {
	b.Skipped, b.Carried = [Kinds]int64{}, Carried{}
	if n := len(b.Frames.Frames); n > cap(b.Items) {
		b.Items = make([]Item, 0, n+n/4) // at once, or growing would cost as much again
	}
	b.Items, b.Ordered = b.Items[:0], 0
	for i := range b.Frames.Frames {
		b.dissect(&b.Frames.Frames[i])
	}
	for i := range b.Frames.Logged {
		b.logged(&b.Frames.Logged[i])
	}
}

func (b *Batch) dissect(f *capture.Frame) {
	it := b.next()
	it.Offset, it.Interface = f.Offset, f.Interface
	kind := b.dissector.Dissect(f, &it.Datagram)
	switch kind {
	case capture.UDP:
		it.Datagram.Trail.Way = cmp.Or(it.Datagram.Trail.Way, f.Way)
		it.Identify()
		return
	case capture.Fragment:
		it.Fragment = &Fragment{Frame: f, Part: b.dissector.Fragment()}
		it.Fragment.Part.Trail.Way = cmp.Or(it.Fragment.Part.Trail.Way, f.Way)
		return
	}
	b.Skipped[kind]++
	b.Carried.Count(kind, b.dissector.Protocol(), 1)
	b.Items = b.Items[:len(b.Items)-1]
}

// next adds an item and returns it. Its datagram must be set, because it may hold an
// earlier one: filling it in place is much cheaper than copying.
func (b *Batch) next() *Item {
	n := len(b.Items)
	if n == cap(b.Items) {
		b.Items = append(b.Items, Item{})
		return &b.Items[n]
	}
	b.Items = b.Items[:n+1]
	it := &b.Items[n]
	it.Findings = Findings{}
	return it
}

// logged takes a datagram of a text log, which comes in behind the cipher.
func (b *Batch) logged(l *capture.Logged) {
	it := b.next()
	it.Datagram, it.Offset, it.Logged = l.Datagram, l.Offset, l
	it.Judged = true // refused: a log holds the game, deciphered
	if Enciphered(l.Payload) {
		it.Plain = l.Payload
	}
}

func (b *Batch) decipher() {
	b.src, b.dst = b.src[:0], b.dst[:0]
	size := 0
	for i := range b.Items {
		size += len(b.Items[i].Datagram.Payload)
	}
	if cap(b.plain) < size {
		b.plain = make([]byte, size+size/4)
	}
	free := b.plain[:cap(b.plain)]
	for i := range b.Items {
		it := &b.Items[i]
		if it.Fragment != nil || it.Plain != nil || !Enciphered(it.Datagram.Payload) {
			continue
		}
		n := len(it.Datagram.Payload)
		it.Plain, free = free[:n:n], free[n:]
		b.src, b.dst = append(b.src, it.Datagram.Payload), append(b.dst, it.Plain)
	}
	switch {
	case len(b.src) == 0:
		return
	case PlainCipher:
		for i := range b.src {
			cipher.PlainDecipher(b.dst[i], b.src[i])
		}
		return
	case b.cipher == nil:
		b.cipher = &cipher.Batch{}
	}
	b.cipher.Decipher(b.dst, b.src)
}

// PlainCipher is for tests: datagrams are deciphered one by one, by the reference.
var PlainCipher bool

// Enciphered reports whether a payload can be a game datagram: all of them are, on the
// wire.
func Enciphered(payload []byte) bool { return len(payload) > 0 && !gamespy.IsText(payload) }

// arena holds messages. It does not grow, since what was walked before would keep the smaller ones:
// the next datagram begins another one if it might not fit. A datagram says in a byte how many
// messages it has.
type arena [4 * mostMessages]transport.Message

const mostMessages = 255

func (b *Batch) walk() {
	b.Messages = 0
	used := 0
	var free []transport.Message
	for i := range b.Items {
		if cap(free)-len(free) < mostMessages {
			free = b.arena(used)
			used++
		}
		before := len(free)
		free = b.Items[i].Walk(free)
		b.Messages += len(free) - before
	}
}

// arena gives an arena by its number.
func (b *Batch) arena(n int) []transport.Message {
	if n == len(b.arenas) {
		b.arenas = append(b.arenas, new(arena))
	}
	return b.arenas[n][:0]
}
