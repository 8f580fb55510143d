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
