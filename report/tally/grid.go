package tally

import (
	"math"
	"math/big"
	"time"

	"bcdump/decode/capture"
	"bcdump/report/figures"
)

// Grid cuts time into intervals, which have numbers from 1970 on.
type Grid struct {
	interval int64 // nanoseconds
}

// NewGrid gives a grid of intervals of a positive width.
func NewGrid(interval time.Duration) Grid { return Grid{int64(interval)} }

// Number is that of the interval in which a moment lies.
func (g *Grid) Number(t capture.Time) int64 {
	if t.HasNanos() { // as most
		return FloorDiv(t.UnixNano(), g.interval)
	}
	n := big.NewInt(t.Sec)
	n.Mul(n, big.NewInt(int64(time.Second))).Add(n, big.NewInt(int64(t.Nanos)))
	return clamped(n.Div(n, big.NewInt(g.interval)))
}

// clamped is a number, or the nearest that 64 bits hold.
func clamped(n *big.Int) int64 {
	switch {
	case n.IsInt64():
		return n.Int64()
	case n.Sign() < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

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

// border is where an interval begins.
func (g *Grid) border(number int64) capture.Time {
	if number <= math.MaxInt64/g.interval && number >= math.MinInt64/g.interval { // as most
		return capture.Nanos(number * g.interval)
	}
	n, nanos := big.NewInt(number), new(big.Int)
	n.Mul(n, big.NewInt(g.interval)).DivMod(n, big.NewInt(int64(time.Second)), nanos)
	return capture.Time{Sec: clamped(n), Nanos: uint32(nanos.Int64())} //nolint:gosec // less than a second
}

// Start is the beginning of an interval, with as few digits as are needed.
func (g *Grid) Start(number int64) figures.Time { return fewest(g.border(number)) }

func fewest(t capture.Time) figures.Time {
	if t.Nanos%1000 != 0 {
		return figures.At(t, 9)
	}
	return figures.At(t, 6)
}

// Within is the condition that lines of an interval have; ok is false if no filter can tell: it knows the years
// from 1678 to 2262.
func (g *Grid) Within(number int64) (condition string, ok bool) {
	begin, end := g.border(number), g.border(number+1)
	return `time >= "` + fewest(begin).String() + `" && time < "` + fewest(end).String() + `"`, begin.HasNanos() && end.HasNanos()
}

// FloorDiv is a / b for b > 0, rounded down.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
