package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showCycles sets the measured cycles of subsystems beside those that the class has.
func showCycles(p *page, s *figures.Stats) bool {
	if len(s.Cycles) == 0 {
		return false
	}
	p.heading("SUBSYSTEM CYCLES", terminal.Style{}, "updates until the same subsystem comes first again", "expected: from `bcdump ships CLASS`")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "class", Min: 8}, {Title: "blocks to"}, {Title: "dialect", Drop: 1}, {Title: "cycles", Number: true, Drop: 4},
		{Title: "updates", Number: true}, {Title: "expected", Number: true}, {Title: "time p50", Number: true}, {Title: "expected", Number: true},
		{Title: "p90", Number: true, Drop: 2}, {Title: "max", Number: true, Drop: 3},
	}}
	n := p.shown(len(s.Cycles))
	for i := range s.Cycles[:n] {
		c := &s.Cycles[i]
		look := terminal.Style{}
		if c.Expected != nil && *c.Expected != c.Updates {
			look = p.Note
		}
		t.Add(styled(c.Ship, p.Name), text(c.Receiver), text(c.Dialect), count(c.Cycles),
			styled(strconv.Itoa(c.Updates), look), number(c.Expected), seconds(c.P50), seconds(c.ExpectedSeconds), seconds(c.P90), seconds(c.Max))
	}
	p.table(t)
	p.more(len(s.Cycles) - n)
	return true
}
