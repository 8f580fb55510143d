package pipeline

import (
	"fmt"
	"runtime/debug"
	"sync"

	"bcdump/decode/internal/batch"
)

// workers take batches through the stages. Each stage belongs to one worker
// at a time where order matters; who finds all of them taken rests, and nobody waits for a
// batch while another one can be seen to. Batches go round that take a bounded number of bytes,
// so memory does not grow however slow the output is, and however many workers there are.
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
	held  int // bytes that all batches are charged with, free ones included
	usual int // the most that a prepared batch has been seen to take
	// printed is the most that was printed of a batch, in terms of what is usual; 0 = nothing was
	// yet.
	printed float64

	reading, ordering, givingOut bool // a worker does

	// Batches have numbers in file order.
	begun    int64                  // numbers that are being read or were
	fetched  int64                  // numbers that the queue has asked for
	end      int64                  // the number behind the last batch; -1 = not known yet
	prepared map[int64]*batch.Batch // that the queue has not asked for

	// What comes out of the ordered stage has numbers of its own: batches, pieces of them, and
	// what the end of the capture calls for.
	ordered  int64                  // numbers that have been in the ordered stage
	given    int64                  // numbers that were given out
	last     int64                  // the number of the end; -1 = not known yet
	rendered map[int64]*batch.Batch // that were not given out
	err      error                  // of giving out, or a panic: nothing more is wanted
}

// Panic is what Run panics with when a worker did, so that whoever called it can put things in order.
type Panic struct {
	Reason any
	Stack  []byte // of the worker
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Reason, p.Stack) }

const (
	// maxWorkers are as many as there are batches of ordinary traffic in maxHeld bytes.
	//limit:maxWorkers Work in progress | workers of a capture | no more are started | TestBlockedReader
	maxWorkers = 16
	// maxHeld is how many bytes of memory the batches may take together before nothing new
	// is begun. One may be larger; then it is alone.
	//limit:maxHeld Work in progress | bytes of memory that all batches take | nothing new is started until one is written; a single one may be larger | TestBlockedReader
	maxHeld = 8 << 20
	// inReserve is how many batches go round beside those that the workers have at hand.
	inReserve = 1
	// firstUsual is what a prepared batch of ordinary traffic takes.
	firstUsual = 256 << 10
)

func newWorkers(p *Pipeline) *workers {
	w := &workers{queue: queue{Pipeline: p}, end: -1, last: -1, usual: firstUsual, prepared: map[int64]*batch.Batch{}, rendered: map[int64]*batch.Batch{}}
	w.changed.L, w.rested.L = &w.mu, &w.mu
	w.fetch, w.recycle = w.nextPrepared, w.recycleBatch
	return w
}

// run takes everything through the stages with one worker for each sink. It gives the
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
	if broken, ok := w.err.(*Panic); ok { //nolint:errorlint // nobody has wrapped it
		panic(broken)
	}
	return w.err
}

// finished reports whether everything was given out.
func (w *workers) finished() bool { return w.last >= 0 && w.given > w.last }

// work does what there is to do: what only one worker at a time can do for the others
// first. It, and all it calls, hold the lock where nothing else is said.
func (w *workers) work(sink *Sink) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.leave()
	for w.err == nil && !w.finished() {
		switch {
		case !w.ordering && w.ready() && w.mayOrder():
			w.order(sink)
		case !w.givingOut && w.rendered[w.given] != nil:
			w.giveOut(sink)
		case !w.reading && w.end < 0 && w.mayRead():
			w.read()
		default:
			w.rest()
		}
	}
}

// leave ends a worker, also one that panics.
func (w *workers) leave() {
	if reason := recover(); reason != nil {
		w.err = &Panic{reason, debug.Stack()}
		w.changed.Broadcast()
	}
	w.busy--
	w.rested.Signal()
}

