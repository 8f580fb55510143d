package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// relayed says how hosts pass on what clients send, by opcode: what the account of the match has
// of it, and how long the copies took.
type relayed struct {
	*base `merge:"-"`
	rows  [256]relayedRow // by opcode
}

type relayedRow struct {
	match.RelayCounts
	delays  histogram.Histogram
	missing missingCopies
}

// missingCopies are the first ones.
type missingCopies []missingCopy

// Merge takes what other captures had.
func (m *missingCopies) Merge(o *missingCopies) {
	fill((*[]missingCopy)(m), *o, maxMissing)
}

// missingCopy is a copy that was never made.
type missingCopy struct {
	spot
	time     figures.Time
	from, to string
}

// maxMissing is how many missing copies of an opcode are named.
const maxMissing = 20

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
		y.rows[l.opcode].delays.Add(decode.Milliseconds(match.Delay(l.Record)))
	}
}

func (y *relayed) end(string, *decode.Summary) {
	for opcode, row := range y.match.Relays() {
		y.rows[opcode].RelayCounts = row.RelayCounts
		for i := range row.First {
			m := &row.First[i]
			y.rows[opcode].missing = append(y.rows[opcode].missing, missingCopy{
				spot{m.File, m.Frame, m.Index}, tally.TimeOf(m.Event), clientName(m.Sender), clientName(m.To),
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
