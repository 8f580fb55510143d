package pipeline

import (
	"sync"

	"bcdump/decode/internal/batch"
)

// workers take batches through the stages. Each stage belongs to one worker
// at a time where order matters; who finds all of them taken rests, and nobody waits for a
// batch while another one can be seen to. A bounded number of batches goes round, so memory
// does not grow however slow the output is.
type workers struct {
	queue // belongs to who is in the ordered stage

	mu      sync.Mutex // guards what follows
	changed sync.Cond  // there may be something to do
	resting int        // workers that wait for that
	rested  sync.Cond  // fewer workers are busy
	busy    int        // workers that neither read nor wait for it

	limit int // batches that may go round; looking ahead may need more
	round int // batches that do
	free  []*batch.Batch

	reading, ordering, givingOut bool // a worker does

	// Batches have numbers in file order, and what the end of the capture calls for has
	// the one behind.
	begun    int64                  // numbers that are being read or were
	fetched  int64                  // numbers that the queue has asked for
	ordered  int64                  // numbers that have been in the ordered stage
	given    int64                  // numbers that were given out
	end      int64                  // the number behind the last batch; -1 = not known yet
	prepared map[int64]*batch.Batch // that the queue has not asked for
	rendered map[int64]*batch.Batch // that were not given out
	err      error                  // of giving out: nothing more is wanted
}

// inReserve is how many batches go round beside those that the workers have at hand.
const inReserve = 1

func newWorkers(p *Pipeline) *workers {
	w := &workers{queue: queue{Pipeline: p}, end: -1, prepared: map[int64]*batch.Batch{}, rendered: map[int64]*batch.Batch{}}
	w.changed.L, w.rested.L = &w.mu, &w.mu
	w.fetch, w.recycle = w.nextPrepared, w.recycleBatch
	return w
}

// run takes everything through the stages with one worker for each hand. It gives the
// first error of giving out. A worker may then still hang in a read of a silent pipe, but
// nobody waits for it.
func (w *workers) run(sinks []Sink) error {
	w.busy, w.limit = len(sinks), len(sinks)+inReserve
	for i := range sinks {
		go w.work(&sinks[i])
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.busy > 0 || w.err == nil && !w.finished() {
		w.rested.Wait()
	}
	return w.err
}

// finished reports whether everything was given out.
func (w *workers) finished() bool { return w.end >= 0 && w.given > w.end }

// work does what there is to do: what only one worker at a time can do for the others
// first. It, and all it calls, hold the lock where nothing else is said.
func (w *workers) work(sink *Sink) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.err == nil && !w.finished() {
		switch {
		case !w.ordering && len(w.rendered) < w.limit && w.ready():
			w.order(sink)
		case !w.givingOut && w.rendered[w.given] != nil:
			w.giveOut(sink)
		case !w.reading && w.end < 0 && w.round < w.limit:
			w.read()
		default:
			w.rest()
		}
	}
	w.busy--
	w.rested.Signal()
}

// rest waits until there may be something to do.
func (w *workers) rest() {
	w.resting++
	w.changed.Wait()
	w.resting--
}

// wake is called when there may be, or will be before the lock is released.
func (w *workers) wake() {
	if w.resting > 0 {
		w.changed.Broadcast()
	}
}

// without does something that takes long without the lock.
func (w *workers) without(do func()) {
	w.mu.Unlock()
	do()
	w.mu.Lock()
	w.wake()
}

// read reads and prepares the next batch.
func (w *workers) read() {
	number, b := w.begun, w.take()
	w.begun++
	w.reading = true
	w.busy--
	w.rested.Signal()
	there := false
	w.without(func() { there = w.Read(b) })
	w.busy++
	w.reading = false
	if !there {
		w.end = number
		return
	}
	w.without(b.Prepare)
	w.prepared[number] = b
}

// take gives a batch to read into.
func (w *workers) take() (b *batch.Batch) {
	w.round++
	n := len(w.free)
	if n == 0 {
		return &batch.Batch{}
	}
	b, w.free = w.free[n-1], w.free[:n-1]
	return b
}

// ready reports whether the ordered stage has something to do: a batch that looking ahead
// has fetched, the next one, or the end.
func (w *workers) ready() bool {
	return len(w.waiting) > 0 || w.prepared[w.fetched] != nil || w.fetched == w.end && w.ordered <= w.end
}

// order takes a batch through the ordered stage and renders it.
func (w *workers) order(sink *Sink) {
	var b *batch.Batch
	number := w.ordered
	w.ordering = true
	w.without(func() { b = w.next() })
	w.ordering = false
	w.ordered++
	w.without(func() { sink.Render(b) })
	w.rendered[number] = b
}

// giveOut gives out the batch whose turn it is.
func (w *workers) giveOut(sink *Sink) {
	b := w.rendered[w.given]
	delete(w.rendered, w.given)
	w.givingOut = true
	var err error
	w.without(func() { err = sink.GiveOut(b) })
	w.givingOut = false
	w.given++
	w.err = err
	w.back(b)
}

// nextPrepared gives the next batch in file order; nil at the end. Who looks ahead may be
// the first to want it, and then reads it.
func (w *workers) nextPrepared() *batch.Batch {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.fetched != w.end && w.err == nil {
		if b := w.prepared[w.fetched]; b != nil {
			delete(w.prepared, w.fetched)
			w.fetched++
			return b
		}
		if w.reading || w.fetched < w.begun {
			w.rest()
		} else {
			w.read()
		}
	}
	return nil
}

// recycleBatch lets a batch be read into again.
func (w *workers) recycleBatch(b *batch.Batch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.back(b)
}

func (w *workers) back(b *batch.Batch) {
	const enough = 64 // looking ahead may have taken more
	if !w.release(b) {
		return
	}
	w.round--
	if len(w.free) < enough {
		w.free = append(w.free, b)
	}
}
