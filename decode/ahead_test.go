package decode_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/report" //nolint:depguard // the printed form tells whether records are the same
)

// TestRecordsAhead gives the same records as Records, and the same summary, with chunks so
// small that there are many batches.
func TestRecordsAhead(t *testing.T) {
	text := func(jobs int, ahead bool) (lines []byte, sum decode.Summary) {
		c := open(t, mixed().data, decode.Options{Jobs: jobs, ChunkSize: 300})
		records := c.Records()
		if ahead {
			records = c.RecordsAhead()
		}
		for r := range records {
			lines = report.AppendJSON(lines, r, true)
		}
		return lines, c.Summary()
	}
	want, wantSum := text(1, false)
	for _, jobs := range []int{1, 2} {
		got, sum := text(jobs, true)
		if !bytes.Equal(got, want) {
			t.Errorf("%d jobs: other records", jobs)
		}
		if sum.Ledger != wantSum.Ledger || sum.Records != wantSum.Records || sum.Frames != wantSum.Frames {
			t.Errorf("%d jobs: %s", jobs, cmp.Diff(wantSum.Ledger, sum.Ledger))
		}
	}
}

// TestRecordsAheadStops asks for fewer records than there are: nothing goes on afterwards.
func TestRecordsAheadStops(t *testing.T) {
	for _, wanted := range []int{1, 2, 50} {
		c := open(t, mixed().data, decode.Options{Jobs: 2, ChunkSize: 300})
		n := 0
		for range c.RecordsAhead() {
			if n++; n == wanted {
				break
			}
		}
		if n != wanted {
			t.Errorf("%d records, %d were wanted", n, wanted)
		}
		_ = c.Summary() // a race with the other goroutine would show here
	}
}
