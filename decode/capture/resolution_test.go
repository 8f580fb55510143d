package capture

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactTime divides with big numbers.
func exactTime(r resolution, stamp uint64) Time {
	base := int64(10)
	if r.binary {
		base = 2
	}
	unit := new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(r.exponent)), nil)
	sec, rest := new(big.Int).QuoRem(new(big.Int).SetUint64(stamp), unit, new(big.Int))
	nanos := rest.Mul(rest, big.NewInt(1e9))
	nanos.Quo(nanos, unit)
	sec.Add(sec, big.NewInt(r.offset))
	switch {
	case sec.Cmp(big.NewInt(math.MaxInt64)) > 0:
		sec.SetInt64(math.MaxInt64)
	case sec.Cmp(big.NewInt(math.MinInt64)) < 0:
		sec.SetInt64(math.MinInt64)
	}
	return Time{Sec: sec.Int64(), Nanos: uint32(nanos.Int64())}
}

// All 256 values of the option, at the ends of the range and at random.
func TestEveryResolution(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	stamps := []uint64{0, 1, 999, 1e6, 1e9, 1e9 - 1, 1 << 32, 1 << 63, math.MaxInt64, math.MaxUint64 - 1, math.MaxUint64}
	for range 50 {
		stamps = append(stamps, random.Uint64()>>random.IntN(64))
	}
	for option := range 256 {
		var r resolution
		r.unit(byte(option))
		for _, stamp := range stamps {
			if got, want := r.time(stamp), exactTime(r, stamp); got != want {
				t.Fatalf("%v, stamp %d: %v, expected %v", r, stamp, got, want)
			}
		}
		if r.String() == "" || r.digits() != 6 && r.digits() != 9 {
			t.Errorf("option %d: %q, %d digits", option, r, r.digits())
		}
	}
}
