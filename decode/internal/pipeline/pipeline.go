// Package pipeline moves the batches of a capture through the stages: read, prepare, order,
// render, deliver.
//
// In comes a function that reads frames, and the session of the capture; out go batches with
// records, in order, to sinks that render and give them out. One worker does it all in turn, or
// several share the stages. A slow sink stops the rest, and memory does not grow; the result
// is the same for any number of workers.
//
// The package must not know what records say, or what is made of them.
package pipeline

import (
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/session"
)

// Pipeline is the way of one capture.
type Pipeline struct {
	// Read fills a batch with the next frames; false = there are no more. It is called by one
	// goroutine at a time.
	Read    func(*batch.Batch) bool
	Session *session.Session
	// EveryFrame says that sinks want the bytes of frames without a datagram too.
	EveryFrame bool
	// From is the number of the first frame that is wanted: records before the first one of it, or of
	// a later one, are skipped.
	From int64
	// Released is for tests: it sees batches that are done with; nil = nobody does.
	Released func(*batch.Batch)
}

// Sink is what one worker does with a batch that has its records.
type Sink struct {
	// Render is called by all workers at once, each with its own sink.
	Render func(*batch.Batch)
	// GiveOut is called in the order of batches, by one worker at a time. Its first error ends
	// the run.
	GiveOut func(*batch.Batch) error
}

// Run takes everything through the stages, with one worker for each sink, but no more than there
// can be batches for at once. It gives the first error of giving out. It panics when a worker does:
// with a *Panic if there are several.
func (p *Pipeline) Run(sinks []Sink) error {
	sinks = sinks[:min(len(sinks), maxWorkers)]
	if len(sinks) > 1 {
		return newWorkers(p).run(sinks)
	}
	for b := range p.Batches() {
		sinks[0].Render(b)
		if err := sinks[0].GiveOut(b); err != nil {
			return err
		}
	}
	return nil
}

// release is called when a batch is done with. It reports whether its memory may be used
// again from now on.
func (p *Pipeline) release(b *batch.Batch) bool {
	if p.Released != nil {
		p.Released(b)
	}
	return !b.NoReuse
}
