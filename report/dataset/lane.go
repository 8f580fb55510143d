package dataset

import (
	"sync"
	"sync/atomic"

	"bcdump/report/rows"
)

// lane writes tables beside what makes their rows.
type lane struct {
	tables []*table
	work   chan *rows.Batch // nil = with one worker: who delivers rows writes them
	free   sync.Pool
	done   sync.WaitGroup
	failed atomic.Pointer[error] // the first
}

// waiting is how many batches may wait to be written.
const waiting = 1

// begin begins to write with so many workers.
func (l *lane) begin(tables []*table, jobs int) {
	l.tables = tables
	l.free.New = func() any { return new(rows.Batch) }
	if jobs == 1 {
		return
	}
	l.work = make(chan *rows.Batch, waiting)
	l.done.Go(func() {
		for b := range l.work {
			l.write(b)
		}
	})
}

func (l *lane) next() *rows.Batch { return l.free.Get().(*rows.Batch) }

// deliver takes rows. The error is the first that writing had.
func (l *lane) deliver(b *rows.Batch) error {
	if l.work == nil {
		l.write(b)
	} else {
		l.work <- b
	}
	return l.err()
}

// write writes rows to all tables; after an error nothing more is written.
func (l *lane) write(b *rows.Batch) {
	for _, t := range l.tables {
		if l.err() != nil {
			break
		}
		if err := t.write(b); err != nil {
			l.failed.Store(&err)
		}
	}
	b.Reset()
	l.free.Put(b)
}

func (l *lane) err() error {
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// end waits until all is written.
func (l *lane) end() error {
	if l.work != nil {
		close(l.work)
	}
	l.done.Wait()
	return l.err()
}
