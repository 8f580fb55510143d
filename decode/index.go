package decode

import (
	"errors"
	"io"
	"os"
	"runtime"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/checkpoints"
	"bcdump/decode/record"
)

// Index reaches any message of a capture without reading all that is before it. Messages have
// numbers from 0, in the order in which Records gives them.
//
// It keeps no messages: from time to time Build notes what is known at that point, and a message is
// decoded again from the last such point before it. A capture file is read again where it is, and is not to
// be changed. Of a compressed one, and of a pipe, a temporary file keeps what was read.
//
// Build fills it, once; all other methods may be called while it does, from other goroutines,
// and know of the messages that have come so far.
type Index struct {
	capture   *Capture
	container *checkpoints.Container
	points    *checkpoints.List
	begin     *capture.Mark // where the capture begins, if Start has read on; nil = it has not
}

// OpenIndex begins an index of a capture file. Options.Filter and From do not count: see Match.
func OpenIndex(path string, options Options) (*Index, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	x, err := NewIndex(path, f, options)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	x.capture.closer = f
	return x, nil
}

// NewIndex begins an index of what r gives, which may still be growing. What it has read it keeps
// in a temporary file, which Close removes; of an *os.File that holds a plain capture it reads again what
// it needs. name is as for Open.
func NewIndex(name string, r io.Reader, options Options) (*Index, error) {
	options.Filter, options.From = nil, 0
	file, origin := regular(r)
	c, err := Open(name, r, options)
	if err != nil {
		return nil, err
	}
	if c.Info().Compression != "" {
		file = nil
	}
	x := &Index{capture: c}
	if x.container, err = checkpoints.NewContainer(c.reader, file, origin); err != nil {
		return nil, err
	}
	x.points = checkpoints.New(x.container, checkpoints.Options{Spacing: options.spacing, ChunkSize: c.options.ChunkSize})
	return x, nil
}

// regular gives the plain file that r is, if it is one, and where in it r stands.
func regular(r io.Reader) (f *os.File, at int64) {
	f, ok := r.(*os.File)
	if !ok {
		return nil, 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, 0
	}
	if at, err = f.Seek(0, io.SeekCurrent); err != nil {
		return nil, 0
	}
	return f, at
}

// Close closes files. Build has to have returned, and nobody may use the index any more.
func (x *Index) Close() error { return errors.Join(x.container.Close(), x.capture.Close()) }

// Build reads the capture to its end, or until Options.Interrupt is closed, with as many workers as the
// options say. Of each message, in order, goes to w what the renderer of some worker appends, and to take the message
// itself, nil = nobody wants it; messages count in Len no later than that. The error is one of w, or of the temporary
// file.
func (x *Index) Build(w io.Writer, take func(*Record), newRenderer func() Renderer) error {
	var inOrder record.Decoder
	stages := x.capture.pipeline()
	stages.Read = x.read
	stages.Before = func(b *batch.Batch) { x.points.Before(b, stages.Session) }
	giveOut := func(b *batch.Batch) error { return x.add(b, w, &inOrder, take) }
	if err := x.capture.run(stages, x.capture.rendered(newRenderer), giveOut); err != nil {
		return err
	}
	return x.container.Failed()
}

// read fills b with the next frames, and notes where they begin.
func (x *Index) read(b *batch.Batch) bool {
	b.Mark, x.begin = x.begin, nil
	if b.Mark == nil {
		b.Mark = x.mark()
	}
	if x.capture.read(b) {
		return true
	}
	x.container.End(x.mark())
	return false
}

// mark is how far the capture has been read.
func (x *Index) mark() *capture.Mark {
	mark := x.capture.reader.Mark()
	return &mark
}

// add lets the messages of a batch be asked for, and gives them away.
func (x *Index) add(b *batch.Batch, w io.Writer, decoder *record.Decoder, take func(*Record)) error {
	x.points.Grow(len(b.Records))
	records := b.Wanted()
	for i := range records {
		if take != nil {
			decoder.Take(&records[i])
			take(&records[i])
		}
	}
	if len(b.Output) == 0 {
		return nil
	}
	_, err := w.Write(b.Output)
	return err
}

// Len is how many messages there are so far.
func (x *Index) Len() int { return x.points.Len() }

// Memory counts the bytes that the index takes beside the capture, about. It is to be asked when Build has
// returned.
func (x *Index) Memory() int64 { return x.points.Memory() }

// Summary says what the capture held. It is to be asked when Build has returned.
func (x *Index) Summary() Summary { return x.capture.Summary() }

// Name is the name given to OpenIndex or NewIndex.
func (x *Index) Name() string { return x.capture.Name() }

// Info describes the container; it is to be asked before Build, or when it has returned.
func (x *Index) Info() capture.Info { return x.capture.Info() }

// Start gives the time of the first frame, as that of a Capture does; it is to be asked before Build.
func (x *Index) Start() (at capture.Time, ok bool) {
	if x.begin == nil {
		x.begin = x.mark()
	}
	return x.capture.Start()
}

// ErrNotBegun is why a capture cannot be read again: nothing of it has come.
var ErrNotBegun = errors.New("nothing of the capture has come yet")

// Reopen gives the capture once more, from its beginning up to where Build has come, for whoever goes
// through all of it. It may be called while Build runs. Options.Zone and ChunkSize are those of the index. The index
// has to stay open, and Close of the Capture closes nothing.
func (x *Index) Reopen(options Options) (*Capture, error) {
	reader := x.points.Reader()
	if reader == nil {
		return nil, ErrNotBegun
	}
	if options.Jobs <= 0 {
		options.Jobs = runtime.GOMAXPROCS(0)
	}
	return &Capture{name: x.Name(), reader: reader, options: options, session: newSession(&options)}, nil
}

// Size is how many bytes of the capture, decompressed, have come: BytesRead of a Capture that Reopen gives
// ends there.
func (x *Index) Size() int64 { return x.container.Size() }
