package decode

import (
	"io"
	"slices"

	"bcdump/decode/internal/batch"
	"bcdump/decode/record"
)

// Context says what is printed around the records that a filter keeps.
type Context struct {
	// Before and After count records of the capture, MostContext at most.
	Before, After int
	// Separator is printed between groups of records that do not follow one another.
	Separator string
	// NewRenderer is that of records around those that the filter keeps.
	NewRenderer func() Renderer
}

// MostContext is how many records can be printed before and after one that the filter keeps.
// limit:MostContext Work in progress | context, in messages (`-A`, `-B`, `-C`) | refused | TestContext, TestScripts
const MostContext = 1000

// mostContextBytes is how much of what is printed waits for a match behind it. Lines that are
// further away are left out.
//
//limit:mostContextBytes Work in progress | bytes of output kept as context before a possible match (`-C`, `-B`) | the oldest lines are left out | TestContextBytes
const mostContextBytes = 8 << 20

// RenderContext is Render that prints other records beside those that the filter keeps, and each
// once.
func (c *Capture) RenderContext(w io.Writer, newRenderer func() Renderer, around Context) error {
	out := &contextWriter{Context: around}
	render := func() func(*batch.Batch) {
		own, near := c.worker(newRenderer()), around.NewRenderer()
		return func(b *batch.Batch) { own.renderNear(b, &around, near) }
	}
	return c.run(c.pipeline(), render, func(b *batch.Batch) error {
		_, err := w.Write(out.of(b))
		return err
	})
}

// renderNear prints the records of a batch that the filter keeps, and those that it may be near
// to: those at either end of the batch too.
func (w *worker) renderNear(b *batch.Batch, around *Context, near Renderer) {
	b.Output, b.Lines, b.Ledger = b.Output[:0], slices.Grow(b.Lines[:0], len(b.Records)), record.Ledger{}
	for i := range b.Records {
		kind := batch.Far
		if i >= b.Skip && w.takes(&b.Records[i], &b.Ledger) {
			kind = batch.Match
		}
		b.Lines = append(b.Lines, batch.Line{Kind: kind})
	}
	markNear(b.Lines[b.Skip:], around)
	for i := range b.Lines {
		switch b.Lines[i].Kind {
		case batch.Match:
			b.Output = w.render(b.Output, &b.Records[i])
		case batch.Near:
			b.Output = near(b.Output, &b.Records[i])
		}
		b.Lines[i].End = len(b.Output)
	}
}

// markNear marks what a match may be near to.
func markNear(lines []batch.Line, around *Context) {
	near := func(i, left, most int) int {
		switch {
		case lines[i].Kind == batch.Match:
			return most
		case left > 0:
			lines[i].Kind = batch.Near
		}
		return left - 1
	}
	left := around.After
	for i := range lines {
		left = near(i, left, around.After)
	}
	left = around.Before
	for i := len(lines) - 1; i >= 0; i-- {
		left = near(i, left, around.Before)
	}
}

// contextWriter chooses from the lines of batches, in order.
type contextWriter struct {
	Context
	out     []byte
	waiting [][]byte // lines before a match that may come
	bytes   int      // of them
	after   int      // lines that are still to be printed behind the last match
	begun   bool     // something was printed
	gap     bool     // something was left out since
}

// of gives what is to be printed when a batch is there. It is valid until the next one.
func (c *contextWriter) of(b *batch.Batch) []byte {
	c.out = c.out[:0]
	start := 0
	for _, line := range b.Lines {
		c.take(b.Output[start:line.End], line.Kind)
		start = line.End
	}
	return c.out
}

func (c *contextWriter) take(line []byte, kind batch.LineKind) {
	switch {
	case kind == batch.Match:
		c.match(line)
	case c.after > 0:
		c.after--
		c.out = append(c.out, line...)
	case kind == batch.Far || c.Before == 0:
		c.forget(len(c.waiting))
		c.gap = true
	default:
		c.wait(line)
	}
}

// match prints a line, and before it those that wait.
func (c *contextWriter) match(line []byte) {
	if c.begun && c.gap {
		c.out = append(c.out, c.Separator...)
	}
	for _, before := range c.waiting {
		c.out = append(c.out, before...)
	}
	c.forget(len(c.waiting))
	c.out = append(c.out, line...)
	c.begun, c.gap, c.after = true, false, c.After
}

// wait keeps a line for a match behind it. The memory of the batch is used again.
func (c *contextWriter) wait(line []byte) {
	c.waiting = append(c.waiting, slices.Clone(line))
	c.bytes += len(line)
	for len(c.waiting) > c.Before || c.bytes > mostContextBytes {
		c.forget(1)
		c.gap = true
	}
}

// forget drops the first lines that wait.
func (c *contextWriter) forget(n int) {
	for _, line := range c.waiting[:n] {
		c.bytes -= len(line)
	}
	c.waiting = slices.Delete(c.waiting, 0, n)
}
