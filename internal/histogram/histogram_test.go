package histogram

import (
	"math"
	rand "math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestHistogram compares percentiles with those of the sorted numbers: within 1 %.
func TestHistogram(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]func() float64{
		"uniform":     func() float64 { return 1 + 99*chance.Float64() },
		"exponential": func() float64 { return 0.001 + 40*chance.ExpFloat64() },
		"wide":        func() float64 { return math.Exp(20*chance.Float64() - 5) },
		"one value":   func() float64 { return 21.378 },
		"two values":  func() float64 { return float64(1 + 999*chance.IntN(2)) },
	}
	for name, next := range kinds {
		var h Histogram
		var all []float64
		for range 10_000 {
			v := next()
			h.Add(v)
			all = append(all, v)
		}
		slices.Sort(all)
		for _, p := range []float64{0, 0.01, 0.5, 0.9, 0.99, 1} {
			got, ok := h.Percentile(p)
			want := PercentileOf(p, all)
			if !ok || math.Abs(got-want) > want/100 {
				t.Errorf("%s: percentile %v is %v, want %v", name, p, got, want)
			}
		}
		if h.Max != all[len(all)-1] || h.min != all[0] || h.Count != 10_000 {
			t.Errorf("%s: %d numbers from %v to %v", name, h.Count, h.min, h.Max)
		}
	}
}

// TestHistogramBounds puts in all kinds of numbers: the cells stay few.
func TestHistogramBounds(t *testing.T) {
	var h Histogram
	if _, ok := h.Percentile(0.5); ok {
		t.Error("a percentile of nothing")
	}
	chance := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		h.Add(math.Exp(200*chance.Float64() - 100))
	}
	for _, v := range []float64{0, -1, math.Inf(1), math.NaN(), math.SmallestNonzeroFloat64, math.MaxFloat64} {
		h.Add(v)
	}
	if h.below < 200_000/4 || h.above < 200_000/4 {
		t.Errorf("%d numbers below all cells, %d above", h.below, h.above)
	}
	if h.Count != 200_005 || h.min != -1 || !math.IsInf(h.Max, 1) {
		t.Errorf("%d numbers from %v to %v", h.Count, h.min, h.Max)
	}
	for _, p := range []float64{0, 0.5, 1} {
		if v, ok := h.Percentile(p); !ok || math.IsNaN(v) {
			t.Errorf("percentile %v is %v", p, v)
		}
	}
}

// TestHistogramCells holds the cells of numbers against fraction and exponent as the
// library gives them.
func TestHistogramCells(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	numbers := []float64{0, 0.5, 1, math.Nextafter(1, 0), 2, math.Ldexp(0.5, lowOctave), math.Ldexp(1, topOctave), -1, math.MaxFloat64, math.SmallestNonzeroFloat64}
	for range 100_000 {
		numbers = append(numbers, math.Exp(40*chance.Float64()-20))
	}
	for _, v := range numbers {
		got, want := placeOf(v), belowAll
		switch fraction, exponent := math.Frexp(v); {
		case v <= 0 || exponent < lowOctave:
		case exponent > topOctave:
			want = aboveAll
		default:
			want = (exponent-lowOctave)*cellsPerOctave + int((fraction-0.5)*2*cellsPerOctave)
		}
		if got != want {
			t.Fatalf("%v is in another cell: %d, want %d", v, got, want)
		}
	}
}

// TestManyNumbers puts more numbers in a place than a cell holds.
func TestManyNumbers(t *testing.T) {
	var h Histogram
	h.Add(1)
	h.Add(8)
	h.count(placeOf(1), 3<<countBits)
	h.Add(1)
	h.Count += 3 << countBits
	values, counts := h.Bins()
	if len(h.cells) != 5 || !slices.IsSorted(h.cells) || len(values) != 2 || counts[0] != 2+3<<countBits || counts[1] != 1 {
		t.Errorf("%x, %v, %v", h.cells, values, counts)
	}
	if p, _ := h.Percentile(.99); p > 1.01 {
		t.Error(p)
	}
}

// TestMerge adds histograms: it is as if one had counted all.
func TestMerge(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, 100, 5000} {
		var one, other, all, merged Histogram
		for range n {
			v := math.Exp(12*chance.Float64() - 6)
			all.Add(v)
			[]*Histogram{&one, &other}[chance.IntN(2)].Add(v)
		}
		merged.Merge(&other)
		merged.Merge(&one)
		if !reflect.DeepEqual(merged, all) {
			t.Errorf("%d numbers: %+v, want %+v", n, merged, all)
		}
		if !slices.IsSorted(merged.cells) {
			t.Errorf("%d numbers: %v", n, merged.cells)
		}
	}
}

func TestPercentileOf(t *testing.T) {
	numbers := []float64{1, 2, 3, 4}
	for p, want := range map[float64]float64{0: 1, 0.25: 1, 0.26: 2, 0.5: 2, 0.51: 3, 0.9: 4, 1: 4} {
		if got := PercentileOf(p, numbers); got != want {
			t.Errorf("percentile %v is %v, want %v", p, got, want)
		}
	}
	if got := PercentileOf(0.5, nil); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// Half of the time of a hundred gaps of 1 and one of 100 lies in the long one.
func TestWeighted(t *testing.T) {
	var h Histogram
	if _, ok := h.Weighted(0.5); ok {
		t.Error("a percentile of nothing")
	}
	for range 100 {
		h.Add(1)
	}
	h.Add(100)
	for share, want := range map[float64]float64{0.4: 1, 0.6: 100, 1: 100} {
		if got, _ := h.Weighted(share); got < want*0.98 || got > want*1.02 {
			t.Errorf("%v of the sum lies below %v, want %v", share, got, want)
		}
	}
}
