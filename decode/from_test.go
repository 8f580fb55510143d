package decode_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// taken are frames that were written.
type taken []int64

func (t *taken) Write(f *capture.Frame) error {
	*t = append(*t, f.Number)
	return nil
}

func (t *taken) Flush() error { return nil }

// TestFrom: from a frame on everything is as in a plain run, and nothing comes before it.
func TestFrom(t *testing.T) {
	heavy.SkipRace(t, "TestFromWithContext shares as much")
	small := must.Get(os.ReadFile("../testdata/pcaps/session-small.pcap"))(t)
	sends := must.Get(decode.NewFilter(`dir == "S>C" || notes`))(t)
	form, ways := records.JSONLines(records.JSONOptions{}), 0
	for _, raw := range [][]byte{small, busy().data} {
		for _, f := range []*decode.Filter{nil, sends} {
			all := read(t, raw, decode.Options{})
			last := all[len(all)-1].Frame
			for _, from := range heavy.Scale([]int64{last / 3, last + 1000}, []int64{last / 3, last, last + 1000}) {
				want, frames := plainFrom(t, raw, f, from)
				ways++
				for _, o := range heavy.Some([]decode.Options{{Jobs: 1 + ways%2*2, ChunkSize: 700}, {Jobs: 3 - ways%2*2, ChunkSize: 9000}}, 2) {
					o.From, o.Filter = from, f
					if got := renderWith(t, raw, o, form); got != want {
						t.Errorf("from frame %d: %s", from, difference(got, want))
					}
					checkTaken(t, raw, o, want, frames)
				}
			}
		}
	}
}

// plainFrom gives the lines and the frames that a plain run has from a frame on.
func plainFrom(t *testing.T, raw []byte, f *decode.Filter, from int64) (lines string, frames taken) {
	t.Helper()
	matcher, began, all := f.Matcher("x"), false, []byte(nil)
	for _, r := range read(t, raw, decode.Options{}) {
		if began = began || r.Frame >= from; began && matcher.Match(r) {
			all = records.AppendJSON(all, r, records.JSONOptions{})
		}
	}
	must.Get(open(t, raw, decode.Options{Filter: f}).Packets(&frames, false))(t)
	return string(all), slices.DeleteFunc(frames, func(n int64) bool { return n < from })
}

// checkTaken looks at the other ways in which a capture gives what it has.
func checkTaken(t *testing.T, raw []byte, o decode.Options, lines string, frames taken) {
	t.Helper()
	var one, other bytes.Buffer
	delivered := ""
	for r := range open(t, raw, o).Records() {
		line := records.AppendJSON(nil, r, records.JSONOptions{})
		one.Write(line)
		if r.CopyOf == 0 { // it is for nobody who counts
			delivered += string(line)
		}
	}
	c := open(t, raw, o)
	err := c.Deliver(func(r *decode.Record) error {
		other.Write(records.AppendJSON(nil, r, records.JSONOptions{}))
		return nil
	})
	if err != nil || one.String() != lines || other.String() != delivered {
		t.Errorf("from frame %d: %v, %d and %d bytes, want %d", o.From, err, one.Len(), other.Len(), len(lines))
	}
	if got := c.Summary().Matched; o.Filter != nil && got != int64(strings.Count(delivered, "\n")) {
		t.Errorf("from frame %d: %d matches", o.From, got)
	}
	var got taken
	if _, err := open(t, raw, o).Packets(&got, false); err != nil || !slices.Equal(got, frames) {
		t.Errorf("from frame %d: %v, frames %v, want %v", o.From, err, got, frames)
	}
}

// TestFromWithContext: what comes before the frame is no context either.
func TestFromWithContext(t *testing.T) {
	f := newFile()
	for range 20 {
		f.game(client, host, 2, strong)
	}
	match := must.Get(decode.NewFilter("frame == 5 || frame == 12"))(t)
	number := func() decode.Renderer {
		return func(b []byte, r *decode.Record) []byte { return append(b, byte('A'+r.Frame)) }
	}
	for _, jobs := range []int{1, 3} {
		c := open(t, f.data, decode.Options{Jobs: jobs, ChunkSize: 300, Filter: match, From: 11})
		var out bytes.Buffer
		err := c.RenderContext(&out, number, decode.Context{Before: 3, After: 2, Separator: "--", NewRenderer: number})
		if err != nil || out.String() != "LMNO" {
			t.Errorf("%v, %q", err, out.String())
		}
	}
}
