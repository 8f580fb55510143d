package stats_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/outside"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

var querySplits = []stats.Options{
	{},
	{By: []string{"link"}, Interval: 7 * time.Second},
	{By: []string{"object"}, Interval: time.Minute},
	{By: []string{"dir", "link", "object", "opcode"}, Interval: time.Hour, Filter: `dir == "S>C" || index < 2 && !frames`},
}

// TestQueries runs every query of the reports on every capture of the corpus: the lines
// that it keeps are the number that it stands beside.
func TestQueries(t *testing.T) {
	files := reporttest.Shipped(t)
	for n, name := range heavy.Some(slices.Sorted(maps.Keys(files)), 2) {
		for i, o := range querySplits {
			if i != n%len(querySplits) && (i > 0 || !heavy.On()) { // in turn, in a heavy run beside the whole
				continue
			}
			t.Run(fmt.Sprint(name, "/", i), func(t *testing.T) {
				s := report(t, name, files[name], o)
				reporttest.CheckQueries(t, &s, reporttest.Open(t, name, files[name], decode.Options{}))
			})
		}
	}
}

// TestQueriesOutside is TestQueries on whole games.
func TestQueriesOutside(t *testing.T) {
	for name, raw := range outside.Read(t, 700<<10) {
		t.Run(name, func(t *testing.T) {
			s := report(t, name, raw, stats.Options{By: []string{"link", "object"}, Interval: 10 * time.Second})
			reporttest.CheckQueries(t, &s, reporttest.Open(t, name, raw, decode.Options{}))
		})
	}
}
