package rows

import (
	"math"
	"testing"

	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// TestTimeOf: a time that 64 bits do not hold becomes the nearest that they do.
func TestTimeOf(t *testing.T) {
	for text, want := range map[string]int64{
		"2026-11-21T03:30:51.123456789Z": 1795231851123456789,
		"2306-01-01T00:00:00.000000Z":    math.MaxInt64,
		"9999-12-31T23:59:59.999999Z":    math.MaxInt64,
		"0000-01-01T00:00:00.000000Z":    math.MinInt64,
	} {
		if got := timeOf(reporttest.At(text)); got == nil || *got != want {
			t.Errorf("%s: %v, want %d", text, got, want)
		}
	}
	if timeOf(figures.Time{}) != nil {
		t.Error("no text has a time")
	}
}
