package render

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// Protocols as figures write them.
const (
	game   = "bc"
	states = "entity-state"
)

func showBandwidth(p *page, s *figures.Stats) {
	b := &s.Bandwidth
	if slices.ContainsFunc(b.Rates, func(r figures.Rate) bool { return r.Proto == "" }) {
		bandwidth(p, b, "BANDWIDTH", game, b.Peak, b.Mean)
	}
	if e := b.EntityState; e != nil {
		bandwidth(p, b, "BANDWIDTH OF ENTITY-STATE", states, e.Peak, e.Mean)
	}
}

// bandwidth shows that of one protocol.
func bandwidth(p *page, b *figures.Bandwidth, title, proto string, peak, mean float64) {
	profile := newProfile(b.Interval)
	for i := range b.Buckets {
		bucket := &b.Buckets[i]
		if bucket.Proto != proto {
			continue
		}
		if cell := profile.cell(bucket.T); cell != nil {
			cell[side(bucket.Dir)] += float64(bucket.Bytes) / b.Interval
		}
	}
	profile.fill()
	parts := []string{
		"mean " + terminal.Rate(mean), "peak " + terminal.Rate(peak),
		"UDP payload in steps of " + strconv.FormatFloat(b.Interval, 'f', -1, 64) + " s",
	}
	if profile.pauses > 0 {
		parts = append(parts, counted(profile.pauses, "pause", "pauses")+" left out")
	}
	p.heading(title, terminal.Style{}, parts...)
	p.b.WriteString(profile.chart(p, [2]string{spelled(toServer), spelled(toClient)}, func(v float64) string { return terminal.Bytes(math.Round(v)) + "/s" }))
	var rows []figures.Rate
	for i := range b.Rates {
		if cmp.Or(b.Rates[i].Proto, game) == proto {
			rows = append(rows, b.Rates[i])
		}
	}
	rates(p, rows)
}

func side(dir string) int {
	if dir == toClient {
		return 1
	}
	return 0
}

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

func (f *profile) chart(p *page, names [2]string, value func(float64) string) string {
	day := p.day
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

func rates(p *page, rates []figures.Rate) {
	byLink := slices.ContainsFunc(rates, func(r figures.Rate) bool { return r.Link != "" || r.ObjectID != "" })
	n := len(rates)
	if byLink {
		n = p.shown(n)
	}
	for r, t := range all(p, rates[:n]) {
		t.row(asked{query: r.Query, queries: r.Queries}, fields{
			{"", fit{}, styled(direction(r.Dir)+p.of(r.Split), p.way(r.Dir))},
			{"mean", fit{}, rate(r.Mean)},
			{"p50", fit{drop: 4}, rate(r.P50)},
			{"p90", fit{drop: 1}, rate(r.P90)},
			{"p99", fit{drop: 3}, rate(r.P99)},
			{"peak", fit{}, rate(r.Peak)},
			{"at", fit{drop: 2}, text(p.second(r.PeakAt))},
			{"bytes", fit{drop: 5}, size(r.Bytes)},
			{"datagrams", fit{drop: 6}, count(r.Datagrams)},
		})
	}
	p.more(len(rates) - n)
}

// more says that rows are left out that cannot be summed up.
func (p *page) more(n int) {
	if n > 0 {
		p.say(p.Dim, "and "+counted(int64(n), "more row", "more rows")+" (--top 0 shows all)")
	}
}

// of says what a row is about besides its direction.
func (p *page) of(s figures.Split) string {
	out := ""
	if s.Link != "" {
		out += " · "
		if name := p.names[s.Link]; name != "" {
			out += name + " "
		}
		out += s.Link
	}
	if s.ObjectID != "" {
		out += " · "
		if s.Ship != "" {
			out += s.Ship + " "
		}
		out += s.ObjectID
	}
	return out
}
