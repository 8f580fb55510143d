package stats

import (
	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// datagrams counts them by what they speak.
type datagrams struct {
	*base
	counts figures.Datagrams
}

func (d *datagrams) add(c *part) {
	for _, r := range c.All() {
		switch {
		case r.Has(facts.Game):
			if r.Has(facts.Leads) {
				d.counts.BC++
			}
		case r.Has(facts.EntityState):
			d.counts.EntityState++
		case r.Has(facts.GameSpy):
			d.counts.GameSpy++
		case c.Noted(r, decode.Empty):
			d.counts.Empty++
		default:
			d.counts.Unknown++
		}
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
