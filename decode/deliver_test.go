package decode_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/report/records"
)

// TestDeliver gives the same records as Records, and the same summary, with chunks so
// small that there are many batches.
func TestDeliver(t *testing.T) {
	var want []byte
	c := open(t, mixed().data, decode.Options{Jobs: 1, ChunkSize: 300})
	for r := range c.Records() {
		want = records.AppendJSON(want, r, records.JSONOptions{Hex: true})
	}
	wantSum := c.Summary()
	for _, jobs := range []int{1, 2, 3} {
		var got []byte
		c := open(t, mixed().data, decode.Options{Jobs: jobs, ChunkSize: 300})
		err := c.Deliver(func(r *decode.Record) error {
			got = records.AppendJSON(got, r, records.JSONOptions{Hex: true})
			return nil
		})
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d jobs: other records, %v", jobs, err)
		}
		sum := c.Summary()
		if sum.Ledger != wantSum.Ledger || sum.Records != wantSum.Records || sum.Frames != wantSum.Frames {
			t.Errorf("%d jobs: %s", jobs, cmp.Diff(wantSum.Ledger, sum.Ledger))
		}
	}
}

// TestDeliverStops wants no more records than there are before an error: none comes
// afterwards.
func TestDeliverStops(t *testing.T) {
	enough := errors.New("enough")
	for _, jobs := range []int{1, 2} {
		for _, wanted := range []int{1, 2, 50} {
			c := open(t, mixed().data, decode.Options{Jobs: jobs, ChunkSize: 300})
			n := 0
			err := c.Deliver(func(*decode.Record) error {
				if n++; n == wanted {
					return enough
				}
				return nil
			})
			if n != wanted || !errors.Is(err, enough) {
				t.Errorf("%d jobs: %d records, %d were wanted; %v", jobs, n, wanted, err)
			}
		}
	}
}
