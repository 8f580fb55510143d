package stats

import (
	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// ledger adds up the bytes. It is made of all records, whatever the
// filter keeps.
type ledger struct {
	*base
	size, headers int64
	payload       decode.Ledger
	skipped       figures.Skipped
}

func (b *ledger) add(*part) {}

func (b *ledger) end(c *part) {
	s := &c.Summary
	b.size, b.headers = b.size+s.Size, b.headers+s.Headers
	b.payload.Add(&s.Ledger)
	b.skipped.NotUDP += s.Skipped[capture.NotUDP]
	b.skipped.IPFragment += s.Skipped[capture.Fragment]
	b.skipped.Bad += s.Skipped[capture.Bad]
	b.skipped.OtherLink += s.Skipped[capture.OtherLink]
}

func (b *ledger) report(out *figures.Stats) {
	p := &b.payload
	out.Skipped = b.skipped
	out.Bytes = figures.Bytes{
		File: b.size, Container: b.size - b.headers - p.Total, Headers: b.headers,
		Datagram: p.Header, Transport: p.Framing, Fields: p.Fields, Repeats: p.Repeats, Parts: p.Parts,
		Trailing: p.Trailing, Raw: p.Raw, Unread: p.Unread, EntityState: p.EntityState, GameSpy: p.GameSpy, Unknown: p.Foreign, Copies: p.Copies,
		Explained: p.Explained(),
	}
	if b.Filter == "" {
		all := tally.Queries{Copied: b.Copied} // the headers of game datagrams tell themselves, whatever else there is
		out.Bytes.Queries = figures.Queries{"datagram": all.Times(tally.HeaderBytes, tally.Headed) + " + " + all.Sum("len", tally.Stump)}
	}
}
