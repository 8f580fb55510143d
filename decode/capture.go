package decode

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/pipeline"
	"bcdump/decode/internal/session"
	"bcdump/decode/message"
	"bcdump/decode/query"
	"bcdump/decode/record"
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
	// From is the number of a frame: records before the first one of it, or of a later frame, are
	// neither given nor booked, and packets before it are not written. RenderFrames has no use for it.
	From int64
	// NoLedger leaves the fields of the ledger in the Summary empty that follow from records. It
	// spares to decode records that nobody else asks anything about.
	NoLedger bool
	// Copies lets Deliver give the records of copies of datagrams too.
	Copies bool
	// Interrupt ends the capture when it is closed, as if nothing came behind what has been
	// read; nil = nobody does.
	Interrupt <-chan struct{}

	// For tests.
	generalOnly bool               // no message takes the fast path
	protocols   []session.Protocol // beside those that are known
	released    func(*batch.Batch) // sees batches that are done with; nil = nobody does
}

// chunkSize is smaller than reading alone would like: what a chunk becomes on its
// way takes ten to twenty times its size, and each worker has one. With smaller ones the
// workers take turns too often.
//
//limit:chunkSize Work in progress | bytes of the capture in a batch | the next batch; a larger frame has a batch of its own | TestInvariance
const chunkSize = 64 << 10

// Capture is one capture being decoded, from front to back, once.
type Capture struct {
	name    string
	reader  *capture.Reader
	closer  io.Closer
	options Options
	session *session.Session
	first   *batch.Batch  // frames that Start has read already
	ledger  record.Ledger // of the records that have passed
	matched atomic.Int64  // records that the filter has kept
}

