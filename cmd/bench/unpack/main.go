// Unpack decompresses a gzip or zstd file as bcdump does, and throws the bytes away: the
// least time that any report on a compressed capture can take.
//
// What comes in: the name of a file that ends with .gz or .zst. What goes out: the exit
// status. It must not know what a capture is.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: unpack FILE")
		os.Exit(2)
	}
	if err := unpack(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "unpack:", err)
		os.Exit(1)
	}
}

func unpack(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	r, err := newReader(name, bufio.NewReaderSize(file, 64<<10))
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r}, make([]byte, 64<<10))
	return err
}

// newReader has the settings of decode/capture.
func newReader(name string, r io.Reader) (io.Reader, error) {
	if strings.HasSuffix(name, ".zst") {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	}
	return gzip.NewReader(r)
}
