package render

import (
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showObjects(p *page, s *figures.Stats) bool {
	if len(s.Objects) == 0 {
		return false
	}
	p.heading("OBJECTS", terminal.Style{}, counted(int64(len(s.Objects)), "life", "lives"))
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "object", Min: 16},
		{Title: "file", Min: 8, Drop: 1},
		{Title: "id"},
		{Title: "species", Number: true, Drop: 5},
		{Title: "owner", Min: 8, Drop: 4},
		{Title: "born"},
		{Title: "died"},
		{Title: "by", Min: 10, Drop: 3},
		{Title: "updates", Number: true},
		{Title: "rate", Number: true},
		{Title: "after death", Number: true, Drop: 2},
	}}
	n := p.shown(len(s.Objects))
	for i := range s.Objects[:n] {
		o := &s.Objects[i]
		p.row(t, asked{o.Query, o.Queries, o.File}, styled(objectName(o), p.Name), text(o.File), text(o.ObjectID), text(strconv.Itoa(o.Species)), text(owner(o)),
			text(orDash(p.second(o.Born))), text(orDash(p.second(o.Died))), text(orDash(o.DiedBy)),
			count(o.Updates), terminal.Cell{Text: terminal.Decimal(o.RateHz, 1) + " Hz"}, few(o.AfterDies, p.Note))
	}
	p.table(t)
	p.more(len(s.Objects) - n)
	return true
}

func objectName(o *figures.Object) string {
	switch {
	case o.Name != "":
		return o.Name
	case o.Ship != "":
		return o.Ship
	}
	return "?"
}

func owner(o *figures.Object) string {
	if o.Owner != "" {
		return o.Owner
	}
	return "slot " + strconv.Itoa(o.OwnerSlot)
}

// orDash marks what is not known.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func showRelays(p *page, s *figures.Stats) bool {
	if len(s.Relays) == 0 {
		return false
	}
	p.heading("RELAYS", terminal.Style{}, "messages of clients, and their copies to the other clients")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "opcode", Drop: 1},
		{Title: "name", Min: 12},
		{Title: "sent", Number: true},
		{Title: "copies", Number: true},
		{Title: "expected", Number: true, Drop: 3},
		{Title: "missing", Number: true},
		{Title: "surplus", Number: true},
		{Title: "echoes", Number: true, Drop: 4},
		{Title: "fan-out", Number: true},
		{Title: "delay p50", Number: true},
		{Title: "p90", Number: true, Drop: 5},
		{Title: "max", Number: true, Drop: 2},
	}}
	n := p.shown(len(s.Relays))
	for i := range s.Relays[:n] {
		r := &s.Relays[i]
		p.row(t, asked{query: r.Query, queries: r.Queries}, text(r.Opcode), styled(r.Name, p.Name), count(r.Originals), count(r.Copies), count(r.Expected),
			few(r.Missing, p.Note), few(r.Surplus, p.Note), few(r.Echoes, terminal.Style{}), terminal.Cell{Text: terminal.Decimal(r.FanOut, 2)},
			milliseconds(r.Latency.P50), milliseconds(r.Latency.P90), milliseconds(r.Latency.Max))
	}
	p.table(t)
	p.more(len(s.Relays) - n)
	return true
}

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
