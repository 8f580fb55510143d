package reporttest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
)

// Corpus is where the captures of this project are.
const Corpus = "../../testdata/pcaps"

// Shipped gives the captures of the corpus by name; what is no capture is left out.
func Shipped(t testing.TB) map[string][]byte {
	t.Helper()
	return captures(t, filepath.Join(Corpus, "*.*"), 1<<30)
}

// Outside gives the captures of the folder that BCDUMP_SHARED names, up to a size in
// bytes; without the variable the test is skipped. Those over 700 KiB take a heavy run.
func Outside(t testing.TB, largest int64) map[string][]byte {
	t.Helper()
	shared := os.Getenv("BCDUMP_SHARED")
	if shared == "" {
		t.Skip("BCDUMP_SHARED is not set")
	}
	if testing.Short() {
		largest = min(largest, 450<<10)
	}
	largest = min(largest, heavy.Scale[int64](700<<10, largest))
	files := captures(t, filepath.Join(shared, "captures", "*.pcap*"), largest)
	if len(files) == 0 {
		t.Fatalf("no captures in %s", shared)
	}
	return files
}

func captures(t testing.TB, pattern string, largest int64) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		name := filepath.Base(path)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > largest || strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".json") {
			continue
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decode.Open(name, bytes.NewReader(raw), decode.Options{}); err == nil {
			files[name] = raw
		}
	}
	return files
}

// Open opens a capture that is in memory, and ends the test if it is none.
func Open(t testing.TB, name string, raw []byte, o decode.Options) *decode.Capture {
	t.Helper()
	c, err := decode.Open(name, bytes.NewReader(raw), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// FilterOf compiles an expression; "" keeps everything.
func FilterOf(t testing.TB, expression string) *decode.Filter {
	t.Helper()
	if expression == "" {
		return nil
	}
	f, err := decode.NewFilter(expression)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
