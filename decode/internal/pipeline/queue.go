package pipeline

import (
	"iter"

	"bcdump/decode/internal/batch"
)

// maxAhead is how many bytes of the capture behind a datagram are looked at to decide about
// it: other traffic may lie between. It is no time, so that the answer depends on nothing but
// the capture.
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
}

// next gives the next batch with its records; nil when there is none.
func (q *queue) next() *batch.Batch {
	if q.at(0) == nil {
		return q.flush()
	}
	b := q.waiting[0]
	q.Session.Order(b, q)
	if piece := b.Piece(); piece != b {
		return piece
	}
	q.waiting = q.waiting[:copy(q.waiting, q.waiting[1:])]
	return b
}

// flush makes one last batch with what the end of the capture calls for.
func (q *queue) flush() *batch.Batch {
	if q.flushed {
		return nil
	}
	q.flushed = true
	b := &batch.Batch{}
	q.Session.Finish(b)
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

// sequential is a queue without goroutines.
type sequential struct {
	queue
	free []*batch.Batch
}

// Batches gives the batches with their records, in order and on the goroutine of the caller.
// Each is valid until the next one.
func (p *Pipeline) Batches() iter.Seq[*batch.Batch] {
	s := &sequential{queue: queue{Pipeline: p}}
	s.fetch, s.recycle = s.read, s.giveBack
	return func(yield func(*batch.Batch) bool) {
		for b := s.next(); b != nil && yield(b); b = s.next() {
			s.giveBack(b)
		}
	}
}

func (s *sequential) read() *batch.Batch {
	b := &batch.Batch{}
	if n := len(s.free); n > 0 {
		b, s.free = s.free[n-1], s.free[:n-1]
	}
	if !s.Read(b) {
		return nil
	}
	b.Prepare()
	return b
}

func (s *sequential) giveBack(b *batch.Batch) {
	if s.release(b) {
		s.free = append(s.free, b)
	}
}
