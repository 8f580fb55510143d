package match_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/synth/battle"
)

// TestBeginsInTheBattle has captures that begin in a battle, and some that were taken at a client: who
// flies, dies and kills is known, and by name if anything in the capture says it. Nobody's join hangs.
func TestBeginsInTheBattle(t *testing.T) {
	for seed := range uint64(3) {
		for _, begin := range []time.Duration{0, 20 * time.Second, 35 * time.Second, 50 * time.Second} {
			for _, at := range []int{0, 2} {
				t.Run(fmt.Sprint(seed, " ", begin, " ", at), func(t *testing.T) {
					truth, m := played(t, battle.Options{Players: 4, Duration: 90 * time.Second, Seed: seed + 1, Begin: begin, At: at})
					compareAbsent(t, truth, m)
				})
			}
		}
	}
}

func compareAbsent(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	named := func(p *match.Player, want *string) bool {
		switch {
		case want == nil || p == nil:
			return want == nil && p == nil
		case p.Name != "":
			return p.Name == *want
		}
		return slices.Contains(truth.Unnamed, *want)
	}
	kills := m.Kills()
	if len(kills) != len(truth.Kills) {
		t.Fatalf("%d kills, want %d", len(kills), len(truth.Kills))
	}
	for i, w := range truth.Kills {
		if k := kills[i]; k.Frame != w.Frame || !named(k.Victim.Player, &w.Victim) || !named(k.Killer, w.Killer) {
			t.Errorf("frame %d: %+v by %+v, want %+v", k.Frame, k.Victim.Player, k.Killer, w)
		}
	}
	for _, c := range m.Connections() {
		if step, _ := c.Hangs(c.Told.Time); step != nil || c.Entered.Frame == 0 {
			t.Errorf("%s never got in", c.Client)
		}
	}
}
