package match_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
)

// TestBeginsInTheBattle has captures that begin in a battle, and some that were taken at a client: who
// flies, dies and kills is known, and by name if anything in the capture says it. Nobody's join hangs.
func TestBeginsInTheBattle(t *testing.T) {
	for seed := range heavy.Scale[uint64](1, 3) {
		for _, begin := range []time.Duration{0, 20 * time.Second, 35 * time.Second, 50 * time.Second} {
			for _, at := range []int{0, 2} {
				t.Run(fmt.Sprint(seed, " ", begin, " ", at), func(t *testing.T) {
					truth, m := played(t, battle.Options{Players: 4, Duration: 90 * time.Second, Seed: seed + 1, Begin: begin, At: at})
					compareAbsent(t, truth, m)
				})
			}
		}
	}
}

func compareAbsent(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	named := func(p *match.Player, want *string) bool {
		switch {
		case want == nil || p == nil:
			return want == nil && p == nil
		case p.Name != "":
			return p.Name == *want
		}
		return slices.Contains(truth.Unnamed, *want)
	}
	kills := m.Kills()
	if len(kills) != len(truth.Kills) {
		t.Fatalf("%d kills, want %d", len(kills), len(truth.Kills))
	}
	for i, w := range truth.Kills {
		if k := kills[i]; k.Frame != w.Frame || !named(k.Victim.Player, &w.Victim) || !named(k.Killer, w.Killer) {
			t.Errorf("frame %d: %+v by %+v, want %+v", k.Frame, k.Victim.Player, k.Killer, w)
		}
	}
	for _, c := range m.Connections() {
		if step, _ := c.Hangs(c.Told.Time); step != nil || c.Entered.Frame == 0 {
			t.Errorf("%s never got in", c.Client)
		}
	}
}

// compareLives compares how many ships each player flew.
func compareLives(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	lives := map[string]int{}
	for _, x := range truth.Objects {
		lives[x.Player]++
	}
	for _, p := range m.Players() {
		if n := lives[p.Name]; len(p.Ships) != n && p.Name != "" && !slices.Contains(truth.Unnamed, p.Name) {
			t.Errorf("%s: %d lives, want %d", p.Name, len(p.Ships), n)
		}
	}
}

// TestGoneBefore has kills whose killer or victim the capture has nothing else of: his ship was gone when the
// capture began, or nothing came of it before its end. In that at player 5 a client whose name is told when it
// has left comes back: it is the same player. In that with two players the creation of the ship is lost that
// explodes, and it has the id that a part of the player's first ship had.
func TestGoneBefore(t *testing.T) {
	for _, o := range []battle.Options{
		{Players: 7, Seed: 120, Shots: 1.5, Reorder: 0.026, Duplicate: 0.009, Begin: 28 * time.Second, Teams: true, Duration: 58002 * time.Millisecond},
		{
			Players: 4, Seed: 1090, Shots: 5, Loss: 0.129, Reorder: 0.006, Begin: 7 * time.Second, Teams: true, Duration: 48000 * time.Millisecond,
			Troubles: troubles("late@7s:4", "leave@30s:3", "return@31s:3", "collision@7s:2"), Parts: battle.Reversed,
		},
		{
			Players: 7, Seed: 5240, Shots: 2, At: 5, Begin: 18 * time.Second, StartSeq: 65535, Duration: 51000 * time.Millisecond,
			Troubles: troubles("late@13s:2", "late@17s:3", "late@9s:5", "leave@38s:5", "return@39s:5"),
		},
		{
			Players: 2, Seed: 5051, Shots: 0.5, Loss: 0.065, Reorder: 0.015, At: 2, StartSeq: 127, GameSpy: 0.5, Duration: 67002 * time.Millisecond,
			Troubles: troubles("leave@22s:1", "return@34s:1", "self-destruct@46s:1", "collision@30s:1"),
		},
	} {
		t.Run(fmt.Sprint(o.Seed), func(t *testing.T) {
			truth, m := played(t, o)
			compareAbsent(t, truth, m)
			compareLives(t, truth, m)
			for i, p := range m.Players() {
				if p.Name != "" && slices.ContainsFunc(m.Players()[:i], func(o *match.Player) bool { return o.Name == p.Name }) {
					t.Errorf("%s is there twice", p.Name)
				}
			}
		})
	}
}

// TestToldBeforehand: a text and a score are told of players of whom nothing has come yet.
func TestToldBeforehand(t *testing.T) {
	_, m := played(t, battle.Options{
		Players: 5, Seed: 9266, Shots: 4, Begin: 15 * time.Second, At: 1, GameSpy: 0.5, Noise: 5, IPv6: true, Duration: 34998 * time.Millisecond,
	})
	if s := m.Chat()[0]; s.Text != "lag?" || s.Player == nil || s.Player.Name != "Worf" {
		t.Errorf("%q of %+v, want Worf's", s.Text, s.Player)
	}
	_, m = played(t, battle.Options{
		Players: 5, Seed: 9159, Shots: 0.5, Reorder: 0.041, Duplicate: 0.02, Begin: 17 * time.Second, Noise: 5, Duration: 64002 * time.Millisecond,
		Troubles: troubles("late@16s:2", "late@10s:3", "late@16s:4", "leave@40s:3", "return@46s:3"),
	})
	for _, c := range m.Connections() {
		if told := c.Score.ToldKills; c.Name == "Kang" && told == c.Joined {
			t.Errorf("%s, joined in the capture %v: kills told %v", c.Client, c.Joined, told)
		}
	}
}

