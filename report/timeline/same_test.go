package timeline_test

import (
	"bytes"
	stdcmp "cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// deaf is a listener that does nothing.
type deaf struct{}

func (deaf) Told(*timeline.Told)                         {}
func (deaf) Happened(*match.Ship, int64, *figures.Event) {}
func (deaf) Shot(*timeline.Shot)                         {}
func (deaf) Entity(*timeline.EntityMove)                 {}

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

// TestJobs: what is shown when all was read does not depend on how many goroutines there are.
func TestJobs(t *testing.T) {
	captures := reporttest.Shipped(t)
	captures["battle"] = roughBattle(t)
	for _, name := range append(heavy.Some(slices.Sorted(maps.Keys(captures)), 4), "battle") {
		var want string
		for jobs := range 3 {
			x := timeline.New(timeline.Options{Jobs: jobs})
			must.Do(t, x.File(name, reporttest.Open(t, name, captures[name], decode.Options{Jobs: 2})))
			got := string(must.Get(json.Marshal([]any{x.Summary(), x.Overview()}))(t))
			if want = stdcmp.Or(want, got); got != want {
				t.Errorf("%s, %d jobs: %d bytes differ from %d", name, jobs, len(got), len(want))
			}
		}
	}
}

// shown is the rows and the overview of a capture.
func shown(t *testing.T, name string, raw []byte, workers int, o timeline.Options) string {
	t.Helper()
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	o.Row = func(row any) error { return lines.Encode(row) }
	x := timeline.New(o)
	must.Do(t, x.File(name, reporttest.Open(t, name, raw, decode.Options{Jobs: workers})))
	must.Do(t, lines.Encode(x.Overview()))
	return b.String()
}

// TestOverviewStates: a row of an overview says of its ship what the row of the same message does.
func TestOverviewStates(t *testing.T) {
	states := map[int64][]figures.State{} // by frame
	x := collected(t, timeline.Options{Row: func(row any) error {
		r := row.(*figures.TimelineRow)
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
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 2 * time.Minute, Seed: 21, Loss: 0.02, Duplicate: 0.02, Reorder: 0.02})
	return raw
}

// ears write down what they are told.
type ears struct {
	text  bytes.Buffer
	ships []*match.Ship
}

func (e *ears) note(what ...any) {
	text, err := json.Marshal(what)
	fmt.Fprintln(&e.text, string(text), err)
}

func (e *ears) Told(m *timeline.Told) {
	if !slices.Contains(e.ships, m.Ship) {
		e.ships = append(e.ships, m.Ship)
	}
	e.note(m.Frame, m.Name, m.Player, m.Leads, m.Position, m.Update != nil, m.Cloaked, m.Parts, m.Power)
}

func (e *ears) Happened(_ *match.Ship, frame int64, f *figures.Event) {
	e.note(frame, f.What, f.Text)
}
func (e *ears) Shot(s *timeline.Shot)         { e.note(s.Frame, s.Weapon) }
func (e *ears) Entity(m *timeline.EntityMove) { e.note(m) }

// TestOnlyListener: a listener is told the same if nobody asks for more, and can ask the same in the end.
func TestOnlyListener(t *testing.T) {
	captures := reporttest.Shipped(t)
	captures["battle"] = roughBattle(t)
	for _, name := range append(heavy.Some(slices.Sorted(maps.Keys(captures)), 4), "battle") {
		var heard [2]ears
		for i, asked := range []timeline.Asked{timeline.ForAll, timeline.ForListener} {
			e := &heard[i]
			x := timeline.New(timeline.Options{Listener: e, Asked: asked})
			must.Do(t, x.File(name, reporttest.Open(t, name, captures[name], decode.Options{})))
			for _, ship := range e.ships {
				flown, cycle, updates, leading := x.Sum(ship)
				e.note(flown, cycle, updates, leading)
			}
		}
		if a, b := heard[0].text.String(), heard[1].text.String(); a != b {
			t.Errorf("%s: %d bytes differ from %d", name, len(b), len(a))
		}
	}
}
