package reporttest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/must"
)

// Corpus is where the captures of this project are.
const Corpus = "../../testdata/pcaps"

// Shipped gives the captures of the corpus by name; what is no capture is left out.
func Shipped(t testing.TB) map[string][]byte {
	t.Helper()
	paths := must.Get(filepath.Glob(filepath.Join(Corpus, "*.*")))(t)
	files := map[string][]byte{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".json") {
			continue
		}
		raw := must.Get(os.ReadFile(path))(t)
		if _, err := decode.Open(name, bytes.NewReader(raw), decode.Options{}); err == nil {
			files[name] = raw
		}
	}
	return files
}

// Open opens a capture that is in memory, and ends the test if it is none.
func Open(t testing.TB, name string, raw []byte, o decode.Options) *decode.Capture {
	t.Helper()
	return must.Get(decode.Open(name, bytes.NewReader(raw), o))(t)
}

// FilterOf compiles an expression; "" keeps everything.
func FilterOf(t testing.TB, expression string) *decode.Filter {
	t.Helper()
	if expression == "" {
		return nil
	}
	return must.Get(decode.NewFilter(expression))(t)
}
