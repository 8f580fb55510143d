package stats_test

import (
	"testing"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// collected is the report of captures, all with the same bytes or not.
func collected(t testing.TB, o stats.Options, captures ...*decode.Capture) figures.Stats {
	t.Helper()
	s := stats.New(o)
	for _, c := range captures {
		if err := s.File(c.Name(), c); err != nil {
			t.Fatal(err)
		}
	}
	return s.Report()
}

// report is the report of one capture.
func report(t testing.TB, name string, raw []byte, o stats.Options) figures.Stats {
	t.Helper()
	return collected(t, o, reporttest.Open(t, name, raw, decode.Options{Filter: reporttest.FilterOf(t, o.Filter)}))
}
