package histogram

import (
	"bytes"
	"maps"
	"testing"

	"bcdump/internal/foreign"
	"bcdump/internal/must"
	"bcdump/internal/snapshot"
)

// TestHistogramSaved: a histogram comes back as it was saved.
func TestHistogramSaved(t *testing.T) {
	var h, back Histogram
	for i := range 97 {
		h.Add(1 + float64(i%cellsPerOctave)/cellsPerOctave)
		h.Add(64 + float64(i%cellsPerOctave))
	}
	data := snapshot.Save(&h)
	must.Do(t, snapshot.NewReader(foreign.New(bytes.NewReader(data), 1<<20), 1<<20).Restore(&back))
	if got, want := maps.Collect(back.each), maps.Collect(h.each); !maps.Equal(got, want) || back.Count != h.Count {
		t.Errorf("%d numbers in %v, want %d in %v", back.Count, got, h.Count, want)
	}
	if again := snapshot.Save(&back); string(again) != string(data) {
		t.Errorf("%s, and again %s", data, again)
	}
	back.Add(10)
	if h.Add(10); !maps.Equal(maps.Collect(back.each), maps.Collect(h.each)) {
		t.Error("one more number is another one")
	}
}
