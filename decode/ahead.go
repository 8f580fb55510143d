package decode

import "sync"

// ahead runs the stages up to the ordered one on two goroutines of their own, a few
// batches before those whose records are handed out: one reads and prepares, one keeps the
// order. A bounded number of batches goes round.
type ahead struct {
	prepared chan *batch // in file order; closed at the end
	ordered  chan *batch // with records, in order; closed at the end
	returned chan *batch // to be read into again
	quit     chan struct{}
	done     sync.WaitGroup
}

// batchesAhead is how many batches may wait between two stages.
const batchesAhead = 2

func newAhead(c *Capture) *ahead {
	a := &ahead{
		prepared: make(chan *batch, batchesAhead),
		ordered:  make(chan *batch, batchesAhead),
		returned: make(chan *batch, 2*batchesAhead+3), // all that go round: three are in hands
		quit:     make(chan struct{}),
	}
	a.done.Go(func() { a.prepare(c) })
	a.done.Go(func() { a.order(&queue{capture: c, fetch: a.fetch, recycle: a.giveBack}) })
	return a
}

// prepare fills batches in file order.
func (a *ahead) prepare(c *Capture) {
	defer close(a.prepared)
	for {
		var b *batch
		select {
		case b = <-a.returned:
		default:
			b = &batch{} // the first ones, and those for some that look ahead holds back
		}
		if !c.read(b) {
			return
		}
		b.prepare()
		select {
		case a.prepared <- b:
		case <-a.quit:
			return
		}
	}
}

// fetch gives the next prepared batch; nil at the end.
func (a *ahead) fetch() *batch { return <-a.prepared }

func (a *ahead) order(queue *queue) {
	defer close(a.ordered)
	for b := queue.next(); b != nil; b = queue.next() {
		select {
		case a.ordered <- b:
		case <-a.quit:
			return
		}
	}
}

// giveBack lets a batch be read into again. One that finds no room was made for look ahead.
func (a *ahead) giveBack(b *batch) {
	if !b.release() {
		return
	}
	select {
	case a.returned <- b:
	default:
	}
}

// stop ends the goroutines and waits for them: what is being read comes to its end first.
func (a *ahead) stop() {
	close(a.quit)
	for range a.ordered {
		// until it is closed
	}
	for range a.prepared {
		// the same
	}
	a.done.Wait()
}
