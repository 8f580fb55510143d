package timeline

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/report/facts"
)

// line is the row at hand of the facts at hand.
type line struct {
	*facts.Row
	facts               *facts.Facts
	reader              *facts.Reader
	number              int
	datagram            *facts.Datagram
	frame               int64
	time, steady, stamp capture.Time
	src, dst            netip.AddrPort
	dir                 decode.Direction
}

// begin tells that rows of other facts follow.
func (l *line) begin(f *facts.Facts, x *facts.Reader) { *l = line{facts: f, reader: x} }

// take goes to a row.
func (l *line) take(number int, row *facts.Row) {
	f := l.facts
	if d := f.Datagram(row.Datagram); d != l.datagram {
		l.datagram, l.frame = d, int64(d.Frame)
		l.time, l.steady, l.stamp = f.Time(d), f.Steady(d), f.Stamp(d)
		l.src, l.dst = f.Ends(d)
	}
	l.Row, l.number, l.dir = row, number, decode.ToServer
	if row.Has(facts.ToClient) {
		l.dir = decode.ToClient
	}
}

// server is that of the link.
func (l *line) server() netip.AddrPort {
	if l.dir == decode.ToClient {
		return l.src
	}
	return l.dst
}

// names are those of the moment.
func (l *line) names() message.Names { return l.facts.Context(l.Row).Names }

// record is the row as it was decoded.
func (l *line) record() *decode.Record { return l.reader.At(l.number) }
