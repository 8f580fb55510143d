package normal

import (
	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/report/check"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/stats"
	"bcdump/report/tally"
)

// Options say what is left out.
type Options struct {
	// NoRules leaves out verdicts, which take a third of the time.
	NoRules bool
	// Read is how a capture is read into memory.
	Read facts.Options
}

// Of brings a capture into normal form, none of whose records may have been read before. Damage is no
// error: it stands in the figures.
func Of(name string, c *decode.Capture, o Options) (*figures.Normal, error) {
	a := tally.NewAccounts()
	f := newForm(name, a, o)
	all, err := facts.Beside(a, c, o.Read, f.take)
	if err != nil {
		return nil, err
	}
	return f.end(all), nil
}

// form is a capture on its way.
type form struct {
	name  string
	stats *stats.Stats
	rules bool // false = verdicts are left out
	match *match.Match
	flows *traffic.Traffic

	layout layout
	talk   talk
	rates  rates
	rhythm rhythm
	line   line
}

func newForm(name string, a *tally.Accounts, o Options) *form {
	f := &form{name: name, stats: stats.New(stats.Options{}), match: a.Match, flows: a.Traffic(), rules: !o.NoRules}
	f.stats.Begin(name, a)
	f.talk.begin()
	f.rhythm.begin()
	return f
}

// line is a record and what several parts ask of it.
type line struct {
	*decode.Record
	conn  *match.Connection // nil = none
	flows *traffic.Change   // of an update
	dir   int               // toServer, toClient
	at    capture.Time
	// Of messages that are decoded:
	kind   int // what it is; -1 = nothing that is counted
	repeat bool

	frame int64
}

// Directions.
const (
	toServer = iota
	toClient
)

var directions = [2]decode.Direction{decode.ToServer, decode.ToClient}

// take takes the next record.
func (f *form) take(r *decode.Record) error {
	f.stats.Take(r)
	if r.Proto != decode.BC || r.Link == 0 {
		return nil
	}
	l := &f.line
	l.of(r, f.match)
	l.flows = f.flows.Change()
	if r.Walked {
		f.walked(l)
		return nil
	}
	l.kind, l.repeat = kindOf(r), r.Has(decode.Retransmit)
	f.rhythm.general(l)
	if l.kind < 0 || l.repeat {
		return nil
	}
	f.rates.add(l)
	f.layout.general(l)
	f.talk.general(l, &f.layout)
	return nil
}

// of takes what is known of a record.
func (l *line) of(r *decode.Record, m *match.Match) {
	l.Record, l.conn, l.dir = r, m.Connection(), toServer
	if r.Dir == decode.ToClient {
		l.dir = toClient
	}
	if l.frame != r.Frame {
		l.frame, l.at = r.Frame, r.Steady()
	}
}

// walked takes an update or an Ack that nobody has to decode.
func (f *form) walked(l *line) {
	if l.Header.Type == transport.Ack {
		f.rhythm.ack(l)
		return
	}
	object, _, flags, _ := message.UpdateHeader(l.Payload)
	l.kind, l.repeat = message.OpcodeStateUpdate, false
	f.rates.add(l)
	f.layout.update(l, flags)
	f.rhythm.update(l, object, flags)
}

// Kinds are opcodes, and behind them the types of control messages.
const (
	controls = 256
	kinds    = 512
)

// kindOf says what a record is: a whole message; -1 = a part, or nothing that could be read.
func kindOf(r *decode.Record) int {
	if r.Unread || r.Lost() || r.Part() {
		return -1
	}
	if opcode, ok := r.Opcode(); ok {
		return int(opcode)
	}
	if r.Header.Type == transport.Data || r.Header.Type == transport.Ack {
		return -1
	}
	if r.Header.Type == transport.OldDisconnect {
		return controls + int(transport.Disconnect)
	}
	return controls + int(r.Header.Type)
}

// party is the place of the connection among all; -1 = none.
func (l *line) party() int {
	if l.conn == nil {
		return -1
	}
	return l.conn.Number - 1
}

// owns reports whether an object belongs to the client of the line.
func (l *line) owns(object uint32) bool {
	slot, ok := wire.OwnerSlot(object)
	return ok && l.conn != nil && slot == l.conn.Slot
}

// end gives the normal form when the capture has been read.
func (f *form) end(all *facts.Facts) *figures.Normal {
	s := &all.Summary
	f.stats.End(f.name, s)
	counted := f.stats.Report()
	out := &figures.Normal{File: tally.FileOf(f.name, s), Groups: map[string]int64{}}
	minutes := 0.0
	for _, c := range f.match.Connections() {
		out.Parties = append(out.Parties, figures.Party{Name: c.Name})
		minutes += stay(c).Minutes()
	}
	out.Minutes = minutes
	if len(s.Servers) > 0 {
		out.Dialect = s.Servers[0].Dialect.String()
	}
	active := float64(out.File.Active)
	slots := max(active/10, 1)
	f.talk.end(out, slots)
	queries := &tally.Queries{Mixed: s.Datagrams.EntityState > 0, Copied: s.Copies.Datagrams > 0}
	f.layout.report(out, slots, queries)
	f.rates.report(out, minutes, active/60, slots, queries)
	f.rhythm.report(out, queries)
	f.tables(out, &counted)
	if f.rules {
		judged(out, check.Judge(all, check.Options{Judge: check.Both}).Verdicts)
	}
	out.Dropped = tally.Dropped(map[string]int64{"steps": f.talk.dropped, "ships": f.rhythm.dropped + f.flows.Dropped()})
	return out
}
