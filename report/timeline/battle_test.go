package timeline_test

import (
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// TestTimelineBattles compares timelines of battles with what the simulator counted: the
// ships, their updates, the blocks to each receiver and those that were lost, the deaths.
func TestTimelineBattles(t *testing.T) {
	for name, o := range map[string]battle.Options{
		"calm":       {Players: 4, Duration: 3 * time.Minute, Seed: 11},
		"lossy":      {Players: 3, Duration: 2 * time.Minute, Seed: 12, Loss: 0.03},
		"duplicates": {Players: 3, Duration: 2 * time.Minute, Seed: 13, Duplicate: 0.02},
		"reordered":  {Players: 3, Duration: 2 * time.Minute, Seed: 14, Reorder: 0.02},
	} {
		t.Run(name, func(t *testing.T) {
			truth, raw := reporttest.Battle(t, o)
			// Where much is lost, the first blocks pass before the dialect is found out.
			x := timeline.New(timeline.Options{})
			must.Do(t, x.File(name, reporttest.Open(t, name, raw, decode.Options{Dialect: message.Stock})))
			compareBattle(t, truth, x.Summary().Ships)
		})
	}
}

func compareBattle(t *testing.T, truth *battle.Truth, ships []figures.ShipLife) {
	t.Helper()
	if len(ships) != len(truth.Objects) {
		t.Errorf("%d ships, want %d", len(ships), len(truth.Objects))
	}
	taken := map[int]bool{}
	for _, want := range truth.Objects {
		at := -1
		for i := range ships {
			if at < 0 && !taken[i] && ships[i].ObjectID == want.ObjectID && ships[i].Ship == want.Class {
				at = i
			}
		}
		if at < 0 {
			t.Errorf("no %s %s", want.ObjectID, want.Class)
			continue
		}
		taken[at] = true
		compareLifeOf(t, want, &ships[at])
	}
}

func compareLifeOf(t *testing.T, want *battle.Life, got *figures.ShipLife) {
	t.Helper()
	what := want.ObjectID + " " + want.Class
	if got.Updates != want.Updates.Up+want.Updates.Down || got.Player != want.Player {
		t.Errorf("%s: %d updates of %s, want %+v of %s", what, got.Updates, got.Player, want.Updates, want.Player)
	}
	if exploded := want.Death != nil; exploded != (got.DiedBy != "" && got.DiedBy != "removed by the host") {
		t.Errorf("%s: died by %q, want %+v", what, got.DiedBy, want.Death)
	}
	rounds := map[string]figures.Round{}
	for _, r := range got.Rounds {
		rounds[r.Receiver] = r
	}
	for _, w := range want.Windows {
		if r := rounds[w.Receiver]; r.Blocks != w.Captured || r.Distinct != w.Distinct || r.Lost != w.Lost {
			t.Errorf("%s to %s: %d blocks, %d distinct, %d lost; want %+v", what, w.Receiver, r.Blocks, r.Distinct, r.Lost, *w)
		}
	}
}
