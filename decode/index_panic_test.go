package decode

import (
	"io"
	"strings"
	"testing"

	"bcdump/decode/internal/pipeline"
)

// TestMatchPanics: a panic in a worker comes to whoever called Match, with the stack of the worker.
func TestMatchPanics(t *testing.T) {
	x, err := OpenIndex("../testdata/pcaps/session-small.pcap", Options{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = x.Close() }()
	silent := func() Renderer { return func(b []byte, _ *Record) []byte { return b } }
	if err := x.Build(io.Discard, nil, silent); err != nil {
		t.Fatal(err)
	}
	defer func() {
		broken, ok := recover().(*pipeline.Panic)
		if !ok || !strings.Contains(string(broken.Stack), "(*workers).work") {
			t.Errorf("%v", broken)
		}
	}()
	t.Error(x.Match(nil, 0, nil, func(int, []bool) error { panic("broken") }))
}
