package collect

import (
	"math"
	"time"

	"bcdump/decode/capture"
)

// span is the time from the first to the last of some lines. Its active part leaves
// out pauses and steps back of the clock, as decode.Summary.Active does.
type span struct {
	started     bool
	first, last capture.Time
	digits      uint8
	active      time.Duration
}

// longPause is the longest silence that still counts as active.
const longPause = time.Minute

func (s *span) pass(t capture.Time, digits uint8) {
	if !s.started {
		s.started, s.first, s.last, s.digits = true, t, t, digits
	}
	if step := since(t, s.last); step > 0 && step <= longPause {
		s.active += step
	}
	s.last = t
}

// since is t.Sub(u), in less time when both lie in the same second.
func since(t, u capture.Time) time.Duration {
	if t.Sec == u.Sec {
		return time.Duration(t.Nanos) - time.Duration(u.Nanos)
	}
	return t.Sub(u)
}

func (s *span) texts() (first, last string) {
	if !s.started {
		return "", ""
	}
	return timeText(s.first, s.digits), timeText(s.last, s.digits)
}

// nanos gives a time in nanoseconds since 1970; one that 64 bits cannot hold becomes
// the nearest that they can, as in filters.
func nanos(t capture.Time) int64 {
	const sound = 1 << 33 // seconds, more than 250 years
	if uint64(t.Sec) < sound {
		return t.Sec*int64(time.Second) + int64(t.Nanos)
	}
	return int64(t.Sub(capture.Time{}))
}

// momentText writes the time so many nanoseconds after 1970 with as few digits as are needed, at least six.
func momentText(nanos int64) string {
	if nanos%1000 != 0 {
		return timeText(capture.Nanos(nanos), 9)
	}
	return timeText(capture.Nanos(nanos), 6)
}

// grid cuts time into intervals, which have numbers from 1970 on.
type grid struct {
	interval int64 // nanoseconds
}

func (g *grid) number(t capture.Time) int64 { return floorDiv(nanos(t), g.interval) }

func (g *grid) seconds() float64 { return time.Duration(g.interval).Seconds() }

// double makes the intervals twice as long, so that numbers become half of what they
// were, rounded down; false = they are as long as they can be.
func (g *grid) double() bool {
	const widest = math.MaxInt64 / 4
	if g.interval >= widest {
		return false
	}
	g.interval *= 2
	return true
}

// start is the beginning of an interval.
func (g *grid) start(number int64) string {
	at, ok := product(number, g.interval)
	if !ok {
		at = math.MinInt64
	}
	return momentText(at)
}

// within is the condition that lines of an interval have; where 64 bits do not hold
// its beginning or its end, there is nothing before or behind it.
func (g *grid) within(number int64) string {
	var after, before string
	if at, ok := product(number, g.interval); ok {
		after = `time >= "` + momentText(at) + `"`
	}
	if at, ok := product(number+1, g.interval); ok {
		before = `time < "` + momentText(at) + `"`
	}
	return (&queries{}).where(after, before)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// product is a * b for b > 0, or ok = false if 64 bits do not hold it.
func product(a, b int64) (c int64, ok bool) {
	if a > math.MaxInt64/b || a < math.MinInt64/b {
		return 0, false
	}
	return a * b, true
}
