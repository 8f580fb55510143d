package render

import (
	"cmp"
	"strconv"
	"strings"

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
	p.heading("JOINS", terminal.Style{}, "from the connect to the first ship; --only joins shows the steps")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "file", Min: 8, Drop: 3},
		{Title: "address", Drop: 5},
		{Title: "began", Drop: 2},
		{Title: "steps", Number: true, Drop: 4},
		{Title: "reached"},
		{Title: "took", Number: true},
		{Title: "longest wait", Number: true},
		{Title: "waiting for", Min: 12, Fold: true},
	}}
	for i := range list {
		j := &list[i]
		cells := []terminal.Cell{
			styled(cmp.Or(j.Name, j.Client), p.Name), text(j.File), text(j.Client), text(orDash(p.second(begins(j)))), count(int64(len(j.Steps))),
			text(j.State), milliseconds(j.Took), milliseconds(j.Wait), styled(orDash(j.WaitFor), p.way(stepDir(j, j.WaitFor))),
		}
		row := terminal.Row{Cells: cells}
		if j.Ending != figures.EndStayed || j.Hangs || j.State != "in game" { // others are still there
			row.Below = p.wrapped(j.Outcome)
		}
		t.Rows = append(t.Rows, row)
	}
	p.table(t)
}

// begins is the time of the first step, or of what else there is of a join.
func begins(j *figures.Join) string {
	if len(j.Steps) == 0 {
		return j.Time
	}
	return j.Steps[0].Time
}

func stepDir(j *figures.Join, name string) string {
	for i := range j.Steps {
		if j.Steps[i].Step == name {
			return j.Steps[i].Dir
		}
	}
	return ""
}

// wrapped cuts a text into lines that have room below a row.
func (p *page) wrapped(text string) (lines []string) {
	const margin = 3
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && p.Width > 0 && terminal.Width(line+" "+word)+margin > p.Width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line == "" {
		return lines
	}
	return append(lines, line)
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
	for _, line := range p.wrapped(j.Outcome) {
		p.say(p.Note, line)
	}
	p.asked(asked{query: j.Query, file: j.File})
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "after", Number: true},
		{Title: "dir"},
		{Title: "step", Min: 20, Fold: true},
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
