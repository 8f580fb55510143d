package timeline_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// deaf is a listener that does nothing. With one every block is read, those too that are remembered
// without.
type deaf struct{}

func (deaf) Told(*timeline.Told)                                  {}
func (deaf) Happened(*match.Ship, *decode.Record, *figures.Event) {}
func (deaf) Shot(*timeline.Shot)                                  {}
func (deaf) Entity(*timeline.EntityMove)                          {}

// TestRowsOfAllOptions: rows and overview do not depend on whether anybody asks for the summary or
// listens, nor on the number of workers.
func TestRowsOfAllOptions(t *testing.T) {
	captures := reporttest.Shipped(t)
	captures["battle"] = roughBattle(t)
	for _, name := range heavy.Some(slices.Sorted(maps.Keys(captures)), 4) {
		raw := captures[name]
		want := shown(t, name, raw, 1, timeline.Options{Listener: deaf{}})
		for about, got := range map[string]string{
			"without a listener": shown(t, name, raw, 1, timeline.Options{}),
			"without a summary":  shown(t, name, raw, 3, timeline.Options{Asked: timeline.ForRows}),
		} {
			if got != want {
				t.Errorf("%s, %s: %d bytes differ from %d", name, about, len(got), len(want))
			}
		}
	}
}

// shown is the rows and the overview of a capture.
func shown(t *testing.T, name string, raw []byte, workers int, o timeline.Options) string {
	t.Helper()
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	o.Row = func(r *figures.TimelineRow) error { return lines.Encode(r) }
	x := timeline.New(o)
	if err := x.File(name, reporttest.Open(t, name, raw, decode.Options{Jobs: workers})); err != nil {
		t.Fatal(err)
	}
	if err := lines.Encode(x.Overview()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOverviewStates: a row of an overview says of its ship what the row of the same message does.
func TestOverviewStates(t *testing.T) {
	states := map[int64][]figures.State{} // by frame
	x := collected(t, timeline.Options{Row: func(r *figures.TimelineRow) error {
		states[r.Frame] = append(states[r.Frame], r.State)
		return nil
	}}, roughBattle(t))
	compared := 0
	for _, s := range x.Overview().Sections {
		for _, m := range s.Moments {
			if !m.Update {
				continue
			}
			compared++
			if !slices.ContainsFunc(states[m.Frame], func(s figures.State) bool { return cmp.Equal(s, m.State) }) {
				t.Errorf("frame %d: %+v is in none of its %d rows", m.Frame, m.State, len(states[m.Frame]))
			}
		}
	}
	if compared < 40 {
		t.Errorf("%d rows were compared", compared)
	}
}

// roughBattle is one with losses, copies and overtaking.
func roughBattle(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	o := battle.Options{
		Players: 3, Duration: 2 * time.Minute, Seed: 21, Loss: 0.02, Duplicate: 0.02, Reorder: 0.02,
		Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC),
	}
	if _, err := recorder.Record(&file, o, recorder.Options{}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
