package render_test

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/capture"
	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

func shown(t *testing.T, s *figures.Stats, o render.Options) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.WriteStats(&b, s, o))
	return b.String()
}

// TestTables compares the whole report with testdata; UPDATE=1 writes it.
func TestTables(t *testing.T) {
	for name, o := range map[string]render.Options{
		"stats-80.txt":  {Width: 80, Top: 5},
		"stats-140.txt": {Width: 140, Top: 5},
		"stats-queries.txt": {Width: 80, Top: 2, Command: func(q figures.Query, file string) string {
			return "count '" + string(q) + "' in " + file
		}},
	} {
		expected.File(t, filepath.Join("testdata", name), shown(t, example(), o))
	}
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestTablesFit looks at many widths: no line is longer, queries included.
func TestTablesFit(t *testing.T) {
	for width := 60; width < 200; width += 7 {
		look := render.Options{Width: width, Top: 10, Color: true, Fold: true, Command: func(q figures.Query, file string) string {
			return "bcdump decode -q -f '" + string(q) + "' " + file + " | wc -l"
		}}
		for line := range strings.Lines(shown(t, example(), look)) {
			line = colours.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")
			if n := terminal.Width(line); n > width {
				t.Errorf("%d characters in %d: %s", n, width, line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("blanks at the end of %q", line)
			}
		}
	}
}

// TestColours are the same text.
func TestColours(t *testing.T) {
	plain := shown(t, example(), render.Options{Width: 100, Top: 10})
	coloured := shown(t, example(), render.Options{Width: 100, Top: 10, Color: true})
	if diff := cmp.Diff(plain, colours.ReplaceAllString(coloured, "")); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(plain, "\x1b") {
		t.Error("colours in plain text")
	}
	const cyan, green = "\x1b[36m", "\x1b[32m"
	for _, want := range []string{cyan + "C>S", green + "S>C", green + "┏"} {
		if !strings.Contains(coloured, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// TestOnly shows each table alone, and the parts are the whole.
func TestOnly(t *testing.T) {
	for _, name := range render.StatsTables() {
		got := shown(t, example(), render.Options{Width: 80, Only: []string{name}, Top: 3})
		if len(got) < 20 || strings.HasPrefix(got, "\n") {
			t.Errorf("%s: %q", name, got)
		}
	}
	got := shown(t, example(), render.Options{Width: 80, Only: []string{"notes", "fragments"}})
	if strings.Index(got, "FRAGMENTS") != 0 || !strings.Contains(got, "\nNOTES") || strings.Contains(got, "OPCODES") {
		t.Error(got)
	}
}

// TestRest sums up what is not shown.
func TestRest(t *testing.T) {
	s := example()
	const all = 11_153
	for top, want := range map[int]struct{ rows, rest string }{
		1:  {"0x1C", "694"},
		3:  {"0x1C 0x07 0x08", "203"},
		14: {"0x1C 0x07 0x08 0x19 0x1A 0x1C 0x07 0x08 0x19 0x1A 0x1C 0x07 0x08 0x19", "4"},
		15: {"0x1C 0x07 0x08 0x19 0x1A 0x1C 0x07 0x08 0x19 0x1A 0x1C 0x07 0x08 0x19 0x1A 0x1C", ""},
		0:  {"0x1C 0x07 0x08 0x19 0x1A 0x1C 0x07 0x08 0x19 0x1A 0x1C 0x07 0x08 0x19 0x1A 0x1C", ""},
	} {
		got, _, _ := strings.Cut(shown(t, s, render.Options{Width: 80, Only: []string{"opcodes"}, Top: top}), "\n\n")
		if !strings.Contains(got, "11,153 messages") {
			t.Errorf("--top %d: not all of %d: %s", top, all, got)
		}
		var rows []string
		for _, m := range regexp.MustCompile("(?m)^ (0x..) ").FindAllStringSubmatch(got, -1) {
			rows = append(rows, m[1])
		}
		if strings.Join(rows, " ") != want.rows {
			t.Errorf("--top %d: rows %q", top, rows)
		}
		rest := ""
		if m := regexp.MustCompile(`(?m)^ rest +\([0-9]+ opcodes\) +([0-9,]+) `).FindStringSubmatch(got); m != nil {
			rest = m[1]
		}
		if rest != want.rest {
			t.Errorf("--top %d: the rest is %q, want %q", top, rest, want.rest)
		}
	}
}

func TestLocalTimes(t *testing.T) {
	s := example()
	s.Files[0].Local = true
	got := shown(t, s, render.Options{Width: 200, Only: []string{"files"}})
	if !strings.Contains(got, "22:24:02 local time of the server (see --zone)") || strings.Contains(got, "UTC") {
		t.Error(got)
	}
}

// TestSplits has a table for each object, the largest of them.
func TestSplits(t *testing.T) {
	s := &figures.Stats{Links: []figures.Link{{Client: "10.0.0.2:1024", Name: "Kirk"}}}
	for i := range 40 {
		split := figures.Split{Dir: "C>S", Link: "10.0.0.2:1024", ObjectID: fmt.Sprintf("0x%08X", i), Ship: "Kirk's Akira"}
		s.Flags = append(s.Flags,
			figures.Flags{Split: split, DirtyFlags: "0x01", Flags: []string{"POSITION"}, Count: int64(i % 20), Share: 1})
	}
	o := render.Options{Width: 100, Only: []string{"flags"}, Top: 5}
	got := shown(t, s, o)
	for _, want := range []string{
		"C>S · Kirk 10.0.0.2:1024 · Kirk's Akira 0x00000011: 17 StateUpdates\n", "0x00000013: 19 StateUpdates\n", "0x00000027: 19 StateUpdates\n", "0x00000026: 18 StateUpdates\n",
		"\n and 35 smaller tables (--top 0 shows all)\n",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is not there once in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "FLAG COMBINATIONS"); n != 5 {
		t.Errorf("%d tables", n)
	}
	o.Top = 0
	if n := strings.Count(shown(t, s, o), "FLAG COMBINATIONS"); n != 40 {
		t.Errorf("%d tables of 40", n)
	}
}

// TestNothing shows the report of a capture without frames.
func TestNothing(t *testing.T) {
	s := &figures.Stats{Files: []figures.File{{Name: "empty.pcap", Format: "pcap"}}}
	want := `empty.pcap   pcap · 0 frames
 what is wrong: bcdump FILE, bcdump check FILE

 no bandwidth · usage · opcodes · flag combinations · direction rules · sizes of updates · links · resends · fragments · transport messages · objects · cycles · relays · requests · joins · notes
 bytes
`
	if diff := cmp.Diff(want, shown(t, s, render.Options{Width: 200})); diff != "" {
		t.Error(diff)
	}
}

// TestChartOneWay: rows of both directions are not drawn, and resends of both only shown to who asks for them.
func TestChartOneWay(t *testing.T) {
	s := example()
	want := shown(t, s, render.Options{Width: 100})
	for _, x := range s.Bandwidth.Buckets {
		x.Dir, x.Bytes = figures.BothDirections, 3*x.Bytes
		s.Bandwidth.Buckets = append(s.Bandwidth.Buckets, x)
	}
	for _, x := range s.Resends {
		x.Dir = figures.BothDirections
		s.Resends = append(s.Resends, x)
	}
	if diff := cmp.Diff(want, shown(t, s, render.Options{Width: 100})); diff != "" {
		t.Error(diff)
	}
	if asked := shown(t, s, render.Options{Width: 100, Only: []string{"resends"}}); !strings.Contains(asked, figures.BothDirections) {
		t.Error(asked)
	}
}

// TestClockJump draws a capture whose clock jumps by fifty years, in steps of a
// millisecond.
func TestClockJump(t *testing.T) {
	s := &figures.Stats{Bandwidth: figures.Bandwidth{Interval: 0.001, Peak: 5000, Mean: 100, Rates: []figures.Rate{{}}}}
	for _, at := range []string{"1976-01-01T00:00:00Z", "1976-01-01T00:00:30.001Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.002Z"} {
		s.Bandwidth.Buckets = append(s.Bandwidth.Buckets, figures.Bucket{T: reporttest.At(at), Proto: "bc", Split: figures.Split{Dir: "S>C"}, Bytes: 5})
	}
	s.Bandwidth.Buckets = append(s.Bandwidth.Buckets, figures.Bucket{T: reporttest.At("2000-01-01T00:00:00Z"), Proto: "gamespy", Bytes: 1e9})
	got := shown(t, s, render.Options{Width: 80, Only: []string{"bandwidth"}})
	for _, want := range []string{"1 pause left out", "UDP payload in steps of 0.001 s", "5.00 kB/s", "01-01 00:00"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// TestOddFigures are drawn somehow.
func TestOddFigures(t *testing.T) {
	s := example()
	s.Bandwidth.Interval = 0
	s.Bandwidth.Peak, s.Bandwidth.Mean = math.NaN(), math.Inf(1)
	s.Usage[0].Bytes, s.Usage[0].Share = -1, math.NaN()
	s.Joins = append(s.Joins, figures.Join{})
	s.Files[0].First, s.Files[0].Last = figures.At(capture.Time{Sec: math.MinInt64}, 6), figures.Time{}
	s.Objects[0].Born = figures.At(capture.Time{Sec: math.MaxInt64}, 9)
	for _, only := range [][]string{nil, render.StatsTables()} {
		if got := shown(t, s, render.Options{Width: 1, Only: only}); got == "" {
			t.Error("nothing")
		}
	}
}
