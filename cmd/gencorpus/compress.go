package main

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/klauspost/compress/zstd"
)

var gzipped = compression{packGzip, unpackGzip}
var zstandard = compression{packZstd, unpackZstd}

func packGzip(plain []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(plain) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func unpackGzip(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func packZstd(plain []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // only wrong options fail
	}
	return w.EncodeAll(plain, nil)
}

func unpackZstd(packed []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}

// stored wraps bytes into a gzip stream that is not compressed, so that a cut falls
// where we want it in any release of the compressor.
func stored(plain []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		panic(err) // only wrong levels fail
	}
	_, _ = w.Write(plain)
	_ = w.Close()
	return b.Bytes()
}
