package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// relayed counts how the host passes on what clients send, by opcode.
type relayed struct {
	*base
	rows    [256]relayRow
	players attendance
}

type relayRow struct {
	originals, copies, expected, surplus, echoes int64
	latency                                      tally.Histogram
}

func newRelayed(b *base) *relayed { return &relayed{base: b, players: newAttendance()} }

func (y *relayed) begin(string) { y.players = newAttendance() }

func (y *relayed) game(l *line) { y.take(l, y.players.hear(l)) }

// walked takes an update or an Ack: nobody leaves with it.
func (y *relayed) walked(l *line) {
	var others int64
	if l.from == toServer {
		others = y.players.heard(l)
	}
	y.take(l, others)
}

// take takes a message; others is how many clients beside its sender are in the game.
func (y *relayed) take(l *line, others int64) {
	if l.opcode < 0 || l.repeat {
		return
	}
	row := &y.rows[l.opcode]
	if l.from == toServer {
		row.originals++
		row.expected += others
		return
	}
	row.copy(&l.Relay)
}

func (r *relayRow) copy(relay *decode.Relay) {
	switch {
	case relay.Frame == 0:
		return
	case relay.Echo:
		r.echoes++
		return
	}
	r.copies++
	if relay.Surplus {
		r.surplus++
		return
	}
	r.latency.Add(decode.Milliseconds(relay.After))
}

func (y *relayed) report(out *figures.Stats) {
	out.Relays = []figures.Relay{}
	for opcode := range y.rows {
		row := &y.rows[opcode]
		if row.copies+row.echoes > 0 {
			out.Relays = append(out.Relays, y.figure(opcode, row))
		}
	}
	slices.SortFunc(out.Relays, func(a, b figures.Relay) int {
		return cmp.Or(cmp.Compare(b.Originals, a.Originals), cmp.Compare(a.Opcode, b.Opcode))
	})
}

func (y *relayed) figure(opcode int, r *relayRow) figures.Relay {
	f := figures.Relay{
		Opcode: tally.OpcodeText(opcode), Name: opcodeName(opcode),
		Originals: r.originals, Copies: r.copies, Expected: r.expected,
		Missing: max(r.expected-(r.copies-r.surplus), 0), Surplus: r.surplus, Echoes: r.echoes,
		FanOut:  tally.Ratio(float64(r.copies), float64(r.originals)),
		Latency: latency(&r.latency, toClient),
	}
	copies := []string{tally.OpcodeIs(opcode), "relay_of", tally.Once, "!relay_of.echo"}
	f.Query = y.Of(tally.OpcodeIs(opcode), tally.DirIs(decode.ToServer), tally.Once)
	f.Queries = figures.Queries{
		"copies":           y.Count(copies...),
		"surplus":          y.Count(append(copies, "relay_of.surplus")...),
		"latency_ms.count": y.Count(append(copies, "!relay_of.surplus")...),
		"echoes":           y.Count(tally.OpcodeIs(opcode), "relay_of.echo", tally.Once),
	}
	return f
}
