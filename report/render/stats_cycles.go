package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showCycles sets the measured cycles of subsystems beside those that the class has.
func showCycles(p *page, s *figures.Stats) {
	for c, t := range section(p, s.Cycles, "SUBSYSTEM CYCLES", "updates until the same subsystem comes first again", "expected: from `bcdump ships CLASS`") {
		look := terminal.Style{}
		if c.Expected != nil && *c.Expected != c.Updates {
			look = p.Note
		}
		t.row(asked{}, fields{
			{"class", fit{min: 8}, styled(c.Ship, p.Name)},
			{"blocks to", fit{}, text(c.Receiver)},
			{"dialect", fit{drop: 1}, text(c.Dialect)},
			{"cycles", fit{drop: 4}, count(c.Cycles)},
			{"updates", fit{}, right(strconv.Itoa(c.Updates), look)},
			{"expected", fit{}, number(c.Expected)},
			{"time p50", fit{}, seconds(c.P50)},
			{"expected", fit{}, seconds(c.ExpectedSeconds)},
			{"p90", fit{drop: 2}, seconds(c.P90)},
			{"max", fit{drop: 3}, seconds(c.Max)},
		})
	}
}
