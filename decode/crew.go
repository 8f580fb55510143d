package decode

import "sync"

// crew are workers that take batches through the stages. Each stage belongs to one worker
// at a time where order matters; who finds all of them taken rests, and nobody waits for a
// batch while another one can be seen to. A bounded number of batches goes round, so memory
// does not grow however slow the output is.
type crew struct {
	queue // belongs to who is in the ordered stage

	mu      sync.Mutex // guards what follows
	changed sync.Cond  // there may be something to do
	resting int        // workers that wait for that
	rested  sync.Cond  // fewer workers are busy
	busy    int        // workers that neither read nor wait for it

	limit int // batches that may go round; looking ahead may need more
	round int // batches that do
	free  []*batch

	reading, ordering, givingOut bool // a worker does

	// Batches have numbers in file order, and what the end of the capture calls for has
	// the one behind.
	begun    int64            // numbers that are being read or were
	fetched  int64            // numbers that the queue has asked for
	ordered  int64            // numbers that have been in the ordered stage
	given    int64            // numbers that were given out
	end      int64            // the number behind the last batch; -1 = not known yet
	prepared map[int64]*batch // that the queue has not asked for
	rendered map[int64]*batch // that were not given out
	err      error            // of giving out: nothing more is wanted
}

// hand is what one worker does with a batch that has been in the ordered stage: render is
// done by all at once, giveOut in order.
type hand struct {
	render  func(*batch)
	giveOut func(*batch) error
}

// inReserve is how many batches go round beside those that the workers have in hands.
const inReserve = 1

func newCrew(c *Capture) *crew {
	w := &crew{queue: queue{capture: c}, end: -1, prepared: map[int64]*batch{}, rendered: map[int64]*batch{}}
	w.changed.L, w.rested.L = &w.mu, &w.mu
	w.fetch, w.recycle = w.nextPrepared, w.recycleBatch
	return w
}

// run takes everything through the stages with one worker for each hand. It gives the
// first error of giving out. A worker may then still hang in a read of a silent pipe, but
// nobody waits for it.
func (c *crew) run(hands []hand) error {
	c.busy, c.limit = len(hands), len(hands)+inReserve
	for i := range hands {
		go c.work(&hands[i])
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.busy > 0 || c.err == nil && !c.finished() {
		c.rested.Wait()
	}
	return c.err
}

// finished reports whether everything was given out.
func (c *crew) finished() bool { return c.end >= 0 && c.given > c.end }

// work does what there is to do: what only one worker at a time can do for the others
// first. It, and all it calls, hold the lock where nothing else is said.
func (c *crew) work(h *hand) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.err == nil && !c.finished() {
		switch {
		case !c.ordering && c.ready():
			c.order(h)
		case !c.givingOut && c.rendered[c.given] != nil:
			c.giveOut(h)
		case !c.reading && c.end < 0 && c.round < c.limit:
			c.read()
		default:
			c.rest()
		}
	}
	c.busy--
	c.rested.Signal()
}

// rest waits until there may be something to do.
func (c *crew) rest() {
	c.resting++
	c.changed.Wait()
	c.resting--
}

// wake is called when there may be, or will be before the lock is released.
func (c *crew) wake() {
	if c.resting > 0 {
		c.changed.Broadcast()
	}
}

// without does something that takes long without the lock.
func (c *crew) without(do func()) {
	c.mu.Unlock()
	do()
	c.mu.Lock()
	c.wake()
}

// read reads and prepares the next batch.
func (c *crew) read() {
	number, b := c.begun, c.take()
	c.begun++
	c.reading = true
	c.busy--
	c.rested.Signal()
	there := false
	c.without(func() { there = c.capture.read(b) })
	c.busy++
	c.reading = false
	if !there {
		c.end = number
		return
	}
	c.without(b.prepare)
	c.prepared[number] = b
}

// take gives a batch to read into.
func (c *crew) take() (b *batch) {
	c.round++
	n := len(c.free)
	if n == 0 {
		return &batch{}
	}
	b, c.free = c.free[n-1], c.free[:n-1]
	return b
}

// ready reports whether the ordered stage has something to do: a batch that looking ahead
// has fetched, the next one, or the end.
func (c *crew) ready() bool {
	return len(c.waiting) > 0 || c.prepared[c.fetched] != nil || c.fetched == c.end && c.ordered <= c.end
}

// order takes a batch through the ordered stage and renders it.
func (c *crew) order(h *hand) {
	var b *batch
	number := c.ordered
	c.ordering = true
	c.without(func() { b = c.next() })
	c.ordering = false
	c.ordered++
	c.without(func() { h.render(b) })
	c.rendered[number] = b
}

// giveOut gives out the batch whose turn it is.
func (c *crew) giveOut(h *hand) {
	b := c.rendered[c.given]
	delete(c.rendered, c.given)
	c.givingOut = true
	var err error
	c.without(func() { err = h.giveOut(b) })
	c.givingOut = false
	c.given++
	c.err = err
	c.back(b)
}

// nextPrepared gives the next batch in file order; nil at the end. Who looks ahead may be
// the first to want it, and then reads it.
func (c *crew) nextPrepared() *batch {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.fetched != c.end && c.err == nil {
		if b := c.prepared[c.fetched]; b != nil {
			delete(c.prepared, c.fetched)
			c.fetched++
			return b
		}
		if c.reading || c.fetched < c.begun {
			c.rest()
		} else {
			c.read()
		}
	}
	return nil
}

// recycleBatch lets a batch be read into again.
func (c *crew) recycleBatch(b *batch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.back(b)
}

func (c *crew) back(b *batch) {
	const enough = 64 // looking ahead may have taken more
	if !c.capture.release(b) {
		return
	}
	c.round--
	if len(c.free) < enough {
		c.free = append(c.free, b)
	}
}
