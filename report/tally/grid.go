package tally

import (
	"math"
	"time"

	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// nanosText writes the time so many nanoseconds after 1970 with as few digits as are needed,
// at least six.
func nanosText(nanos int64) figures.Time {
	if nanos%1000 != 0 {
		return TimeText(capture.Nanos(nanos), 9)
	}
	return TimeText(capture.Nanos(nanos), 6)
}

// Grid cuts time into intervals, which have numbers from 1970 on.
type Grid struct {
	interval int64 // nanoseconds
}

// NewGrid gives a grid of intervals of a positive width.
func NewGrid(interval time.Duration) Grid { return Grid{int64(interval)} }

// Number is that of the interval in which a moment lies, in nanoseconds since 1970.
func (g *Grid) Number(nanos int64) int64 { return FloorDiv(nanos, g.interval) }

// Seconds is the width of an interval.
func (g *Grid) Seconds() float64 { return time.Duration(g.interval).Seconds() }

// Double makes the intervals twice as long, so that numbers become half of what they
// were, rounded down; false = they are as long as they can be.
func (g *Grid) Double() bool {
	const widest = math.MaxInt64 / 4
	if g.interval >= widest {
		return false
	}
	g.interval *= 2
	return true
}

// Fits reports whether the intervals are of a width, or of it doubled some times.
func (g *Grid) Fits(interval time.Duration) bool {
	for step := int64(interval); step > 0; step *= 2 {
		if step == g.interval {
			return true
		}
	}
	return false
}

// Finer reports whether the intervals are shorter than those of another grid.
func (g *Grid) Finer(o *Grid) bool { return g.interval < o.interval }

// Bounds gives where an interval begins, and where the next one does, in nanoseconds since
// 1970; the least and the greatest int64 stand for what 64 bits do not hold.
func (g *Grid) Bounds(number int64) (begin, end int64) {
	begin, end = math.MinInt64, math.MaxInt64
	if at, ok := product(number, g.interval); ok {
		begin = at
	}
	if at, ok := product(number+1, g.interval); ok {
		end = at
	}
	return begin, end
}

// Start is the beginning of an interval.
func (g *Grid) Start(number int64) figures.Time {
	begin, _ := g.Bounds(number)
	return nanosText(begin)
}

// Within is the condition that lines of an interval have.
func (g *Grid) Within(number int64) string {
	var after, before string
	begin, end := g.Bounds(number)
	if begin > math.MinInt64 {
		after = `time >= "` + string(nanosText(begin)) + `"`
	}
	if end < math.MaxInt64 {
		before = `time < "` + string(nanosText(end)) + `"`
	}
	return (&Queries{}).where(after, before)
}

// FloorDiv is a / b for b > 0, rounded down.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
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
