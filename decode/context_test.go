package decode_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// TestContext compares what is printed around matches with what grep would print of all lines.
func TestContext(t *testing.T) {
	const path = "../testdata/pcaps/session-small.pcap"
	line := func(mark byte) func() decode.Renderer {
		return func() decode.Renderer {
			return func(b []byte, r *decode.Record) []byte {
				return fmt.Appendf(b, "%c %d.%d %s\n", mark, r.Frame, r.Index, r.Name())
			}
		}
	}
	all := strings.SplitAfter(rendered(t, path, decode.Options{Jobs: 1}, line('-'), nil), "\n")
	all = all[:len(all)-1]
	shown := 0
	for i, expression := range []string{`name == "Chat"`, `name == "StateUpdate"`, "frame == 1", "frame == 0", "frame"} {
		filter := must.Get(decode.NewFilter(expression))(t)
		matches := strings.SplitAfter(rendered(t, path, decode.Options{Jobs: 1, Filter: filter}, line('-'), nil), "\n")
		for k, size := range [][2]int{{1, 0}, {0, 1}, {2, 3}, {40, 40}, {decode.MostContext, 0}, {0, decode.MostContext}} {
			want := grep(all, matches, size[0], size[1])
			shown += len(want)
			all := []decode.Options{{Jobs: 1}, {Jobs: 3}, {Jobs: 1, ChunkSize: 4000}, {Jobs: 4, ChunkSize: 9000}}
			turn := (i + k) % len(all)
			for _, o := range heavy.Scale(all[turn:turn+1], all) {
				o.Filter = filter
				around := decode.Context{Before: size[0], After: size[1], Separator: "--\n", NewRenderer: line('-')}
				if got := rendered(t, path, o, line(':'), &around); got != want {
					t.Errorf("%s %v %+v: %d bytes, want %d", expression, size, o, len(got), len(want))
				}
			}
		}
	}
	if shown < 10_000 {
		t.Errorf("only %d bytes were shown", shown)
	}
}

// TestContextSaysNotesOnce: a record that the filter has looked into is decoded again for its line.
func TestContextSaysNotesOnce(t *testing.T) {
	filter := must.Get(decode.NewFilter("fields.text || fields.reason > 5000 || frame > 0"))(t)
	const path = "../testdata/pcaps/unknown-opcode.pcap"
	line := records.Text(records.TextOptions{})
	around := decode.Context{Before: 9, After: 9, NewRenderer: line}
	want := rendered(t, path, decode.Options{Jobs: 1}, line, nil)
	if got := rendered(t, path, decode.Options{Jobs: 1, Filter: filter}, line, &around); got != want || !strings.Contains(got, "!") {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func rendered(t *testing.T, path string, o decode.Options, renderer func() decode.Renderer, around *decode.Context) string {
	t.Helper()
	c, err := decode.OpenFile(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	var out bytes.Buffer
	if around == nil {
		err = c.Render(&out, renderer)
	} else {
		err = c.RenderContext(&out, renderer, *around)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// grep is the plain way.
func grep(all, matches []string, before, after int) string {
	var out strings.Builder
	matching := map[string]bool{}
	for _, line := range matches {
		matching[line] = true
	}
	last := -1
	for i, line := range all {
		around := all[max(0, i-after):min(len(all), i+before+1)]
		if !slices.ContainsFunc(around, func(line string) bool { return matching[line] }) {
			continue
		}
		if last >= 0 && last != i-1 {
			out.WriteString("--\n")
		}
		last = i
		if matching[line] {
			line = ":" + line[1:]
		}
		out.WriteString(line)
	}
	return out.String()
}

// TestContextBytes: long lines before a match are left out when they are too many bytes.
func TestContextBytes(t *testing.T) {
	heavy.SkipRace(t, "TestContext prints with as many workers")
	long := func() decode.Renderer {
		return func(b []byte, _ *decode.Record) []byte { return append(b, make([]byte, 64<<10)...) }
	}
	filter := must.Get(decode.NewFilter("frame == 400 && index == 0"))(t)
	around := decode.Context{Before: decode.MostContext, NewRenderer: long}
	got := rendered(t, "../testdata/pcaps/session-small.pcap", decode.Options{Jobs: 2, Filter: filter}, long, &around)
	if want := 8<<20 + 64<<10; len(got) != want {
		t.Errorf("%d bytes, want %d", len(got), want)
	}
}
