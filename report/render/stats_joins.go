package render

import (
	"cmp"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showJoins sums up the joins, or shows their steps if only few tables were asked for.
func showJoins(p *page, s *figures.Stats) {
	if len(s.Joins) == 0 {
		return
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
}

func joins(p *page, list []figures.Join) {
	p.heading("JOINS", terminal.Style{}, "from the connect to the first ship; --only joins shows the steps")
	for j, t := range all(p, list) {
		t.row(asked{}, fields{
			{"client", fit{min: 8}, styled(cmp.Or(j.Name, j.Client), p.Name)},
			{"file", fit{min: 8, drop: 3}, text(j.File)},
			{"address", fit{drop: 5}, text(j.Client)},
			{"began", fit{drop: 2}, text(orDash(p.second(begins(j))))},
			{"steps", fit{drop: 4}, count(int64(len(j.Steps)))},
			{"reached", fit{}, text(j.State)},
			{"took", fit{}, milliseconds(j.Took)},
			{"longest wait", fit{}, milliseconds(j.Wait)},
			{"waiting for", fit{min: 12, fold: true}, styled(orDash(j.WaitFor), p.way(stepDir(j, j.WaitFor)))},
		})
		if j.Ending != figures.EndStayed || j.Hangs || j.State != "in game" { // others are still there
			t.Rows[len(t.Rows)-1].Below = p.wrapped(j.Outcome)
		}
	}
}

// begins is the time of the first step, or of what else there is of a join.
func begins(j *figures.Join) figures.Time {
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
	for s, t := range all(p, j.Steps) {
		t.row(asked{query: s.Query, file: j.File}, fields{
			{"after", fit{}, right(terminal.Milliseconds(s.After))},
			{"dir", fit{}, styled(direction(s.Dir), p.way(s.Dir))},
			{"step", fit{min: 20, fold: true}, styled(s.Step, p.Name)},
			{"time", fit{}, text(p.moment(s.Time))},
			{"frame", fit{drop: 1}, right(strconv.FormatInt(s.Frame, 10))},
		})
	}
}
