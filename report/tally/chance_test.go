package tally

import (
	"math"
	"testing"
)

// TestFisher compares with values that R's fisher.test gives.
func TestFisher(t *testing.T) {
	for _, x := range []struct {
		ka, na, kb, nb int64
		want           float64
	}{
		{3, 4, 1, 4, 0.4857142857},   // a lady who tastes tea
		{1, 12, 9, 12, 0.0027594562}, // a textbook's dieting men and women
		{5, 5, 0, 5, 0.0079365079},
		{0, 10, 0, 20, 1},
		{10, 10, 20, 20, 1},
	} {
		if got := chance(x.ka, x.na, x.kb, x.nb); math.Abs(got-x.want) > 1e-6 {
			t.Errorf("%d of %d, %d of %d: %v, want %v", x.ka, x.na, x.kb, x.nb, got, x.want)
		}
	}
	if got := chance(0, 0, 3, 5); got != 1 {
		t.Errorf("of nothing: %v", got)
	}
}

// TestFisherAndG holds the exact test against the G-test where both are good.
func TestFisherAndG(t *testing.T) {
	exact, large := fisher(450, 1000, 400, 1000), gTest(450, 1000, 400, 1000)
	if exact/large < 0.9 || exact/large > 1.15 {
		t.Errorf("exact %v, of large numbers %v", exact, large)
	}
	if p := chance(30_000, 60_000, 20_000, 60_000); p > 1e-100 {
		t.Errorf("half against a third of 60,000: %v", p)
	}
}

// TestChiSquared: 3.841459 is exceeded in 5 % of cases.
func TestChiSquared(t *testing.T) {
	if got := survival(3.841459); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("%v, want 0.05", got)
	}
}

// TestExceeds: a share is larger beyond doubt if it is so by much, and not by chance, counted by bursts.
func TestExceeds(t *testing.T) {
	for _, x := range []struct {
		share, than Share
		want        bool
	}{
		{Share{50, 100, 0}, Share{1, 100, 0}, true},
		{Share{20, 20, 0}, Share{5, 10, 0}, true},
		{Share{1, 100, 0}, Share{50, 100, 0}, false},
		{Share{11, 20, 0}, Share{5, 10, 0}, false},                    // a bit larger, of few
		{Share{43_000, 100_000, 0}, Share{40_000, 100_000, 0}, false}, // surely, and it does not matter
		{Share{16, 16, 12}, Share{116, 272, 16}, false},               // all of one burst
		{Share{2, 2, 0}, Share{1, 30, 0}, true},
		{Share{1, 1, 0}, Share{1, 3, 0}, false},
	} {
		if got := x.share.Exceeds(x.than); got != x.want {
			t.Errorf("%v against %v: %v, chance %v", x.share, x.than, got, x.share.Chance(x.than))
		}
	}
}
