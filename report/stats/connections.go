package stats

import (
	"fmt"

	"bcdump/decode/match"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// lineOf is the condition of the message on the wire that an event is.
func lineOf(e match.Event) string { return (&spot{frame: e.Frame, index: e.Index}).line() }

// line is the condition of the message.
func (s *spot) line() string {
	if s.index < 0 {
		return fmt.Sprintf("frame == %d", s.frame)
	}
	return fmt.Sprintf("frame == %d && index == %d", s.frame, s.index)
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
