package decode_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/internal/pipeline"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// TestDeliver gives the same records as Records, and the same summary, with chunks so
// small that there are many batches.
func TestDeliver(t *testing.T) {
	var want []byte
	c := open(t, mixed().data, decode.Options{Jobs: 1, ChunkSize: 300})
	for r := range c.Records() {
		if r.CopyOf != 0 {
			continue // it is for nobody who counts
		}
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

// TestDeliverBeside gives both the same records, and ends at an error of either.
func TestDeliverBeside(t *testing.T) {
	text := func(to *[]byte) func(*decode.Record) error {
		return func(r *decode.Record) error {
			*to = records.AppendJSON(*to, r, records.JSONOptions{Hex: true})
			return nil
		}
	}
	enough := errors.New("enough")
	for _, jobs := range []int{1, 2, 3} {
		var want, first, second []byte
		must.Do(t, open(t, mixed().data, decode.Options{Jobs: 1}).Deliver(text(&want)))
		c := open(t, mixed().data, decode.Options{Jobs: jobs, ChunkSize: 300})
		if err := c.DeliverBeside(text(&first), text(&second)); err != nil || !bytes.Equal(first, want) || !bytes.Equal(second, want) {
			t.Errorf("%d jobs: other records, %v", jobs, err)
		}
		n, never := 0, func(*decode.Record) error { return nil }
		stop := func(*decode.Record) error {
			if n++; n%50 == 0 {
				return enough
			}
			return nil
		}
		for _, takes := range [][2]func(*decode.Record) error{{never, stop}, {stop, never}} {
			n = 0
			err := open(t, mixed().data, decode.Options{Jobs: jobs, ChunkSize: 300}).DeliverBeside(takes[0], takes[1])
			if n != 50 || !errors.Is(err, enough) {
				t.Errorf("%d jobs: %d records, %v", jobs, n, err)
			}
		}
	}
}

// TestDeliverBesidePanics: a panic of what takes records beside is one of who asked for them.
func TestDeliverBesidePanics(t *testing.T) {
	defer func() {
		if broken, ok := recover().(*pipeline.Panic); !ok || !strings.Contains(broken.Error(), "beside") {
			t.Errorf("%v", broken)
		}
	}()
	err := open(t, mixed().data, decode.Options{Jobs: 2}).DeliverBeside(func(*decode.Record) error { return nil }, func(*decode.Record) error { panic("beside") })
	t.Errorf("it goes on: %v", err)
}
