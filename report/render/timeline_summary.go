package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// WriteTimelineSummary shows the figures of each ship as tables.
func WriteTimelineSummary(w io.Writer, t *figures.Timeline, o Options) error {
	p := newPage(o)
	for i := range t.Ships {
		p.ship(&t.Ships[i])
	}
	p.entities(t)
	if len(t.Ships)+len(t.EntitySums) == 0 {
		p.noShips(t.Files)
	}
	if len(t.Dropped) > 0 {
		p.line()
		p.sayDropped(t.Dropped)
	}
	return p.write(w)
}

func (p *page) ship(s *figures.ShipLife) {
	p.day = s.First.Day()
	name := s.Name
	if s.Number > 1 {
		name += fmt.Sprintf(", life %d", s.Number)
	}
	facts := []string{
		s.ObjectID, p.date() + p.second(s.First) + " – " + p.second(s.Last), counted(s.Updates, "update", "updates"),
		"flew " + terminal.Decimal(s.Distance, 0) + " units",
	}
	if s.Jumps > 0 {
		facts = append(facts, counted(s.Jumps, "jump", "jumps"))
	}
	if s.DiedBy != "" {
		facts = append(facts, s.DiedBy+" at "+p.second(s.Died))
	}
	if s.File != "" {
		facts = append(facts, s.File)
	}
	p.heading(name, terminal.Style{}, facts...)
	p.asked(asked{query: s.Query, file: s.File})
	p.cadences(s)
	p.refreshes(s)
	p.rounds(s)
	p.clocks(s)
	p.powers(s)
}

func (p *page) cadences(s *figures.ShipLife) {
	for c, t := range all(p, s.Cadence) {
		content := "motion"
		switch {
		case c.Blocks:
			content = "subsystems"
		case c.Dir == toServer:
			content = "weapons (power)"
		}
		t.row(asked{query: c.Query, file: s.File}, fields{
			{"dir", fit{}, styled(c.Dir, p.way(c.Dir))},
			{"receiver", fit{min: 10}, text(receiver(c.Dir, c.Receiver, c.Name))},
			{"address", fit{drop: 3}, text(c.Receiver)},
			{"content", fit{min: 10, fold: true}, text(content)},
			{"count", fit{}, count(c.Updates)},
			{"per s", fit{}, right(terminal.Decimal(c.Hz, 1))},
			{"mean", fit{drop: 2}, milliseconds(c.Mean)},
			{"p50", fit{}, milliseconds(c.P50)},
			{"p90", fit{}, milliseconds(c.P90)},
			{"max", fit{drop: 1}, milliseconds(c.Max)},
		})
	}
}

// receiver names who gets updates.
func receiver(dir, address, name string) string {
	switch {
	case dir == toServer:
		return "host"
	case name == "":
		return address
	}
	return name
}

func (p *page) rounds(s *figures.ShipLife) {
	for r, t := range apart(p, s.Rounds) {
		t.row(asked{query: r.Query, file: s.File}, fields{
			{"blocks to", fit{min: 9}, text(receiver(toClient, r.Receiver, r.Name))},
			{"address", fit{drop: 4}, text(r.Receiver)},
			{"count", fit{}, count(r.Blocks)},
			{"readable", fit{drop: 3}, count(r.Distinct)},
			{"lost", fit{}, few(r.Lost, p.Note)},
			{"skipped", fit{drop: 2}, few(r.SkippedEntries, p.Dim)},
			{"late", fit{drop: 1}, few(r.Late, p.Dim)},
			{"cycle p50", fit{}, seconds(r.CoverageP50)},
			{"p90", fit{}, seconds(r.CoverageP90)},
			{"start indexes", fit{min: 12, fold: true}, text(sequence(r.Starts))},
		})
	}
}

func seconds(s *figures.Seconds) terminal.Cell {
	return optional(s, unknown, terminal.Duration[figures.Seconds])
}

func sequence(starts []int) string {
	words := make([]string, len(starts))
	for i, n := range starts {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

func (p *page) clocks(s *figures.ShipLife) {
	for c, t := range apart(p, s.Clocks) {
		whose := "owner"
		if c.Dir == toClient {
			whose = "host"
		}
		drift := unknown
		if c.Drift != nil {
			drift = terminal.Decimal(*c.Drift, 0)
			if c.DriftError != nil {
				drift += " ± " + terminal.Decimal(*c.DriftError, 0)
			}
			drift += " ppm"
		}
		t.row(asked{query: c.Query, file: s.File}, fields{
			{"clock of", fit{}, styled(whose, p.way(c.Dir))},
			{"game time 0 at", fit{}, text(p.moment(c.ZeroAt))},
			{"drift", fit{}, right(drift)},
			{"jitter", fit{}, right(terminal.Milliseconds(c.Jitter))},
			{"observed for", fit{drop: 3}, right(terminal.Duration(c.Span))},
			{"updates", fit{drop: 2}, count(c.Samples)},
			{"resets", fit{drop: 1}, few(c.Resets, p.Note)},
		})
	}
}

func (p *page) powers(s *figures.ShipLife) {
	for u, t := range apart(p, s.Power) {
		t.row(asked{}, fields{
			{"power setting of", fit{fold: true}, text(u.System)},
			{"changes", fit{}, count(u.Changes)},
			{"time at each setting", fit{min: 20, fold: true}, text(times(u.Settings))},
		})
	}
}

// times writes "100 %: 20.1 s, 75 %: 3.0 s".
func times(list []figures.PowerTime) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[len(list)-1-i] = wholePercent(s.Percent) + " %: " + terminal.Duration(s.Seconds)
	}
	return strings.Join(words, ", ")
}

// refreshes shows how often fields are told, and how often nothing new is told. Of what the host
// tells, each field has the receiver with the longest gap, and another one if its run is longer.
func (p *page) refreshes(s *figures.ShipLife) {
	for row, t := range apart(p, worstRefreshes(s.Refresh)) {
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

func gapOf(f *figures.Refresh) figures.Milliseconds {
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
	if f.Run >= some && f.RunMs != nil && *f.RunMs < refresh*figures.Milliseconds(f.Run-1) && f.Field == "delta" {
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
