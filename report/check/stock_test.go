package check_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
)

// A battle breaks no rule, on whatever network, and wherever it is captured.
func TestBattlesBreakNoRule(t *testing.T) {
	heavy.SkipRace(t, "TestTroublesBreakNoRule judges with as many workers")
	for seed := range heavy.Scale[uint64](1, 3) {
		for _, loss := range heavy.Scale([]float64{0.01}, []float64{0, 0.01, 0.02, 0.05}) {
			o := battle.Options{Seed: seed + 1, Players: 2 + int(seed*5+uint64(loss*100))%7, Duration: 100 * time.Second, Loss: loss, GameSpy: 0.5}
			breaksNothing(t, o)
		}
		breaksNothing(t, battle.Options{Seed: seed + 1, Players: 4, Duration: 100 * time.Second, Reorder: 0.02, Duplicate: 0.02})
		breaksNothing(t, battle.Options{Seed: seed + 1, Players: 3 + int(seed)%4, Duration: 100 * time.Second, Loss: 0.01, Teams: true, TimeLimit: 1})
	}
}

// fromLoss are warnings that follow from loss: from what share on, and why.
var fromLoss = map[string]struct {
	least float64
	why   string
}{
	"transport-retransmit-interval": {0.05, "a copy is lost before the tap"},
	"transport-retransmit-stops":    {0.05, "three Acks of one message are lost behind the tap"},
	"join-peerinfo-relay":           {0.05, "a PeerInfo is lost several times"},
	"update-cloak-follows-owner":    {0.01, "the update with the change is lost, and the flag comes again after 5 s"},
}

// ofTrouble are the rules that are what goes wrong.
var ofTrouble = map[string][]string{
	"version": {"checksum-hashes"}, "silent-host": {"join-connect-answer"}, "silent-client": {"checksum-answered"},
	"lost-fragment": {"checksum-answered", "transport-fragments-complete"},
}

// What else goes wrong for players breaks no rule either.
func TestTroublesBreakNoRule(t *testing.T) {
	for i, name := range battle.TroubleNames() {
		if i%heavy.Scale(5, 1) != 0 {
			continue
		}
		list := []battle.Trouble{{Name: name}}
		if name == "return" {
			list = append(list, battle.Trouble{Name: "leave", At: 20 * time.Second})
		}
		breaksOnly(t, battle.Options{Seed: uint64(i), Players: 3, Duration: 100 * time.Second, Troubles: list}, ofTrouble[name]...)
	}
}

func breaksNothing(t *testing.T, o battle.Options) {
	t.Helper()
	breaksOnly(t, o)
}

// breaksOnly demands that a battle breaks no rule but some, wherever it is captured.
func breaksOnly(t *testing.T, o battle.Options, but ...string) {
	t.Helper()
	views := []string{"host", "late", "client"}
	turn := (o.Players + len(o.Troubles)) % len(views)
	for _, name := range heavy.Scale(views[turn:turn+1], views) { // in turn in an ordinary run
		v := view{}
		switch o.At = 0; name {
		case "late":
			v.from = 30 * time.Second
		case "client":
			o.At = (o.Players + 1) / 2
		}
		t.Run(fmt.Sprintf("seed %d, %d players, loss %v, reorder %v, %s", o.Seed, o.Players, o.Loss, o.Reorder, name), func(t *testing.T) {
			_, content := capture(t, o, v)
			for _, r := range failed(judged(t, content)) {
				if why := fromLoss[r.ID]; o.Loss >= why.least && why.least > 0 || slices.Contains(but, r.ID) {
					continue
				}
				t.Errorf("%s %s (%s): %d of %d: %v", r.Severity, r.ID, r.Judges, r.Violations, r.Instances, r.Frames[:min(2, len(r.Frames))])
			}
		})
	}
}
