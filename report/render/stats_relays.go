package render

import (
	"fmt"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

func showRelays(p *page, s *figures.Stats) {
	rows := relaysOf(s)
	if len(rows) == 0 {
		return
	}
	p.heading("RELAYS", terminal.Style{}, "messages of clients, and the copies that the host made of them")
	if s.Filter != "" {
		p.say(p.Note, "what is missing is not looked for: --filter leaves messages out")
	}
	relays(p, rows)
	missingCopies(p, rows)
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
	for r, t := range top(p, rows) {
		copies := count(r.Copies)
		if keptByHost(r) {
			copies.Style = p.Note
		}
		t.row(asked{query: r.Query, queries: r.Queries}, fields{
			{"opcode", fit{drop: 2}, text(r.Opcode)},
			{"name", fit{min: 12, fold: true}, styled(r.Name, p.Name)},
			{"copied to", fit{}, text(audiences[r.To])},
			{"sent", fit{}, count(r.Originals)},
			{"copies", fit{}, copies},
			{"missing", fit{}, missing(r.Missing, p.Note)},
			{"joining", fit{drop: 6}, few(r.Joining, terminal.Style{})},
			{"leaving", fit{drop: 5}, few(r.Leaving, terminal.Style{})},
			{"lost", fit{drop: 4}, few(r.Lost, terminal.Style{})},
			{"late", fit{drop: 7}, few(r.Late, terminal.Style{})},
			{"surplus", fit{drop: 1}, few(r.Surplus, p.Note)},
			{"echoes", fit{drop: 3}, few(r.Echoes, terminal.Style{})},
			{"fan-out", fit{drop: 10}, right(terminal.Decimal(r.FanOut, 2))},
			{"delay p50", fit{}, milliseconds(r.Latency.P50)},
			{"p90", fit{drop: 9}, milliseconds(r.Latency.P90)},
			{"max", fit{drop: 8}, milliseconds(r.Latency.Max)},
		})
	}
}

// missing is empty where nobody knows what should be there.
func missing(n *int64, look terminal.Style) terminal.Cell {
	if n == nil {
		return right("")
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
