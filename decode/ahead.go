package decode

// ahead runs all stages up to the ordered one on a goroutine of its own, a few batches
// before those whose records are handed out. A fixed number of batches goes round.
type ahead struct {
	ordered  chan *batch // with records, in order; closed at the end
	returned chan *batch // handed out
	quit     chan struct{}
}

// batchesAhead is how many batches may be ordered and not handed out yet.
const batchesAhead = 2

func newAhead(c *Capture) *ahead {
	a := &ahead{
		ordered: make(chan *batch, batchesAhead),
		// Room for all that go round: returning one never waits.
		returned: make(chan *batch, batchesAhead+2),
		quit:     make(chan struct{}),
	}
	go a.run(newSequential(c))
	return a
}

func (a *ahead) run(queue *sequential) {
	defer close(a.ordered)
	for b := queue.next(); b != nil; b = queue.next() {
		select {
		case a.ordered <- b:
		case <-a.quit:
			return
		}
		for len(a.returned) > 0 {
			queue.release(<-a.returned)
		}
	}
}

// stop ends the goroutine and waits for it: what it was reading comes to its end first.
func (a *ahead) stop() {
	close(a.quit)
	for range a.ordered {
		// until it is closed
	}
}
