package decode

import (
	"slices"

	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/checkpoints"
	"bcdump/decode/record"
)

// Cursor reaches single messages, and is fast near those that it has reached lately. One goroutine at a
// time.
type Cursor struct {
	index   *Index
	run     *checkpoints.Run // that was used last; nil = none was
	kept    []keptBatch      // the one that was used last stands last
	record  Record           // that was given last
	decoder record.Decoder
}

// keptBatch is a batch, or a piece of one, that a Cursor has reached.
type keptBatch struct {
	*batch.Batch
	first  int // message
	memory int
}

// mostKept is how many bytes of batches a Cursor keeps. One may be larger.
//
//limit:mostKept Work in progress | bytes of the batches that a cursor of an index keeps | the oldest batch is dropped; the one used last stays | TestIndexMemory
const mostKept = 6 << 20

// NewCursor gives a cursor.
func (x *Index) NewCursor() *Cursor { return &Cursor{index: x} }

// At gives a message; nil if there is none of that number yet. It is valid until the next call.
func (c *Cursor) At(n int) *Record {
	if n < 0 || n >= c.index.Len() {
		return nil
	}
	b, ok := c.find(n)
	if !ok {
		if b, ok = c.reach(n); !ok {
			return nil
		}
	}
	c.record = b.Records[n-b.first] // a copy: decoding adds notes, and may come again
	c.decoder.Take(&c.record)
	return &c.record
}

// find looks for a message among what is kept.
func (c *Cursor) find(n int) (keptBatch, bool) {
	for i := len(c.kept) - 1; i >= 0; i-- {
		b := c.kept[i]
		if b.first <= n && n < b.first+len(b.Records) {
			copy(c.kept[i:], c.kept[i+1:])
			c.kept[len(c.kept)-1] = b
			return b, true
		}
	}
	return keptBatch{}, false
}

// reach goes on to a message, from the last one or from the checkpoint before it.
func (c *Cursor) reach(n int) (keptBatch, bool) {
	if c.run == nil || !c.run.Reaches(n) {
		c.run = c.index.points.Run(n)
	}
	for b := c.run.Next(); b != nil; b = c.run.Next() {
		if c.run.At() > n {
			return c.keep(b), true
		}
		c.run.GiveBack(b)
	}
	c.run = nil
	return keptBatch{}, false
}

// keep keeps a batch, and drops others if there are too many.
func (c *Cursor) keep(b *batch.Batch) keptBatch {
	k := keptBatch{b, c.run.At() - len(b.Records), b.Memory() + b.Referenced()}
	whole := b
	if b.PieceOf != nil {
		whole = b.PieceOf
		if !c.has(whole) {
			k.memory += whole.Memory()
		}
	}
	whole.NoReuse = true
	c.kept = append(c.kept, k)
	c.drop()
	return k
}

// has reports whether another piece of a batch is kept.
func (c *Cursor) has(whole *batch.Batch) bool {
	for i := range c.kept {
		if c.kept[i].PieceOf == whole {
			return true
		}
	}
	return false
}

// drop drops what was not used for longest.
func (c *Cursor) drop() {
	memory, first := 0, len(c.kept)
	for first > 0 && (first == len(c.kept) || memory+c.kept[first-1].memory <= mostKept) {
		first--
		memory += c.kept[first].memory
	}
	c.kept = slices.Delete(c.kept, 0, first)
}
