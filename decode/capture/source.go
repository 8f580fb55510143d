package capture

import (
	"bufio"
	"errors"
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

// maxEmptyReads is how often in a row a reader may return neither bytes nor an
// error before it is taken for broken, as in package bufio.
const maxEmptyReads = 100

// readSome is one Read that makes progress: at least one byte or an error.
func readSome(r io.Reader, p []byte) (int, error) {
	for range maxEmptyReads {
		n, err := r.Read(p)
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// prefixed gives back bytes that were read ahead, then the rest of r.
type prefixed struct {
	head []byte
	r    io.Reader
}

func (p *prefixed) Read(b []byte) (int, error) {
	if len(p.head) == 0 {
		return p.r.Read(b)
	}
	n := copy(b, p.head)
	p.head = p.head[n:]
	return n, nil
}

// maxZstdWindow is the most memory a zstd stream may ask for. The zstd tool writes
// 8 MiB at most unless it is told otherwise; with this limit no stream takes the
// program beyond 64 MB.
const maxZstdWindow = 16 << 20

// rawBuffer is how much compressed input is read at a time.
const rawBuffer = 64 << 10

// newGzip decompresses r, all members of it.
func newGzip(r io.Reader) (io.Reader, error) {
	return gzip.NewReader(bufio.NewReaderSize(r, rawBuffer))
}

// newZstd decompresses r, all frames of it. With a concurrency of 1 the decoder
// reads no further than the block it hands out, so a growing stream keeps flowing.
func newZstd(r io.Reader) (io.Reader, error) {
	return zstd.NewReader(bufio.NewReaderSize(r, rawBuffer),
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxZstdWindow),
		zstd.WithDecoderMaxMemory(maxZstdWindow))
}
