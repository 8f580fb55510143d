package stats

import (
	"cmp"
	"fmt"

	"bcdump/decode/match"
	"bcdump/report/tally"
)

// clientName calls a client by its name, or by its address if it has none.
func clientName(c *match.Connection) string {
	return cmp.Or(c.Name, tally.AddressText(c.Client))
}

// lineOf is the condition of the message on the wire that an event is.
func lineOf(e match.Event) string { return (&spot{frame: e.Frame, index: e.Index}).line() }

// line is the condition of the message.
func (s *spot) line() string {
	if s.index < 0 {
		return fmt.Sprintf("frame == %d", s.frame)
	}
	return fmt.Sprintf("frame == %d && index == %d", s.frame, s.index)
}
