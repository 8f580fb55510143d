package stats

import (
	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// datagrams counts them by what they speak.
type datagrams struct {
	*base  `merge:"-"`
	counts figures.Datagrams
}

func (d *datagrams) game(l *line) {
	if l.first {
		d.counts.BC++
	}
}

func (d *datagrams) other(l *line) {
	switch {
	case l.Proto == decode.EntityState:
		d.counts.EntityState++
	case l.Proto == decode.GameSpy:
		d.counts.GameSpy++
	case l.Has(decode.Empty):
		d.counts.Empty++
	default:
		d.counts.Unknown++
	}
}

func (d *datagrams) settle(s *sums) {
	for dir := range directions {
		d.counts.BC += s.datagrams[dir].count
	}
}

func (d *datagrams) report(out *figures.Stats) {
	out.Datagrams = d.counts
	out.Datagrams.Queries = figures.Queries{
		"bc":           d.Count(tally.Datagram),
		"gamespy":      d.Count(tally.ProtocolIs(decode.GameSpy)),
		"entity-state": d.Count(tally.ProtocolIs(decode.EntityState)),
		"unknown":      d.Count(tally.ProtocolIs(decode.Unknown), "!("+tally.Noted(decode.Empty)+")"),
		"empty":        d.Count(tally.ProtocolIs(decode.Unknown), tally.Noted(decode.Empty)),
	}
}
