package render

import (
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showLinks(p *page, s *figures.Stats) bool {
	if len(s.Links) == 0 {
		return false
	}
	n := p.shown(len(s.Links))
	p.heading("LINKS", terminal.Style{}, counted(int64(len(s.Links)), "link", "links"))
	traffic(p, s.Links[:n])
	p.heading("RELIABILITY", terminal.Style{}, "time from a reliable message to its Ack")
	reliability(p, s.Links[:n])
	p.more(len(s.Links) - n)
	return true
}

func traffic(p *page, links []figures.Link) {
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 12},
		{Title: "address", Drop: 2},
		{Title: "server", Drop: 4},
		{Title: "first"},
		{Title: "last"},
		{Title: "bytes C>S", Number: true},
		{Title: "bytes S>C", Number: true},
		{Title: "datagrams", Number: true, Drop: 3},
	}}
	for i := range links {
		l := &links[i]
		p.row(t, asked{query: l.Query, queries: bytesOnly(l.Queries, true)}, styled(who(l.Name, l.Peer), p.Name), text(l.Client), text(l.Server), text(p.second(l.First)), text(p.second(l.Last)),
			terminal.Cell{Text: terminal.Bytes(float64(l.ToServer)), Style: p.ToServer},
			terminal.Cell{Text: terminal.Bytes(float64(l.ToClient)), Style: p.ToClient}, count(l.Datagrams))
	}
	p.table(t)
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
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "p50", Number: true},
		{Title: "p90", Number: true},
		{Title: "max", Number: true},
		{Title: "other dir p50", Number: true, Drop: 5},
		{Title: "reliable", Number: true, Drop: 3},
		{Title: "sent again", Number: true},
		{Title: "unacked", Number: true},
		{Title: "gaps", Number: true},
		{Title: "late", Number: true, Drop: 2},
		{Title: "repeated Acks", Number: true, Drop: 4},
	}}
	for i := range links {
		l := &links[i]
		p.row(t, asked{queries: bytesOnly(l.Queries, false)}, styled(who(l.Name, l.Peer), p.Name), milliseconds(l.RTT.P50), milliseconds(l.RTT.P90), milliseconds(l.RTT.Max),
			milliseconds(l.Near.P50), count(l.Reliable), few(l.Resent, p.Note), few(l.Unacked, p.Note), few(l.Gaps, p.Note),
			few(l.Late, terminal.Style{}), few(l.RepeatAck, terminal.Style{}))
	}
	p.table(t)
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
func showResends(p *page, s *figures.Stats) bool {
	list := resends(s.Resends)
	if len(list) == 0 {
		return false
	}
	p.heading("SENT AGAIN", terminal.Style{}, "reliable messages by how often they were sent")
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "client", Min: 8},
		{Title: "address", Drop: 2},
		{Title: "dir"},
		{Title: "messages", Number: true},
		{Title: "2×", Number: true},
		{Title: "3–5×", Number: true},
		{Title: "more", Number: true},
		{Title: "most", Number: true},
		{Title: "fragments", Number: true, Drop: 1},
	}}
	n := p.shown(len(list))
	for i := range list[:n] {
		r := &list[i]
		p.row(t, asked{query: r.Query, queries: r.Queries}, styled(who(r.Name, 0), p.Name), text(r.Link), styled(direction(r.Dir), p.way(r.Dir)), count(r.AtLeast),
			few(r.twice, terminal.Style{}), few(r.few, p.Note), few(r.many, p.Note),
			terminal.Cell{Text: strconv.Itoa(r.most) + "×"}, few(r.Parts, terminal.Style{}))
	}
	p.table(t)
	p.more(len(list) - n)
	mostRepeated(p, s.MostRepeated)
	return true
}

// mostRepeated names the messages that were sent most often, the first of them first.
// One that was sent twice is nothing special, unless somebody asks.
func mostRepeated(p *page, rows []figures.Repeated) {
	if len(rows) == 0 || len(p.Only) == 0 && rows[0].Copies < 3 {
		return
	}
	p.heading("SENT MOST OFTEN", terminal.Style{})
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "message", Min: 12, Fold: true},
		{Title: "client", Min: 8},
		{Title: "file", Min: 8, Drop: 2},
		{Title: "address", Drop: 1},
		{Title: "dir"},
		{Title: "seq", Number: true},
		{Title: "sent", Number: true},
		{Title: "last in frame", Number: true},
	}}
	n := p.shown(len(rows))
	for i := range rows[:n] {
		r := &rows[i]
		p.row(t, asked{query: r.Query, file: r.File}, styled(r.What, p.Name), text(who(r.Name, 0)), text(r.File), text(r.Link),
			styled(direction(r.Dir), p.way(r.Dir)), text(strconv.Itoa(r.Seq)), terminal.Cell{Text: strconv.Itoa(r.Copies) + "×"},
			text(strconv.FormatInt(r.Frame, 10)))
	}
	p.table(t)
	p.more(len(rows) - n)
}

func showFragments(p *page, s *figures.Stats) bool {
	f := &s.Fragments
	if f.Parts == 0 {
		return false
	}
	p.heading("FRAGMENTS", terminal.Style{}, counted(f.Parts, "fragment", "fragments"), terminal.Count(f.Repeats)+" sent again",
		counted(f.Complete, "message", "messages")+" joined", terminal.Count(f.Incomplete)+" incomplete", counted(f.Conflicts, "conflict", "conflicts"))
	p.asked(asked{queries: f.Queries})
	return true
}
