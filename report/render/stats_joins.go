package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showJoins sums up the joins, or shows their steps if only few tables were asked for.
func showJoins(p *page, s *figures.Stats) bool {
	if len(s.Joins) == 0 {
		return false
	}
	n := p.shown(len(s.Joins))
	if len(p.Only) > 0 {
		for i := range s.Joins[:n] {
			join(p, &s.Joins[i])
		}
	} else {
		joins(p, s.Joins[:n])
	}
	p.more(len(s.Joins) - n)
	return true
}

func joins(p *page, list []figures.Join) {
	p.heading("JOINS", terminal.Style{}, "from the connect to the last step; --only joins shows the steps")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "file", Min: 8, Drop: 1},
		{Title: "address", Drop: 2},
		{Title: "at"},
		{Title: "steps", Number: true},
		{Title: "took", Number: true},
		{Title: "longest wait", Number: true},
		{Title: "was for", Min: 16},
	}}
	for i := range list {
		j := &list[i]
		if len(j.Steps) == 0 {
			continue
		}
		longest, wait := longestWait(j.Steps)
		t.Add(styled(who(j.Name, 0), p.Name), text(j.File), text(j.Client), text(p.moment(j.Steps[0].Time)), count(int64(len(j.Steps))),
			terminal.Cell{Text: terminal.Milliseconds(j.Steps[len(j.Steps)-1].After)}, terminal.Cell{Text: terminal.Milliseconds(wait)},
			styled(longest.Step, p.way(longest.Dir)))
	}
	p.table(t)
}

// longestWait finds the step that came longest after the one before it.
func longestWait(steps []figures.Step) (longest figures.Step, wait float64) {
	longest = steps[0]
	for i := 1; i < len(steps); i++ {
		if w := steps[i].After - steps[i-1].After; w > wait {
			longest, wait = steps[i], w
		}
	}
	return longest, wait
}

func join(p *page, j *figures.Join) {
	parts := []string{who(j.Name, 0), j.Client}
	if j.File != "" {
		parts = append(parts, j.File)
	}
	if n := len(j.Steps); n > 0 {
		parts = append(parts, counted(int64(n), "step", "steps")+" in "+terminal.Milliseconds(j.Steps[n-1].After))
	}
	p.heading("JOIN", terminal.Style{}, parts...)
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "after", Number: true},
		{Title: "direction"},
		{Title: "step", Min: 20},
		{Title: "time"},
		{Title: "frame", Number: true, Drop: 1},
	}}
	for i := range j.Steps {
		s := &j.Steps[i]
		p.row(t, asked{query: s.Query, file: j.File}, terminal.Cell{Text: terminal.Milliseconds(s.After)}, styled(direction(s.Dir), p.way(s.Dir)),
			styled(s.Step, p.Name), text(p.moment(s.Time)), text(strconv.FormatInt(s.Frame, 10)))
	}
	p.table(t)
}
