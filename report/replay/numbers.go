package replay

import "math"

// thousandths rounds to three digits behind the point.
func thousandths[N ~float64](x N) N { return N(math.Round(float64(x)*1000) / 1000) }
