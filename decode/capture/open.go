package capture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// ErrNotCapture is what errors.Is finds in the error of [NewReader] when the
// input is not a capture at all.
var ErrNotCapture = errors.New("not a packet capture")

// NotCaptureError says what was found in place of a capture.
type NotCaptureError struct {
	// Found describes it: "an empty file", the first bytes, a broken compressed
	// stream, another format.
	Found string
	// Way says how to make a capture of it; "" = nobody knows.
	Way string
}

func (e *NotCaptureError) Error() string {
	if e.Way != "" {
		return fmt.Sprintf("it is %s; %s", e.Found, e.Way)
	}
	return fmt.Sprintf("%v: found %s; expected pcap or pcapng, plain or compressed with gzip or zstd, or a packet_trace.log", ErrNotCapture, e.Found)
}

// Is makes errors.Is(err, ErrNotCapture) true.
func (e *NotCaptureError) Is(target error) bool { return target == ErrNotCapture }

// magicLength is how many bytes tell the formats apart.
const magicLength = 4

type magic = [magicLength]byte

// maxCompressions is how often a capture may have been compressed. Twice
// happens by mistake; more often is a bomb.
//
//limit:maxCompressions Containers | nested compressions | the file is refused | TestNotACapture, gzip-twice, gzip-thrice
const maxCompressions = 2

// opened is a container that has been recognised: its first bytes, which were
// read to recognise it, and where the rest comes from.
type opened struct {
	head        []byte
	rest        io.Reader
	compression string
	err         error // the error that ended reading while head was read, if any
}

// open takes off compression until a capture's magic number appears.
func open(r io.Reader) (opened, error) {
	o := opened{rest: r}
	for depth := 0; ; depth++ {
		if err := o.peek(); err != nil {
			return o, err
		}
		layer := compressionOf(o.head)
		if layer == "" {
			return o, nil
		}
		if depth == maxCompressions {
			return o, &NotCaptureError{Found: "a file compressed more than twice"}
		}
		if err := o.decompress(layer); err != nil {
			return o, &NotCaptureError{Found: fmt.Sprintf("a %s stream that cannot be read: %v", layer, err)}
		}
	}
}

// peek reads the magic number.
func (o *opened) peek() error {
	o.head = make([]byte, 0, magicLength)
	for len(o.head) < magicLength && o.err == nil {
		var n int
		n, o.err = readSome(o.rest, o.head[len(o.head):magicLength])
		o.head = o.head[:len(o.head)+n]
	}
	if len(o.head) == magicLength {
		return nil
	}
	return o.tooShort()
}

func (o *opened) tooShort() error {
	if o.err != io.EOF && o.compression == "" {
		return fmt.Errorf("reading the capture: %w", o.err)
	}
	found := "an empty file"
	switch {
	case o.err != io.EOF:
		found = fmt.Sprintf("a %s stream that is broken after %d bytes: %v", o.compression, len(o.head), o.err)
	case o.compression != "":
		found = fmt.Sprintf("a %s stream of %d bytes", o.compression, len(o.head))
	case len(o.head) > 0:
		found = fmt.Sprintf("a file of %d bytes: %s", len(o.head), describe(o.head))
	}
	return &NotCaptureError{Found: found}
}

func (o *opened) decompress(layer string) (err error) {
	rest := o.rest
	if o.err != nil {
		rest, o.err = failing{o.err}, nil
	}
	compressed := io.MultiReader(bytes.NewReader(o.head), rest)
	if o.compression != "" {
		o.compression += "+"
	}
	o.compression += layer
	o.rest, err = newMembers(compressed, layer)
	return err
}

// failing returns its error on every read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// compressionOf names the compression that a magic number starts, or "".
func compressionOf(head []byte) string {
	switch {
	case head[0] == 0x1f && head[1] == 0x8b:
		return "gzip"
	case magic(head) == magic{0x28, 0xb5, 0x2f, 0xfd}:
		return "zstd"
	case head[0]&0xf0 == 0x50 && head[1] == 0x2a && head[2] == 0x4d && head[3] == 0x18:
		return "zstd" // a skippable frame, as parallel compressors write first
	}
	return ""
}

// describe shows bytes in hexadecimal and, where they are text, as text.
func describe(head []byte) string {
	for _, c := range head {
		if c < ' ' || c > '~' {
			return fmt.Sprintf("first bytes % x", head)
		}
	}
	return fmt.Sprintf("first bytes % x (%q)", head, head)
}

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
//
//limit:maxEmptyReads Containers | empty reads of a pipe in a row | the input has ended: damage | TestReadErrors
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
