package replay

import "math"

// hundredth rounds to two digits behind the point.
func hundredth(x float64) float64 { return math.Round(x*100) / 100 }

// thousandths rounds to three.
func thousandths(x float64) float64 { return math.Round(x*1000) / 1000 }
