package terminal_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/report/terminal"
)

func chart(width int, values ...[]float64) *terminal.Chart {
	p := terminal.Palette{}
	c := &terminal.Chart{
		Width: width, Height: 4,
		Value: func(v float64) string { return terminal.Decimal(v, 0) },
		Time:  func(place int) string { return "t" + strconv.Itoa(place) },
	}
	for i, v := range values {
		c.Series = append(c.Series, terminal.Series{Name: []string{"up", "down"}[i], Values: v, Style: p.ToServer})
	}
	return c
}

func TestChart(t *testing.T) {
	got := chart(30, []float64{0, 0, 40, 40, 0, 0, 0, 0, 0, 0, 0, 0}, []float64{100, 100, 100, 100, 100, 50, 50, 50, 50, 50, 50, 50}).String()
	want := `
 ── up   ━━ down
 100 ┼━━━━┓
  75 ┤    ┃
  50 ┤ ╭─╮┗━━━━━━
  25 ┤ │ │
   0 ┼─╯ ╰───────
     └┬──────────┬
     t0         t11
`
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), got); diff != "" {
		t.Error(got, diff)
	}
}

// A peak of one value shows, however many values there are, and no line is longer
// than the width.
func TestChartOfManyValues(t *testing.T) {
	many := make([]float64, 100_000)
	for i := range many {
		many[i] = 1
	}
	many[77_777] = 1e6
	for _, width := range []int{40, 80, 140} {
		got := chart(width, many, many[:50_000]).String()
		if !strings.Contains(got, "1,000,000 ┤") || !strings.Contains(got, "│") {
			t.Errorf("the peak is not there:\n%s", got)
		}
		for line := range strings.Lines(got) {
			if n := terminal.Width(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d characters in %d: %s", n, width, line)
			}
			if strings.TrimRight(line, " \n")+"\n" != line {
				t.Errorf("blanks at the end of %q", line)
			}
		}
	}
}

func TestChartOfLittle(t *testing.T) {
	for _, values := range [][][]float64{{}, {{}}, {{1}}, {{}, {1}}} {
		if got := chart(80, values...).String(); got != "" {
			t.Errorf("%v:\n%s", values, got)
		}
	}
	if got := chart(5, []float64{1, 2, 3}).String(); got != "" {
		t.Errorf("no room:\n%s", got)
	}
	for _, values := range [][]float64{{0, 0}, {math.NaN(), math.NaN()}, {math.NaN(), 5, math.NaN()}} {
		if got := chart(80, values).String(); !strings.Contains(got, "┤") {
			t.Errorf("%v:\n%s", values, got)
		}
	}
}

func TestColouredChart(t *testing.T) {
	c := chart(40, []float64{1, 2, 3}, []float64{3, 2, 1})
	p := terminal.NewPalette(true)
	c.Series[0].Style, c.Series[1].Style = p.ToServer, p.ToClient
	got := c.String()
	for _, want := range []string{"\x1b[36m── up\x1b[0m", "\x1b[32m━━ down\x1b[0m", "\x1b[36m──────────╯", "\x1b[32m━━━━━━━━━━┓"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%q", want, got)
		}
	}
}
