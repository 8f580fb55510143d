package stats

import (
	"fmt"

	"bcdump/decode/match"
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
