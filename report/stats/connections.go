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
func lineOf(e match.Event) string {
	return fmt.Sprintf("frame == %d && index == %d", e.Frame, e.Index)
}
