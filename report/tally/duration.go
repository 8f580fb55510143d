package tally

import (
	"bcdump/internal/histogram"
	"bcdump/report/figures"
)

// Milliseconds are rounded to a microsecond, which is what most captures know.
func Milliseconds(ms float64) *figures.Milliseconds {
	return (*figures.Milliseconds)(histogram.Thousandths(ms))
}

// Percentiles are half and nine tenths of some times, and the longest; nil = there are none.
func Percentiles(ms *histogram.Histogram) (p50, p90, most *figures.Milliseconds) {
	if ms.Count == 0 {
		return nil, nil, nil
	}
	return (*figures.Milliseconds)(ms.Rounded(0.50)), (*figures.Milliseconds)(ms.Rounded(0.90)), Milliseconds(ms.Max)
}
