package timeline_test

import (
	"math"
	"slices"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// Rows have the direction up, the hash that owners send, and the condition of all parts, of which the worst is the
// lowest that the row has anyway.
func TestRowsHaveAllOfAShip(t *testing.T) {
	var up, hashes, parts int
	collected(t, timeline.Options{Row: func(row any) error {
		r := row.(*figures.TimelineRow)
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

// Rows have both batteries as the newest block with a reactor tells them.
func TestBatteries(t *testing.T) {
	raw := roughBattle(t)
	told := map[[2]int64][2]float64{}
	for r := range reporttest.Open(t, "it.pcap", raw, decode.Options{}).Records() {
		m, ok := r.Content().Message.(*message.StateUpdate)
		if !ok || r.Context.Class == nil {
			continue
		}
		for i := range m.Subsystems.Items {
			if s := &m.Subsystems.Items[i]; r.Context.Class.Subsystems[s.Index].Format == ship.Reactor {
				told[[2]int64{r.Frame, int64(r.Index)}] = [2]float64{math.Round(float64(s.Main)/255*1e4) / 100, math.Round(float64(s.Backup)/255*1e4) / 100}
			}
		}
	}
	compared := 0
	collected(t, timeline.Options{Row: func(row any) error {
		r := row.(*figures.TimelineRow)
		if r.Kind == figures.KindUpdate && slices.Contains(r.Fresh, figures.FreshBatteries) {
			compared++
			if want, ok := told[[2]int64{r.Frame, int64(r.Index)}]; !ok || *r.Batteries != want {
				t.Errorf("frame %d: %v, want %v", r.Frame, r.Batteries, want)
			}
		}
		return nil
	}}, raw)
	if compared < 100 {
		t.Errorf("%d rows were compared", compared)
	}
}