// mayRead reports whether there is room for one more batch. There always is for one.
func (w *workers) mayRead() bool {
	fits := len(w.free) > 0 || w.held+w.usual <= maxHeld
	return w.round == 0 || w.round < w.limit && fits
}

// mayOrder reports whether there is room for what the next batch will become. There always is
// if all before it were given out: a batch that waits for the output then waits for nothing else.
func (w *workers) mayOrder() bool {
	growth := 0
	if b := w.front(); b != nil {
		growth = w.growth(b)
	}
	return w.ordered == w.given || len(w.rendered) < w.limit && w.held+growth <= maxHeld
}

// growth guesses how many bytes a batch will need beside those that it holds. As long as nothing
// was printed, it may be the form that takes the most.
func (w *workers) growth(b *batch.Batch) int {
	const explained = 10 // each byte has a line of its own
	if w.printed == 0 {
		return b.Growth(explained)
	}
	return b.Growth(w.printed)
}

// front gives the batch that the ordered stage takes next; nil if it is not known.
func (w *workers) front() *batch.Batch {
	if len(w.waiting) > 0 {
		return w.waiting[0]
	}
	return w.prepared[w.fetched]
}

// charge counts so many bytes for a batch.
func (w *workers) charge(b *batch.Batch, bytes int) {
	w.held += bytes - b.Charged
	b.Charged = bytes
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
	defer func() {
		w.mu.Lock()
		w.wake()
	}()
	do()
}

// read reads and prepares the next batch.
func (w *workers) read() {
	number, b := w.begun, w.take()
	w.begun++
	w.reading = true
	there := w.fill(b)
	w.reading = false
	if !there {
		w.end = number
		return
	}
	w.without(b.Prepare)
	w.charge(b, b.Memory())
	w.usual = max(w.usual, min(b.Charged, maxHeld))
	w.prepared[number] = b
}

// fill reads frames into a batch. Meanwhile nobody has to wait for the worker: a pipe may be silent.
func (w *workers) fill(b *batch.Batch) (there bool) {
	w.busy--
	w.rested.Signal()
	defer func() { w.busy++ }()
	w.without(func() { there = w.Read(b) })
	return there
}

// take gives a batch to read into.
func (w *workers) take() (b *batch.Batch) {
	w.round++
	n := len(w.free)
	if n == 0 {
		b = &batch.Batch{}
		w.charge(b, w.usual)
		return b
	}
	b, w.free = w.free[n-1], w.free[:n-1]
	return b
}

// ready reports whether the ordered stage has something to do: a batch that looking ahead
// has fetched, the next one, or the end.
func (w *workers) ready() bool {
	return len(w.waiting) > 0 || w.prepared[w.fetched] != nil || w.fetched == w.end && w.last < 0
}

// order takes a batch through the ordered stage and renders it.
func (w *workers) order(sink *Sink) {
	var b *batch.Batch
	number := w.ordered
	w.ordering = true
	referenced := 0
	w.without(func() {
		b = w.next()
		referenced = b.Referenced()
	})
	w.ordering = false
	w.ordered++
	if w.flushed {
		w.last = number
	}
	if len(w.waiting) > 0 { // a piece has taken memory over
		w.charge(w.waiting[0], w.waiting[0].Memory())
	}
	w.charge(b, b.Memory()+w.growth(b)+referenced)
	w.without(func() { sink.Render(b) })
	w.printed = max(w.printed, b.Printed(), 1)
	w.charge(b, b.Memory()+referenced)
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
	if w.err == nil {
		w.err = err
	}
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

// back takes a batch that is done with. Its memory is let go if there is too much: looking
// ahead may have taken more, and one batch may be as large as all should be.
func (w *workers) back(b *batch.Batch) {
	if !w.release(b) {
		w.charge(b, 0)
		return
	}
	w.round--
	if w.held > maxHeld {
		w.charge(b, 0)
		return
	}
	b.Forget()
	w.charge(b, b.Memory())
	w.free = append(w.free, b)
}
