package render

import (
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showSavings shows what other ways of sending would save, and below what each takes for granted.
func showSavings(p *page, s *figures.Stats) {
	if len(s.Savings) == 0 {
		return
	}
	p.heading("SAVINGS", terminal.Style{}, "what the same traffic would take less if it was sent in another way")
	for x, t := range all(p, s.Savings) {
		t.row(asked{}, fields{
			{"way of sending", fit{}, styled(savingName(x), p.Name)},
			{"dir", fit{}, styled(x.Dir, p.way(x.Dir))},
			{"saved", fit{}, size(x.Bytes)},
			{"share", fit{}, percent(x.Share)},
			{"a player", fit{}, rate(x.Rate)},
			{"wait", fit{drop: 1}, waited(x.Waits)},
			{"", fit{}, bar(max(x.Share, 0), 1, p.way(x.Dir))},
		})
	}
	said := ""
	for i := range s.Savings {
		if x := &s.Savings[i]; said != savingName(x) {
			said = savingName(x)
			indent := ""
			for _, line := range p.wrapped(said + ": " + x.Assumption) {
				p.say(p.Dim, indent+line)
				indent = "  "
			}
		}
	}
}

// savingName tells the ways with one id apart by how long datagrams wait.
func savingName(x *figures.Saving) string {
	if x.Window > 0 {
		return x.ID + ", " + terminal.Milliseconds(float64(x.Window))
	}
	return x.ID
}

func waited(w *figures.Waits) terminal.Cell {
	if w == nil {
		return text("")
	}
	return right(terminal.Milliseconds(w.Mean) + ", at most " + terminal.Milliseconds(w.Most))
}
