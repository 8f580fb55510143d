package dataset

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestDamagedMark: whatever byte of an old file is wrong, it is read or taken for damaged; the library
// panics on some.
func TestDamagedMark(t *testing.T) {
	var file bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Name, Text string }](&file, parquet.KeyValueMetadata(keySum, "abc"))
	if _, err := w.Write([]struct{ Name, Text string }{{"a", "b"}, {"c", "d"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	if got := pairs(bytes.NewReader(whole), int64(len(whole))); got[keySum] != "abc" {
		t.Fatalf("%v", got)
	}
	damaged := 0
	for at := range whole {
		for _, bits := range []byte{0x01, 0x80, 0xFF} {
			b := bytes.Clone(whole)
			b[at] ^= bits
			if pairs(bytes.NewReader(b), int64(len(b))) == nil {
				damaged++
			}
		}
	}
	if damaged == 0 {
		t.Error("no wrong byte matters")
	}
}
