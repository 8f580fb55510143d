package decode

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Options of a run. The zero value recognises everything by content.
type Options struct {
	// Jobs is how many workers decode at once, 0 for one per processor. It never
	// changes the output.
	Jobs int
	// ChunkSize is how many bytes are read at a time, 0 for a good default. It
	// never changes the output.
	ChunkSize int
	// Ports limits the game to these UDP ports, and takes everything there for
	// the game. Empty = recognise by content on any port.
	Ports []PortRange
	// Protocol forces one; empty = recognise by content.
	Protocol Protocol
	// Zone is where the local times of a text log were written; nil = not known:
	// they are taken for UTC.
	Zone *time.Location
	// Dialect of the servers; Undecided = found out from their blocks.
	Dialect message.Dialect
	// Ships is what ship classes there are; nil = those of the game.
	Ships *ship.Catalogue
	// ObjectClasses gives the class of objects whose creation the capture lacks, or
	// whose class it gets wrong.
	ObjectClasses map[uint32]*ship.Class
	// Filter keeps the records that it matches; nil keeps all.
	Filter *Filter
}

// chunkSize is smaller than reading alone would like: what a chunk becomes on its
// way takes ten to twenty times its size, and each worker has one. With smaller ones the
// workers take turns too often.
const chunkSize = 64 << 10

// PortRange is a range of UDP ports, both ends included.
type PortRange struct {
	First, Last uint16
}

func (p PortRange) holds(port uint16) bool { return p.First <= port && port <= p.Last }

// Capture is one capture being decoded, from front to back, once.
type Capture struct {
	name    string
	reader  *capture.Reader
	closer  io.Closer
	options Options
	session *session
	first   *batch // frames that Start has read already
	ledger  Ledger // of the records that have passed
}

// Open reads a capture: pcap or pcapng, plain or compressed. name stands in
// errors. If what r gives is no capture, the error is a *capture.NotCaptureError.
func Open(name string, r io.Reader, options Options) (*Capture, error) {
	if options.ChunkSize <= 0 {
		options.ChunkSize = chunkSize
	}
	reader, err := capture.NewReader(r, capture.Options{ChunkSize: options.ChunkSize, Zone: options.Zone})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if options.Jobs <= 0 {
		options.Jobs = runtime.GOMAXPROCS(0)
	}
	return &Capture{name: name, reader: reader, options: options, session: newSession(options)}, nil
}

// OpenFile reads a capture file.
func OpenFile(path string, options Options) (*Capture, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	c, err := Open(path, f, options)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	c.closer = f
	return c, nil
}

// Close closes the file that OpenFile opened.
func (c *Capture) Close() error {
	if c.closer == nil {
		return nil
	}
	return c.closer.Close()
}

// Name is the name given to Open.
func (c *Capture) Name() string { return c.name }

// BytesRead counts the bytes read from the file so far; safe to call from another
// goroutine, for a progress bar.
func (c *Capture) BytesRead() int64 { return c.reader.BytesRead() }

// Info describes the container; known as soon as the capture is open, but for
// what later parts of the file add.
func (c *Capture) Info() capture.Info { return c.reader.Info() }

// Summary says what the capture held, as far as it has been read.
func (c *Capture) Summary() Summary {
	s := c.session.summary
	s.Info = c.reader.Info()
	s.Size = c.reader.Size()
	s.Damage, s.DamageCount = c.reader.Damage(), c.reader.DamageCount()
	s.Joined = c.session.joiner.Stats()
	s.Links = c.session.tracker.Stats()
	s.Forgotten = c.session.game.ends.Evicted() + c.session.game.names.Evicted() + c.session.knows.forgotten() + c.session.flows.evicted()
	s.Servers = c.session.knows.summary()
	s.Ledger.Add(&c.ledger)
	return s
}

// Start reads the first frames and gives the time of the first one; ok is false if
// the capture has none. It waits for a pipe that has not begun to speak.
func (c *Capture) Start() (at capture.Time, ok bool) {
	if c.first == nil {
		c.first = &batch{}
		if c.reader.Read(&c.first.frames) != nil {
			return at, false
		}
	}
	n, at, _, _ := c.first.frames.Span()
	return at, n > 0
}

// read fills b with the next frames, those that Start has read first. It reports
// whether there were any.
func (c *Capture) read(b *batch) bool {
	b.guesses = c.session.guesses
	if c.first != nil {
		b.frames, c.first.frames = c.first.frames, b.frames
		c.first = nil
		return !b.frames.Empty()
	}
	return c.reader.Read(&b.frames) == nil
}

// Records gives the records in frame order. A record is valid until the next one.
// A damaged capture is no error: the records before the damage come, and where a
// boundary can be found again, those after it; see Summary. Stopping early is
// fine; a capture can be read once.
func (c *Capture) Records() iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		queue := newSequential(c)
		out := newHanding(c)
		for b := queue.next(); b != nil && out.records(b, yield); b = queue.next() {
			queue.release(b)
		}
	}
}

