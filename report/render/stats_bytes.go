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
	var rows []figures.Rate
	for i := range b.Rates {
		if cmp.Or(b.Rates[i].Proto, game) == proto {
			rows = append(rows, b.Rates[i])
		}
	}
	if peak == 0 { // there are no times
		p.heading(title, terminal.Style{}, "UDP payload", "no rates")
		rates(p, rows)
		return
	}
	profile := newProfile(b.Interval)
	for i := range b.Buckets {
		bucket := &b.Buckets[i]
		if bucket.Proto != proto || bucket.Dir == figures.BothDirections {
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

// usageGroup is what takes bytes of one direction, and its parts.
type usageGroup struct {
	name  string
	bytes int64
	share float64
	rows  []figures.Usage
}

func (g *usageGroup) dir() string { return g.rows[0].Dir }

// title names a group where its rows are not beside it.
func (g *usageGroup) title() string {
	if g.name == "other" {
		return "other messages"
	}
	return g.name
}

// only names a group of one row.
func (g *usageGroup) only() string {
	if what := g.rows[0].What; what != g.name {
		return g.title() + ": " + what
	}
	return g.title()
}

// showUsage answers what takes the bytes: the larger direction first, in it the
// largest group, in it the largest part.
func showUsage(p *page, s *figures.Stats) {
	directions := []string{toServer, toClient}
	slices.SortStableFunc(directions, func(a, b string) int {
		return cmp.Compare(usageBytes(s.Usage, b), usageBytes(s.Usage, a))
	})
	if len(p.Only) > 0 {
		directions = append(directions, figures.BothDirections)
	}
	for _, dir := range directions {
		if all := usageBytes(s.Usage, dir); all > 0 {
			p.heading("USAGE", p.way(dir), inTitle(dir)+": "+terminal.Bytes(float64(all))+" with IP and UDP headers")
			usage(p, usageGroups(s.Usage, dir))
		}
	}
}

func usageBytes(rows []figures.Usage, dir string) (sum int64) {
	for i := range rows {
		if rows[i].Dir == dir {
			sum += rows[i].Bytes
		}
	}
	return sum
}

func usageGroups(rows []figures.Usage, dir string) (groups []usageGroup) {
	for _, row := range rows {
		if row.Dir != dir {
			continue
		}
		at := slices.IndexFunc(groups, func(g usageGroup) bool { return g.name == row.Group })
		if at < 0 {
			at = len(groups)
			groups = append(groups, usageGroup{name: row.Group})
		}
		g := &groups[at]
		g.bytes += row.Bytes
		g.share += row.Share
		g.rows = append(g.rows, row)
	}
	slices.SortStableFunc(groups, func(a, b usageGroup) int { return cmp.Compare(b.bytes, a.bytes) })
	for i := range groups {
		slices.SortStableFunc(groups[i].rows, func(a, b figures.Usage) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	return groups
}

func usage(p *page, groups []usageGroup) {
	for g, t := range all(p, groups) {
		usageRows(p, t, g, groups[0].share)
	}
}

// usage adds a row.
func (t *table) usage(what, n terminal.Cell, row *figures.Usage, longest float64, look terminal.Style) {
	t.row(asked{query: row.Query, queries: row.Queries}, fields{
		{"what takes the bytes", fit{min: 16, fold: true}, what},
		{"count", fit{drop: 1}, n},
		{"bytes", fit{}, size(row.Bytes)},
		{"share", fit{}, percent(row.Share)},
		{"", fit{}, bar(row.Share, longest, look)},
	})
}

func usageRows(p *page, t *table, g *usageGroup, longest float64) {
	look := p.way(g.dir())
	if len(g.rows) == 1 {
		row := &g.rows[0]
		t.usage(styled(g.only(), p.Name), count(row.Count), row, longest, look)
		return
	}
	t.usage(styled(g.title(), p.Name), right(""), &figures.Usage{Bytes: g.bytes, Share: g.share}, longest, look)
	n := p.shown(len(g.rows))
	for i := range g.rows[:n] {
		row := &g.rows[i]
		t.usage(text("  "+row.What), count(row.Count), row, longest, p.Dim)
	}
	if n < len(g.rows) {
		rest := sumOf(g.rows[n:])
		rest.Query, rest.Queries = "", nil
		t.usage(text("  rest ("+terminal.Count(int64(len(g.rows)-n))+")"), count(rest.Count), &rest, longest, p.Dim)
	}
}

func showNotes(p *page, s *figures.Stats) {
	for note, t := range section(p, s.Notes, "NOTES", "messages with a note; docs/reference/notes.md explains the codes") {
		lines := about(p, note)
		t.row(asked{query: note.Query}, fields{
			{"code", fit{}, text(note.Code)},
			{"count", fit{}, count(note.Count)},
			{"about", fit{min: 24, fold: true}, text(lines[0])},
		})
		for _, line := range lines[1:] {
			t.Add(text(""), text(""), text(line))
		}
	}
}

// about names the most frequent things that notes of a code are about, all that are known if only
// few tables were asked for. It gives one line at least.
func about(p *page, note *figures.Note) (lines []string) {
	const named = 2
	for i := range note.About {
		x := &note.About[i]
		switch {
		case len(note.About) == 1:
			return []string{x.Text}
		case i == named && len(p.Only) == 0:
			return append(lines, "..")
		}
		lines = append(lines, terminal.Count(x.Count)+" × "+x.Text)
	}
	if lines == nil {
		return []string{""}
	}
	return lines
}

// account is one owner of bytes.
type account struct {
	key   string
	name  string
	bytes int64
}

// accounts of the ledger; they add up to the bytes of the captures.
func accounts(b *figures.Bytes) []account {
	return []account{
		{"container", "container, and frames that gave no datagram", b.Container},
		{"headers", "link, IP and UDP headers", b.Headers},
		{"datagram", "headers of game datagrams", b.Datagram},
		{"transport", "headers of transport messages", b.Transport},
		{"fields", "fields", b.Fields},
		{"repeats", "retransmitted fragments", b.Repeats},
		{"parts", "fragments of incomplete messages", b.Parts},
		{"trailing", "after the last field", b.Trailing},
		{"raw", "unknown layout", b.Raw},
		{"unread", "unreadable or cut", b.Unread},
		{"gamespy", "GameSpy texts", b.GameSpy},
		{"entity-state", "entity-state datagrams", b.EntityState},
		{"unknown", "datagrams of no known protocol", b.Unknown},
		{"copies", "copies of datagrams", b.Copies},
	}
}

func showBytes(p *page, s *figures.Stats) {
	b := &s.Bytes
	if b.File == 0 {
		return
	}
	about := []string{terminal.Bytes(float64(b.File)) + " in all"}
	if b.File > b.Container+b.Headers+b.GameSpy+b.Unknown+b.Copies { // of nothing, all is explained
		about = append(about, terminal.Percent(b.Explained)+" of the game's bytes explained")
	}
	p.heading("BYTES", terminal.Style{}, about...)
	owners := slices.DeleteFunc(accounts(b), func(a account) bool { return a.bytes == 0 })
	most := slices.MaxFunc(owners, func(a, b account) int { return cmp.Compare(a.bytes, b.bytes) }).bytes
	for a, t := range all(p, owners) {
		t.row(asked{}, fields{
			{"owner", fit{min: 24, fold: true}, text(a.name)},
			{"bytes", fit{}, count(a.bytes)},
			{"share", fit{}, percent(float64(a.bytes) / float64(b.File))},
			{"", fit{}, bar(float64(a.bytes), float64(most), p.Dim)},
		})
	}
	p.asked(asked{queries: b.Queries})
}
