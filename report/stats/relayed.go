package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// relayed says how hosts pass on what clients send, by opcode: what the account of the match has
// of it, and how long the copies took.
type relayed struct {
	*base
	rows [256]relayedRow // by opcode
}

type relayedRow struct {
	match.RelayCounts
	delays  histogram.Histogram
	missing []figures.MissingCopy // the first ones, with bare queries
}

// maxMissing is how many missing copies of an opcode are named.
const maxMissing = 20

func (y *relayed) add(c *part) {
	for _, r := range c.All() {
		if r.Has(facts.Retransmit) || !r.Has(facts.Game|facts.HasOpcode) || !c.Relays(r) {
			continue
		}
		if x := c.Relay(r); !x.Echo && !x.Surplus {
			// what comes late was sent before, and its first copy was lost
			y.rows[r.Opcode].delays.Add(decode.Milliseconds(max(x.After-c.First(r).Ago, 0)))
		}
	}
}

func (y *relayed) end(c *part) {
	for opcode, row := range c.Match().Relays() {
		x := &y.rows[opcode]
		x.Add(&row.RelayCounts)
		for i := range row.First[:min(len(row.First), maxMissing-len(x.missing))] {
			m := &row.First[i]
			x.missing = append(x.missing, figures.MissingCopy{
				File: m.File, Frame: m.Frame, Index: m.Index, Time: tally.TimeOf(m.Event), From: tally.NameOf(m.Sender), To: tally.NameOf(m.To),
				Query: bare(lineOf(m.Frame, m.Index), tally.OpcodeIs(opcode)),
			})
		}
	}
}

func (y *relayed) report(out *figures.Stats) {
	out.Relays = []figures.Relay{}
	for opcode := range y.rows {
		if row := &y.rows[opcode]; row.Originals+row.Copies+row.Echoes > 0 {
			out.Relays = append(out.Relays, y.figure(opcode, row))
		}
	}
	slices.SortFunc(out.Relays, func(a, b figures.Relay) int {
		return cmp.Or(cmp.Compare(b.Originals, a.Originals), cmp.Compare(a.Opcode, b.Opcode))
	})
}

func (y *relayed) figure(opcode int, r *relayedRow) figures.Relay {
	f := figures.Relay{
		Opcode: tally.OpcodeText(opcode), Name: opcodeName(opcode), To: message.AudienceOf(uint8(opcode)).String(),
		Originals: r.Originals, Copies: r.Copies, Surplus: r.Surplus, Echoes: r.Echoes, First: []figures.MissingCopy{},
		FanOut:  tally.Ratio(float64(r.Copies), float64(r.Originals)),
		Latency: latency(&r.delays, toClient),
	}
	if y.judged(opcode, r) {
		f.Expected, f.Missing = new(r.Pairs), new(r.Missing) // a place in the account would keep all of it
		f.Joining, f.Leaving, f.Lost, f.Late = r.Joining, r.Leaving, r.Lost, r.Late
		for _, m := range r.missing {
			m.File, m.Query = y.files.label(m.File), y.Of(string(m.Query))
			f.First = append(f.First, m)
		}
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

// judged reports whether it is known what hosts should have made of messages: their protocol says
// so, and no filter has left out who was there.
func (y *relayed) judged(opcode int, r *relayedRow) bool {
	if y.Filter != "" {
		return false
	}
	switch message.AudienceOf(uint8(opcode)) {
	case message.OtherClients, message.AllClients:
		return true
	case message.Remade:
		return r.Pairs > 0 // some hosts pass them on as they are
	}
	return false
}
