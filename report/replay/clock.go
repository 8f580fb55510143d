package replay

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// clock gives the time of the replay, which never goes back.
type clock struct {
	start  capture.Time
	now    time.Duration
	epochs []epoch
}

// epoch is when the replay would have begun by the times from a frame on.
type epoch struct {
	frame int64
	start capture.Time
}

// setBack is how far the times of frames go back at least where the clock was set back.
const setBack = time.Second

func newClock(start capture.Time) clock { return clock{start: start, epochs: []epoch{{start: start}}} }

// pass takes the time of the next frame.
func (c *clock) pass(frame int64, at capture.Time) {
	e := &c.epochs[len(c.epochs)-1]
	since := at.Sub(e.start)
	if since < c.now-setBack && len(c.epochs) < maxEpochs {
		c.epochs = append(c.epochs, epoch{frame, at.Add(-c.now)})
		return
	}
	c.now = max(c.now, since)
}

// ms is the time in milliseconds.
func (c *clock) ms() int64 { return int64(c.now.Round(time.Millisecond) / time.Millisecond) }

// seconds is the time, as the log has it.
func (c *clock) seconds() float64 { return float64(c.ms()) / 1000 }

// of gives the time of an event.
func (c *clock) of(e match.Event) float64 {
	i := len(c.epochs) - 1
	for i > 0 && c.epochs[i].frame > e.Frame {
		i--
	}
	past := clock{now: max(e.Time.Sub(c.epochs[i].start), 0)}
	return past.seconds()
}
