package checkpoints

import (
	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/pipeline"
)

// Run goes through the messages from a checkpoint to the next one. To begin one costs as much as some thousand
// messages. One goroutine at a time.
type Run struct {
	list     *List
	number   int // of its checkpoint
	at       int // the message that comes next
	source   section
	reader   *capture.Reader
	sequence *pipeline.Sequence
}

// begin begins a run at the checkpoint before message n, which there has to be.
func (l *List) begin(n int) (*Run, *pipeline.Pipeline) {
	number, p := l.before(n)
	r := &Run{list: l, number: number, at: p.first, source: section{container: l.container, offset: p.mark.Offset()}}
	r.reader = capture.Resume(&p.mark, &r.source, capture.Options{ChunkSize: l.options.ChunkSize})
	session, _ := p.session.Clone()
	return r, &pipeline.Pipeline{Read: r.read, Session: session}
}

// Run begins a run at the checkpoint before message n, which there has to be.
func (l *List) Run(n int) *Run {
	r, stages := l.begin(n)
	stages.Most = r.left
	r.sequence = stages.Sequence()
	return r
}

// Stages gives those that all messages from the checkpoint before message n on go through, as far as the capture has
// come, and the message that comes out first. What comes out behind those that there are by now may be others.
func (l *List) Stages(n int) (stages *pipeline.Pipeline, first int) {
	r, stages := l.begin(n)
	return stages, r.at
}

// Reader reads the capture again from its beginning, up to where it has been read so far; nil = it was not
// begun.
func (l *List) Reader() *capture.Reader {
	_, p := l.before(0)
	if p == nil {
		return nil
	}
	return capture.Resume(&p.mark, &section{container: l.container, offset: p.mark.Offset()}, capture.Options{ChunkSize: l.options.ChunkSize})
}

func (r *Run) read(b *batch.Batch) bool {
	return r.reader.Read(&b.Frames) == nil && !r.source.short
}

// left is how many messages there still are, so far.
func (r *Run) left() int { return r.list.end(r.number) - r.at }

// At is the message that comes next.
func (r *Run) At() int { return r.at }

// Reaches reports whether message n is among those that are still to come, so far.
func (r *Run) Reaches(n int) bool { return r.at <= n && n < r.list.end(r.number) }

// Next gives a batch with the next messages, one at least; nil = there are no more before the checkpoint where it
// ends, or so far. It stays valid if nobody gives it back.
func (r *Run) Next() *batch.Batch {
	for r.left() > 0 {
		b := r.sequence.Next()
		if b == nil || r.source.short {
			return nil
		}
		if len(b.Records) > 0 {
			r.at += len(b.Records)
			return b
		}
		r.sequence.GiveBack(b)
	}
	return nil
}

// GiveBack lets the memory of a batch be used again, once nobody needs its records.
func (r *Run) GiveBack(b *batch.Batch) { r.sequence.GiveBack(b) }
