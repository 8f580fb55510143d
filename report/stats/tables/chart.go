package tables

import (
	"math"
	"slices"
	"time"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// profile is two numbers over time. It counts the time without pauses.
type profile struct {
	step     time.Duration
	values   map[figures.Time]*[2]float64 // of the steps that have some
	times    []figures.Time               // of these, sorted
	offsets  []time.Duration              // of the same from the first one
	series   [2][]float64                 // at equal distances
	distance time.Duration                // between two of these
	pauses   int64                        // left out
}

const (
	// pause is the longest time without traffic that is drawn.
	pause = time.Minute
	// mostValues bounds what a short step makes of a long capture. A value is then
	// that of the highest step in it.
	mostValues = 4096
)

func newProfile(seconds float64) *profile {
	return &profile{step: max(time.Duration(seconds*float64(time.Second)), 1), values: map[figures.Time]*[2]float64{}}
}

// cell gives the numbers of a step, to be filled in.
func (f *profile) cell(at figures.Time) *[2]float64 {
	if f.values[at] == nil {
		f.times = append(f.times, at)
		f.values[at] = new([2]float64)
	}
	return f.values[at]
}

// place gives each step its offset. Of a pause two steps remain, so that it shows. What is longer
// than a Duration can tell ends with the last one that leaves room for a step.
func (f *profile) place() {
	offset, last := time.Duration(0), math.MaxInt64-f.step
	two := f.step + min(f.step, last)
	for i, at := range f.times {
		if i > 0 {
			gap := at.Sub(f.times[i-1].Time)
			if gap > max(pause, two) {
				f.pauses++
				gap = two
			}
			offset += min(gap, last-offset)
		}
		f.offsets = append(f.offsets, offset)
	}
}

// fill makes the series, when all cells are filled in.
func (f *profile) fill() {
	slices.SortFunc(f.times, figures.Time.Compare)
	f.place()
	if len(f.offsets) == 0 {
		return
	}
	all := f.offsets[len(f.offsets)-1] + f.step
	n := int(min(all/f.step, mostValues))
	f.distance = all / time.Duration(n)
	for side := range f.series {
		f.series[side] = make([]float64, n)
		for i, at := range f.times {
			value := &f.series[side][min(int(f.offsets[i]/f.distance), n-1)]
			*value = max(*value, f.values[at][side])
		}
	}
}

// timeOf is the time of a value.
func (f *profile) timeOf(place int) figures.Time {
	offset := time.Duration(place) * f.distance
	i, found := slices.BinarySearch(f.offsets, offset)
	if !found {
		i = max(i-1, 0)
	}
	return f.times[i].Add(offset - f.offsets[i])
}

func (f *profile) chart(p *table.Page, names [2]string, value func(float64) string) string {
	day := p.Day
	c := terminal.Chart{
		Width: p.Width, Height: 6, Value: value,
		Series: []terminal.Series{
			{Name: names[0], Values: f.series[0], Style: p.ToServer},
			{Name: names[1], Values: f.series[1], Style: p.ToClient},
		},
		Time: func(place int) string {
			at := f.timeOf(place)
			if at.Day() != day {
				return at.Day()[len("2026-"):] + " " + at.Clock()[:len("15:04")]
			}
			return at.Clock()
		},
	}
	if p.Width >= 120 {
		c.Height = 10
	}
	return c.String()
}
