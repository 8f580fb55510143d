// Package batch holds a run of frames on its way through the stages, and does all the work on it
// that needs no order.
//
// In come frames; out come datagrams, deciphered and walked into transport messages, with room
// for the records that the ordered stage makes of them. All memory is used again.
//
// The package must not know what came before, or what the messages say.
package batch

import (
	"slices"
	"unsafe"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/record"
)

// Batch is a run of frames on its way through the stages, with the memory for
// what each stage makes of them. It is used again when its output is written.
type Batch struct {
	Frames   capture.Batch
	Items    []Item
	Messages int          // of all items
	Skipped  [Kinds]int64 // frames that gave no datagram, by capture.Kind
	Carried  Carried      // what these carry
	Records  []record.Record
	Output   []byte        // what was printed of the records
	Lines    []Line        // of the output, if those around matches are asked for
	Ledger   record.Ledger // of the records
	Ordered  int           // items whose records have been made
	Skip     int           // records at the front that nobody wants

	NoReuse bool   // not to be read into: see Light
	PieceOf *Batch // what it is a piece of; nil = it is none
	Charged int    // bytes of memory that the pipeline counts for it

	plain     []byte        // arena of the deciphered datagrams
	arenas    []*arena      // of the messages
	src, dst  [][]byte      // what the cipher reads and writes
	cipher    *cipher.Batch // nil until it is needed
	dissector capture.Dissector
}

// Line is what was printed of one record.
type Line struct {
	End  int // in the output
	Kind LineKind
}

// LineKind says what a line is for.
type LineKind uint8

// Kinds of lines.
const (
	Far   LineKind = iota // nothing was printed: no match of the batch, or of those beside it, is near
	Near                  // one may be near
	Match                 // the filter keeps the record
)

// Light gives what is still asked of a batch without datagrams that has to wait: the
// number, places and times of its frames, and their bytes if they are wanted. On a pipe each frame
// may be a batch of its own, and there may be thousands between two datagrams.
func (b *Batch) Light(bytesWanted bool) *Batch {
	l := &Batch{}
	l.NoReuse, l.Skipped, l.Carried = true, b.Skipped, b.Carried
	l.Frames.Frames = slices.Clone(b.Frames.Frames)
	for i := range l.Frames.Frames {
		if f := &l.Frames.Frames[i]; bytesWanted {
			f.Data = slices.Clone(f.Data)
		} else {
			f.Data = nil
		}
	}
	return l
}

// mostRecords is how many records of a batch there are at once, not counting those of the last
// datagram. Ordinary batches have fewer; one of datagrams with 255 one-byte messages each has
// 50,000, and their records and lines would take 25 MB.
//
//limit:mostRecords Work in progress | records of a batch in memory, without the records of its last datagram | the batch is ordered and printed in pieces | TestBlockedReader, TestPieces
const mostRecords = 4096

// Wants reports whether the batch has items left, and room for their records.
func (b *Batch) Wants() bool { return b.Ordered < len(b.Items) && len(b.Records) < mostRecords }

// SkipTo skips the records before the first one of a frame, or of a later one. It reports whether there
// is such a record.
func (b *Batch) SkipTo(frame int64) bool {
	for b.Skip = 0; b.Skip < len(b.Records); b.Skip++ {
		if b.Records[b.Skip].Frame >= frame {
			return true
		}
	}
	return false
}

// Wanted gives the records but for those at the front that nobody wants.
func (b *Batch) Wanted() []record.Record { return b.Records[b.Skip:] }

// Piece gives the records that are there as a batch of its own if there are more to come; b
// itself otherwise. A piece is to be given out before b, whose memory its records are of.
func (b *Batch) Piece() *Batch {
	if b.Ordered == len(b.Items) {
		return b
	}
	p := &Batch{NoReuse: true, Records: b.Records, PieceOf: b}
	b.Records = nil
	return p
}

// Memory counts the bytes of memory that the batch holds, used or not.
func (b *Batch) Memory() int {
	return b.Frames.Memory() + cap(b.Items)*int(unsafe.Sizeof(Item{})) + len(b.arenas)*int(unsafe.Sizeof(arena{})) +
		cap(b.Records)*recordSize + cap(b.Output) + cap(b.plain) + cap(b.Lines)*int(unsafe.Sizeof(Line{}))
}

const (
	recordSize  = int(unsafe.Sizeof(record.Record{}))
	lineLength  = 512 // of a message as JSON, about
	textPerByte = 8   // of a payload, printed
)

// Referenced counts the bytes that the records alone keep in memory, beside those of the batch:
// directories, of which each creation makes one, and joined payloads.
func (b *Batch) Referenced() int {
	bytes, newest := 0, uint64(0)
	for i := range b.Records {
		r := &b.Records[i]
		if d, ok := r.Context.Names.(*record.Directory); ok && d.Version() > newest {
			newest = d.Version()
			bytes += record.DirectorySize
		}
		if r.Parts != nil {
			bytes += len(r.Payload)
		}
	}
	return bytes
}

// Forget lets go of what only the records kept.
func (b *Batch) Forget() {
	clear(b.Records)
	b.Records = b.Records[:0]
}

// Growth guesses how many bytes a prepared batch will need at once beside those that it holds,
// for records and what is printed of them: so many times what is usual.
func (b *Batch) Growth(times float64) int {
	n := b.atOnce()
	records := max(n+n/4-cap(b.Records), 0) * recordSize
	return records + max(int(times*b.usualOutput())-cap(b.Output), 0)
}

// Printed is how many times as much was printed of the batch as is usual.
func (b *Batch) Printed() float64 { return float64(len(b.Output)) / max(b.usualOutput(), lineLength) }

// usualOutput guesses how many bytes are printed of the batch, as JSON or as text.
func (b *Batch) usualOutput() float64 {
	return float64(b.atOnce()*lineLength + len(b.plain)*textPerByte)
}

// atOnce is how many records there will be at once.
func (b *Batch) atOnce() int { return max(min(b.Messages, mostRecords), len(b.Records)) }

// Kinds is how many kinds of frames there are.
const Kinds = int(capture.OtherLink) + 1

// Reserve empties the list of records, and makes room for so many at once, but not for more
// than there will be: growing would cost as much again.
func (b *Batch) Reserve(messages int) {
	if messages = min(messages, mostRecords); messages > cap(b.Records) {
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
