package decode

import (
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/gamespy"
	"bcdump/decode/transport"
)

// batch is a run of frames on its way through the stages, with the memory for
// what each stage makes of them. It is used again when its output is written.
type batch struct {
	frames    capture.Batch
	items     []item
	messages  []transport.Message
	plain     []byte        // arena of the deciphered datagrams
	src, dst  [][]byte      // what the cipher reads and writes
	cipher    *cipher.Batch // nil until it is needed
	skipped   [kinds]int64
	dissector capture.Dissector
	records   []Record
	output    []byte
	ledger    Ledger // of the records

	once        bool // not to be read into: see light
	plainCipher bool // as in Options
}

// light gives what is still asked of a batch without datagrams that has to wait: the
// number, places and times of its frames. On a pipe each frame may be a batch of its own,
// and there may be thousands between two datagrams.
func (b *batch) light() *batch {
	l := &batch{}
	l.once, l.skipped = true, b.skipped
	l.frames.Frames = slices.Clone(b.frames.Frames)
	for i := range l.frames.Frames {
		l.frames.Frames[i].Data = nil
	}
	return l
}

const kinds = int(capture.OtherLink) + 1

// item is one datagram, or one IP fragment.
type item struct {
	datagram capture.Datagram
	offset   int64 // of its frame in the capture
	findings
}

// findings are what is empty in a new item.
type findings struct {
	fragment *fragment       // nil = a datagram
	logged   *capture.Logged // nil = not of a text log
	plain    []byte          // deciphered; nil for GameSpy texts and empty datagrams
	messages []transport.Message
	fault    transport.Fault
	strength transport.Strength
	judgement
}

// fragment is a part of an IP datagram that waits to be joined in order.
type fragment struct {
	frame *capture.Frame
	part  capture.IPFragment
}

// prepare does all that needs no order: layers, cipher, walk.
func (b *batch) prepare() {
	b.dissectAll()
	b.decipher()
	b.walk()
}

// reserve empties the list of records, and makes room for so many at once: growing would
// cost as much again.
func (b *batch) reserve(messages int) {
	if messages > cap(b.records) {
		b.records = make([]Record, 0, messages+messages/4)
	}
	b.records = b.records[:0]
}

// add gives the next record, which is to be written as a whole.
func (b *batch) add() *Record {
	n := len(b.records)
	if n == cap(b.records) {
		b.records = append(b.records, Record{})
	}
	b.records = b.records[:n+1]
	return &b.records[n]
}

func (b *batch) dissectAll() {
	b.skipped = [kinds]int64{}
	if n := len(b.frames.Frames); n > cap(b.items) {
		b.items = make([]item, 0, n+n/4) // at once, or growing would cost as much again
	}
	b.items = b.items[:0]
	for i := range b.frames.Frames {
		b.dissect(&b.frames.Frames[i])
	}
	for i := range b.frames.Logged {
		b.logged(&b.frames.Logged[i])
	}
}

func (b *batch) dissect(f *capture.Frame) {
	it := b.next()
	it.offset = f.Offset
	kind, _ := b.dissector.Dissect(f, &it.datagram)
	switch kind {
	case capture.UDP:
		return
	case capture.Fragment:
		it.fragment = &fragment{frame: f, part: b.dissector.Fragment()}
		return
	}
	b.skipped[kind]++
	b.items = b.items[:len(b.items)-1]
}

// next adds an item and returns it. Its datagram must be set, because it may hold an
// earlier one: filling it in place is much cheaper than copying.
func (b *batch) next() *item {
	n := len(b.items)
	if n == cap(b.items) {
		b.items = append(b.items, item{})
		return &b.items[n]
	}
	b.items = b.items[:n+1]
	it := &b.items[n]
	it.findings = findings{}
	return it
}

// logged takes a datagram of a text log, which comes in behind the cipher.
func (b *batch) logged(l *capture.Logged) {
	it := b.next()
	it.datagram, it.offset, it.logged = l.Datagram, l.Offset, l
	it.judged = true // refused: a log holds the game, deciphered
	if enciphered(l.Payload) {
		it.plain = l.Payload
	}
}

func (b *batch) decipher() {
	b.src, b.dst = b.src[:0], b.dst[:0]
	size := 0
	for i := range b.items {
		size += len(b.items[i].datagram.Payload)
	}
	if cap(b.plain) < size {
		b.plain = make([]byte, size+size/4)
	}
	free := b.plain[:cap(b.plain)]
	for i := range b.items {
		it := &b.items[i]
		if it.fragment != nil || it.plain != nil || !enciphered(it.datagram.Payload) {
			continue
		}
		n := len(it.datagram.Payload)
		it.plain, free = free[:n:n], free[n:]
		b.src, b.dst = append(b.src, it.datagram.Payload), append(b.dst, it.plain)
	}
	switch {
	case len(b.src) == 0:
		return
	case b.plainCipher:
		for i := range b.src {
			cipher.PlainDecipher(b.dst[i], b.src[i])
		}
		return
	case b.cipher == nil:
		b.cipher = &cipher.Batch{}
	}
	b.cipher.Decipher(b.dst, b.src)
}

// enciphered reports whether a payload can be a game datagram: all of them are, on the
// wire.
func enciphered(payload []byte) bool { return len(payload) > 0 && !gamespy.IsText(payload) }

func (b *batch) walk() {
	b.messages = b.messages[:0]
	for i := range b.items {
		b.messages = b.items[i].walk(b.messages)
	}
}

// walk reads the transport messages, appending them to arena.
func (it *item) walk(arena []transport.Message) []transport.Message {
	if it.plain == nil {
		return arena
	}
	start := len(arena)
	arena = transport.WalkInto(it.plain, it.cut(), arena, &it.fault)
	it.messages = arena[start:len(arena):len(arena)]
	it.strength = transport.Judge(it.messages, it.fault.Cause)
	return arena
}

// sound reports whether all of a datagram is there and was read, and nothing is remarkable
// about it.
func (it *item) sound() bool {
	return it.strength != transport.Refused && len(it.messages) > 0 && it.fragment == nil && it.datagram.Missing == 0 && len(it.remarks()) == 0
}

// remarks are those of a text log.
func (it *item) remarks() []capture.Remark {
	if it.logged == nil {
		return nil
	}
	return it.logged.Remarks
}

// cut counts the bytes that the datagram had and the capture does not.
func (it *item) cut() int {
	if it.datagram.Snapped {
		return int(it.datagram.Missing)
	}
	return 0
}
