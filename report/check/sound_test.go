package check_test

import (
	"fmt"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/report/figures"
)

// TestSoundBattlesKeepTheRules has battles in which nobody does anything wrong and of which a rule once said
// otherwise; the random ones are in cmd/bcdump.
func TestSoundBattlesKeepTheRules(t *testing.T) {
	for _, tt := range []struct {
		why      string
		minutes  float64
		o        battle.Options
		troubles []string
	}{
		{"GameInit is sent again after the capture has begun, its answer lies before", 0.65, battle.Options{
			Players: 6, Seed: 23, Loss: 0.054, Duplicate: 0.039, Begin: 7 * time.Second,
		}, nil},
		{"the Boot is lost, and sent again later than the others are told", 0.7833, battle.Options{
			Players: 4, Seed: 108, NetworkSeed: 153, Shots: 2, Loss: 0.139, Reorder: 0.022,
		}, []string{"late@28s:3", "late@18s:4", "kick@25s:2", "return@31s:2"}},
		{"a torpedo of a ship that was gone when the only client of the capture joined", 0.7833, battle.Options{
			Players: 5, Seed: 176, Shots: 3, Loss: 0.09, Duplicate: 0.037, At: 3, Begin: 6 * time.Second,
		}, []string{"late@3s:2", "late@14s:3", "late@5s:5", "leave@30s:5", "return@45s:5"}},
		{"a creation is told late, after its owner has left", 1.1833, battle.Options{
			Players: 4, Seed: 779, Shots: 6, Loss: 0.104, Duplicate: 0.044, Noise: 5, IPv6: true,
		}, []string{"leave@63s:3"}},
		{"a torpedo of somebody who has left and come back", 0.6333, battle.Options{
			Players: 7, Seed: 360, Loss: 0.113, Duplicate: 0.023, Begin: 13 * time.Second, Teams: true,
		}, []string{"late@10s:2", "late@21s:6", "leave@23s:3", "return@24s:3"}},
	} {
		tt.o.Duration = time.Duration(tt.minutes * float64(time.Minute))
		for _, text := range tt.troubles {
			x, err := battle.ParseTrouble(text)
			if err != nil {
				t.Fatal(err)
			}
			tt.o.Troubles = append(tt.o.Troubles, x)
		}
		_, content := capture(t, tt.o, view{})
		for _, r := range failed(judged(t, content)) {
			if r.Severity == "error" {
				t.Errorf("%s: %s %s: %d of %d: %s", tt.why, r.ID, r.Judges, r.Violations, r.Instances, framesOf(r.Frames))
			}
		}
	}
}

func framesOf(all []figures.CheckFrame) (text string) {
	for _, x := range all {
		text += fmt.Sprintf("frame %d %s; ", x.Frame, x.Text)
	}
	return text
}
