package overview_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/overview"
)

// updated changes updates to the first client, from 25 s on.
func updated(change func(*message.StateUpdate)) edit.Edit {
	return func(c *edit.Capture) {
		from := c.Messages[0].At() + 25*time.Second
		edit.Each(edit.Down(message.OpcodeStateUpdate).And(edit.On(1), func(m *edit.Message) bool { return m.At() > from }), edit.Set(change))(c)
	}
}

// hull sets what updates tell of it.
func hull(u *message.StateUpdate, to uint8) {
	for i := range u.Subsystems.Items {
		if x := &u.Subsystems.Items[i]; x.Index == 0 {
			x.Condition = to
		}
	}
}

// seenCases are edits of what the host tells one client, and what the overview says first of them.
var seenCases = []struct {
	name, says string
	do         edit.Edit
}{
	{"turned", "turned by up to 1", updated(func(u *message.StateUpdate) {
		for i := range u.Forward {
			u.Forward[i] = -u.Forward[i]
		}
	})},
	{"rolled", "turned by up to 1", updated(func(u *message.StateUpdate) {
		for i := range u.Up {
			u.Up[i] = -u.Up[i]
		}
	})},
	{"standing", "has a speed of 0.0, its owner says", updated(func(u *message.StateUpdate) { u.Speed = 0 })},
	{"cloaked", "is cloaked, its owner says visible", updated(func(u *message.StateUpdate) { u.Cloaked = true })},
	{"whole for a moment", "is told that Hull of", func() edit.Edit {
		turns := map[uint32]int{}
		return updated(func(u *message.StateUpdate) {
			if turns[u.ObjectID]++; turns[u.ObjectID]%40 < 5 { // the rest of the cycle stands between
				hull(u, 255)
			}
		})
	}()},
	{"untold", "is never told that", edit.First(1, edit.Down(message.OpcodePythonEvent).And(edit.On(1), edit.Where(edit.Exploding)), edit.Omit)},
	{"nothing", "", func(*edit.Capture) {}},
}

// TestSeen: what one player is told otherwise comes first, is said of this player and in words of what he sees, and is all that is said.
func TestSeen(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	for _, o := range []battle.Options{
		{Seed: 5, Players: 3, Duration: 90 * time.Second}, {Seed: 8, Players: 4, Duration: 2 * time.Minute, Loss: 0.02, Duplicate: 0.01, Reorder: 0.02},
	}[:heavy.Scale(1, 2)] {
		truth, raw := reporttest.Battle(t, o, "self-destruct@20s:1", "self-destruct@60s:2")
		sound := must.Get(edit.Read(raw))(t)
		for _, x := range seenCases {
			t.Run(fmt.Sprint(x.name, " ", o.Seed), func(t *testing.T) {
				c := reporttest.Open(t, "seen.pcap", sound.Of(x.do), decode.Options{})
				found := must.Get(overview.Of("seen.pcap", c, facts.Options{}))(t)
				for i, cause := range found.Causes {
					if i > 0 || !cause.Seen() || cause.OnlySeen() && !strings.Contains(cause.Statement, x.says) || !slices.Equal(cause.Players, []string{truth.Links[0].Name}) {
						t.Errorf("cause %d: %s, %q: %s", i, cause.ID, cause.Players, cause.Statement)
					}
				}
				if (len(found.Causes) == 0) != (x.says == "") {
					t.Errorf("%d causes", len(found.Causes))
				}
			})
		}
	}
}

// TestSeenInFaults: what other captures show of what one player is told.
func TestSeenInFaults(t *testing.T) {
	if !outside.Set() {
		t.Skip("no captures from elsewhere")
	}
	for name, want := range map[string][]string{
		"D2-turned.pcap":       {"Ace sees Cady2's Shuttle turned by up to 174°, frame 72"},
		"C1-death-folded.pcap": {"10.10.10.101:59405 is never told that ship 0x4003FFFF exploded, frame 2", "no Explosion of ship 0x40040011, although the event names a killer, frame 4"},
	} {
		c := must.Get(decode.OpenFile(outside.Path(t, "captures", "faults", name), decode.Options{}))(t)
		found := must.Get(overview.Of(name, c, facts.Options{}))(t)
		_ = c.Close()
		var got []string
		for _, x := range found.Causes {
			if x.Side == figures.DesyncServer {
				got = append(got, fmt.Sprintf("%s, frame %d", x.Statement, x.Frames[0]))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestReordered: the network changes the order of a client's updates on their way to the host, where the capture is taken. Nobody
// is accused.
func TestReordered(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	for _, o := range []battle.Options{{Seed: 5, Players: 3, Duration: time.Minute}, {Seed: 8, Players: 4, Duration: 2 * time.Minute, Loss: 0.02}}[:heavy.Scale(1, 2)] {
		_, raw := reporttest.Battle(t, o)
		sound := must.Get(edit.Read(raw))(t)
		for every, by := range map[int]time.Duration{3: 130 * time.Millisecond, 4: 250 * time.Millisecond, 7: 350 * time.Millisecond, 30: 900 * time.Millisecond} {
			reordered := edit.Streams(edit.Up(message.OpcodeStateUpdate), func(c *edit.Capture, list []*edit.Message) {
				for i := every; i < len(list); i += every {
					edit.Shift(by)(c, list[i])
				}
			})
			c := reporttest.Open(t, "seen.pcap", sound.Of(reordered), decode.Options{})
			for _, x := range must.Get(overview.Of("seen.pcap", c, facts.Options{}))(t).Causes {
				t.Errorf("seed %d, one of %d by %s: %s of the %s: %s", o.Seed, every, by, x.ID, x.Side, x.Statement)
			}
		}
	}
}

// TestRowsMeet: a rule that is broken for one player explains nothing of what another one saw, who is named and counted.
func TestRowsMeet(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	truth, raw := reporttest.Battle(t, battle.Options{Seed: 5, Players: 3, Duration: 2 * time.Minute})
	c := must.Get(edit.Read(raw))(t)
	start := c.Messages[0].At()
	silent := func(link int, from, to time.Duration) edit.Edit {
		return edit.Each(edit.Down(message.OpcodeStateUpdate).And(edit.On(link), func(m *edit.Message) bool { return m.At()-start > from && m.At()-start < to }), edit.Omit)
	}
	content := c.Of(silent(2, 30*time.Second, 34*time.Second), silent(1, 60*time.Second, 61500*time.Millisecond)) // the second is too short for the rule
	found := must.Get(overview.Of("seen.pcap", reporttest.Open(t, "seen.pcap", content, decode.Options{}), facts.Options{}))(t)
	seen := map[string]bool{}
	for _, x := range found.Causes {
		for _, name := range x.Players {
			seen[name] = seen[name] || x.OnlySeen()
		}
		if x.OnlySeen() && x.Instances < 2 {
			t.Errorf("%s: %d", x.ID, x.Instances)
		}
	}
	if !seen[truth.Links[0].Name] {
		t.Errorf("nobody says what %s saw: %+v", truth.Links[0].Name, found.Causes)
	}
}
