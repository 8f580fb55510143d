package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// relayed says how hosts pass on what clients send, by opcode: what the account of the match has
// of it, and how long the copies took.
type relayed struct {
	*base
	delays [256]tally.Histogram
}

func (y *relayed) game(l *line) {
	if l.opcode >= 0 && !l.repeat && l.Relay.Frame != 0 {
		y.copied(l)
	}
}

// walked takes an update or an Ack; of these only updates are copies.
func (y *relayed) walked(l *line) {
	if l.Relay.Frame != 0 {
		y.copied(l)
	}
}

func (y *relayed) copied(l *line) {
	if !l.Relay.Echo && !l.Relay.Surplus {
		y.delays[l.opcode].Add(decode.Milliseconds(l.Relay.After))
	}
}

func (y *relayed) report(out *figures.Stats) {
	out.Relays = []figures.Relay{}
	rows := y.match.Relays()
	for opcode := range rows {
		if row := &rows[opcode]; row.Originals+row.Copies+row.Echoes > 0 {
			out.Relays = append(out.Relays, y.figure(opcode, row))
		}
	}
	slices.SortFunc(out.Relays, func(a, b figures.Relay) int {
		return cmp.Or(cmp.Compare(b.Originals, a.Originals), cmp.Compare(a.Opcode, b.Opcode))
	})
}

func (y *relayed) figure(opcode int, r *match.RelayRow) figures.Relay {
	f := figures.Relay{
		Opcode: tally.OpcodeText(opcode), Name: opcodeName(opcode), To: message.AudienceOf(uint8(opcode)).String(),
		Originals: r.Originals, Copies: r.Copies, Surplus: r.Surplus, Echoes: r.Echoes, First: []figures.MissingCopy{},
		FanOut:  tally.Ratio(float64(r.Copies), float64(r.Originals)),
		Latency: latency(&y.delays[opcode], toClient),
	}
	if y.judged(opcode, r) {
		f.Expected, f.Missing = &r.Pairs, &r.Missing
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
func (y *relayed) judged(opcode int, r *match.RelayRow) bool {
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
func (y *relayed) first(opcode int, r *match.RelayRow) []figures.MissingCopy {
	list := []figures.MissingCopy{}
	for i := range r.First {
		m := &r.First[i]
		list = append(list, figures.MissingCopy{
			File: y.files.label(m.File), Frame: m.Frame, Index: m.Index, Time: tally.EventText(m.Event),
			From: clientName(m.Sender), To: clientName(m.To), Query: y.Of(lineOf(m.Event), tally.OpcodeIs(opcode)),
		})
	}
	return list
}
