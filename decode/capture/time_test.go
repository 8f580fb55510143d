package capture

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestAppendRFC3339(t *testing.T) {
	tests := []struct {
		t      Time
		digits int
		want   string
	}{
		{Time{1795231851, 123456789}, 6, "2026-11-21T03:30:51.123456Z"},
		{Time{1795231851, 123456789}, 9, "2026-11-21T03:30:51.123456789Z"},
		{Time{}, 6, "1970-01-01T00:00:00.000000Z"},
		{Time{-1, 5}, 9, "1969-12-31T23:59:59.000000005Z"},
		{Time{math.MaxInt64, 1}, 6, "9999-12-31T23:59:59.999999Z"},
		{Time{math.MinInt64, 1}, 6, "0000-01-01T00:00:00.000000Z"},
	}
	for _, test := range tests {
		if got := string(test.t.AppendRFC3339(nil, test.digits)); got != test.want {
			t.Errorf("%v: %s, expected %s", test.t, got, test.want)
		}
	}
}

// The calendar of package time is the oracle, over all years that can be written.
func TestAppendRFC3339AgainstTime(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		sec := firstSecond + random.Int64N(lastSecond-firstSecond+1)
		nanos := random.Uint32N(1e9)
		want := time.Unix(sec, int64(nanos)).UTC().Format("2006-01-02T15:04:05.000000000Z")
		if got := string(Time{sec, nanos}.AppendRFC3339(nil, 9)); got != want {
			t.Fatalf("%d: %s, expected %s", sec, got, want)
		}
	}
}

func TestTimeSubAndBefore(t *testing.T) {
	tests := []struct {
		a, b Time
		want time.Duration
	}{
		{Time{10, 5}, Time{9, 999999999}, 6},
		{Time{9, 999999999}, Time{10, 5}, -6},
		{Time{math.MaxInt64, 0}, Time{math.MinInt64, 0}, math.MaxInt64},
		{Time{math.MinInt64, 0}, Time{math.MaxInt64, 0}, math.MinInt64},
		{Time{1e18, 0}, Time{}, math.MaxInt64},
		{Time{7, 7}, Time{7, 7}, 0},
	}
	for _, test := range tests {
		if got := test.a.Sub(test.b); got != test.want {
			t.Errorf("%v - %v = %d, expected %d", test.a, test.b, got, test.want)
		}
		if test.a.Before(test.b) != (test.want < 0) {
			t.Errorf("%v before %v", test.a, test.b)
		}
	}
	if !(Time{}).IsZero() || (Time{0, 1}).IsZero() {
		t.Error("IsZero")
	}
}
