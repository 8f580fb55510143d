package render

import (
	"cmp"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showLinks(p *page, s *figures.Stats) {
	if len(s.Links) == 0 {
		return
	}
	n := p.shown(len(s.Links))
	p.heading("LINKS", terminal.Style{}, counted(int64(len(s.Links)), "link", "links"))
	traffic(p, s.Links[:n])
	p.heading("RELIABILITY", terminal.Style{}, "time from a reliable message to its Ack")
	reliability(p, s.Links[:n])
	p.more(len(s.Links) - n)
}

func traffic(p *page, links []figures.Link) {
	for l, t := range all(p, links) {
		t.row(asked{query: l.Query, queries: bytesOnly(l.Queries, true)}, fields{
			{"client", fit{min: 12}, styled(who(l.Name, l.Peer), p.Name)},
			{"address", fit{drop: 2}, text(l.Client)},
			{"server", fit{drop: 4}, text(l.Server)},
			{"first", fit{}, text(p.second(l.First))},
			{"last", fit{}, text(p.second(l.Last))},
			{"bytes C>S", fit{}, right(terminal.Bytes(float64(l.ToServer)), p.ToServer)},
			{"bytes S>C", fit{}, right(terminal.Bytes(float64(l.ToClient)), p.ToClient)},
			{"datagrams", fit{drop: 3}, count(l.Datagrams)},
		})
	}
}

// bytesOnly gives the formulas of the bytes of a link, or all others.
func bytesOnly(queries figures.Queries, want bool) figures.Queries {
	out := figures.Queries{}
	for key, formula := range queries {
		if strings.HasPrefix(key, "bytes") == want {
			out[key] = formula
		}
	}
	return out
}

// who names a client.
func who(name string, peer int) string {
	switch {
	case name != "":
		return name
	case peer != 0:
		return "peer " + strconv.Itoa(peer)
	}
	return "?"
}

func reliability(p *page, links []figures.Link) {
	for l, t := range all(p, links) {
		t.row(asked{queries: bytesOnly(l.Queries, false)}, fields{
			{"client", fit{min: 8}, styled(who(l.Name, l.Peer), p.Name)},
			{"p50", fit{}, milliseconds(l.RTT.P50)},
			{"p90", fit{}, milliseconds(l.RTT.P90)},
			{"max", fit{}, milliseconds(l.RTT.Max)},
			{"other dir p50", fit{drop: 5}, milliseconds(l.Near.P50)},
			{"reliable", fit{drop: 3}, count(l.Reliable)},
			{"sent again", fit{}, few(l.Resent, p.Note)},
			{"unacked", fit{}, few(l.Unacked, p.Note)},
			{"gaps", fit{}, few(l.Gaps, p.Note)},
			{"late", fit{drop: 2}, few(l.Late, terminal.Style{})},
			{"repeated Acks", fit{drop: 4}, few(l.RepeatAck, terminal.Style{})},
		})
	}
}

// resend is what was sent again on one link in one direction.
type resend struct {
	figures.Resend         // its first row: messages sent twice or more
	twice, few, many int64 // messages sent 2, 3 to 5, and more times
	most             int
}

// resends gathers the rows of each link and direction, which follow each other.
func resends(rows []figures.Resend) (list []resend) {
	for _, row := range rows {
		if row.Copies < 2 {
			continue // all that was sent once, or a rest without a number
		}
		n := len(list)
		if n == 0 || list[n-1].Link != row.Link || list[n-1].Dir != row.Dir || row.Copies <= list[n-1].most {
			list = append(list, resend{Resend: row})
			n++
		}
		r := &list[n-1]
		r.most = row.Copies
		switch {
		case row.Copies == 2:
			r.twice += row.Count
		case row.Copies <= 5:
			r.few += row.Count
		default:
			r.many += row.Count
		}
	}
	return list
}

// showResends tells the messages that were sent more than once.
func showResends(p *page, s *figures.Stats) {
	list := resends(inWays(p, s.Resends, func(r *figures.Resend) string { return r.Dir }))
	if len(list) == 0 {
		return
	}
	p.heading("RETRANSMISSIONS", terminal.Style{}, "reliable messages by times sent")
	for r, t := range top(p, list) {
		t.row(asked{query: r.Query, queries: r.Queries}, fields{
			{"client", fit{min: 8}, styled(who(r.Name, 0), p.Name)},
			{"address", fit{drop: 2}, text(r.Link)},
			{"dir", fit{}, styled(direction(r.Dir), p.way(r.Dir))},
			{"messages", fit{}, count(r.AtLeast)},
			{"2×", fit{}, few(r.twice, terminal.Style{})},
			{"3–5×", fit{}, few(r.few, p.Note)},
			{"more", fit{}, few(r.many, p.Note)},
			{"most", fit{}, right(strconv.Itoa(r.most) + "×")},
			{"fragments", fit{drop: 1}, few(r.Parts, terminal.Style{})},
		})
	}
	mostRepeated(p, s.MostRepeated)
}

// mostRepeated names the messages that were sent most often, the first of them first.
// One that was sent twice is nothing special, unless somebody asks.
func mostRepeated(p *page, rows []figures.Repeated) {
	if len(rows) == 0 || len(p.Only) == 0 && rows[0].Copies < 3 {
		return
	}
	p.heading("SENT MOST OFTEN", terminal.Style{})
	for r, t := range top(p, rows) {
		t.row(asked{query: r.Query, file: r.File}, fields{
			{"message", fit{min: 12, fold: true}, styled(r.What, p.Name)},
			{"client", fit{min: 8}, text(who(r.Name, 0))},
			{"file", fit{min: 8, drop: 2}, text(r.File)},
			{"address", fit{drop: 1}, text(r.Link)},
			{"dir", fit{}, styled(direction(r.Dir), p.way(r.Dir))},
			{"seq", fit{}, right(strconv.Itoa(r.Seq))},
			{"sent", fit{}, right(strconv.Itoa(r.Copies) + "×")},
			{"last in frame", fit{}, right(strconv.FormatInt(r.Frame, 10))},
		})
	}
}

func showFragments(p *page, s *figures.Stats) {
	f := &s.Fragments
	if f.Parts == 0 {
		return
	}
	p.heading("FRAGMENTS", terminal.Style{}, counted(f.Parts, "fragment", "fragments"), terminal.Count(f.Repeats)+" sent again",
		counted(f.Complete, "message", "messages")+" joined", terminal.Count(f.Incomplete)+" incomplete", counted(f.Conflicts, "conflict", "conflicts"))
	p.asked(asked{queries: f.Queries})
}

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
			{"began", fit{drop: 2}, text(cmp.Or(p.second(begins(j)), "-"))},
			{"steps", fit{drop: 4}, count(int64(len(j.Steps)))},
			{"reached", fit{}, text(j.State)},
			{"took", fit{}, milliseconds(j.Took)},
			{"longest wait", fit{}, milliseconds(j.Wait)},
			{"waiting for", fit{min: 12, fold: true}, styled(cmp.Or(j.WaitFor, "-"), p.way(stepDir(j, j.WaitFor)))},
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

func showObjects(p *page, s *figures.Stats) {
	for o, t := range section(p, s.Objects, "OBJECTS", counted(int64(len(s.Objects)), "life", "lives")) {
		t.row(asked{o.Query, o.Queries, o.File}, fields{
			{"object", fit{min: 16, fold: true}, styled(cmp.Or(o.Name, o.Ship, "?"), p.Name)},
			{"file", fit{min: 8, drop: 1}, text(o.File)},
			{"id", fit{}, text(o.ObjectID)},
			{"species", fit{drop: 5}, right(strconv.Itoa(o.Species))},
			{"owner", fit{min: 8, drop: 4}, text(cmp.Or(o.Owner, "slot "+strconv.Itoa(o.OwnerSlot)))},
			{"born", fit{}, text(cmp.Or(p.second(o.Born), "-"))},
			{"died", fit{}, text(cmp.Or(p.second(o.Died), "-"))},
			{"ended by", fit{min: 10, drop: 3, fold: true}, text(cmp.Or(o.DiedBy, "-"))},
			{"updates", fit{}, count(o.Updates)},
			{"rate", fit{}, right(terminal.Decimal(o.RateHz, 1) + " Hz")},
			{"after death", fit{drop: 2}, few(o.AfterDies, p.Note)},
		})
	}
}

// showCycles sets measured cycles beside those that the class has.
func showCycles(p *page, s *figures.Stats) {
	for c, t := range section(p, s.Cycles, "CYCLES", "updates until the same subsystem comes first again", "0x1D: until all fields of motion come at once", "expected: from `bcdump ships CLASS`") {
		look := terminal.Style{}
		if c.Expected != nil && *c.Expected != c.Updates {
			look = p.Note
		}
		t.row(asked{}, fields{
			{"class", fit{min: 11}, styled(c.Ship, p.Name)},
			{"flag", fit{}, text(c.DirtyFlags)},
			{"to", fit{}, text(c.Receiver)},
			{"dialect", fit{drop: 3}, text(c.Dialect)},
			{"cycles", fit{drop: 5}, count(c.Cycles)},
			{"updates", fit{}, right(strconv.Itoa(c.Updates), look)},
			{"expected", fit{}, number(c.Expected)},
			{"time p50", fit{}, seconds(c.P50)},
			{"expected", fit{drop: 1}, seconds(c.ExpectedSeconds)},
			{"p90", fit{drop: 2}, seconds(c.P90)},
			{"max", fit{drop: 4}, seconds(c.Max)},
		})
	}
}
