package present

import (
	"math"
	"slices"
	"strconv"
	"time"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showBandwidth(p *page, s *figures.Stats) bool {
	b := &s.Bandwidth
	if len(b.Rates) == 0 {
		return false // no datagram of the game
	}
	profile := newProfile(b)
	parts := []string{
		"mean " + terminal.Rate(b.Mean), "peak " + terminal.Rate(b.Peak),
		"UDP payload in steps of " + strconv.FormatFloat(b.Interval, 'f', -1, 64) + " s",
	}
	if profile.pauses > 0 {
		parts = append(parts, counted(profile.pauses, "pause", "pauses")+" left out")
	}
	p.heading("BANDWIDTH", terminal.Style{}, parts...)
	p.b.WriteString(profile.chart(p))
	rates(p, b.Rates)
	return true
}

// profile is bytes per second over time, by direction. It counts the time without
// pauses.
type profile struct {
	step     time.Duration
	times    []time.Time     // of the steps with traffic, sorted
	offsets  []time.Duration // of the same from the first one
	toServer []float64       // at equal distances
	toClient []float64
	distance time.Duration // between two of these
	pauses   int64         // left out
	bytesIn  map[time.Time][2]float64
}

const (
	// pause is the longest time without traffic that is drawn.
	pause = time.Minute
	// mostValues bounds what a short step makes of a long capture. A value is then
	// that of the highest step in it.
	mostValues = 4096
)

func newProfile(b *figures.Bandwidth) *profile {
	f := &profile{step: max(time.Duration(b.Interval*float64(time.Second)), 1), bytesIn: map[time.Time][2]float64{}}
	for i := range b.Buckets {
		f.add(&b.Buckets[i])
	}
	slices.SortFunc(f.times, time.Time.Compare)
	f.place()
	f.fill(b.Interval)
	return f
}

// game is the protocol of datagrams of the game.
const game = "bc"

// add sums up the buckets of a step by direction, those of the game.
func (f *profile) add(b *figures.Bucket) {
	at, err := time.Parse(time.RFC3339Nano, b.T)
	if err != nil || b.Proto != game {
		return
	}
	sum, ok := f.bytesIn[at]
	if !ok {
		f.times = append(f.times, at)
	}
	sum[side(b.Dir)] += float64(b.Bytes)
	f.bytesIn[at] = sum
}

func side(dir string) int {
	if dir == toClient {
		return 1
	}
	return 0
}

// place gives each step its offset. Of a pause two steps remain, so that it shows.
func (f *profile) place() {
	offset := time.Duration(0)
	for i, at := range f.times {
		if i > 0 {
			gap := at.Sub(f.times[i-1])
			if gap > max(pause, 2*f.step) {
				f.pauses++
				gap = 2 * f.step
			}
			offset += gap
		}
		f.offsets = append(f.offsets, offset)
	}
}

// fill makes the values.
func (f *profile) fill(interval float64) {
	if len(f.offsets) == 0 {
		return
	}
	all := f.offsets[len(f.offsets)-1] + f.step
	n := min(int(all/f.step), mostValues)
	f.distance = all / time.Duration(n)
	f.toServer, f.toClient = make([]float64, n), make([]float64, n)
	for i, at := range f.times {
		cell := min(int(f.offsets[i]/f.distance), n-1)
		sum := f.bytesIn[at]
		f.toServer[cell] = max(f.toServer[cell], sum[0]/interval)
		f.toClient[cell] = max(f.toClient[cell], sum[1]/interval)
	}
}

// timeOf is the time of a value.
func (f *profile) timeOf(place int) time.Time {
	offset := time.Duration(place) * f.distance
	i, found := slices.BinarySearch(f.offsets, offset)
	if !found {
		i = max(i-1, 0)
	}
	return f.times[i].Add(offset - f.offsets[i])
}

func (f *profile) chart(p *page) string {
	day := p.day
	c := terminal.Chart{
		Width: p.Width, Height: 6,
		Series: []terminal.Series{
			{Name: direction(toServer), Values: f.toServer, Style: p.ToServer},
			{Name: direction(toClient), Values: f.toClient, Style: p.ToClient},
		},
		Value: func(v float64) string { return terminal.Bytes(math.Round(v)) + "/s" },
		Time: func(place int) string {
			at := f.timeOf(place)
			if at.Format(time.DateOnly) != day {
				return at.Format("01-02 15:04")
			}
			return at.Format(time.TimeOnly)
		},
	}
	if p.Width >= 120 {
		c.Height = 10
	}
	return c.String()
}

func rates(p *page, rates []figures.Rate) {
	byLink := slices.ContainsFunc(rates, func(r figures.Rate) bool { return r.Link != "" || r.ObjectID != "" })
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: ""},
		{Title: "mean", Number: true},
		{Title: "p50", Number: true, Drop: 4},
		{Title: "p90", Number: true, Drop: 1},
		{Title: "p99", Number: true, Drop: 3},
		{Title: "peak", Number: true},
		{Title: "at", Drop: 2},
		{Title: "bytes", Number: true, Drop: 5},
		{Title: "datagrams", Number: true, Drop: 6},
	}}
	n := len(rates)
	if byLink {
		n = p.shown(n)
	}
	for i := range rates[:n] {
		r := &rates[i]
		p.row(t, asked{query: r.Query, queries: r.Queries},
			styled(direction(r.Dir)+p.of(r.Split), p.way(r.Dir)), rate(r.Mean), rate(r.P50), rate(r.P90), rate(r.P99), rate(r.Peak),
			text(p.second(r.PeakAt)), size(r.Bytes), count(r.Datagrams))
	}
	p.table(t)
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
			out += terminal.Printable(name) + " "
		}
		out += s.Link
	}
	if s.ObjectID != "" {
		out += " · "
		if s.Ship != "" {
			out += terminal.Printable(s.Ship) + " "
		}
		out += s.ObjectID
	}
	return out
}
