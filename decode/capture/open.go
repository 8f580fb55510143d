package capture

import (
	"bytes"
	"fmt"
	"io"
)

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
