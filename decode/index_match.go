package decode

import (
	"errors"

	"bcdump/decode/internal/batch"
)

// errMatched ends a run over messages of an index that goes on behind those that were wanted.
var errMatched = errors.New("all messages were matched")

// Match applies a filter to the messages from number n on, with as many workers as the options say. take
// is told in order which of them it keeps: kept[i] is about message first+i. It ends with the last message
// that there is when it gets there, when stop is closed, or at the first error of take.
func (x *Index) Match(filter *Filter, n int, stop <-chan struct{}, take func(first int, kept []bool) error) error {
	c := &Capture{name: x.Name(), options: Options{Filter: filter, NoLedger: true, Jobs: x.capture.options.Jobs}}
	for n = max(n, 0); n < x.Len() && !closed(stop); {
		stages, at := x.points.Stages(n)
		end := x.Len() // what is behind it may have been read only in part
		err := c.run(stages, c.rendersNothing, func(b *batch.Batch) error {
			first := at
			at += len(b.Lines)
			if err := matched(b, first, n, end, take); err != nil || at < end && !closed(stop) {
				return err
			}
			return errMatched
		})
		if err != nil && !errors.Is(err, errMatched) {
			return err
		}
		n = end
	}
	return nil
}

// rendersNothing notes which records of a batch the filter keeps.
func (c *Capture) rendersNothing() func(*batch.Batch) {
	return c.worker(func(b []byte, _ *Record) []byte { return b }).renderEach
}

// matched tells of those messages of a batch, which begins with message first, that lie between two numbers.
func matched(b *batch.Batch, first, from, end int, take func(first int, kept []bool) error) error {
	from, end = max(from, first), min(end, first+len(b.Lines))
	if from >= end {
		return nil
	}
	kept := make([]bool, end-from)
	for i := range kept {
		kept[i] = b.Lines[from-first+i].Kind == batch.Match
	}
	return take(from, kept)
}
