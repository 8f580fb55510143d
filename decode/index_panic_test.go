package decode

import (
	"io"
	"strings"
	"testing"

	"bcdump/decode/internal/pipeline"
	"bcdump/internal/must"
)

// TestMatchPanics: a panic in a worker comes to whoever called Match, with the stack of the worker.
func TestMatchPanics(t *testing.T) {
	x := must.Get(OpenIndex("../testdata/pcaps/session-small.pcap", Options{Jobs: 2}))(t)
	defer func() { _ = x.Close() }()
	silent := func() Renderer { return func(b []byte, _ *Record) []byte { return b } }
	must.Do(t, x.Build(io.Discard, nil, silent))
	defer func() {
		broken, ok := recover().(*pipeline.Panic)
		if !ok || !strings.Contains(string(broken.Stack), "(*workers).work") {
			t.Errorf("%v", broken)
		}
	}()
	t.Error(x.Match(nil, 0, nil, func(int, []bool) error { panic("broken") }))
}
