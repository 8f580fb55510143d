package match_test

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestAbout asks what the messages of a battle are about: those of weapons and parts about a ship that
// was created, and its creation about the same.
func TestAbout(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	var file bytes.Buffer
	options := battle.Options{Players: 4, Duration: 90 * time.Second, Seed: 3, Start: time.Unix(1_700_000_000, 0)}
	must.Get(recorder.Record(&file, options, recorder.Options{}))(t)
	created, asked := map[uint32]bool{}, map[string]int{}
	for r := range must.Get(decode.Open("battle", &file, decode.Options{}))(t).Records() {
		about := match.About(r)
		if m, ok := r.Content().Message.(*message.ObjectCreate); ok {
			created[m.ObjectID] = true
		}
		switch name := r.Name(); name {
		case "Chat", "Settings", "Score", "NewPlayerInGame", "MissionInit", "":
			if about != 0 {
				t.Errorf("frame %d: %s is about 0x%08X", r.Frame, name, about)
			}
		case "ObjectCreateTeam", "TorpedoFire", "BeamFire", "StartFiring", "StopFiring", "StateUpdate", "CollisionEffect", "Explosion", "DestroyObject", "PythonEvent":
			if asked[name]++; !created[about] {
				t.Errorf("frame %d: %s is about 0x%08X, which was not created", r.Frame, name, about)
			}
		default:
			asked["other: "+name]++
		}
	}
	t.Log(asked)
	for _, name := range []string{"ObjectCreateTeam", "TorpedoFire", "StartFiring", "StopFiring", "StateUpdate", "Explosion", "PythonEvent"} {
		if asked[name] == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}
