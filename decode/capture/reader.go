package capture

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Options of a Reader.
type Options struct {
	// ChunkSize is how many bytes are asked for in one read, 0 or less for
	// 256 KiB. Any size from 1 gives the same frames.
	ChunkSize int
	// Zone is where the local times of a text log were written; nil = not known:
	// they are taken for UTC.
	Zone *time.Location
}

// DefaultChunkSize is large enough to make system calls cheap and small enough
// to stay in a core's cache.
const DefaultChunkSize = 256 << 10

// maxData is the most bytes a frame may have. No capturing tool writes more
// than 256 KiB; a larger length is damage, not a frame.
//
//limit:maxData Containers | bytes of a frame | damage | TestPcapLargestRecord, frame-1mib, caplen-over-limit
const maxData = 1 << 20

// container walks the records of one format.
type container interface {
	// walk appends to b the frames that lie complete in buf, which starts at
	// byte offset base of the container. It returns how many bytes are done
	// with, which may be more than buf has: then the rest is to be thrown away as
	// it arrives. next is what goes on behind them: the container itself, that of another
	// file which begins there, or nil when the capture has ended. final says that
	// buf is all there will ever be; a walk that is final and finds no frame
	// either gives another container or uses up more than buf has.
	walk(buf []byte, base int64, final bool, b *Batch) (used int, next container)
}

// Reader reads the frames of one capture from front to back. Its methods must
// not be called at the same time, except BytesRead.
type Reader struct {
	findings
	raw       *rawReader
	src       io.Reader
	chunk     int
	container container

	base  int64  // offset of the first byte not consumed
	rest  int64  // bytes behind base when the container ended, too few for a record
	carry []byte // bytes read but not consumed, between two calls of Read
	skip  int    // bytes before base still to be thrown away
	ended bool   // src has nothing more
	done  bool   // the container has ended
}

// NewReader recognises the capture in r: gzip and zstd by their magic numbers
// (one inside the other too), then pcap or pcapng. It reads no further than
// the file header, so it does not wait for a growing pipe's first frame.
//
// The error is a [*NotCaptureError] (errors.Is ErrNotCapture) when r is not a
// capture, or wraps the error of r when nothing could be read. A header that
// starts right but is cut is not an error but damage.
func NewReader(r io.Reader, opts Options) (*Reader, error) {
	if opts.ChunkSize <= 0 {
		opts.ChunkSize = DefaultChunkSize
	}
	raw := &rawReader{r: r}
	o, err := open(raw)
	if err != nil {
		return nil, err
	}
	reader := &Reader{raw: raw, src: o.rest, chunk: opts.ChunkSize, carry: o.head}
	reader.info.Compression = o.compression
	reader.endedBy(o.err, int64(len(o.head)))
	if err := reader.openContainer(opts.Zone); err != nil {
		return nil, err
	}
	return reader, nil
}

func (r *Reader) openContainer(zone *time.Location) error {
	head := magic(r.carry)
	if variant, ok := pcapVariants[head]; ok {
		return r.openPcap(variant)
	}
	if head == sectionMagic {
		return r.openPcapng()
	}
	if r.isTraceLog() {
		r.openTraceLog(zone)
		return nil
	}
	r.need(mostMagic)
	return notCapture(r.carry)
}

// need reads until n bytes of the file header are there; false means that the
// input ended first.
func (r *Reader) need(n int) bool {
	for len(r.carry) < n && !r.ended {
		r.carry = slices.Grow(r.carry, n-len(r.carry))
		got, err := readSome(r.src, r.carry[len(r.carry):n])
		r.carry = r.carry[:len(r.carry)+got]
		r.endedBy(err, int64(len(r.carry)))
	}
	return len(r.carry) >= n
}

