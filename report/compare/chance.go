package compare

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactly is up to how many messages the exact test is used.
const exactly = 20_000

// chance is how likely shares as different as these are, if both sides do the same: ka of na and kb of
// nb. It is Fisher's exact test, of large numbers the G-test.
func chance(ka, na, kb, nb int64) float64 {
	switch {
	case na == 0 || nb == 0:
		return 1
	case na+nb <= exactly:
		return fisher(ka, na, kb, nb)
	}
	return gTest(ka, na, kb, nb)
}

// fisher adds up all tables that are no more likely than the one at hand (two-sided).
func fisher(ka, na, kb, nb int64) float64 {
	k, n := ka+kb, na+nb
	whole := choose(n, k)
	likely := func(x int64) float64 { return math.Exp(choose(na, x) + choose(nb, k-x) - whole) }
	limit := likely(ka) * (1 + 1e-7)
	sum := 0.0
	for x := max(0, k-nb); x <= min(k, na); x++ {
		if p := likely(x); p <= limit {
			sum += p
		}
	}
	return min(sum, 1)
}

// choose is the logarithm of a binomial coefficient.
func choose(n, k int64) float64 {
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

func logFactorial(n int64) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}

// gTest is the likelihood-ratio test of two shares.
func gTest(ka, na, kb, nb int64) float64 {
	k, n := float64(ka+kb), float64(na+nb)
	g := 0.0
	add := func(observed, of, share float64) {
		if observed > 0 {
			g += 2 * observed * math.Log(observed/(of*share))
		}
	}
	add(float64(ka), float64(na), k/n)
	add(float64(kb), float64(nb), k/n)
	add(float64(na-ka), float64(na), 1-k/n)
	add(float64(nb-kb), float64(nb), 1-k/n)
	return distuv.ChiSquared{K: 1}.Survival(max(g, 0))
}

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
