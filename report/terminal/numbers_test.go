package terminal_test

import (
	"math"
	"testing"

	"bcdump/report/terminal"
)

func TestNumbers(t *testing.T) {
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(terminal.Count(0), "0")
	check(terminal.Count(999), "999")
	check(terminal.Count(1000), "1,000")
	check(terminal.Count(-123456), "-123,456")
	check(terminal.Count(math.MinInt64), "-9,223,372,036,854,775,808")

	check(terminal.Decimal(1234.56, 1), "1,234.6")
	check(terminal.Decimal(-0.04, 1), "0.0")
	check(terminal.Decimal(-1234, 0), "-1,234")
	check(terminal.Decimal(math.NaN(), 1), "-")
	check(terminal.Decimal(math.Inf(-1), 1), "-")

	check(terminal.Bytes(0), "0 B")
	check(terminal.Bytes(999), "999 B")
	check(terminal.Bytes(999.6), "1.00 kB")
	check(terminal.Bytes(9994), "9.99 kB")
	check(terminal.Bytes(9996), "10.0 kB")
	check(terminal.Bytes(99960), "100 kB")
	check(terminal.Bytes(1.35e6), "1.35 MB")
	check(terminal.Bytes(9.2e18), "9.20 EB")
	check(terminal.Bytes(1e30), "1,000,000,000,000 EB")
	check(terminal.Rate(14234), "14.2 kB/s")
	check(terminal.Bits(15360), "123 kbit/s")
	check(terminal.Bits(9), "72 bit/s")

	check(terminal.Percent(0), "0.0 %")
	check(terminal.Percent(0.00001), "<0.1 %")
	check(terminal.Percent(0.0005), "0.1 %")
	check(terminal.Percent(0.581), "58.1 %")
	check(terminal.Percent(0.9999), ">99.9 %")
	check(terminal.Percent(1), "100.0 %")

	check(terminal.Milliseconds(0), "0 ms")
	check(terminal.Milliseconds(0.412), "0.41 ms")
	check(terminal.Milliseconds(21.378), "21 ms")
	check(terminal.Milliseconds(1234), "1.23 s")

	check(terminal.Duration(0.5), "0.50 s")
	check(terminal.Duration(33.45), "33.5 s")
	check(terminal.Duration(59.96), "1 min 00 s")
	check(terminal.Duration(2007), "33 min 27 s")
	check(terminal.Duration(3599.9), "1 h 00 min")
	check(terminal.Duration(7500), "2 h 05 min")
	check(terminal.Duration(273600), "3 d 04 h")
	check(terminal.Duration(math.Inf(1)), "-")
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  string
	}{
		{0, ""}, {-1, ""}, {math.NaN(), ""}, {1e-9, "▏"}, {0.125, "█"}, {0.5, "████"}, {0.51, "████▏"},
		{0.55, "████▍"}, {0.999, "████████"}, {1, "████████"}, {7, "████████"}, {math.Inf(1), "████████"},
	} {
		if got := terminal.Bar(c.share, 8); got != c.want {
			t.Errorf("%v: %q, want %q", c.share, got, c.want)
		}
	}
	if got := terminal.Bar(1, 0); got != "" {
		t.Errorf("no room: %q", got)
	}
}
