package decode

import "sync"

// crew are workers each of which takes a batch through all stages, and then another one:
// what a batch becomes stays in the cache of one core, and only what the ordered stage
// knows goes from one to the next. Batches have numbers, and enter some stages in their
// order. There are as many batches as workers, and those that looking ahead needs, so
// memory does not grow however slow the output is.
type crew struct {
	queue              // belongs to who is in the ordered stage
	fetched int64      // numbers that the queue has asked for; the same
	reading sync.Mutex // held while a batch is read

	mu       sync.Mutex       // guards what follows
	begun    int64            // numbers that are being read or were; also guarded by reading
	end      int64            // the number behind the last batch; -1 = not known yet
	prepared map[int64]*batch // that the queue has not asked for
	orphans  map[int64]bool   // numbers that no worker has: read by one that looked ahead
	free     []*batch
	turn     [stages]int64 // the number that may enter, by stage
	busy     int           // workers that neither read nor wait for it
	err      error         // of giving out: nothing more is wanted

	// Each of them wakes only those who wait for that.
	entered [stages]sync.Cond // a turn has changed
	arrived sync.Cond         // a batch is prepared, or the end is known
	rested  sync.Cond         // fewer workers are busy
}

// Stages that batches enter in order.
const (
	ordering = iota
	givingOut
	stages
)

// hand is what one worker does with a batch that has been in the ordered stage: render is
// done by all at once, giveOut in order.
type hand struct {
	render  func(*batch)
	giveOut func(*batch) error
	spare   *batch // to be read into next; nil = any
}

func newCrew(c *Capture) *crew {
	w := &crew{queue: queue{capture: c}, end: -1, prepared: map[int64]*batch{}, orphans: map[int64]bool{}}
	for _, cond := range []*sync.Cond{&w.entered[ordering], &w.entered[givingOut], &w.arrived, &w.rested} {
		cond.L = &w.mu
	}
	w.fetch, w.recycle = w.nextPrepared, w.recycleBatch
	return w
}

// run takes everything through the stages with one worker for each hand. It gives the
// first error of giving out. A worker may then still hang in a read of a silent pipe, but
// nobody waits for it.
func (c *crew) run(hands []hand) error {
	c.busy = len(hands)
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

// finished reports whether everything was given out. What the end of the capture calls
// for has a number too.
func (c *crew) finished() bool { return c.end >= 0 && c.turn[givingOut] > c.end }

// rest counts a worker out until it has read something, or for good.
func (c *crew) rest() {
	c.mu.Lock()
	c.busy--
	c.mu.Unlock()
	c.rested.Broadcast()
}

func (c *crew) work(h *hand) {
	defer c.rest()
	for number, ok := c.read(h); ok; number, ok = c.following(number, h) {
		if !c.finish(number, h) {
			return
		}
	}
}

// following gives the number that a worker takes after one: the next one if nobody else
// has it.
func (c *crew) following(number int64, h *hand) (next int64, ok bool) {
	next = number + 1
	c.mu.Lock()
	orphan := c.orphans[next]
	delete(c.orphans, next)
	c.mu.Unlock()
	if orphan {
		return next, true
	}
	return c.read(h)
}

// read reads and prepares a batch, and gives its number; ok is false if no more is wanted
// or there.
func (c *crew) read(h *hand) (number int64, ok bool) {
	c.rest()
	c.reading.Lock()
	number, b, there := c.readNext(h.spare)
	c.reading.Unlock()
	h.spare = nil
	c.mu.Lock()
	c.busy++
	ok = b != nil && c.err == nil
	c.mu.Unlock()
	if ok && there {
		b.prepare()
		c.mu.Lock()
		c.prepared[number] = b
		c.mu.Unlock()
		c.arrived.Broadcast()
	}
	return number, ok
}

// readNext reads the next batch, into a spare one if there is one; it is nil if nothing is
// to be read, and there is false at the end. The caller holds reading.
func (c *crew) readNext(spare *batch) (number int64, b *batch, there bool) {
	number, b = c.begin(spare)
	there = b != nil && c.capture.read(b)
	if b != nil && !there {
		c.mu.Lock()
		c.end = number
		c.mu.Unlock()
		c.arrived.Broadcast()
	}
	return number, b, there
}

// begin gives the next number, and a batch to read into; nil if there is nothing to read.
func (c *crew) begin(spare *batch) (number int64, b *batch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end >= 0 || c.err != nil {
		return 0, nil
	}
	c.begun++
	switch n := len(c.free); {
	case spare != nil:
		b = spare
	case n > 0:
		b, c.free = c.free[n-1], c.free[:n-1]
	default:
		b = &batch{}
	}
	return c.begun - 1, b
}

// finish takes a batch through the other stages; false = no more is wanted.
func (c *crew) finish(number int64, h *hand) bool {
	if !c.enter(ordering, number) {
		return false
	}
	b := c.next()
	c.pass(ordering, nil)
	h.render(b)
	if !c.enter(givingOut, number) {
		return false
	}
	err := h.giveOut(b)
	if b.release() {
		h.spare = b
	}
	c.pass(givingOut, err)
	return err == nil
}

// enter waits until a number may enter a stage; false = no more is wanted.
func (c *crew) enter(stage int, number int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.turn[stage] != number && c.err == nil {
		c.entered[stage].Wait()
	}
	return c.err == nil
}

// pass lets the next number enter a stage, or with an error nobody anything.
func (c *crew) pass(stage int, err error) {
	c.mu.Lock()
	c.turn[stage]++
	if err != nil {
		c.err = err
	}
	c.mu.Unlock()
	c.entered[stage].Broadcast()
	if err != nil {
		c.entered[ordering].Broadcast()
		c.arrived.Broadcast()
		c.rested.Broadcast()
	}
}

// nextPrepared gives the next batch in file order; nil at the end. Who looks ahead may be
// the first to want it, and then reads it.
func (c *crew) nextPrepared() *batch {
	number := c.fetched
	b, begun := c.await(number)
	for !begun {
		if b, begun = c.readOrphan(number); !begun {
			b, begun = c.await(number)
		}
	}
	if b != nil {
		c.fetched++
	}
	return b
}

// await waits for a batch that another worker reads; nil at the end. begun is false if
// nobody reads it.
func (c *crew) await(number int64) (b *batch, begun bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for number < c.begun && number != c.end && c.err == nil {
		if b := c.prepared[number]; b != nil {
			delete(c.prepared, number)
			return b, true
		}
		c.arrived.Wait()
	}
	return nil, number < c.begun || c.end >= 0 || c.err != nil
}

// readOrphan reads and prepares a batch for which a worker will be found later; nil at the
// end. begun is false if another one was faster.
func (c *crew) readOrphan(number int64) (b *batch, begun bool) {
	c.reading.Lock()
	if c.begun > number {
		c.reading.Unlock()
		return nil, false
	}
	_, b, there := c.readNext(nil)
	c.reading.Unlock()
	if b != nil {
		c.mu.Lock()
		c.orphans[number] = true
		c.mu.Unlock()
	}
	if !there {
		return nil, true
	}
	b.prepare()
	return b, true
}

// recycleBatch lets a batch be read into again.
func (c *crew) recycleBatch(b *batch) {
	const enough = 64 // for all workers; looking ahead may have taken more
	if !b.release() {
		return
	}
	c.mu.Lock()
	if len(c.free) < enough {
		c.free = append(c.free, b)
	}
	c.mu.Unlock()
}
