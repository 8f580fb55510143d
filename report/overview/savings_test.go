package overview_test

import (
	"fmt"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
)

// TestLargeSavings: clients that acknowledge each message three times could save more than a quarter of what they send, and the
// overview says so; of the same battle without that it does not.
func TestLargeSavings(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Seed: 4, Players: 4, Duration: 100 * time.Second})
	sound := must.Get(edit.Read(raw))(t)
	again := sound.Of(edit.Each(func(m *edit.Message) bool { return m.Dir == edit.ToServer && m.Of != nil }, edit.Again(20*time.Millisecond, 40*time.Millisecond, 60*time.Millisecond)))
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{"plain": {raw, "[]"}, "acknowledged four times": {again, "[acks-once C>S]"}} {
		x := tell(t, tt.content)
		got := []string{}
		for _, s := range x.overview.Savings {
			if s.Dir == "C>S" {
				got = append(got, s.ID+" "+s.Dir)
			}
			if s.Share <= 0.25 || s.Window != 0 {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", name, got, tt.want)
		}
	}
}

// TestGames: of a capture of two games the overview says so; whose scores and which winner there are only one of them tells.
func TestGames(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	const file = 24 // bytes of the header of a pcap
	_, first := reporttest.Battle(t, battle.Options{Seed: 4, Players: 3, Duration: 40 * time.Second})
	_, second := reporttest.Battle(t, battle.Options{Seed: 5, NetworkSeed: 7, Players: 3, Duration: 40 * time.Second, Start: reporttest.Evening.Add(time.Hour)})
	alone, both := tell(t, first).overview, tell(t, append(first[:len(first):len(first)], second[file:]...)).overview
	if alone.Games != 1 || len(alone.Winner.Names) == 0 || len(alone.Players) != 3 || alone.Players[0].Score == nil {
		t.Errorf("one game: %d, ahead %v, %v", alone.Games, alone.Winner.Names, alone.Players)
	}
	if both.Games != 2 || len(both.Winner.Names) != 0 || len(both.Players) != 3 {
		t.Errorf("two games: %d, ahead %v, %v", both.Games, both.Winner.Names, both.Players)
	}
	for _, p := range both.Players {
		if p.Score != nil {
			t.Errorf("%s has %d points of some game", p.Name, *p.Score)
		}
	}
}
