package replay

import "math"

// thousandths rounds to three digits behind the point.
func thousandths(x float64) float64 { return math.Round(x*1000) / 1000 }
