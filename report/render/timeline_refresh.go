package render

import (
	"slices"
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// refreshes shows how often fields are told, and how often nothing new is told. Of what the host
// tells, each field has the receiver with the longest gap, and another one if its run is longer.
func (p *page) refreshes(s *figures.ShipLife) {
	rows := worstRefreshes(s.Refresh)
	if len(rows) == 0 {
		return
	}
	p.line()
	for row, t := range all(p, rows) {
		f := *row
		t.row(asked{query: f.Query, file: s.File}, fields{
			{"field", fit{}, styled(f.Field, p.way(f.Dir))},
			{"receiver", fit{min: 8}, text(receiver(f.Dir, f.Receiver, f.Name))},
			{"writes", fit{drop: 1}, count(f.Writes)},
			{"p50", fit{}, milliseconds(f.P50)},
			{"p90", fit{drop: 4}, milliseconds(f.P90)},
			{"max", fit{}, p.gap(f)},
			{"in frame", fit{drop: 3}, frameNumber(f.MaxFrame)},
			{"nothing new", fit{}, number(f.Same)},
			{"in a row", fit{}, p.run(f)},
			{"lasting", fit{drop: 5}, milliseconds(f.RunMs)},
			{"from frame", fit{drop: 2}, frameNumber(f.RunFrame)},
		})
	}
}

// worstRefreshes leaves out all receivers of the host but the worst ones.
func worstRefreshes(all []figures.Refresh) (rows []*figures.Refresh) {
	for i := range all {
		if slices.ContainsFunc(all[:i], func(f figures.Refresh) bool { return sameField(&f, &all[i]) }) {
			continue
		}
		longest, longestRun := &all[i], &all[i]
		for j := i + 1; j < len(all); j++ {
			f := &all[j]
			if sameField(f, longest) && gapOf(f) > gapOf(longest) {
				longest = f
			}
			if sameField(f, longest) && f.Run > longestRun.Run {
				longestRun = f
			}
		}
		rows = append(rows, longest)
		if longestRun.Run > longest.Run {
			rows = append(rows, longestRun)
		}
	}
	return rows
}

func sameField(a, b *figures.Refresh) bool { return a.Dir == b.Dir && a.Field == b.Field }

func gapOf(f *figures.Refresh) float64 {
	if f.Max == nil {
		return 0
	}
	return *f.Max
}

// gap marks a position that comes late: stock software sends one about every second.
func (p *page) gap(f *figures.Refresh) terminal.Cell {
	const late = 2000
	cell := milliseconds(f.Max)
	if f.Max != nil && *f.Max > late && f.Field == "position" {
		cell.Style = p.Note
	}
	return cell
}

// run marks writes that say nothing new more often than a refresh of once a second does.
func (p *page) run(f *figures.Refresh) terminal.Cell {
	const some, refresh = 5, 500
	if f.Run == 0 {
		return right("-")
	}
	cell := count(f.Run)
	if f.Run >= some && f.RunMs != nil && *f.RunMs < refresh*float64(f.Run-1) && f.Field == "delta" {
		cell.Style = p.Note
	}
	return cell
}

func frameNumber(n int64) terminal.Cell {
	if n == 0 {
		return right("-")
	}
	return right(strconv.FormatInt(n, 10))
}
