package timeline

import (
	"math"
	"time"
)

func isNumber(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

func finite(v [3]float32) bool {
	for _, f := range v {
		if !isNumber(float64(f)) {
			return false
		}
	}
	return true
}

// number gives the amount of an event; nil for what is no number.
func number(f float32) *float32 {
	if !isNumber(float64(f)) {
		return nil
	}
	return &f
}

// microseconds rounds to six digits behind the point.
func microseconds(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// secondsOf gives a duration; one that does not fit becomes the nearest that does.
func secondsOf(seconds float64) time.Duration {
	const most = 1 << 33 // 2^63 ns are a little more
	return time.Duration(min(max(seconds, -most), most) * float64(time.Second))
}
