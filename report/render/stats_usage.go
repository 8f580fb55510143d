package render

import (
	"cmp"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

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
	for _, dir := range directions {
		if all := usageBytes(s.Usage, dir); all > 0 {
			p.heading("USAGE", p.way(dir), direction(dir)+": "+terminal.Bytes(float64(all))+" with IP and UDP headers")
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
