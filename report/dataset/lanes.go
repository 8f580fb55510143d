package dataset

import (
	"sync"
	"sync/atomic"

	"bcdump/report/rows"
)

// lanes write tables beside one another.
type lanes struct {
	tables []table
	work   []chan *job
	free   sync.Pool
	done   sync.WaitGroup
	mutex  sync.Mutex
	err    error
}

// job is a batch that several lanes write.
type job struct {
	*rows.Batch
	left atomic.Int32 // lanes that have not written it
}

// waiting is how many batches may wait for a lane.
const waiting = 1

// begin begins a lane for each table, so that each gets its rows in order; none with one worker.
func (l *lanes) begin(tables []table, jobs int) {
	l.tables = tables
	l.free.New = func() any { return new(rows.Batch) }
	if jobs == 1 {
		return
	}
	for _, t := range tables {
		work := make(chan *job, waiting)
		l.work = append(l.work, work)
		l.done.Go(func() { l.run(t, work) })
	}
}

// run writes one table. After an error it takes the rest without writing it.
func (l *lanes) run(t table, work <-chan *job) {
	for j := range work {
		if l.failed() == nil {
			l.fail(t.write(j.Batch))
		}
		if j.left.Add(-1) == 0 {
			l.empty(j.Batch)
		}
	}
}

func (l *lanes) next() *rows.Batch { return l.free.Get().(*rows.Batch) }

func (l *lanes) empty(b *rows.Batch) {
	b.Reset()
	l.free.Put(b)
}

// deliver hands rows to all lanes. The error is the first that writing had.
func (l *lanes) deliver(b *rows.Batch) error {
	if l.work == nil {
		return l.here(b)
	}
	j := &job{Batch: b}
	j.left.Store(int32(len(l.work)))
	for _, work := range l.work {
		work <- j
	}
	return l.failed()
}

func (l *lanes) here(b *rows.Batch) error {
	for _, t := range l.tables {
		if err := t.write(b); err != nil {
			return err
		}
	}
	l.empty(b)
	return nil
}

// end waits until all is written.
func (l *lanes) end() error {
	for _, work := range l.work {
		close(work)
	}
	l.done.Wait()
	return l.failed()
}

func (l *lanes) failed() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.err
}

func (l *lanes) fail(err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.err == nil {
		l.err = err
	}
}
