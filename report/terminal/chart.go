package terminal

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"

	"bcdump/internal/printable"
)

// Chart is lines over time, drawn with characters.
type Chart struct {
	// Series are drawn one over the other. The second has heavier lines, so that
	// two can be told apart without colours.
	Series []Series
	// Width is the room in characters, axis included; Height is lines without the
	// axis of time.
	Width, Height int
	// Value writes a value at the vertical axis; Time writes a place at the
	// horizontal one, counted in values.
	Value func(float64) string
	Time  func(place int) string
}

// Series is the values of one line, at equal distances; NaN = there is none.
type Series struct {
	Name   string
	Values []float64
	Style  Style
}

// lines are the characters of the first and the second series.
var lines = []asciigraph.CharSet{asciigraph.DefaultCharSet, {
	Horizontal: "━", VerticalLine: "┃", ArcDownRight: "┏", ArcDownLeft: "┓", ArcUpRight: "┗", ArcUpLeft: "┛",
	EndCap: "╸", StartCap: "╺", UpRight: "└", DownHorizontal: "┬",
}}

// String draws the chart, from 0 up, with a legend above and the times below. Where
// there are more values than columns, a column shows the highest of its values. It is
// "" if there are no two columns to draw.
func (c *Chart) String() string {
	values, highest := c.values()
	if values < 2 {
		return ""
	}
	columns := c.Width - c.axis(values, highest)
	if columns < 2 {
		return ""
	}
	if columns > values {
		columns -= columns % values // each value as wide as the others
	}
	var data [][]float64
	var colors []asciigraph.AnsiColor
	for _, s := range c.Series {
		data = append(data, highestOf(s.Values, values, columns))
		colors = append(colors, s.Style.line)
	}
	drawn := asciigraph.PlotMany(data,
		asciigraph.Height(c.Height), asciigraph.LowerBound(0), asciigraph.UpperBound(highest),
		asciigraph.SeriesColors(colors...), asciigraph.SeriesChars(lines...),
		asciigraph.YAxisValueFormatter(func(v float64) string { return printable.Text(c.Value(v)) }),
		asciigraph.XAxisRange(0, float64(columns-1)), asciigraph.XAxisTickCount(ticks(columns)),
		asciigraph.XAxisValueFormatter(func(column float64) string {
			return printable.Text(c.Time(int(math.Round(column)) * values / columns))
		}))
	return c.legend() + trimLines(drawn)
}

// values is how many values the longest series has, and the highest of all; at least 1.
func (c *Chart) values() (longest int, highest float64) {
	highest = 1
	for _, s := range c.Series {
		longest = max(longest, len(s.Values))
		for _, v := range s.Values {
			if v > highest { // never true for NaN
				highest = v
			}
		}
	}
	return longest, highest
}

// axis is the room left of the plot, and half a label right of it.
func (c *Chart) axis(values int, highest float64) int {
	label := 0
	for row := range c.Height + 1 {
		label = max(label, Width(c.Value(highest*float64(row)/float64(c.Height))))
	}
	const offset = 3 // that the library puts before the plot
	return offset + label + max(Width(c.Time(0)), Width(c.Time(values-1)))/2
}

// ticks is how many times fit under the plot.
func ticks(columns int) int { return max(2, columns/16) }

// highestOf gives one value for each column.
func highestOf(values []float64, all, columns int) []float64 {
	out := make([]float64, columns)
	for i := range out {
		out[i] = math.NaN()
		first := i * all / columns
		for at := first; at < min(max((i+1)*all/columns, first+1), len(values)); at++ {
			if v := values[at]; math.IsNaN(out[i]) || v > out[i] {
				out[i] = v
			}
		}
	}
	return out
}

// legend names the series by their lines.
func (c *Chart) legend() string {
	var parts []string
	for i, s := range c.Series {
		line := strings.Repeat(lines[i%len(lines)].Horizontal, 2)
		parts = append(parts, s.Style.paint(line+" "+printable.Text(s.Name)))
	}
	return " " + strings.Join(parts, "   ") + "\n"
}

// trimLines takes blanks from the ends of lines and ends the last one.
func trimLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(line, " \n"))
		b.WriteByte('\n')
	}
	return b.String()
}
