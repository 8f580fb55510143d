package diff

import (
	"math"
	"testing"

	"bcdump/report/figures"
)

// TestKolmogorov compares with the table of the distribution: 1.358 is exceeded in 5 % of cases.
func TestKolmogorov(t *testing.T) {
	n := 1e6
	d := 1.3581 / math.Sqrt(n/2)
	if got := kolmogorov(d, n, n); math.Abs(got-0.05) > 0.001 {
		t.Errorf("%v, want 0.05", got)
	}
	if got := kolmogorov(0, 10, 10); got != 1 {
		t.Errorf("of no distance: %v", got)
	}
	if got := beyond(1.959964); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("normal: %v", got)
	}
}

// TestFalseDiscovery takes the example of Benjamini and Hochberg (1995): four of fifteen hold at 5 %.
func TestFalseDiscovery(t *testing.T) {
	ps := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	var list []finding
	for i := range ps { // not in order
		list = append(list, finding{p: ps[(i*7)%len(ps)]})
	}
	list = append(list, finding{p: math.NaN()})
	falseDiscovery(list)
	hold := 0
	for i := range list {
		if list[i].p <= 0.05 {
			hold++
		}
	}
	if hold != 4 || !math.IsNaN(list[15].p) {
		t.Errorf("%d hold", hold)
	}
}

func TestPairs(t *testing.T) {
	named := func(names ...string) (list []figures.Party) {
		for _, n := range names {
			list = append(list, figures.Party{Name: n})
		}
		return list
	}
	for _, x := range []struct {
		a, b []figures.Party
		want []pair
	}{
		{named("Ace", "Kang"), named("Kang", "Ace"), []pair{{0, 1}, {1, 0}}},
		{named("Ace", "", "Kang"), named("Bob", "Kang"), []pair{{0, 0}, {1, -1}, {2, 1}}},
		{named("Ace", "Ace"), named("Ace", "Ace"), []pair{{0, 0}, {1, 1}}},
		{named("Ace", "Bob"), named("Ace", "Ace", "Bob"), []pair{{0, 0}, {1, 2}}},
		{nil, named("Ace"), nil},
	} {
		got := pairsOf(x.a, x.b)
		if len(got) != len(x.want) {
			t.Fatalf("%v, want %v", got, x.want)
		}
		for i := range got {
			if got[i] != x.want[i] {
				t.Errorf("%v and %v: %v, want %v", x.a, x.b, got, x.want)
			}
		}
	}
}

func TestMatches(t *testing.T) {
	for pattern, want := range map[string]bool{
		"0x19 S>C flags": true, "0x19 *": true, "layout:*": true, "layout:0x19 S>C flags": true, "rules:*": false, "0x1A *": false, "*": true,
	} {
		if Matches(pattern, "layout", "0x19 S>C flags") != want {
			t.Errorf("%s: not %v", pattern, want)
		}
	}
}

// TestFurthest: the distance of two lists of counted numbers, and the value up to which a share of them lies.
func TestFurthest(t *testing.T) {
	a := &figures.Distribution{Values: []float64{1, 2, 3, 3}, Counts: []float64{1, 1, 1, 1}}
	b := &figures.Distribution{Values: []float64{2, 3, 9}, Counts: []float64{2, 4, 2}}
	if ab, ba, aa := furthest(a, b), furthest(b, a), furthest(a, a); ab != 0.25 || ba != 0.25 || aa != 0 {
		t.Errorf("distances %v, %v, %v", ab, ba, aa)
	}
	for share, want := range map[float64]float64{0: 2, 0.25: 2, 0.26: 3, 0.75: 3, 1: 9} {
		if got := quantile(b, share); got != want {
			t.Errorf("quantile %v: %v, want %v", share, got, want)
		}
	}
}
