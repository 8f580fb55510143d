package render

import (
	"fmt"
	"io"
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
	_, err := w.Write(p.b.Bytes())
	return err
}

func (p *page) ship(s *figures.ShipLife) {
	p.day, _, _ = strings.Cut(s.First, "T")
	name := s.Name
	if s.Life > 1 {
		name += fmt.Sprintf(", life %d", s.Life)
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
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "dir"}, {Title: "receiver", Min: 10}, {Title: "address", Drop: 3}, {Title: "content", Min: 10, Fold: true},
		{Title: "count", Number: true}, {Title: "per s", Number: true}, {Title: "mean", Number: true, Drop: 2},
		{Title: "p50", Number: true}, {Title: "p90", Number: true}, {Title: "max", Number: true, Drop: 1},
	}}
	for i := range s.Cadence {
		c := &s.Cadence[i]
		content := "motion"
		switch {
		case c.Blocks:
			content = "subsystems"
		case c.Dir == toServer:
			content = "weapons (power)"
		}
		p.row(t, asked{query: c.Query, file: s.File}, styled(c.Dir, p.way(c.Dir)), text(receiver(c.Dir, c.Receiver, c.Name)), text(c.Receiver), text(content), count(c.Updates),
			text(terminal.Decimal(c.Hz, 1)), milliseconds(c.Mean), milliseconds(c.P50), milliseconds(c.P90), milliseconds(c.Max))
	}
	p.table(t)
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
	if len(s.Rounds) == 0 {
		return
	}
	p.line()
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "blocks to", Min: 9}, {Title: "address", Drop: 4}, {Title: "count", Number: true}, {Title: "readable", Number: true, Drop: 3}, {Title: "lost", Number: true},
		{Title: "skipped", Number: true, Drop: 2}, {Title: "late", Number: true, Drop: 1}, {Title: "cycle p50", Number: true}, {Title: "p90", Number: true},
		{Title: "start indexes", Min: 12, Fold: true},
	}}
	for i := range s.Rounds {
		r := &s.Rounds[i]
		p.row(t, asked{query: r.Query, file: s.File}, text(receiver(toClient, r.Receiver, r.Name)), text(r.Receiver), count(r.Blocks), count(r.Distinct), few(r.Lost, p.Note),
			few(r.SkippedEntries, p.Dim), few(r.Late, p.Dim), seconds(r.CoverageP50), seconds(r.CoverageP90), text(sequence(r.Starts)))
	}
	p.table(t)
}

func seconds(s *float64) terminal.Cell {
	if s == nil {
		return terminal.Cell{Text: unknown}
	}
	return terminal.Cell{Text: terminal.Duration(*s)}
}

func sequence(starts []int) string {
	words := make([]string, len(starts))
	for i, n := range starts {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

func (p *page) clocks(s *figures.ShipLife) {
	if len(s.Clocks) == 0 {
		return
	}
	p.line()
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "clock of"}, {Title: "game time 0 at"}, {Title: "drift", Number: true}, {Title: "jitter", Number: true},
		{Title: "observed for", Number: true, Drop: 3}, {Title: "updates", Number: true, Drop: 2}, {Title: "resets", Number: true, Drop: 1},
	}}
	for i := range s.Clocks {
		c := &s.Clocks[i]
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
		p.row(t, asked{query: c.Query, file: s.File}, styled(whose, p.way(c.Dir)), text(p.moment(c.ZeroAt)), text(drift), text(terminal.Milliseconds(c.Jitter)),
			text(terminal.Duration(c.Span)), count(c.Samples), few(c.Resets, p.Note))
	}
	p.table(t)
}

func (p *page) powers(s *figures.ShipLife) {
	if len(s.Power) == 0 {
		return
	}
	p.line()
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "power setting of", Fold: true}, {Title: "changes", Number: true}, {Title: "time at each setting", Min: 20, Fold: true},
	}}
	for i := range s.Power {
		u := &s.Power[i]
		t.Add(text(u.System), count(u.Changes), text(times(u.Settings)))
	}
	p.table(t)
}

// times writes "100 %: 20.1 s, 75 %: 3.0 s".
func times(list []figures.PowerTime) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[len(list)-1-i] = wholePercent(s.Percent) + " %: " + terminal.Duration(s.Seconds)
	}
	return strings.Join(words, ", ")
}
