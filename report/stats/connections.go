package stats

import (
	"fmt"

	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// lineOf is the condition of the message on the wire at a place; index -1 = it is of a protocol that has one message a datagram.
func lineOf(frame int64, index int) string {
	if index < 0 {
		return fmt.Sprintf("frame == %d", frame)
	}
	return fmt.Sprintf("frame == %d && index == %d", frame, index)
}

// Connections gives what a report has of links, relays and joins, of a capture that is held. Condition is the filter that has chosen
// its rows; "" = all are there.
func Connections(f *facts.Facts, condition string) (out figures.Stats) {
	b := &base{Queries: tally.Queries{Filter: condition, Mixed: f.Summary.Datagrams.EntityState > 0, Copied: f.Summary.Copies.Datagrams > 0}, files: &files{}}
	c := &part{f, f.Reader(), 0, f.Rows()}
	for _, x := range []section{b.files, newLinks(b), &relayed{base: b}, &joins{base: b}} {
		x.add(c)
		if x, ok := x.(ender); ok {
			x.end(c)
		}
		x.report(&out)
	}
	return out
}
