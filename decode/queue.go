package decode

// queue hands out batches in order, with records. The next ones can be looked at
// before their turn, which deciding about an undecided datagram needs.
type queue struct {
	capture *Capture
	fetch   func() *batch // the next prepared batch; nil at the end
	recycle func(*batch)  // takes a batch that can be read into again
	waiting []*batch
	ended   bool // fetch has nothing more
	flushed bool // the records of the end have been made
}

// next gives the next batch with its records; nil when there is none.
func (q *queue) next() *batch {
	if q.at(0) == nil {
		return q.flush()
	}
	b := q.waiting[0]
	q.capture.session.order(b, q)
	q.waiting = q.waiting[:copy(q.waiting, q.waiting[1:])]
	q.capture.session.summary.Records += int64(len(b.records))
	return b
}

// flush makes one last batch with what the end of the capture calls for.
func (q *queue) flush() *batch {
	if q.flushed {
		return nil
	}
	q.flushed = true
	b := &batch{}
	q.capture.session.finish(b)
	q.capture.session.summary.Records += int64(len(b.records))
	return b
}

// at gives the batch n places behind the front.
func (q *queue) at(n int) *batch {
	for len(q.waiting) <= n {
		if q.ended {
			return nil
		}
		b := q.fetch()
		if b == nil {
			q.ended = true
			return nil
		}
		if len(q.waiting) > 0 && len(b.items) == 0 {
			light := b.light()
			q.recycle(b)
			b = light
		}
		q.waiting = append(q.waiting, b)
	}
	return q.waiting[n]
}

// lookahead gives the items behind one of the front batch, in order.
type lookahead struct {
	queue *queue
	from  int // place of the item in the batch
}

// at gives the item n places behind, 0 being the next; nil at the end of the capture
// and beyond lookAhead bytes of it.
func (l lookahead) at(n int) *item {
	end := l.queue.waiting[0].items[l.from].offset + lookAhead
	n += l.from + 1
	for i := 0; ; i++ {
		b := l.queue.at(i)
		switch {
		case b == nil || b.frames.Offset() > end:
			return nil
		case n >= len(b.items):
			n -= len(b.items)
			continue
		case b.items[n].offset > end:
			return nil
		}
		return &b.items[n]
	}
}

// sequential is a queue without goroutines.
type sequential struct {
	queue
	free []*batch
}

func newSequential(c *Capture) *sequential {
	s := &sequential{queue: queue{capture: c}}
	s.fetch, s.recycle = s.read, s.release
	return s
}

func (s *sequential) read() *batch {
	b := &batch{}
	if n := len(s.free); n > 0 {
		b, s.free = s.free[n-1], s.free[:n-1]
	}
	if !s.capture.read(b) {
		return nil
	}
	b.prepare()
	return b
}

func (s *sequential) release(b *batch) {
	if s.capture.release(b) {
		s.free = append(s.free, b)
	}
}

// release is called when the output of a batch is written. It reports whether its memory
// may be used again from now on.
func (c *Capture) release(b *batch) bool {
	if c.options.released != nil {
		c.options.released(b)
	}
	return !b.once
}
