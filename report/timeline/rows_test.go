package timeline_test

import (
	"testing"

	"bcdump/report/figures"
	"bcdump/report/timeline"
)

// Rows have the direction up, the hash that owners send, and the condition of all parts, of which the worst is the
// lowest that the row has anyway.
func TestRowsHaveAllOfAShip(t *testing.T) {
	var up, hashes, parts int
	collected(t, timeline.Options{Row: func(r *figures.TimelineRow) error {
		if r.Up != nil && *r.Up != [3]float32{} {
			up++
		}
		if len(r.SubsysHash) == len("0xFB37") {
			hashes++
		}
		if r.Parts == nil || r.Lowest == nil || r.Lowest.Name == "" {
			return nil
		}
		parts++
		least := 100.0
		for _, p := range r.Parts {
			if p.Name != "Hull" {
				least = min(least, p.Percent)
			}
		}
		if least != r.Lowest.Percent {
			t.Errorf("frame %d: the lowest is %+v, of %v", r.Frame, r.Lowest, r.Parts)
		}
		return nil
	}}, roughBattle(t))
	if up < 100 || hashes < 100 || parts < 100 {
		t.Errorf("%d rows with up, %d with a hash, %d with parts", up, hashes, parts)
	}
}