// more reads once behind the bytes that are there; false means that the input ended.
func (r *Reader) more() bool {
	const step = 4 << 10
	if r.ended {
		return false
	}
	r.carry = slices.Grow(r.carry, step)
	got, err := readSome(r.src, r.carry[len(r.carry):len(r.carry)+step])
	r.carry = r.carry[:len(r.carry)+got]
	r.endedBy(err, int64(len(r.carry)))
	return got > 0
}

// Read fills b with the next frames or logged datagrams, at least one. It returns as soon as one
// read of the input has completed a frame, so that a growing pipe is followed.
// At the end of the capture b is empty and the error io.EOF; no other error is
// ever returned, because damage is recorded (see [Reader.Damage]).
func (r *Reader) Read(b *Batch) error {
	b.reset(r.carry)
	r.carry = r.carry[:0]
	for !r.done {
		used, next := r.container.walk(b.live(), r.base, r.ended, b)
		r.done = next == nil
		r.consume(b, used)
		if r.done {
			r.rest = int64(len(b.live()))
			r.closed()
		}
		if !b.Empty() {
			r.carry = append(r.carry, b.live()...)
		}
		switched := !r.done && next != r.container
		if switched {
			r.container = next
		}
		if !b.Empty() {
			return nil
		}
		if !r.ended && !r.done && !switched {
			r.fill(b)
		}
	}
	return io.EOF
}

// consume steps over used bytes, which may be more than are there.
func (r *Reader) consume(b *Batch, used int) {
	r.base += int64(used)
	r.skip += max(0, used-len(b.live()))
	b.start += min(used, len(b.live()))
}

// fill reads once, behind the bytes that b already has. Bytes that are to be
// skipped are dropped; none is live while there are any.
func (r *Reader) fill(b *Batch) {
	space := b.room(r.chunk, (r.chunk+3)/4)
	n, err := readSome(r.src, space)
	drop := min(n, r.skip)
	r.skip -= drop
	n = copy(space, space[drop:n])
	b.buf = b.buf[:len(b.buf)+n]
	r.endedBy(err, r.base+int64(len(b.live())-r.skip))
}

// ErrStopped is what an input returns from where on it is not to be read: the capture ends there,
// and a frame of which only a part was read is not damaged.
var ErrStopped = errors.New("reading was stopped")

// endedBy notes that the input ended, at offset; any error but io.EOF and ErrStopped is damage.
// It is recorded when the frames before it have been counted.
func (r *Reader) endedBy(err error, offset int64) {
	if err == nil {
		return
	}
	r.ended = true
	if errors.Is(err, ErrStopped) {
		r.done = true
		return
	}
	if err == io.EOF {
		return
	}
	r.breakOffset = offset
	if behind := (*behindError)(nil); errors.As(err, &behind) {
		r.broke = behind.Error()
		return
	}
	what := "reading failed"
	if r.info.Compression != "" {
		what = "the " + r.info.Compression + " stream is broken"
	}
	r.broke = fmt.Sprintf("%s after %d bytes of capture: %v", what, offset, err)
}

// Info describes the container. It grows while a pcapng is read.
func (r *Reader) Info() Info {
	info := r.info
	info.Links = slices.Clone(info.Links)
	return info
}

// Damage returns what was found broken so far, in file order; at most 64
// entries are kept.
func (r *Reader) Damage() []Damage { return slices.Clone(r.damage) }

// DamageCount is how many damages were found so far, including those that
// Damage had no room for.
func (r *Reader) DamageCount() int64 { return r.damageCount }

// Size is how many bytes of the capture have been gone through, after decompression:
// frames, headers and what was stepped over as damaged. Where damage ends the reading of
// a capture, what lies behind it does not count; how much of it there is nobody knows.
func (r *Reader) Size() int64 {
	if r.gaveUp {
		return r.base
	}
	return r.base - int64(r.skip) + r.rest
}

// BytesRead is how many bytes have been taken from the underlying reader,
// before decompression. It may be called from another goroutine at any time.
func (r *Reader) BytesRead() int64 { return r.raw.bytes.Load() }
