package replay

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/report/figures"
)

// clock gives the time of the replay, which never goes back. The frames of a capture may be centuries apart, which is
// more than a time.Duration holds.
type clock struct {
	start, newest capture.Time
	passed        int64 // ms
}

func newClock(start capture.Time) clock { return clock{start: start, newest: start} }

// pass takes the next time on the steady clock.
func (c *clock) pass(at capture.Time) {
	if c.newest.Before(at) {
		c.newest, c.passed = at, c.since(at)
	}
}

// since is how many milliseconds after the start a time is.
func (c *clock) since(at capture.Time) int64 {
	if at.Before(c.start) {
		return 0
	}
	const most = 1 << 50 // seconds: no year that can be written is so far away
	seconds := uint64(at.Sec) - uint64(c.start.Sec)
	nanos := time.Duration(at.Nanos) - time.Duration(c.start.Nanos) + time.Millisecond/2
	if nanos < 0 {
		seconds, nanos = seconds-1, nanos+time.Second
	}
	return int64(min(seconds, most))*1000 + int64(nanos/time.Millisecond) //nolint:gosec // it is small
}

// second is the second that the time lies in.
func (c *clock) second() int64 { return int64(c.newest.SecondsSince(c.start)) }

// seconds is the time, as the log has it.
func (c *clock) seconds() figures.Seconds { return figures.Seconds(c.passed) / 1000 }

// of gives the time of an event.
func (c *clock) of(e match.Event) figures.Seconds { return figures.Seconds(c.since(e.Time)) / 1000 }
