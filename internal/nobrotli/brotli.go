// Package brotli stands in for the module of this name, which parquet-go imports and bcdump never
// uses: its tables are packed with zstd. In comes what would be packed, out comes an error. The real
// one brings net/http and TLS along: 60 packages, a seventh of the time of a first build, and 2.3 MB
// of a program that sends nothing.
package brotli

import (
	"errors"
	"io"
)

var errAbsent = errors.New("brotli is not part of this program")

// Reader reads nothing.
type Reader struct{}

// NewReader gives a reader that fails.
func NewReader(io.Reader) *Reader { return new(Reader) }

// Read fails.
func (*Reader) Read([]byte) (int, error) { return 0, errAbsent }

// Reset fails.
func (*Reader) Reset(io.Reader) error { return errAbsent }

// WriterOptions are not looked at.
type WriterOptions struct{ Quality, LGWin int }

// Writer writes nothing.
type Writer struct{}

// NewWriterOptions gives a writer that fails.
func NewWriterOptions(io.Writer, WriterOptions) *Writer { return new(Writer) }

// Write fails.
func (*Writer) Write([]byte) (int, error) { return 0, errAbsent }

// Reset does nothing.
func (*Writer) Reset(io.Writer) {}

// Close fails.
func (*Writer) Close() error { return errAbsent }
