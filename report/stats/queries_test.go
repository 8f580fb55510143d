package stats_test

import (
	"fmt"
	"testing"
	"time"

	"bcdump/decode"
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
	for name, raw := range reporttest.Shipped(t) {
		splits := querySplits
		if testing.Short() {
			splits = splits[:1]
		}
		for i, o := range splits {
			t.Run(fmt.Sprint(name, "/", i), func(t *testing.T) {
				s := report(t, name, raw, o)
				reporttest.CheckQueries(t, &s, reporttest.Open(t, name, raw, decode.Options{}))
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
