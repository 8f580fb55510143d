package batch

import (
	"slices"
	"unsafe"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/entitystate"
	"bcdump/decode/gamespy"
	"bcdump/decode/record"
	"bcdump/decode/transport"
)

// Batch is a run of frames on its way through the stages, with the memory for
// what each stage makes of them. It is used again when its output is written.
type Batch struct {
	Frames   capture.Batch
	Items    []Item
	Messages []transport.Message
	Skipped  [Kinds]int64 // frames that gave no datagram, by capture.Kind
	Records  []record.Record
	Output   []byte        // what was printed of the records
	Ledger   record.Ledger // of the records

	Once        bool // not to be read into: see Light
	Charged     int  // bytes of memory that the pipeline counts for it
	PlainCipher bool // for tests: datagrams are deciphered one by one, by the reference

	plain     []byte        // arena of the deciphered datagrams
	src, dst  [][]byte      // what the cipher reads and writes
	cipher    *cipher.Batch // nil until it is needed
	dissector capture.Dissector
}

// Light gives what is still asked of a batch without datagrams that has to wait: the
// number, places and times of its frames. On a pipe each frame may be a batch of its own,
// and there may be thousands between two datagrams.
func (b *Batch) Light() *Batch {
	l := &Batch{}
	l.Once, l.Skipped = true, b.Skipped
	l.Frames.Frames = slices.Clone(b.Frames.Frames)
	for i := range l.Frames.Frames {
		l.Frames.Frames[i].Data = nil
	}
	return l
}

// Memory counts the bytes of memory that the batch holds, used or not.
func (b *Batch) Memory() int {
	return b.Frames.Memory() + cap(b.Items)*int(unsafe.Sizeof(Item{})) + cap(b.Messages)*int(unsafe.Sizeof(transport.Message{})) +
		cap(b.Records)*recordSize + cap(b.Output) + cap(b.plain)
}

const (
	recordSize  = int(unsafe.Sizeof(record.Record{}))
	lineLength  = 512 // of a message as JSON or with its bytes explained, about
	textPerByte = 8   // of a payload, printed
)

// directorySize is what a Directory takes that differs in one slot from the one before it.
const directorySize = 5 << 10

// Referenced counts the bytes that the records alone keep in memory, beside those of the batch:
// directories, of which each creation makes one, and joined payloads.
func (b *Batch) Referenced() int {
	bytes, newest := 0, uint64(0)
	for i := range b.Records {
		r := &b.Records[i]
		if d, ok := r.Context.Names.(*record.Directory); ok && d.Version() > newest {
			newest = d.Version()
			bytes += directorySize
		}
		if r.Parts != nil {
			bytes += len(r.Payload)
		}
	}
	return bytes
}

// Forget lets go of what only the records kept.
func (b *Batch) Forget() { clear(b.Records) }

// Growth guesses how many bytes a prepared batch will need beside those that it holds, for
// records and what is printed of them.
func (b *Batch) Growth() int {
	records := max(len(b.Messages)+len(b.Messages)/4-cap(b.Records), 0) * recordSize
	return records + max(len(b.Messages)*lineLength+len(b.plain)*textPerByte-cap(b.Output), 0)
}

// Kinds is how many kinds of frames there are.
const Kinds = int(capture.OtherLink) + 1

// Item is one datagram, or one IP fragment.
type Item struct {
	Datagram capture.Datagram
	Offset   int64 // of its frame in the capture
	Findings
}

// Findings are what is empty in a new item.
type Findings struct {
	Fragment *Fragment       // nil = a datagram
	Logged   *capture.Logged // nil = not of a text log
	Plain    []byte          // deciphered; nil for GameSpy texts and empty datagrams
	Messages []transport.Message
	Fault    transport.Fault
	Strength transport.Strength
	// Judged says that Grade is how much the datagram speaks for entity-state. Both belong to
	// the ordered stage, which works it out when it is asked for.
	Judged bool
	Grade  entitystate.Grade
}

// Fragment is a part of an IP datagram that waits to be joined in order.
type Fragment struct {
	Frame *capture.Frame
	Part  capture.IPFragment
}

// Prepare does all that needs no order: layers, cipher, walk.
func (b *Batch) Prepare() {
	b.dissectAll()
	b.decipher()
	b.walk()
}

// Reserve empties the list of records, and makes room for so many at once: growing would
// cost as much again.
func (b *Batch) Reserve(messages int) {
	if messages > cap(b.Records) {
		b.Records = make([]record.Record, 0, messages+messages/4)
	}
	b.Records = b.Records[:0]
}

// Add gives the next record, which is to be written as a whole.
func (b *Batch) Add() *record.Record {
	n := len(b.Records)
	if n == cap(b.Records) {
		b.Records = append(b.Records, record.Record{})
	}
	b.Records = b.Records[:n+1]
	return &b.Records[n]
}

func (b *Batch) dissectAll() {
	b.Skipped = [Kinds]int64{}
	if n := len(b.Frames.Frames); n > cap(b.Items) {
		b.Items = make([]Item, 0, n+n/4) // at once, or growing would cost as much again
	}
	b.Items = b.Items[:0]
	for i := range b.Frames.Frames {
		b.dissect(&b.Frames.Frames[i])
	}
	for i := range b.Frames.Logged {
		b.logged(&b.Frames.Logged[i])
	}
}

func (b *Batch) dissect(f *capture.Frame) {
	it := b.next()
	it.Offset = f.Offset
	kind, _ := b.dissector.Dissect(f, &it.Datagram)
	switch kind {
	case capture.UDP:
		return
	case capture.Fragment:
		it.Fragment = &Fragment{Frame: f, Part: b.dissector.Fragment()}
		return
	}
	b.Skipped[kind]++
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
	case b.PlainCipher:
		for i := range b.src {
			cipher.PlainDecipher(b.dst[i], b.src[i])
		}
		return
	case b.cipher == nil:
		b.cipher = &cipher.Batch{}
	}
	b.cipher.Decipher(b.dst, b.src)
}

// Enciphered reports whether a payload can be a game datagram: all of them are, on the
// wire.
func Enciphered(payload []byte) bool { return len(payload) > 0 && !gamespy.IsText(payload) }

func (b *Batch) walk() {
	b.Messages = b.Messages[:0]
	for i := range b.Items {
		b.Messages = b.Items[i].Walk(b.Messages)
	}
}

// Walk reads the transport messages, appending them to arena.
func (it *Item) Walk(arena []transport.Message) []transport.Message {
	if it.Plain == nil {
		return arena
	}
	start := len(arena)
	arena = transport.WalkInto(it.Plain, it.Cut(), arena, &it.Fault)
	it.Messages = arena[start:len(arena):len(arena)]
	it.Strength = transport.Judge(it.Messages, it.Fault.Cause)
	return arena
}

// Sound reports whether all of a datagram is there and was read, and nothing is remarkable
// about it.
func (it *Item) Sound() bool {
	return it.Strength != transport.Refused && len(it.Messages) > 0 && it.Fragment == nil && it.Datagram.Missing == 0 && len(it.Remarks()) == 0
}

// Remarks are those of a text log.
func (it *Item) Remarks() []capture.Remark {
	if it.Logged == nil {
		return nil
	}
	return it.Logged.Remarks
}

// Cut counts the bytes that the datagram had and the capture does not.
func (it *Item) Cut() int {
	if it.Datagram.Snapped {
		return int(it.Datagram.Missing)
	}
	return 0
}
