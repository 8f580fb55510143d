package diff

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// beyond is how likely a normal number is at least so far from 0, in either direction.
func beyond(z float64) float64 {
	return 2 * distuv.UnitNormal.Survival(math.Abs(z))
}

// kolmogorov is how likely a distance between two samples is at least d, if they are of one distribution.
func kolmogorov(d, na, nb float64) float64 {
	n := math.Sqrt(na * nb / (na + nb))
	x := (n + 0.12 + 0.11/n) * d
	if x < 0.2 {
		return 1
	}
	sum, sign := 0.0, 1.0
	for k := 1.0; k <= 100; k++ {
		sum += sign * math.Exp(-2*k*k*x*x)
		sign = -sign
	}
	return min(max(2*sum, 0), 1)
}
