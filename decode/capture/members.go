package capture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// rawReader stands between us and the caller's reader. It counts bytes for a
// progress bar.
type rawReader struct {
	r     io.Reader
	bytes atomic.Int64
}

var errBadCount = errors.New("reader returned an impossible count")

func (c *rawReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if n < 0 || n > len(p) {
		return 0, errBadCount
	}
	c.bytes.Add(int64(n))
	return n, err
}

// maxZstdWindow is the most memory a zstd stream may ask for. The zstd tool writes
// 8 MiB at most unless it is told otherwise; with this limit no stream takes the
// program beyond 64 MB.
//
//limit:maxZstdWindow Containers | window of a zstd stream, in bytes | the file is refused or damaged | TestZstdWindowIsBounded, zstd-largest-window, zstd-window-refused
const maxZstdWindow = 16 << 20

// rawBuffer is how much compressed input is read at a time.
const rawBuffer = 64 << 10

// members decompresses what `cat` made of compressed files: gzip members and zstd frames one after the other.
// Zeros between and behind them are padding, as tapes and block devices have it. A capture that is not
// compressed may stand behind them. Anything else is a *behindError, when all before it has been given.
//
// It reads no further than the end of a member before all of it has been given, so a growing stream keeps flowing.
type members struct {
	in   *bufio.Reader
	at   *rawReader // below in: counts what in has taken
	kind string     // of the first
	now  io.Reader  // nil = between two
	gzip *gzip.Reader
	zstd *zstd.Decoder
}

// newMembers begins with a stream of a kind, of which r has all bytes.
func newMembers(r io.Reader, kind string) (*members, error) {
	at := &rawReader{r: r}
	m := &members{in: bufio.NewReaderSize(at, rawBuffer), at: at, kind: kind}
	err := m.begin(kind)
	return m, err
}

func (m *members) Read(p []byte) (int, error) {
	for {
		if m.now == nil {
			if err := m.next(); err != nil {
				return 0, err
			}
		}
		n, err := m.now.Read(p)
		if err == io.EOF {
			m.now, err = nil, nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// begin opens a member of a kind.
func (m *members) begin(kind string) (err error) {
	if kind == "gzip" {
		if m.gzip == nil {
			m.gzip = new(gzip.Reader)
		}
		err = m.gzip.Reset(m.in)
		m.gzip.Multistream(false)
		m.now = m.gzip
		return err
	}
	frame := &zstdFrame{in: m.in}
	if m.zstd == nil {
		// With a concurrency of 1 the decoder reads no further than the block it hands out.
		m.zstd, err = zstd.NewReader(frame,
			zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxZstdWindow),
			zstd.WithDecoderMaxMemory(maxZstdWindow))
	} else {
		err = m.zstd.Reset(frame)
	}
	m.now = m.zstd
	return err
}

// next looks what stands behind a member.
func (m *members) next() error {
	for {
		b, err := m.in.ReadByte()
		if err != nil {
			return err // io.EOF, or why there is no more
		}
		if b != 0 {
			break
		}
	}
	_ = m.in.UnreadByte()
	head, err := m.in.Peek(magicLength)
	if len(head) == magicLength {
		if kind := compressionOf(head); kind != "" {
			return m.begin(kind)
		}
		if isFileMagic(binary.LittleEndian.Uint32(head)) {
			m.now = m.in
			return nil
		}
	} else if err != nil && err != io.EOF {
		return err
	}
	return &behindError{m.kind, m.at.bytes.Load() - int64(m.in.Buffered()), describe(head)}
}

// behindError says that bytes stand behind a compressed stream which are none of it.
type behindError struct {
	kind  string
	at    int64 // where, in the compressed file
	found string
}

func (e *behindError) Error() string {
	return fmt.Sprintf("the %s stream ends, and from byte %d of the file on stands something else, which is not read: %s", e.kind, e.at, e.found)
}

// zstdFrame gives the bytes of one zstd frame, because the decoder reads all frames in a row, and some bytes of
// what is none:
//
//	magic u32, descriptor u8, window, dictionary, size of the content; blocks; checksum u32
//	block: header u24 (bit 0: last, bits 1 and 2: type, then size), content
//	skippable: magic u32, size u32, content
type zstdFrame struct {
	in    *bufio.Reader
	left  int64 // of the part that is being given
	sum   bool  // a checksum follows the last block
	begun bool
	ended bool
}

func (f *zstdFrame) Read(p []byte) (int, error) {
	for f.left == 0 {
		if f.ended {
			return 0, io.EOF
		}
		if err := f.part(); err != nil {
			return 0, err
		}
	}
	n, err := f.in.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	return n, err
}

// part measures the next part of the frame. What the decoder will refuse may have any length.
func (f *zstdFrame) part() error {
	if f.begun {
		head, err := f.peek(3)
		if err != nil || len(head) < 3 {
			return err
		}
		header := uint32(head[0]) | uint32(head[1])<<8 | uint32(head[2])<<16
		f.left = 3 + int64(header>>3)
		if kind := header >> 1 & 3; kind == 1 { // one byte, repeated
			f.left = 3 + 1
		}
		if f.ended = header&1 != 0; f.ended && f.sum {
			f.left += 4
		}
		return nil
	}
	f.begun = true
	head, err := f.peek(5)
	if err != nil || len(head) < 5 {
		return err
	}
	if head[0]&0xf0 == 0x50 {
		if head, err = f.peek(8); err == nil && len(head) == 8 {
			f.left, f.ended = 8+int64(binary.LittleEndian.Uint32(head[4:])), true
		}
		return err
	}
	descriptor := head[4]
	f.sum = descriptor&4 != 0
	f.left = 5 + [4]int64{0, 1, 2, 4}[descriptor&3] + [4]int64{0, 2, 4, 8}[descriptor>>6]
	if single := descriptor&0x20 != 0; !single || descriptor>>6 == 0 {
		f.left++ // a window; or a size of one byte in its place
	}
	return nil
}

// peek gives the next n bytes. If the stream ends before, the decoder is to see the bytes that there are.
func (f *zstdFrame) peek(n int) ([]byte, error) {
	head, err := f.in.Peek(n)
	if err == io.EOF && len(head) > 0 {
		f.left, f.ended, err = int64(len(head)), true, nil
	}
	return head, err
}
