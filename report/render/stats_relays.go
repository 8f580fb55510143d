package render

import (
	"fmt"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showRelays(p *page, s *figures.Stats) bool {
	rows := relaysOf(s)
	if len(rows) == 0 {
		return false
	}
	p.heading("RELAYS", terminal.Style{}, "messages of clients, and the copies that the host made of them")
	if s.Filter != "" {
		p.say(p.Note, "what is missing is not looked for: --filter leaves messages out")
	}
	n := p.shown(len(rows))
	relays(p, rows[:n])
	p.more(len(rows) - n)
	missingCopies(p, rows)
	return true
}

// relaysOf leaves out what is for the host alone, and stayed there.
func relaysOf(s *figures.Stats) (rows []figures.Relay) {
	for i := range s.Relays {
		if r := &s.Relays[i]; !keptByHost(r) || r.Copies+r.Echoes > 0 {
			rows = append(rows, *r)
		}
	}
	return rows
}

func keptByHost(r *figures.Relay) bool { return r.To == "host alone" }

// audiences are short words for whom hosts pass messages on to.
var audiences = map[string]string{
	"other clients": "others", "all clients": "all", "team": "team", "made anew": "rebuilt", "host alone": "host", "unknown": "?",
}

func relays(p *page, rows []figures.Relay) {
	t := &terminal.Table{Columns: []terminal.Column{
		{Title: "opcode", Drop: 2},
		{Title: "name", Min: 12, Fold: true},
		{Title: "copied to"},
		{Title: "sent", Number: true},
		{Title: "copies", Number: true},
		{Title: "missing", Number: true},
		{Title: "joining", Number: true, Drop: 6},
		{Title: "leaving", Number: true, Drop: 5},
		{Title: "lost", Number: true, Drop: 4},
		{Title: "late", Number: true, Drop: 7},
		{Title: "surplus", Number: true, Drop: 1},
		{Title: "echoes", Number: true, Drop: 3},
		{Title: "fan-out", Number: true, Drop: 10},
		{Title: "delay p50", Number: true},
		{Title: "p90", Number: true, Drop: 9},
		{Title: "max", Number: true, Drop: 8},
	}}
	for i := range rows {
		r := &rows[i]
		copies := count(r.Copies)
		if keptByHost(r) {
			copies.Style = p.Note
		}
		p.row(t, asked{query: r.Query, queries: r.Queries}, text(r.Opcode), styled(r.Name, p.Name), text(audiences[r.To]), count(r.Originals), copies,
			missing(r.Missing, p.Note), few(r.Joining, terminal.Style{}), few(r.Leaving, terminal.Style{}), few(r.Lost, terminal.Style{}), few(r.Late, terminal.Style{}),
			few(r.Surplus, p.Note), few(r.Echoes, terminal.Style{}), terminal.Cell{Text: terminal.Decimal(r.FanOut, 2)},
			milliseconds(r.Latency.P50), milliseconds(r.Latency.P90), milliseconds(r.Latency.Max))
	}
	p.table(t)
}

// missing is empty where nobody knows what should be there.
func missing(n *int64, look terminal.Style) terminal.Cell {
	if n == nil {
		return terminal.Cell{}
	}
	return few(*n, look)
}

// missingCopies names the first copies that were never made; those of one datagram to one client are
// one line.
func missingCopies(p *page, rows []figures.Relay) {
	var lines []string
	times := map[string]int64{}
	all := int64(0)
	for i := range rows {
		r := &rows[i]
		if r.Missing != nil {
			all += *r.Missing
		}
		for k := range r.First {
			line := missingCopy(r.Name, &r.First[k])
			if times[line]++; times[line] == 1 {
				lines = append(lines, line)
			}
		}
	}
	for _, line := range lines[:p.shown(len(lines))] {
		all -= times[line]
		if n := times[line]; n > 1 {
			line = terminal.Count(n) + " × " + line
		}
		p.say(p.Note, line)
	}
	if all > 0 && len(lines) > 0 {
		p.say(p.Dim, "and "+counted(all, "more missing copy", "more missing copies"))
	}
}

func missingCopy(name string, m *figures.MissingCopy) string {
	text := fmt.Sprintf("%s of %s, frame %d, not to %s", name, m.From, m.Frame, m.To)
	if m.File != "" {
		text += " (" + m.File + ")"
	}
	return text
}
