package replay

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// clock gives the time of the replay, which never goes back.
type clock struct {
	start capture.Time
	now   time.Duration
}

// pass takes the next time on the steady clock.
func (c *clock) pass(at capture.Time) { c.now = max(c.now, at.Sub(c.start)) }

// ms is the time in milliseconds.
func (c *clock) ms() int64 { return int64(c.now.Round(time.Millisecond) / time.Millisecond) }

// seconds is the time, as the log has it.
func (c *clock) seconds() float64 { return float64(c.ms()) / 1000 }

// of gives the time of an event.
func (c *clock) of(e match.Event) float64 {
	past := clock{now: max(e.Time.Sub(c.start), 0)}
	return past.seconds()
}
