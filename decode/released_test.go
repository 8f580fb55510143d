package decode_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// TestReleasedMemory overwrites the memory of batches that are done with. What is kept of
// earlier messages (names, fragments, hashes) must be copies: nothing that is printed
// changes.
func TestReleasedMemory(t *testing.T) {
	heavy.SkipRace(t, "TestInvariance and TestPieces have the same goroutines")
	entries := must.Get(os.ReadDir(corpusDir))(t)
	captures := map[string][]byte{"mixed": mixed().data, "busy": busy().data}
	for _, e := range heavy.Some(entries, 3) {
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

// TestPieces reads batches of 50,000 and more messages: there are never many records at once, and
// they are the same as those of small batches.
func TestPieces(t *testing.T) {
	const mostRecords = 4096 + 255
	for _, kind := range hostile.Kinds {
		if !strings.HasPrefix(kind.Name, "tiny messages") {
			continue
		}
		raw := must.Get(io.ReadAll(&hostile.Capture{Next: kind.Next, Bytes: 130 << 10}))(t)
		want := render(t, raw, decode.Options{Jobs: 1, ChunkSize: 500})
		for _, o := range []decode.Options{{Jobs: 1}, {Jobs: 2}, {Jobs: 16, ChunkSize: 1 << 20}}[heavy.Scale(1, 0):] {
			items := 0
			watched := decode.WatchReleased(o, func(records, batchItems int) {
				items += batchItems
				if records > mostRecords {
					t.Errorf("%s, %+v: %d records at once", kind.Name, o, records)
				}
			})
			if got := render(t, raw, watched); got != want {
				t.Errorf("%s, %+v: %s", kind.Name, o, difference(got, want))
			}
			if items < 400 {
				t.Errorf("%s, %+v: %d datagrams seen", kind.Name, o, items)
			}
		}
	}
}
