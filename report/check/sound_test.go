package check_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// TestSoundBattlesKeepTheRules has battles in which nobody does anything wrong and of which a rule once said
// otherwise; the random ones are in cmd/bcdump.
func TestSoundBattlesKeepTheRules(t *testing.T) {
	type sound struct {
		why      string
		minutes  float64
		o        battle.Options
		troubles []string
	}
	for _, tt := range heavy.Some([]sound{
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
		{"the slot of a client that has left is another's, of whom its own capture has nothing else", 1.0833, battle.Options{
			Players: 6, Seed: 345, Shots: 1, Reorder: 0.033, At: 1, IPv6: true,
		}, []string{"late@14s:2", "late@42s:4", "late@45s:5", "leave@36s:1", "return@55s:1", "self-destruct@41s:4"}},
		{"the same, and a repair", 1.2, battle.Options{
			Players: 7, Seed: 1073, Shots: 2, Loss: 0.105, Reorder: 0.035, At: 1,
		}, []string{"late@19s:2", "late@30s:6", "late@21s:7", "kick@22s:1", "return@51s:1"}},
		{"the end of a client is told late, when its slot is another's", 0.7, battle.Options{
			Players: 5, Seed: 578, Shots: 1.5, Loss: 0.039, Reorder: 0.014, StartSeq: 0,
		}, []string{"late@24s:3", "late@21s:4", "kick@24s:1", "return@33s:1"}},
		{"NewPlayerInGame is lost for 8 s, and its answers come then", 0.7, battle.Options{
			Players: 8, Seed: 5228, Shots: 6, Loss: 0.098, Reorder: 0.031, Duplicate: 0.031, Parts: battle.Shuffled,
		}, []string{"late@4s:2", "late@3s:5", "self-destruct@12s:2"}},
		{"a low number that is sent again, whose first copy lies before the capture, follows 244", 1.1833, battle.Options{
			Players: 8, Seed: 5038, Shots: 3, Loss: 0.108, Begin: 11 * time.Second, Teams: true, StartSeq: 65500, IPv6: true,
		}, nil},
		{"a datagram with seven messages is lost, and the one in which they are sent again", 1.0333, battle.Options{
			Players: 7, Seed: 5150, Shots: 6, Loss: 0.079, Begin: 7 * time.Second, Teams: true,
		}, []string{"late@39s:2", "late@22s:3", "late@22s:5", "late@8s:7", "leave@44s:6"}},
		{"a short life in which every other position is lost", 0.7833, battle.Options{
			Players: 5, Seed: 16, Loss: 0.142, Reorder: 0.005, Duplicate: 0.035, Teams: true,
		}, []string{"late@29s:2", "late@30s:3", "late@19s:4", "late@24s:5", "collision@5s:5"}},
		{"late copies of what was sent before the capture, with the bytes of what came since", 0.8, battle.Options{
			Players: 3, Seed: 173, Shots: 3, Loss: 0.094, Begin: 24 * time.Second, IPv6: true,
		}, nil},
		{"a shot is lost four times, and comes when its ship has exploded; a request of before the capture is sent again", 1.1833, battle.Options{
			Players: 8, Seed: 20045, Shots: 1, Loss: 0.139, Reorder: 0.002, Duplicate: 0.043, Begin: 18 * time.Second,
		}, []string{"late@30s:4", "late@30s:7", "kick@61s:8", "return@64s:8"}},
		{"a request for checksums comes after 13 s", 1.0167, battle.Options{
			Players: 7, Seed: 20142, Shots: 3, Loss: 0.142, Reorder: 0.04, Noise: 5,
		}, nil},
		{"of a few numbered messages none is lost, of the blocks one in ten", 0.65, battle.Options{
			Players: 2, Seed: 510037, Loss: 0.102, Reorder: 0.011, Duplicate: 0.045, Begin: 18 * time.Second, TimeLimit: 1, Noise: 5,
		}, []string{"self-destruct@15s:1"}},
		{"a player is kicked, comes again at once, and is kicked again", 0.7, battle.Options{
			Players: 3, Seed: 1,
		}, []string{"kick@26s:3", "return@29s:3", "kick@32s:3"}},
		{"a capture at a client that at first lacks only what the client sends", 1, battle.Options{
			Players: 2, Seed: 20243, Shots: 3, Loss: 0.136, Reorder: 0.004, Duplicate: 0.005, At: 2,
		}, nil},
	}, 5) {
		tt.o.Duration = time.Duration(tt.minutes * float64(time.Minute))
		for _, text := range tt.troubles {
			tt.o.Troubles = append(tt.o.Troubles, must.Get(battle.ParseTrouble(text))(t))
		}
		_, content := capture(t, tt.o, view{})
		for _, r := range failed(judged(t, content)) {
			if r.ID == "transport-seq-complete" && tt.o.StartSeq > 0 {
				continue // its channels do not begin with 0
			}
			if r.Severity == "error" || r.ID == "update-position-refresh" {
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

// What a lossy capture is allowed hides no fault: a host that does it is told all the same.
func TestLossHidesNoFault(t *testing.T) {
	ids := []string{
		"transport-seq-16bit", "transport-retransmit-until-ack", "update-position-refresh", "relay-no-extra-copies", "join-messages-once",
		"join-missioninit-first", "join-scores", "join-existing-ships", "join-playerlist-sent", "join-playerlist-form", "join-order-after-newplayer",
	}
	_, content := capture(t, battle.Options{Seed: 1, Players: 4, Duration: 100 * time.Second, Loss: 0.03}, view{})
	lossy := must.Get(edit.Read(content))(t)
	for _, id := range heavy.Some(ids, 5) {
		if f := judged(t, lossy.Of(editsOf(id)...)); !slices.ContainsFunc(failed(f), func(r figures.CheckRule) bool { return r.ID == id }) {
			t.Errorf("%s: %.3g and %.3g of the messages missing: not told", id, f.Loss.ToServer, f.Loss.ToClient)
		}
	}
}

// TestManyDeaths: of a long battle nothing is forgotten, and nobody is accused of what was.
func TestManyDeaths(t *testing.T) {
	heavy.SkipRace(t, "TestSoundBattlesKeepTheRules judges as well")
	f := judged(t, recordedOf(battle.Options{Players: 8, Seed: 9, Datagrams: heavy.Scale[int64](50_000, 600_000)}))
	for _, r := range failed(f) {
		t.Errorf("%s %s: %d of %d, %v", r.ID, r.Judges, r.Violations, r.Instances, r.Frames)
	}
	for _, r := range f.Rules {
		if least := heavy.Scale[int64](12, 240); r.ID == "update-after-death" && r.Instances < least {
			t.Errorf("%d deaths are judged, at least %d expected", r.Instances, least)
		}
	}
	if len(f.Dropped) > 0 {
		t.Errorf("dropped: %v", f.Dropped)
	}
}