// RecordsAhead gives what Records does, while other goroutines read ahead, unless the
// options say one worker. Neither Summary nor Info is to be asked before the iteration has
// ended.
func (c *Capture) RecordsAhead() iter.Seq[*Record] {
	if c.options.Jobs == 1 {
		return c.Records()
	}
	return func(yield func(*Record) bool) {
		ahead := newAhead(c)
		defer ahead.stop()
		out := newHanding(c)
		for b := range ahead.ordered {
			if !out.records(b, yield) {
				return
			}
			ahead.giveBack(b)
		}
	}
}

// Receiver takes the messages of a capture in frame order, each in one of two forms. They
// are valid until it returns. It may be called by several goroutines, one after the other.
type Receiver interface {
	Record(r *Record)
	Brief(b *Brief)
}

// Deliver gives what RecordsAhead does, but what there is in the short is given so, unless
// the options have a filter.
func (c *Capture) Deliver(to Receiver) {
	if c.options.Filter != nil {
		for r := range c.RecordsAhead() {
			to.Record(r)
		}
		return
	}
	out := newHanding(c)
	if c.options.Jobs == 1 {
		queue := newSequential(c)
		for b := queue.next(); b != nil; b = queue.next() {
			out.deliver(b, to)
			queue.release(b)
		}
		return
	}
	deliver := hand{
		render:  func(*batch) {},
		giveOut: func(b *batch) error { out.deliver(b, to); return nil },
	}
	_ = newCrew(c).run(slices.Repeat([]hand{deliver}, c.options.Jobs)) // delivering cannot fail
}

// handing gives out the messages of batches that are in order.
type handing struct {
	capture *Capture
	matcher *matcher
	decoder contents
	long    Record // of the brief at hand
}

func newHanding(c *Capture) *handing {
	return &handing{capture: c, matcher: c.options.Filter.matcher()}
}

// records gives out all of a batch as records; false = no more are wanted.
func (h *handing) records(b *batch, yield func(*Record) bool) bool {
	for _, turn := range b.order {
		r := b.record(turn, &h.long, h.capture.options.Ships)
		h.fill(r)
		if h.matcher.match(r) && !yield(r) {
			return false
		}
	}
	return true
}

func (h *handing) fill(r *Record) {
	h.decoder.fill(r)
	h.capture.ledger.record(r)
}

func (h *handing) deliver(b *batch, to Receiver) {
	for _, turn := range b.order {
		if turn >= 0 {
			r := &b.turns.records[turn]
			h.fill(r)
			to.Record(r)
			continue
		}
		brief := &b.briefs[^turn]
		h.capture.ledger.brief(brief)
		to.Brief(brief)
	}
}

// Renderer prints records. Each worker has its own.
type Renderer struct {
	// Record appends the printed form of a record to b.
	Record func(b []byte, r *Record) []byte
	// Brief appends what Record does for the same message; done = false leaves it to
	// that. nil = it always is.
	Brief func(b []byte, x *Brief) (out []byte, done bool)
}

// Render prints the records in frame order to w, with as many workers as the
// options say; newRenderer is called once per worker. The output does not depend
// on their number. It returns the first error of w.
func (c *Capture) Render(w io.Writer, newRenderer func() Renderer) error {
	if c.options.Jobs == 1 {
		return c.renderAlone(w, newRenderer())
	}
	var hands []hand
	for range c.options.Jobs {
		own := c.worker(newRenderer())
		hands = append(hands, hand{
			render: func(b *batch) { b.render(&own) },
			giveOut: func(b *batch) error {
				c.ledger.Add(&b.ledger)
				_, err := w.Write(b.output)
				return err
			},
		})
	}
	return newCrew(c).run(hands)
}

func (c *Capture) renderAlone(w io.Writer, render Renderer) error {
	queue := newSequential(c)
	own := c.worker(render)
	for b := queue.next(); b != nil; b = queue.next() {
		b.render(&own)
		c.ledger.Add(&b.ledger)
		if _, err := w.Write(b.output); err != nil {
			return err
		}
		queue.release(b)
	}
	return nil
}

// worker is what one goroutine that renders keeps.
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

// render prints the records of a batch into its output.
func (b *batch) render(w *worker) {
	b.output, b.ledger = b.output[:0], Ledger{}
	for _, turn := range b.order {
		if turn < 0 && w.brief(b, &b.briefs[^turn]) {
			continue
		}
		r := b.record(turn, &w.long, w.catalogue)
		w.contents.fill(r)
		b.ledger.record(r)
		if w.matcher.match(r) {
			b.output = w.render.Record(b.output, r)
		}
	}
}

// brief renders a message in the short; false = it has to become a record.
func (w *worker) brief(b *batch, x *Brief) (done bool) {
	if w.render.Brief == nil || w.matcher != nil {
		return false
	}
	if b.output, done = w.render.Brief(b.output, x); done {
		b.ledger.brief(x)
	}
	return done
}
