package decode

import (
	"errors"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/packets"
	"bcdump/decode/record"
)

// Editor puts plaintext into frames.
type Editor = packets.Editor

// Rendered is a record that the filter keeps, and what was printed of it.
type Rendered struct {
	*Record
	Text []byte
}

// FrameTaker takes the frames of a capture, each with the records of its datagram, and among them
// messages that it completes and lost ones that are given up at that point. f is nil if the datagram
// has no frame, as in a text log, and for what is lost when the capture ends.
//
// Everything is valid until Take returns; what a record says was to be asked by the Renderer.
// Flush is called when there are no more for now.
type FrameTaker interface {
	Take(f *capture.Frame, records []Rendered) error
	Flush() error
}

// RenderFrames gives all frames in order, with what is printed of their records, by as many workers
// as the options say; newRenderer is called once per worker. With a filter only frames come that
// have a record which it keeps. The first error of to ends the run.
func (c *Capture) RenderFrames(to FrameTaker, newRenderer func() Renderer) error {
	out := &frameMerger{to: to, all: c.options.Filter == nil}
	stages := c.pipeline()
	stages.EveryFrame = true
	render := func() func(*batch.Batch) { return c.worker(newRenderer()).renderEach }
	return c.run(stages, render, func(b *batch.Batch) error { return errors.Join(out.batch(b), to.Flush()) })
}

// renderEach prints the records of a batch, and notes where each ends.
func (w *worker) renderEach(b *batch.Batch) {
	b.Output, b.Lines, b.Ledger = b.Output[:0], slices.Grow(b.Lines[:0], len(b.Records)), record.Ledger{}
	for i := range b.Records {
		kind := batch.Far
		if r := &b.Records[i]; w.takes(r, &b.Ledger) {
			b.Output, kind = w.render(b.Output, r), batch.Match
		}
		b.Lines = append(b.Lines, batch.Line{End: len(b.Output), Kind: kind})
	}
}

// frameMerger brings frames and records together.
type frameMerger struct {
	to      FrameTaker
	all     bool // frames without records too
	given   int64
	records []Rendered
}

// batch gives the frames of a batch, or of a piece of one up to its last record.
func (m *frameMerger) batch(b *batch.Batch) error {
	whole := b
	if b.PieceOf != nil {
		whole = b.PieceOf
	}
	frames := whole.Frames.Frames
	for len(frames) > 0 && frames[0].Number <= m.given {
		frames = frames[1:]
	}
	frames, err := m.withRecords(b, frames)
	if b.PieceOf != nil || err != nil {
		return err
	}
	return m.without(frames)
}

// withRecords gives the frames up to the last that has records, and returns the rest.
func (m *frameMerger) withRecords(b *batch.Batch, frames []capture.Frame) ([]capture.Frame, error) {
	for i := 0; i < len(b.Records); {
		n, of := group(b.Records[i:])
		kept := m.kept(b, i, i+n)
		before := 0
		for before < len(frames) && (of.Lost() || frames[before].Number < of.Frame) {
			before++
		}
		if err := m.without(frames[:before]); err != nil {
			return nil, err
		}
		frames = frames[before:]
		var f *capture.Frame
		if len(frames) > 0 && frames[0].Number == of.Frame {
			f, m.given, frames = &frames[0], frames[0].Number, frames[1:]
		}
		if m.all || len(kept) > 0 {
			if err := m.to.Take(f, kept); err != nil {
				return nil, err
			}
		}
		i += n
	}
	return frames, nil
}

// group counts the records of one datagram, and the lost messages before, between and behind them. of is
// the first of the datagram, or a lost message if there are no others.
func group(records []record.Record) (n int, of *record.Record) {
	first := 0
	for first < len(records)-1 && records[first].Lost() {
		first++
	}
	of = &records[first]
	n = first + 1
	for n < len(records) && (records[n].Lost() || records[n].Datagram == of.Datagram && !of.Lost()) {
		n++
	}
	return n, of
}

// kept gives the records of a group that the filter keeps.
func (m *frameMerger) kept(b *batch.Batch, from, to int) []Rendered {
	m.records = m.records[:0]
	start := 0
	if from > 0 {
		start = b.Lines[from-1].End
	}
	for i := from; i < to; i++ {
		if b.Lines[i].Kind == batch.Match {
			m.records = append(m.records, Rendered{&b.Records[i], b.Output[start:b.Lines[i].End]})
		}
		start = b.Lines[i].End
	}
	return m.records
}

// without gives frames that have no records.
func (m *frameMerger) without(frames []capture.Frame) error {
	for i := range frames {
		m.given = frames[i].Number
		if !m.all {
			continue
		}
		if err := m.to.Take(&frames[i], nil); err != nil {
			return err
		}
	}
	return nil
}
