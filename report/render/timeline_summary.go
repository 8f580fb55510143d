package render

import (
	"fmt"
	"io"
	"slices"
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
		p.Line()
		p.sayDropped(t.Dropped)
	}
	return p.write(w)
}

func (p *page) ship(s *figures.ShipLife) {
	p.Day = s.First.Day()
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
	p.file = s.File
	p.Heading(name, terminal.Style{}, facts...)
	p.Asked(s.Query, nil, s.File)
	p.cadences(s)
	p.refreshes(s)
	p.rounds(s)
	p.clocks(s)
	p.powers(s)
}

func (p *page) cadences(s *figures.ShipLife) {
	rowsOf(p, s.Cadence, "dir name receiver blocks updates hz mean_ms p50_ms p90_ms max_ms", func(x *figures.Cadence, key string, c *terminal.Cell) {
		switch key {
		case "name":
			c.Text = receiver(x.Dir, x.Receiver, x.Name)
		case "blocks":
			c.Text = "motion"
			if x.Blocks {
				c.Text = "subsystems"
			} else if x.Dir == toServer {
				c.Text = "weapons (power)"
			}
		}
	})
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
	const keys = "name receiver blocks distinct lost skipped_entries late coverage_p50 coverage_p90 starts"
	apart(p, s.Rounds, keys, func(x *figures.Round, key string, c *terminal.Cell) {
		if key == "name" {
			c.Text = receiver(toClient, x.Receiver, x.Name)
		}
	})
}

func (p *page) clocks(s *figures.ShipLife) {
	apart(p, s.Clocks, "dir zero_at drift_ppm jitter_ms span samples resets", func(x *figures.Clock, key string, c *terminal.Cell) {
		switch {
		case key == "dir" && x.Dir == toClient:
			c.Text = "host"
		case key == "dir":
			c.Text = "owner"
		case key == "drift_ppm" && x.Drift != nil:
			c.Text = terminal.Decimal(*x.Drift, 0)
			if x.DriftError != nil {
				c.Text += " ± " + terminal.Decimal(*x.DriftError, 0)
			}
			c.Text += " ppm"
		}
	})
}

func (p *page) powers(s *figures.ShipLife) {
	apart(p, s.Power, "system changes settings", func(x *figures.PowerUse, key string, c *terminal.Cell) {
		if key == "settings" {
			c.Text = times(x.Settings)
		}
	})
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
	const (
		keys          = "field name writes p50_ms p90_ms max_ms max_frame same run run_ms run_frame"
		late          = 2000 // stock software sends a position about every second
		some, refresh = 5, 500
	)
	apart(p, worstRefreshes(s.Refresh), keys, func(f *figures.Refresh, key string, c *terminal.Cell) {
		switch {
		case key == "field":
			c.Style = p.Way(f.Dir)
		case key == "name":
			c.Text = receiver(f.Dir, f.Receiver, f.Name)
		case key == "max_ms" && f.Field == "position" && gapOf(f) > late:
			c.Style = p.Note
		case key == "run" && f.Field == "delta" && f.Run >= some && f.RunMs != nil && *f.RunMs < refresh*figures.Milliseconds(f.Run-1):
			c.Style = p.Note // more often than a refresh of once a second
		}
	})
}

// worstRefreshes leaves out all receivers of the host but the worst ones.
func worstRefreshes(all []figures.Refresh) (rows []figures.Refresh) {
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
		rows = append(rows, *longest)
		if longestRun.Run > longest.Run {
			rows = append(rows, *longestRun)
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
