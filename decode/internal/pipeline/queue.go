package pipeline

import (
	"iter"

	"bcdump/decode/internal/batch"
)

// maxAhead is how many bytes of the capture behind a datagram are looked at to decide about
// it: other traffic may lie between. It is no time, so that the answer depends on nothing but
// the capture.
//
//limit:maxAhead What earlier messages tell | bytes of the capture that lookahead reads | a note, or records without a name | TestLookaheadBytes, TestLookaheadMemory
const maxAhead = 1 << 20

// queue hands out batches in order, with records; one that would have too many comes in pieces.
// The next ones can be looked at before their turn, which deciding about an undecided datagram
// needs.
type queue struct {
	*Pipeline
	fetch   func() *batch.Batch // the next prepared batch; nil at the end
	recycle func(*batch.Batch)  // takes a batch that can be read into again
	waiting []*batch.Batch
	ended   bool // fetch has nothing more
	flushed bool // the records of the end have been made
	reached bool // a record of From, or of a later frame, has come
}

// next gives the next batch with its records; nil when there is none.
func (q *queue) next() *batch.Batch {
	if q.at(0) == nil {
		return q.flush()
	}
	b := q.waiting[0]
	q.Session.Order(b, q)
	piece := b.Piece()
	if piece == b {
		q.waiting = q.waiting[:copy(q.waiting, q.waiting[1:])]
	}
	q.skip(piece)
	return piece
}

// skip counts the records before those that are wanted.
func (q *queue) skip(b *batch.Batch) {
	b.Skip = 0
	if !q.reached && q.From > 0 {
		q.reached = b.SkipTo(q.From)
	}
}

// flush makes one last batch with what the end of the capture calls for.
func (q *queue) flush() *batch.Batch {
	if q.flushed {
		return nil
	}
	q.flushed = true
	b := &batch.Batch{}
	q.Session.Finish(b)
	q.skip(b)
	return b
}

// at gives the batch n places behind the front.
func (q *queue) at(n int) *batch.Batch {
	for len(q.waiting) <= n {
		if q.ended {
			return nil
		}
		b := q.fetch()
		if b == nil {
			q.ended = true
			return nil
		}
		if len(q.waiting) > 0 && len(b.Items) == 0 {
			light := b.Light(q.EveryFrame)
			q.recycle(b)
			b = light
		}
		q.waiting = append(q.waiting, b)
	}
	return q.waiting[n]
}

// Item gives the item n places behind one of the front batch, 0 being the next; nil at the
// end of the capture and beyond maxAhead bytes of it.
func (q *queue) Item(from, n int) *batch.Item {
	end := q.waiting[0].Items[from].Offset + maxAhead
	n += from + 1
	for i := 0; ; i++ {
		b := q.at(i)
		switch {
		case b == nil || b.Frames.Offset() > end:
			return nil
		case n >= len(b.Items):
			n -= len(b.Items)
			continue
		case b.Items[n].Offset > end:
			return nil
		}
		return &b.Items[n]
	}
}

// Sequence gives batches with their records, in order and on the goroutine of the caller.
type Sequence struct {
	queue
	free []*batch.Batch
}

// Sequence begins one.
func (p *Pipeline) Sequence() *Sequence {
	s := &Sequence{queue: queue{Pipeline: p}}
	s.fetch, s.recycle = s.read, s.GiveBack
	return s
}

// Batches gives all batches. Each is valid until the next one.
func (p *Pipeline) Batches() iter.Seq[*batch.Batch] {
	s := p.Sequence()
	return func(yield func(*batch.Batch) bool) {
		for b := s.Next(); b != nil && yield(b); b = s.Next() {
			s.GiveBack(b)
		}
	}
}

// Next gives the next batch; nil at the end. It stays valid if nobody gives it back.
func (s *Sequence) Next() *batch.Batch { return s.next() }

func (s *Sequence) read() *batch.Batch {
	b := s.take()
	if !s.Read(b) {
		return nil
	}
	b.Prepare()
	return b
}

// take gives a batch to read into.
func (s *Sequence) take() (b *batch.Batch) {
	n := len(s.free)
	if n == 0 {
		return &batch.Batch{}
	}
	b, s.free = s.free[n-1], s.free[:n-1]
	return b
}

// GiveBack lets the memory of a batch be used again, once nobody needs its records.
func (s *Sequence) GiveBack(b *batch.Batch) {
	if s.release(b) {
		s.free = append(s.free, b)
	}
}
