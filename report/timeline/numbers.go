package timeline

import "math"

func isNumber(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// number gives the amount of an event; nil for what is no number.
func number(f float32) *float32 {
	if !isNumber(float64(f)) {
		return nil
	}
	return &f
}

// microseconds rounds to six digits behind the point.
func microseconds(x float64) float64 { return math.Round(x*1e6) / 1e6 }
