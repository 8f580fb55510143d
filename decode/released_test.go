package decode_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/report/records"
)

// TestReleasedMemory overwrites the memory of batches that are done with. What is kept of
// earlier messages (names, fragments, hashes) must be copies: nothing that is printed
// changes.
func TestReleasedMemory(t *testing.T) {
	entries, err := os.ReadDir(corpusDir)
	if err != nil {
		t.Fatal(err)
	}
	captures := map[string][]byte{"mixed": mixed().data, "busy": busy().data}
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(corpusDir, e.Name()))
		if err == nil && readable(raw) && !strings.HasPrefix(e.Name(), "bomb") {
			captures[e.Name()] = raw
		}
	}
	for name, raw := range captures {
		want := renderWith(t, raw, decode.Options{Jobs: 1, ChunkSize: 1 << 20}, records.JSONLines(records.JSONOptions{Hex: true}))
		for _, o := range []decode.Options{{Jobs: 1, ChunkSize: 100}, {Jobs: 2, ChunkSize: 500}} {
			if got := spoilt(t, raw, o); got != want {
				t.Errorf("%s, %+v: %s", name, o, difference(got, want))
			}
		}
	}
}

func spoilt(t *testing.T, raw []byte, o decode.Options) string {
	t.Helper()
	return renderWith(t, raw, decode.SpoilReleased(o), records.JSONLines(records.JSONOptions{Hex: true}))
}
