package decode

import (
	"io"
	"sync"

	"bcdump/decode/ship"
)

// parallel runs the stages at once: one goroutine reads, workers prepare and
// render, the caller's goroutine keeps the order, one writes. A fixed number of
// batches goes round, and those that looking ahead needs, so memory does not grow
// however slow the output is.
type parallel struct {
	queue
	newRenderer func() Renderer
	free        chan *batch   // ready to be read into
	read        chan *batch   // in file order, being prepared
	tasks       chan task     // for any worker
	done        chan *batch   // in order, being rendered
	failed      chan struct{} // closed on the first write error
	quit        chan struct{} // closed when the workers may go
	err         error         // of the writer
}

// task is a stage that a batch is to go through: render it, or else prepare it.
type task struct {
	batch  *batch
	render bool
}

// do does the task and says so.
func (t task) do(w *worker) {
	if t.render {
		t.batch.render(w)
		t.batch.rendered <- struct{}{}
		return
	}
	t.batch.prepare()
	t.batch.prepared <- struct{}{}
}

// worker is what one goroutine of the pool keeps.
type worker struct {
	render    Renderer
	matcher   *matcher
	contents  contents
	catalogue *ship.Catalogue
	long      Record // of the brief at hand
}

func (c *Capture) worker(render Renderer) worker {
	return worker{render: render, matcher: c.options.Filter.matcher(), catalogue: c.options.Ships}
}

func newParallel(c *Capture, newRenderer func() Renderer) *parallel {
	usual := 2*c.options.Jobs + 2
	p := &parallel{
		queue:       queue{capture: c},
		newRenderer: newRenderer,
		free:        make(chan *batch, usual+1),
		read:        make(chan *batch, usual+1),
		tasks:       make(chan task, 2*usual),
		done:        make(chan *batch, usual+1),
		failed:      make(chan struct{}),
		quit:        make(chan struct{}),
	}
	for range usual {
		p.free <- newBatch()
	}
	p.fetch, p.recycle = p.nextPrepared, p.release
	return p
}

// run renders everything into w.
func (p *parallel) run(w io.Writer) error {
	var workers, writer sync.WaitGroup
	for range p.capture.options.Jobs {
		own := p.capture.worker(p.newRenderer())
		workers.Go(func() { p.work(&own) })
	}
	writer.Go(func() { p.write(w) })
	go p.readAll()
	for b := p.next(); b != nil && !p.stopped(); b = p.next() {
		p.tasks <- task{b, true}
		p.done <- b
	}
	close(p.done)
	writer.Wait()
	close(p.quit)
	workers.Wait()
	return p.err
}

// work does tasks until there are no more.
func (p *parallel) work(own *worker) {
	for {
		select {
		case t := <-p.tasks:
			t.do(own)
		case <-p.quit:
			return
		}
	}
}

// readAll fills batches in file order until the end, or until writing has failed:
// it may then still hang in a read of a silent pipe, but nobody waits for it.
func (p *parallel) readAll() {
	defer close(p.read)
	for {
		var b *batch
		select {
		case b = <-p.free:
		case <-p.quit:
			return
		}
		if !p.capture.read(b) {
			return
		}
		select {
		case p.tasks <- task{b, false}:
		case <-p.quit:
			return
		}
		select {
		case p.read <- b:
		case <-p.quit:
			return
		}
	}
}

// nextPrepared gives the next batch in file order.
func (p *parallel) nextPrepared() *batch {
	if len(p.waiting) > 0 {
		// Looking ahead holds batches back: with another one the reader never waits for
		// one of them.
		select {
		case p.free <- newBatch():
		default: // it has some
		}
	}
	select {
	case b, ok := <-p.read:
		if !ok {
			return nil
		}
		<-b.prepared
		return b
	case <-p.failed:
		return nil
	}
}

func (p *parallel) stopped() bool {
	select {
	case <-p.failed:
		return true
	default:
		return false
	}
}

// write puts out the batches in order. After an error it only lets them go.
func (p *parallel) write(w io.Writer) {
	for b := range p.done {
		<-b.rendered
		p.capture.ledger.Add(&b.ledger)
		if p.err == nil {
			if _, p.err = w.Write(b.output); p.err != nil {
				close(p.failed)
			}
		}
		p.release(b)
	}
}

// release lets a batch be read into again.
func (p *parallel) release(b *batch) {
	if !b.release() {
		return
	}
	select {
	case p.free <- b:
	default: // one more than usual, made to look ahead
	}
}
