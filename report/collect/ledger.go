package collect

import (
	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// fileOf describes a capture.
func fileOf(name string, s *decode.Summary) figures.File {
	f := figures.File{
		Name: name, Format: s.Info.Format, Frames: s.Frames, Local: s.Info.Local,
		Active: s.Active.Seconds(), DamageCount: s.DamageCount,
	}
	if s.Frames > 0 {
		f.First, f.Last = timeText(s.First, s.Digits), timeText(s.Last, s.Digits)
		f.Duration = s.Last.Sub(s.First).Seconds()
	}
	if len(s.Damage) > 0 {
		d := s.Damage[0]
		f.Damage = &figures.Damage{Offset: d.Offset, Frame: d.Frame, Text: d.Text}
	}
	return f
}

// ledger adds up the bytes of all captures. It is made of all records, whatever the
// filter keeps.
type ledger struct {
	size, headers int64
	payload       decode.Ledger
	skipped       figures.Skipped
}

func (b *ledger) add(s *decode.Summary) {
	b.size += s.Size
	b.headers += s.Headers
	b.payload.Add(&s.Ledger)
	b.skipped.NotUDP += s.Skipped[capture.NotUDP]
	b.skipped.IPFragment += s.Skipped[capture.Fragment]
	b.skipped.Bad += s.Skipped[capture.Bad]
	b.skipped.OtherLink += s.Skipped[capture.OtherLink]
}

func (b *ledger) report(out *figures.Stats, filtered bool) {
	p := &b.payload
	out.Skipped = b.skipped
	out.Bytes = figures.Bytes{
		File: b.size, Container: b.size - b.headers - p.Total, Headers: b.headers,
		Datagram: p.Header, Transport: p.Framing, Fields: p.Fields, Repeats: p.Repeats, Parts: p.Parts,
		Trailing: p.Trailing, Raw: p.Raw, Unread: p.Unread, EntityState: p.EntityState, GameSpy: p.GameSpy, Unknown: p.Foreign,
		Explained: p.Explained(),
	}
	if !filtered {
		out.Bytes.Queries = figures.Queries{"datagram": (&queries{}).times(headerBytes, headed) + " + " + (&queries{}).sum("len", stump)}
	}
}

// datagrams counts them by what they speak.
type datagrams struct {
	*queries
	counts figures.Datagrams
}

func (d *datagrams) begin(string) {}

func (d *datagrams) record(l *line) {
	switch {
	case l.first:
		d.counts.BC++
	case l.game():
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
		"bc":           d.count(datagram),
		"gamespy":      d.count(protocolIs(decode.GameSpy)),
		"entity-state": d.count(protocolIs(decode.EntityState)),
		"unknown":      d.count(protocolIs(decode.Unknown), "!("+noted(decode.Empty)+")"),
		"empty":        d.count(protocolIs(decode.Unknown), noted(decode.Empty)),
	}
}