// TestLateCreations: the creation of a ship comes when the host has told others of it, from its owner; and
// that of a ship whose id the player's ship had before he left never comes.
func TestLateCreations(t *testing.T) {
	for _, o := range []battle.Options{
		{
			Players: 8, Seed: 5008, Shots: 1, Loss: 0.125, Duplicate: 0.025, Begin: 19 * time.Second, IPv6: true, Duration: 33 * time.Second,
			Troubles: troubles("late@12s:2", "late@13s:4", "late@11s:6", "late@6s:7", "collision@8s:4"),
		},
		{
			Players: 6, Seed: 5099, Shots: 6, Loss: 0.119, Reorder: 0.002, Duplicate: 0.017, StartSeq: 200, GameSpy: 0.5, Duration: 63 * time.Second,
			Troubles: troubles("leave@44s:6", "return@58s:6", "collision@11s:6"),
		},
	} {
		truth, m := played(t, o)
		compareLives(t, truth, m)
	}
}

// TestPlaceOfAnother: a client that has left is not taken for the one that has its place now. What it flew, said and
// is called is told by the capture of the host from 21 s on, with a wreck whose id is given again; of one player, who
// comes back to another place; and of the host, in which a nameless client leaves.
func TestPlaceOfAnother(t *testing.T) {
	_, m := played(t, battle.Options{
		Players: 7, Seed: 30082, Shots: 1.5, Reorder: 0.036, Begin: 21 * time.Second, Noise: 5, Duration: 34002 * time.Millisecond,
		Troubles: troubles("late@5s:5", "kick@24s:3", "return@30s:3", "self-destruct@20s:7"),
	})
	lives := 0
	for _, x := range m.Lives().All() {
		if x.Object == 0x4007FFFF {
			lives++
		}
	}
	if lives != 2 {
		t.Errorf("%d lives of 0x4007FFFF, want 2", lives)
	}
	truth, m := played(t, battle.Options{
		Players: 3, Seed: 30093, Shots: 1, Loss: 0.033, At: 1, Teams: true, TimeLimit: 1, Duration: 63 * time.Second,
		Troubles: troubles("late@4s:2", "late@37s:3", "leave@34s:1", "return@51s:1", "self-destruct@34s:3"),
	})
	compareLives(t, truth, m)
	if said := m.Chat()[2]; said.Text != "nice shot" || said.Player == nil || said.Player.Name != "Kang" {
		t.Errorf("%q of %+v, want Kang's", said.Text, said.Player)
	}
	_, m = played(t, battle.Options{
		Players: 2, Seed: 30207, Shots: 1, Loss: 0.034, Begin: 6 * time.Second, Duration: 37002 * time.Millisecond,
		Troubles: troubles("late@17s:2", "leave@14s:1", "return@23s:1", "self-destruct@17s:2"),
	})
	if c := m.Connections()[0]; c.Name == "Ace" {
		t.Errorf("%s is called %s", c.Client, c.Name)
	}
}

// TestCollidesAndAsks: who asks for his own end in the moment in which he rams somebody dies of the collision, if the
// explosion lasts as long.
func TestCollidesAndAsks(t *testing.T) {
	truth, m := played(t, battle.Options{
		Players: 3, Seed: 30120, Shots: 5, Duration: 70998 * time.Millisecond,
		Troubles: troubles("late@31s:3", "leave@50s:3", "self-destruct@30s:2", "collision@38s:2"),
	})
	for i, w := range truth.Kills {
		if k := m.Kills()[i]; string(k.Cause) != string(w.Cause) {
			t.Errorf("frame %d: %s, want %s", k.Frame, k.Cause, w.Cause)
		}
	}
}

// TestBackWithTheSameIds: who comes back takes a ship that has the id of the one before, of which the capture
// has neither the creation nor the end.
func TestBackWithTheSameIds(t *testing.T) {
	_, m := played(t, battle.Options{
		Players: 3, Seed: 236, Shots: 0.5, NetworkSeed: 960, Reorder: 0.004, Begin: 23 * time.Second, At: 1, TimeLimit: 1,
		Noise: 5, Duration: 43998 * time.Millisecond,
	})
	var lives []string
	for _, x := range m.Lives().All() {
		if x.Object == 0x3FFFFFFF {
			lives = append(lives, fmt.Sprint(x.Born.Frame > 0, " ", x.Player.Name))
		}
	}
	if want := []string{"false ", "true Cady2"}; !slices.Equal(lives, want) {
		t.Errorf("%q, want %q", lives, want)
	}
}

// TestNeverArrived has messages that were lost behind the capture, and whose sender left before it could send
// them again: the host, which acknowledges others, need not have got them.
func TestNeverArrived(t *testing.T) {
	_, m := played(t, battle.Options{Players: 3, Seed: 5019, Loss: 0.146, StartSeq: 64000, Duration: 34998 * time.Millisecond})
	for opcode, row := range m.Relays() {
		for _, x := range row.First {
			t.Errorf("0x%02X in frame %d: no copy", opcode, x.Frame)
		}
	}
}
