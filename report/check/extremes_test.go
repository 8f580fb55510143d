package check_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// no are values that are no numbers, or none of this world.
var no = []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}

// laterPosition is the 40th update with a position that goes one way.
func laterPosition(way edit.Match) edit.Match {
	n := 0
	return way.And(edit.Where(func(u *message.StateUpdate) bool { return u.DirtyFlags&message.FlagPosition != 0 }), func(*edit.Message) bool {
		n++
		return n == 40
	})
}

// TestNoNumber: one value that is no number is named once, by one rule, and nothing else is said of it.
func TestNoNumber(t *testing.T) {
	sound := must.Get(bases())(t)
	updates := map[string]edit.Match{"client": edit.Up(message.OpcodeStateUpdate), "server": edit.Down(message.OpcodeStateUpdate)}
	for i, value := range no {
		for side, way := range updates {
			for rule, do := range map[string]edit.Do{
				"update-position-jumps": edit.Update(func(u *message.StateUpdate) { u.Position[1] = value }),
				"update-clock":          edit.Update(func(u *message.StateUpdate) { u.GameTime = value }),
			} {
				named(t, judged(t, sound[i].Of(edit.Each(laterPosition(way), do))), rule+" "+side, value)
			}
		}
		made := edit.Up(message.OpcodeObjectCreateTeam)
		for _, set := range []func(*message.ObjectCreate){
			func(m *message.ObjectCreate) { m.Position[2] = value },
			func(m *message.ObjectCreate) { m.Orientation[2] = value },
		} {
			named(t, judged(t, sound[i].Of(edit.First(1, made, edit.Relays(edit.Set(set))))), "object-spawn-state client", value)
		}
	}
}

// named demands that a rule alone is broken, once.
func named(t *testing.T, f *figures.CheckFile, rule string, value float32) {
	t.Helper()
	var got []string
	for _, r := range f.Rules {
		if r.Violations > 0 {
			got = append(got, fmt.Sprintf("%s %s %d", r.ID, r.Judges, r.Violations))
		}
	}
	if len(got) != 1 || got[0] != rule+" 1" {
		t.Errorf("%s, %v: %v", rule, value, got)
	}
}

// A lifetime that is no number is the host's fault: its client may make the next ship in time, and flies the wreck as long as any.
func TestNoLifetime(t *testing.T) {
	sound := must.Get(bases())(t)
	for i, value := range no {
		f := judged(t, sound[i].Of(edit.Each(edit.Down(0x06).And(edit.Where(edit.Exploding)), edit.Set(func(m *message.Event) { m.Lifetime = value }))))
		if list := failed(f); len(list) != 1 || list[0].ID != "death-lifetime" {
			t.Errorf("%v: %v", value, list)
		}
	}
	s := entered(t)
	s.down(game(2, 0x06, &message.Event{ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, TargetID: theShip, Lifetime: no[0]}))
	s.up(ack(transport.Data, 2))
	s.flies(5)
	s.kept("object-used-after-death", "client", 50)
}

// A clock that was wrong once, by much or by no number, hides nothing that comes later.
func TestWrongClockHidesNothing(t *testing.T) {
	sound := must.Get(bases())(t)
	for i, value := range append(no, math.MaxFloat32) {
		back := edit.Every(10, edit.Up(message.OpcodeStateUpdate), edit.Update(func(u *message.StateUpdate) { u.GameTime -= 0.5 }))
		once := edit.Each(laterPosition(edit.Up(message.OpcodeStateUpdate)), edit.Update(func(u *message.StateUpdate) { u.GameTime = value }))
		broken := func(edits ...edit.Edit) *figures.CheckRule {
			return verdictOn(t, judged(t, sound[i%len(sound)].Of(edits...)), "update-clock", "client")
		}
		want, got := broken(back), broken(back, once)
		if got.Verdict != figures.Failed || got.Violations < want.Violations-1 || got.Instances < want.Instances-2 {
			t.Errorf("%v: %d of %d, without it %d of %d", value, got.Violations, got.Instances, want.Violations, want.Instances)
		}
	}
}

// TestOneWrongValue: what is right behind a value that is wrong, or before it, is not told with it.
func TestOneWrongValue(t *testing.T) {
	first := 0
	for rule, do := range map[string]edit.Edit{
		"update-hash-constant client": edit.Each(laterPosition(edit.Up(message.OpcodeStateUpdate)), edit.Update(func(u *message.StateUpdate) { u.SubsysHash++ })),
		"join-missioninit-fields server": edit.Each(edit.Down(message.OpcodeMissionInit), edit.Set(func(m *message.MissionInit) {
			if first++; first == 1 {
				m.SystemIndex++
			}
		})),
	} {
		named(t, judged(t, must.Get(bases())(t)[1].Of(do)), rule, 0)
	}
	for _, x := range []struct {
		deaths []int32
		broken int64
	}{
		{[]int32{1, 2, 3, 4}, 0}, {[]int32{1, 7, 3, 4}, 1}, {[]int32{1, 3, 4, 5}, 1}, {[]int32{1, 1, 2, 3}, 1}, {[]int32{0, 2, 4, 6}, 3}, {[]int32{1, 1, 1, 1}, 3},
		{[]int32{math.MaxInt32 - 1, math.MaxInt32, math.MinInt32, math.MinInt32 + 1}, 0},
	} {
		f := newFight(t, 1)
		for _, n := range x.deaths {
			f.tells(0, message.OpcodeScoreChange, &message.ScoreChange{VictimID: 2, VictimDeaths: n})
			f.stays(time.Second)
		}
		if r := f.verdict("score-consistent", "server"); r.Instances != 3 || r.Violations != x.broken {
			t.Errorf("deaths %v: %d of %d: %+v", x.deaths, r.Violations, r.Instances, r.Frames)
		}
	}
}
