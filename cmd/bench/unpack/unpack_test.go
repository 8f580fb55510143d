package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// A whole file is no error; one that is cut is, which shows that all of it is read.
func TestUnpack(t *testing.T) {
	data := bytes.Repeat([]byte("some bytes that repeat "), 50_000)
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for suffix, packed := range map[string][]byte{".gz": zipped.Bytes(), ".zst": z.EncodeAll(data, nil)} {
		path := filepath.Join(t.TempDir(), "file"+suffix)
		for _, cut := range []int{0, 3} {
			if err := os.WriteFile(path, packed[:len(packed)-cut], 0o600); err != nil {
				t.Fatal(err)
			}
			if err := unpack(path); (err != nil) != (cut > 0) {
				t.Errorf("%s without %d bytes: %v", suffix, cut, err)
			}
		}
	}
}
