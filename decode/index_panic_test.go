package decode

import (
	"io"
	"strings"
	"testing"

	"bcdump/decode/internal/pipeline"
	"bcdump/decode/query"
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
	m := newMatching(x, nil, nil)
	for range cap(m.idle) {
		<-m.idle
		m.idle <- &matcher{Matcher: &query.Matcher{}} // it has no filter to ask
	}
	defer m.end()
	defer func() {
		broken, ok := recover().(*pipeline.Panic)
		if !ok || !strings.Contains(string(broken.Stack), "(*matcher).batch") {
			t.Errorf("%v", broken)
		}
	}()
	t.Error(m.run(0, func(int, []bool) error { return nil }))
}
