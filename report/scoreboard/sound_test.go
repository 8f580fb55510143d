package scoreboard_test

import (
	"testing"
	"time"

	"bcdump/decode/synth/battle"
)

// TestNewsOfAnEarlierOne: what is told of a peer id late, when somebody else has it, is about the one who had
// it before.
func TestNewsOfAnEarlierOne(t *testing.T) {
	minutes := 0.7
	truth, m := played(t, battle.Options{
		Players: 5, Duration: time.Duration(minutes * float64(time.Minute)), Seed: 578, Shots: 1.5, Loss: 0.039, Reorder: 0.014,
		Troubles: troubles(t, "late@24s:3", "late@21s:4", "kick@24s:1", "return@33s:1"),
	})
	comparePresence(t, truth, m)
}

// TestScoresOfALaterOne: in the capture of one client, scores of its peer id after it has left are another's.
func TestScoresOfALaterOne(t *testing.T) {
	minutes := 1.0833
	truth, m := played(t, battle.Options{
		Players: 6, Duration: time.Duration(minutes * float64(time.Minute)), Seed: 345, Shots: 1, Reorder: 0.033, At: 1, IPv6: true,
		Troubles: troubles(t, "late@14s:2", "late@42s:4", "late@45s:5", "leave@36s:1", "return@55s:1", "self-destruct@41s:4"),
	})
	if want := truth.Scores[0].Sent; want.Deaths != nil || m.Presence[0].Score.Deaths != nil {
		t.Errorf("deaths %v, want %v", text(m.Presence[0].Score.Deaths), text(want.Deaths))
	}
}
