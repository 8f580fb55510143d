package match_test

import (
	"strings"
	"testing"
	"time"

	"bcdump/decode/match"
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

// TestNewsOfAnIdThatSomebodyGets: others are told late that the peer id of a client that joins now has gone; of a client of
// which the capture has nothing, it is not said how long it was silent.
func TestNewsOfAnIdThatSomebodyGets(t *testing.T) {
	_, m := played(t, battle.Options{Players: 16, Duration: 30 * time.Second, Seed: 89, Loss: 0.2, StartSeq: 65000, NetworkSeed: 96, Troubles: troubles(t, "silent-client:11", "kick@21s:2")})
	if p := m.Presence[6]; p.End != string(match.Stayed) || *p.JoinedFrame != 1501 {
		t.Errorf("%s, who joined in frame %d: %s", p.Player, *p.JoinedFrame, p.End)
	}
	_, m = played(t, battle.Options{Players: 6, Duration: time.Minute, Seed: 9, Loss: 0.2, Begin: 17 * time.Second, NetworkSeed: 16, Troubles: troubles(t, "silent-host:2", "leave@13s:4")})
	for _, p := range m.Presence {
		if p.Player == "Worf" && p.End != string(match.Stayed) || strings.Contains(p.EndText, "silent") {
			t.Errorf("%s %s: %q", p.Player, p.End, p.EndText)
		}
	}
}
