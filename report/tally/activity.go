package tally

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// Activity is the time from the first to the last of some lines. Its active part leaves
// out pauses and steps back of the clock, as decode.Summary.Active does.
type Activity struct {
	started     bool
	first, last capture.Time
	digits      uint8
	Active      time.Duration
}

// longPause is the longest silence that still counts as active.
const longPause = time.Minute

// Pass takes the next line, whose time has so many digits behind the second.
func (s *Activity) Pass(t capture.Time, digits uint8) {
	if t.Sec == s.last.Sec && t.Nanos >= s.last.Nanos && s.started { // as most are
		s.Active += time.Duration(t.Nanos - s.last.Nanos)
		s.last.Nanos = t.Nanos
		return
	}
	if !s.started {
		s.started, s.first, s.last, s.digits = true, t, t, digits
	}
	if step := t.Sub(s.last); step > 0 && step <= longPause {
		s.Active += step
	}
	s.last = t
}

// Merge adds lines that came behind these.
func (s *Activity) Merge(o *Activity) {
	switch {
	case !o.started:
	case !s.started:
		*s = *o
	default:
		s.Pass(o.first, o.digits)
		s.Active += o.Active
		s.last = o.last
	}
}

// Ends gives both ends; none if there were no lines.
func (s *Activity) Ends() (first, last figures.Time) {
	if s.started {
		first, last = figures.At(s.first, s.digits), figures.At(s.last, s.digits)
	}
	return first, last
}
