package timeline

import (
	"math"

	"bcdump/decode/capture"
)

// clock compares the clock of a sender with that of the capture by a straight line,
// fitted as the updates come. Where one of the clocks is set, another line begins; the
// one with most updates is reported.
type clock struct {
	now, best fit
	resets    int64
}

// fit is a straight line through points, by the sums of their distances from their
// mean, which stay exact where sums of squares would not.
type fit struct {
	origin     capture.Time // of x
	n          int64
	meanX      float64 // capture time, seconds from origin
	meanY      float64 // game time
	sxx        float64
	sxy        float64
	syy        float64
	last       capture.Time
	lastY      float64
	minX, maxX float64
}

// clockSet is by how many seconds a game clock has to go back to have been set.
const clockSet = 5

// take adds an update.
func (c *clock) take(at capture.Time, game float64) {
	if c.now.n > 0 && c.now.jumps(at, game) {
		c.resets++
		c.keep()
		c.now = fit{}
	}
	c.now.add(at, game)
}

func (c *clock) keep() {
	if c.now.n > c.best.n {
		c.best = c.now
	}
}

// jumps reports that one of the clocks was set since the last update.
func (l *fit) jumps(at capture.Time, game float64) bool {
	return math.Abs(at.Sub(l.last).Seconds()-(game-l.lastY)) > clockSet
}

func (l *fit) add(at capture.Time, y float64) {
	if l.n == 0 {
		l.origin = at
	}
	x := at.Sub(l.origin).Seconds()
	l.n++
	dx, dy := x-l.meanX, y-l.meanY
	l.meanX += dx / float64(l.n)
	l.meanY += dy / float64(l.n)
	l.sxx += dx * (x - l.meanX)
	l.sxy += dx * (y - l.meanY)
	l.syy += dy * (y - l.meanY)
	l.last, l.lastY = at, y
	l.minX, l.maxX = min(l.minX, x), max(l.maxX, x)
}

// slope is seconds of game time in one of capture time.
func (l *fit) slope() float64 {
	if l.sxx == 0 {
		return 1
	}
	return l.sxy / l.sxx
}

// zero is the time of the capture, in seconds from origin, at which the game clock
// stood at 0.
func (l *fit) zero() float64 {
	slope := l.slope()
	if slope <= 0 {
		slope = 1
	}
	return l.meanX - l.meanY/slope
}

// spread is the standard deviation of the points from the line, in seconds.
func (l *fit) spread() float64 {
	if l.n == 0 {
		return 0
	}
	return math.Sqrt(max(l.syy-l.slope()*l.sxy, 0) / float64(l.n))
}

// slopeError is the standard error of the slope: how far chance alone may bend the line.
func (l *fit) slopeError() float64 {
	const unknowns = 2
	if l.n <= unknowns || l.sxx == 0 {
		return 0
	}
	return math.Sqrt(max(l.syy-l.slope()*l.sxy, 0) / float64(l.n-unknowns) / l.sxx)
}
