package report

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"bcdump/decode"
)

// TestMilliseconds holds times that are printed from their digits against what strconv
// makes of the float.
func TestMilliseconds(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	check := func(d time.Duration) {
		if got, want := string(appendMilliseconds(nil, d)), strconv.FormatFloat(decode.Milliseconds(d), 'f', -1, 64); got != want {
			t.Fatalf("%d ns: %s, want %s", int64(d), got, want)
		}
	}
	for digits := range 62 {
		for range 2_000 {
			d := time.Duration(chance.Int64N(1<<digits + 1))
			check(d)
			check(-d)
			check(d / 1000 * 1000)
		}
	}
	for _, d := range []time.Duration{0, 1, -1, 1e15 - 1, 1e15, 1e15 + 1, 999_999, 1_000_000} {
		check(d)
	}
}
