package replay_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// TestOneCount: shots, ships and broken rules are as many wherever a report has them.
func TestOneCount(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	for _, seed := range []uint64{1, 6, 8}[heavy.Scale(2, 0):] {
		truth, raw := reporttest.Battle(t, battle.Options{
			Players: 4, Duration: time.Minute, Seed: seed, Loss: 0.01 * float64(seed), Duplicate: 0.02, Reorder: 0.02, Shots: 2,
		})
		raw = must.Get(edit.Read(raw))(t).Of(edit.Each(edit.Up(0x2C), edit.Relays(edit.Set(func(m *message.Chat) { m.SenderID++ }))), edit.Changed("update-rate-7"))
		r := replayOf(t, "battle.pcap", raw)
		fired, shown := map[string]int{}, map[string]int{}
		for i := range r.Match.Players {
			for kind, n := range shotsOf(&r.Match.Players[i]) {
				fired[kind] += int(n)
			}
		}
		for _, x := range r.Fire {
			shown[x.Kind]++
		}
		for _, x := range r.Torpedoes {
			shown[x.Kind]++
		}
		for kind := range fired {
			if fired[kind] != shown[kind] {
				t.Errorf("seed %d: %d shots of %s, of which the replay has %d", seed, fired[kind], kind, shown[kind])
			}
		}
		if len(r.Ships) != len(truth.Objects) {
			t.Errorf("seed %d: %d ships, of which the replay has %d", seed, len(truth.Objects), len(r.Ships))
		}
		sum, text := r.Check.Summary, strings.Join(r.Summary, " ")
		if want := fmt.Sprintf("%d of %d judged rules of the stock game are broken", sum.Fail, sum.Fail+sum.Pass); !strings.Contains(text, want) {
			t.Errorf("seed %d: %q, want %q", seed, text, want)
		}
	}
}

// shotsOf are the shots of a player by weapon.
func shotsOf(p *figures.MatchPlayer) map[string]int64 {
	return map[string]int64{"phaser": p.Shots.Phaser, "pulse": p.Shots.Pulse, "torpedo": p.Shots.Torpedo, "tractor": p.Shots.Tractor}
}
