package stats

import (
	"fmt"

	"bcdump/report/facts"
	"bcdump/report/figures"
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
func Connections(f *facts.Facts, condition string) figures.Stats {
	s := New(Options{Only: []string{"relays", "joins"}, Filter: condition})
	s.Facts(f)
	return s.Report()
}
