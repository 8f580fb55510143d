package overview_test

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

// TestForeignIDs: a player makes a ship with the id of another's ship, or with one of his slot. That comes first, and all that
// goes wrong with what is said of it stands below.
func TestForeignIDs(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	for seed := range uint64(4) {
		_, raw := reporttest.Battle(t, battle.Options{Seed: 4 + seed, Players: 3, Duration: 60 * time.Second})
		sound := must.Get(edit.Read(raw))(t)
		var made []uint32
		edit.Each(edit.Up(message.OpcodeObjectCreateTeam), func(_ *edit.Capture, m *edit.Message) {
			made = append(made, m.Said().(*message.ObjectCreate).ObjectID)
		})(sound)
		const parts, room = 0x10, 0x100
		for name, by := range map[string]uint32{"the id of another's ship": made[0] - made[1], "an id of another's slot": made[0] - made[1] + room} {
			x := tell(t, sound.Of(edit.Rename(func(id uint32) uint32 {
				if id-made[1] < parts {
					return id + by
				}
				return id
			})))
			var list []string
			for _, c := range x.overview.Causes {
				list = append(list, fmt.Sprint(c.Side, " ", c.ID, ": ", c.Statement))
				noRows(t, &c, x.check)
			}
			if len(list) != 1 || !strings.HasPrefix(list[0], "client id-of-another-slot: ") || len(x.overview.Causes[0].Explains) < 4 {
				t.Errorf("%d, %s: %q", seed, name, list)
			}
		}
	}
}

// noRows finds a cause that has no violations to show, or explains more than there is.
func noRows(t *testing.T, c *figures.Cause, f *figures.CheckFile) {
	t.Helper()
	if len(c.Frames) == 0 || len(c.First) == 0 || c.Instances == 0 {
		t.Errorf("%s has no rows: %+v", c.ID, c)
	}
	for _, e := range c.Explains {
		if e.Instances < 1 || e.Instances > e.Of {
			t.Errorf("%s explains %d of %d of %s", c.ID, e.Instances, e.Of, e.Finding)
		}
		for _, r := range f.Rules {
			if r.ID == e.Finding && r.Verdict == figures.Failed && r.Judges == c.Side && r.Violations != e.Of {
				t.Errorf("%s explains %d of %d of %s, which has %d", c.ID, e.Instances, e.Of, e.Finding, r.Violations)
			}
		}
	}
}
