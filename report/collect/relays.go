package collect

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/report/figures"
)

// relays counts how the host passes on what clients send, by opcode.
type relays struct {
	*queries
	rows    [256]relayRow
	players players
}

type relayRow struct {
	originals, copies, expected, surplus, echoes int64
	latency                                      histogram
}

func newRelays(q *queries) *relays { return &relays{queries: q, players: newPlayers()} }

func (y *relays) begin(string) { y.players = newPlayers() }

func (y *relays) record(l *line) {
	if !l.game() {
		return
	}
	others := y.players.hear(l)
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
	r.latency.add(decode.Milliseconds(relay.After))
}

func (y *relays) report(out *figures.Stats) {
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

func (y *relays) figure(opcode int, r *relayRow) figures.Relay {
	f := figures.Relay{
		Opcode: opcodeText(opcode), Name: opcodeName(opcode),
		Originals: r.originals, Copies: r.copies, Expected: r.expected,
		Missing: max(r.expected-(r.copies-r.surplus), 0), Surplus: r.surplus, Echoes: r.echoes,
		FanOut:  ratio(float64(r.copies), float64(r.originals)),
		Latency: latency(&r.latency, toClient),
	}
	copies := []string{opcodeIs(opcode), "relay_of", once, "!relay_of.echo"}
	f.Query = y.of(opcodeIs(opcode), dirIs(decode.ToServer), once)
	f.Queries = figures.Queries{
		"copies":           y.count(copies...),
		"surplus":          y.count(append(copies, "relay_of.surplus")...),
		"latency_ms.count": y.count(append(copies, "!relay_of.surplus")...),
		"echoes":           y.count(opcodeIs(opcode), "relay_of.echo", once),
	}
	return f
}