// Open reads a capture: pcap or pcapng, plain or compressed. name stands in
// errors, and filters know it as "file". If what r gives is no capture, the error is a *capture.NotCaptureError.
func Open(name string, r io.Reader, options Options) (*Capture, error) {
	if options.ChunkSize <= 0 {
		options.ChunkSize = chunkSize
	}
	reader, err := capture.NewReader(interruptible(r, options.Interrupt), capture.Options{ChunkSize: options.ChunkSize, Zone: options.Zone})
	if other := (*capture.NotCaptureError)(nil); errors.As(err, &other) {
		if f, ok := r.(*os.File); ok && f.Name() == name {
			err = other.Named(name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if options.Jobs <= 0 {
		options.Jobs = runtime.GOMAXPROCS(0)
	}
	return &Capture{name: name, reader: reader, options: options, session: newSession(&options)}, nil
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
	s := c.session.Summary()
	s.Info = c.reader.Info()
	s.Size = c.reader.Size()
	s.Damage, s.DamageCount = c.reader.Damage(), c.reader.DamageCount()
	s.Ledger.Add(&c.ledger)
	s.Matched = c.matched.Load()
	if c.options.Filter == nil {
		s.Matched = s.Records
	}
	return s
}

// Start reads the first frames and gives the time of the first one; ok is false if
// the capture has none. It waits for a pipe that has not begun to speak.
func (c *Capture) Start() (at capture.Time, ok bool) {
	if c.first == nil {
		c.first = &batch.Batch{}
		if c.reader.Read(&c.first.Frames) != nil {
			return at, false
		}
	}
	n, at, _, _ := c.first.Frames.Span()
	return at, n > 0
}

// read fills b with the next frames, those that Start has read first. It reports
// whether there were any.
func (c *Capture) read(b *batch.Batch) bool {
	if c.first != nil {
		b.Frames, c.first.Frames = c.first.Frames, b.Frames
		c.first = nil
		return !b.Frames.Empty()
	}
	return !closed(c.options.Interrupt) && c.reader.Read(&b.Frames) == nil
}

// Records gives the records in frame order. A record is valid until the next one.
// A damaged capture is no error: the records before the damage come, and where a
// boundary can be found again, those after it; see Summary. Stopping early is
// fine; a capture can be read once.
func (c *Capture) Records() iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		out := c.worker(nil)
		for b := range c.pipeline().Batches() {
			records := b.Wanted()
			for i := range records {
				if r := &records[i]; out.takes(r, &c.ledger) && !yield(r) {
					return
				}
			}
		}
	}
}

// Deliver gives what Records does, but for copies of datagrams, with as many workers as the options say. take is called
// by one goroutine at a time, but not always by the same one; its first error ends the run.
// Neither Summary nor Info is to be asked before Deliver has returned.
func (c *Capture) Deliver(take func(*Record) error) error { return c.DeliverBeside(take, nil) }

// DeliverBeside is Deliver to two: beside takes each record too, after take. If there are several workers, and no
// filter, it runs at the same time and gets copies: it must not ask what take has learned. nil = there is nobody.
func (c *Capture) DeliverBeside(take, beside func(*Record) error) error {
	switch {
	case beside == nil:
		return c.deliver(take, nil)
	case c.options.Jobs > 1 && c.options.Filter == nil:
		return c.deliver(take, &aside{take: beside, done: make(chan error)})
	}
	return c.deliver(func(r *Record) error {
		if err := take(r); err != nil {
			return err
		}
		return beside(r)
	}, nil)
}

// deliver gives records to take, and meanwhile to beside; nil = to nobody else.
func (c *Capture) deliver(take func(*Record) error, beside *aside) error {
	out := c.worker(nil)
	return c.run(c.pipeline(), unrendered, func(b *batch.Batch) (err error) {
		records := b.Wanted()
		if beside != nil {
			beside.begin(records)
			defer func() { err = beside.end(err) }()
		}
		for i := range records {
			r := &records[i]
			if r.CopyOf != 0 && !c.options.Copies || !out.takes(r, &c.ledger) {
				continue
			}
			if err := take(r); err != nil {
				return err
			}
		}
		return nil
	})
}

// aside takes copies of the records of a batch on a goroutine of its own.
type aside struct {
	take    func(*Record) error
	decoder record.Decoder
	copies  []Record
	done    chan error // what take said, or a *pipeline.Panic
}

func (a *aside) begin(records []Record) {
	a.copies = record.Copies(a.copies[:0], records)
	go func() {
		defer func() {
			if reason := recover(); reason != nil {
				a.done <- &pipeline.Panic{Reason: reason, Stack: debug.Stack()}
			}
		}()
		a.done <- a.takeAll()
	}()
}

func (a *aside) takeAll() error {
	for i := range a.copies {
		if a.copies[i].CopyOf != 0 {
			continue
		}
		a.decoder.Take(&a.copies[i])
		if err := a.take(&a.copies[i]); err != nil {
			return err
		}
	}
	return nil
}

// end waits. It gives the error that there was first, or else that of take, whose panic is one of the caller.
func (a *aside) end(first error) error {
	err := <-a.done
	if broken, ok := err.(*pipeline.Panic); ok { //nolint:errorlint // nobody has wrapped it
		panic(broken)
	}
	if first != nil {
		return first
	}
	return err
}

// Renderer appends the printed form of a record to b. Each worker has its own.
type Renderer func(b []byte, r *Record) []byte

// Render prints the records in frame order to w, with as many workers as the
// options say; newRenderer is called once per worker. The output does not depend
// on their number. It returns the first error of w.
func (c *Capture) Render(w io.Writer, newRenderer func() Renderer) error {
	return c.run(c.pipeline(), c.rendered(newRenderer), func(b *batch.Batch) error {
		_, err := w.Write(b.Output)
		return err
	})
}

// run takes the capture through the stages: each worker has what render makes for it, and giveOut gets the batches
// in order.
func (c *Capture) run(stages *pipeline.Pipeline, render func() func(*batch.Batch), giveOut func(*batch.Batch) error) error {
	var sinks []pipeline.Sink
	for range c.options.Jobs {
		sinks = append(sinks, pipeline.Sink{Render: render(), GiveOut: func(b *batch.Batch) error {
			c.ledger.Add(&b.Ledger)
			return giveOut(b)
		}})
	}
	return stages.Run(sinks)
}

// rendered prints the records of batches into their outputs.
func (c *Capture) rendered(newRenderer func() Renderer) func() func(*batch.Batch) {
	return func() func(*batch.Batch) { return c.worker(newRenderer()).renderAll }
}

// unrendered is for records that are asked for when they are given out.
func unrendered() func(*batch.Batch) { return func(*batch.Batch) {} }

func (c *Capture) pipeline() *pipeline.Pipeline {
	return &pipeline.Pipeline{Read: c.read, Session: c.session, From: c.options.From, Released: c.options.released}
}

// worker is what one goroutine that hands out records keeps.
type worker struct {
	render  Renderer
	matcher *query.Matcher
	decoder record.Decoder
	matched *atomic.Int64
	books   bool
}

func (c *Capture) worker(render Renderer) *worker {
	return &worker{render: render, matcher: c.options.Filter.Matcher(c.name), matched: &c.matched, books: !c.options.NoLedger}
}

// takes books a record, and reports whether the filter keeps it.
func (w *worker) takes(r *Record, ledger *record.Ledger) bool {
	w.decoder.Take(r)
	switch {
	case !w.books || r.CopyOf != 0: // a copy is booked as a whole
	case r.Walked:
		ledger.BookWalked(r)
	default:
		ledger.Book(r)
	}
	if w.matcher == nil {
		return true
	}
	if !w.matcher.Match(r) {
		return false
	}
	w.matched.Add(1)
	return true
}

// renderAll prints the records of a batch into its output.
func (w *worker) renderAll(b *batch.Batch) {
	b.Output, b.Ledger = b.Output[:0], record.Ledger{}
	records := b.Wanted()
	for i := range records {
		if r := &records[i]; w.takes(r, &b.Ledger) {
			b.Output = w.render(b.Output, r)
		}
	}
}

func newSession(o *Options) *session.Session {
	return session.New(session.Options{
		Ports: o.Ports, Protocol: o.Protocol, Dialect: o.Dialect, Ships: o.Ships, ObjectClasses: o.ObjectClasses,
		GeneralOnly: o.generalOnly, Protocols: o.protocols,
	})
}
