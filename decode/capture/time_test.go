package capture

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bcdump/internal/must"
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

// TestAppendRFC3339In compares with package time, at moments around the changes of clocks.
func TestAppendRFC3339In(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))(t)
	for _, text := range []string{
		"2026-02-14T23:08:00.016123+01:00", "2026-03-29T01:59:59.999999+01:00", "2026-03-29T03:00:00.000000+02:00",
		"1969-12-31T23:30:00.000001+01:00", "1880-01-01T00:53:07.000000+00:53", "9999-01-01T00:00:00.000000+01:00",
	} {
		at := must.Get(time.Parse(time.RFC3339, text))(t)
		got := string(Time{Sec: at.Unix(), Nanos: uint32(at.Nanosecond())}.AppendRFC3339In(nil, 6, berlin))
		if got != text {
			t.Errorf("%s, want %s", got, text)
		}
	}
	last := Time{Sec: 253402300799, Nanos: 5}
	if got := string(last.AppendRFC3339In([]byte("x"), 9, berlin)); got != "x9999-12-31T23:59:59.000000005Z" {
		t.Error(got)
	}
	if got := string(last.AppendRFC3339In(nil, 6, nil)); got != "9999-12-31T23:59:59.000000Z" {
		t.Error(got)
	}
}

// TestUnixNano: what 64 bits do not hold becomes the nearest that they do.
func TestUnixNano(t *testing.T) {
	for _, test := range []struct {
		t    Time
		want int64
	}{
		{Time{}, 0},
		{Time{1795231851, 123456789}, 1795231851123456789},
		{Time{-1, 999999999}, -1},
		{Time{9223372035, 999999999}, 9223372035999999999},
		{Time{10413792000, 0}, math.MaxInt64}, // the year 2300
		{Time{math.MaxInt64, 1}, math.MaxInt64},
		{Time{math.MinInt64, 1}, math.MinInt64},
	} {
		if got := test.t.UnixNano(); got != test.want {
			t.Errorf("%v: %d, want %d", test.t, got, test.want)
		}
	}
}

// TestAddAtTheEnds: there is no Time behind the last one.
func TestAddAtTheEnds(t *testing.T) {
	first, last := Time{math.MinInt64, 0}, Time{math.MaxInt64, 999999999}
	for _, test := range []struct {
		t    Time
		d    time.Duration
		want Time
	}{
		{last, time.Nanosecond, last},
		{Time{math.MaxInt64 - 1, 5}, time.Hour, last},
		{first, -time.Nanosecond, first},
		{Time{math.MinInt64 + 1, 5}, -time.Hour, first},
		{last, -time.Second, Time{math.MaxInt64 - 1, 999999999}},
		{Time{10, 999999999}, 2, Time{11, 1}},
		{Time{10, 1}, -2, Time{9, 999999999}},
	} {
		if got := test.t.Add(test.d); got != test.want {
			t.Errorf("%v + %v = %v, want %v", test.t, test.d, got, test.want)
		}
	}
}
