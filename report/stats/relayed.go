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
	missing []missingCopy // the first ones
}

// missingCopy is a copy that was never made.
type missingCopy struct {
	spot
	time     figures.Time
	from, to string
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
		for i := range row.First {
			if m := &row.First[i]; len(x.missing) < maxMissing {
				x.missing = append(x.missing, missingCopy{spot{m.File, m.Frame, m.Index}, tally.TimeOf(m.Event), tally.NameOf(m.Sender), tally.NameOf(m.To)})
			}
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
		f.First = y.first(opcode, r)
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

// first names the first copies that were never made.
func (y *relayed) first(opcode int, r *relayedRow) []figures.MissingCopy {
	list := []figures.MissingCopy{}
	for i := range r.missing {
		m := &r.missing[i]
		list = append(list, figures.MissingCopy{
			File: y.files.label(m.file), Frame: m.frame, Index: m.index, Time: m.time,
			From: m.from, To: m.to, Query: y.Of(m.line(), tally.OpcodeIs(opcode)),
		})
	}
	return list
}
