package tally

import "math"

// Share is how many of all instances are so, such as violations of a rule.
type Share struct {
	Count, Of int64
	// Burst is how many come at once on average: what comes in bursts, such as the copies of one message
	// for all others, counts as often as there are bursts. 0 = 1.
	Burst float64
}

const (
	// moved is by how much a share has to be different to matter, if both sides have some.
	moved = 0.25
	// rare is by how much, if one side has it some times as often.
	rare, often = 0.05, 4
	// Discoveries is the share of differences that may have come by chance, at most.
	Discoveries = 0.01
)

// Chance is how likely shares as different as these are, if both sides do the same.
func (s Share) Chance(o Share) float64 {
	burst := max(s.Burst, o.Burst, 1)
	fewer := func(n int64) int64 { return int64(math.Round(float64(n) / burst)) }
	ka, kb := fewer(s.Count), fewer(o.Count)
	return chance(ka, max(fewer(s.Of), ka), kb, max(fewer(o.Of), kb))
}

// Value is the share, from 0 to 1.
func (s Share) Value() float64 { return float64(s.Count) / float64(max(s.Of, 1)) }

// Apart reports whether shares are so different that it matters, if both sides have some.
func (s Share) Apart(o Share) bool {
	a, b := s.Value(), o.Value()
	return math.Abs(a-b) >= moved || math.Abs(a-b) >= rare && max(a, b) >= often*min(a, b)
}

// Exceeds reports whether a share is larger than another one beyond doubt.
func (s Share) Exceeds(o Share) bool {
	return s.Value() > o.Value() && s.Apart(o) && s.Chance(o) <= Discoveries
}

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
	return survival(max(g, 0))
}

// survival is how likely a number of the chi-squared distribution with one degree of freedom is larger.
func survival(x float64) float64 { return math.Erfc(math.Sqrt(x / 2)) }
