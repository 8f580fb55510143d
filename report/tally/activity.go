package tally

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// Activity is the time from the earliest to the latest of some lines. Its active part leaves
// out pauses and steps back of the clock, as decode.Clock.Active does.
type Activity struct {
	started  bool
	last     capture.Time // on the steady clock
	from, to capture.Time // as they are shown
	digits   uint8
	Active   time.Duration
}

// Pass takes the datagram of the next line.
func (s *Activity) Pass(d *capture.Datagram) { s.At(d.Steady(), d.Stamp(), d.Digits) }

// At takes the time of the next line, on the steady clock and as it is shown.
func (s *Activity) At(steady, shown capture.Time, digits uint8) {
	if !s.started {
		s.started, s.last, s.from, s.digits = true, steady, shown, digits
	}
	if step := steady.Sub(s.last); step > 0 && step <= capture.LongPause {
		s.Active += step
	}
	s.last, s.to = steady, shown
}

// Narrow has a capture of which nothing else was read tell of these lines only.
func (s *Activity) Narrow(f *figures.File) {
	f.First, f.Last = s.Ends()
	f.Duration, f.Active = max(f.Last.Since(f.First), 0), figures.Seconds(s.Active.Seconds())
}

// Ends gives both ends; none if there were no lines.
func (s *Activity) Ends() (first, last figures.Time) {
	if s.started {
		first, last = figures.At(s.from, s.digits), figures.At(s.to, s.digits)
	}
	return first, last
}
