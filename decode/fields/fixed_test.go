package fields_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"bcdump/decode/fields"
	"bcdump/internal/heavy"
)

// TestAppendFixed holds numbers of all sizes, and those halfway between two, against strconv.
func TestAppendFixed(t *testing.T) {
	check := func(f float64) {
		for decimals := range 3 {
			if got, want := string(fields.AppendFixed(nil, f, decimals)), strconv.FormatFloat(f, 'f', decimals, 64); got != want {
				t.Fatalf("%g with %d decimals: %s, want %s", f, decimals, got, want)
			}
		}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for exponent := range 2048 {
		for range heavy.Scale(10, 50) {
			check(math.Float64frombits(chance.Uint64()>>63<<63 | uint64(exponent)<<52 | chance.Uint64()>>12))
			check(math.Float64frombits(uint64(exponent)<<52 | chance.Uint64()>>12&chance.Uint64()&chance.Uint64()))
		}
	}
	for range heavy.Scale(20_000, 100_000) {
		check(float64(chance.Int64N(1<<40)-1<<39) / float64(uint64(1)<<chance.IntN(55)))
		check(float64(float32(chance.NormFloat64() * 100)))
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 0.005, 0.125, 0.375, 0.5, 1.5, 2.5, 0.05, 0.25, 99.995, 999.5, 1 << 25, 1<<25 - 0.005, 1<<25 - 0.0051, 1<<52 - 0.5, 1 << 52} {
		check(f)
		check(-f)
	}
}
