package replay_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/desync"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/replay"
	"bcdump/report/tally"
)

// TestTruth has battles of all sizes: what a page shows is what happened.
func TestTruth(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	for seed := range heavy.Scale[uint64](4, 12) {
		o := battle.Options{Players: 2 + int(seed*3)%7, Duration: 70 * time.Second, Seed: seed + 1, Dialect: message.Dialect(seed % 2)}
		if seed%2 == 1 {
			o.Loss, o.Reorder = 0.02, 0.01
		}
		t.Run(fmt.Sprintf("%d players, seed %d", o.Players, o.Seed), func(t *testing.T) {
			truth, raw := reporttest.Battle(t, o)
			r := replayOf(t, "battle.pcap", raw)
			compareTruth(t, truth, r)
			comparePlayers(t, truth, r)
			compareEnds(t, truth, r)
		})
	}
}

// TestTroubles has players who come and go in every way.
func TestTroubles(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	for _, words := range [][]string{
		{"leave@9s:1", "return@20s:1"}, {"timeout@9s:2"}, {"kick@9s:3"}, {"self-destruct@12s:1", "collision@14s:2"}, {"password:2"}, {"silent-client@2:2"},
	} {
		t.Run(fmt.Sprint(words), func(t *testing.T) {
			o := battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 7, Timeout: 9 * time.Second}
			for _, word := range words {
				o.Troubles = append(o.Troubles, must.Get(battle.ParseTrouble(word))(t))
			}
			truth, raw := reporttest.Battle(t, o)
			r := replayOf(t, "battle.pcap", raw)
			compareTruth(t, truth, r)
			compareEnds(t, truth, r)
		})
	}
}

// TestAtClient is captured at a client: the connections of all others are missing, and they are
// shown all the same.
func TestAtClient(t *testing.T) {
	for seed := range uint64(2) {
		truth, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: 90 * time.Second, Seed: seed + 1, At: 2})
		r := replayOf(t, "battle.pcap", raw)
		if len(r.Players) != 4 || len(r.Ships) != len(truth.Objects) || r.Captured != "at a client" {
			t.Errorf("%d players, %d ships, want 4 and %d; %q", len(r.Players), len(r.Ships), len(truth.Objects), r.Captured)
		}
		comparePlayers(t, truth, r)
		for i := range r.Ships {
			if r.Ships[i].Player < 0 {
				t.Errorf("%s is nobody's", r.Ships[i].Name)
			}
		}
		for i := range r.Players {
			if p := &r.Players[i]; p.Host || p.From == nil || p.Until == nil || p.Distance <= 0 {
				t.Errorf("%+v", p)
			}
		}
	}
}

// compareTruth compares numbers.
func compareTruth(t *testing.T, truth *battle.Truth, r *figures.Replay) {
	t.Helper()
	lines := map[string]int{}
	for i := range r.Log {
		lines[r.Log[i].Kind]++
	}
	names, joins, left := map[string]bool{}, 0, 0
	for _, p := range truth.Presence {
		if p.Named != 0 {
			names[p.Player] = true
		}
		joins += tally.BoolInt(p.Entered != 0)
		left += tally.BoolInt(p.End != battle.CaptureEnded)
	}
	known := 0
	for i := range r.Players {
		known += tally.BoolInt(r.Players[i].Name != "")
	}
	want := fmt.Sprint(len(truth.Objects), " ", len(names), " ", len(truth.Kills), " ", joins, " ", len(truth.Chat))
	got := fmt.Sprint(len(r.Ships), " ", known, " ", lines[figures.LogKill]+lines[figures.LogDeath], " ", lines[figures.LogJoin], " ", lines[figures.LogChat])
	if got != want {
		t.Errorf("ships, players, kills, joins, chat: %s, want %s", got, want)
	}
	if lines[figures.LogSpawn] != len(truth.Objects) {
		t.Errorf("%d ships were created, want %d", lines[figures.LogSpawn], len(truth.Objects))
	}
	if gone := lines[figures.LogLeave]; gone > left {
		t.Errorf("%d left, want %d at most", gone, left)
	}
}

func comparePlayers(t *testing.T, truth *battle.Truth, r *figures.Replay) {
	t.Helper()
	for i := range r.Players {
		p, kills, deaths := &r.Players[i], 0, 0
		for _, k := range truth.Kills {
			kills += tally.BoolInt(k.Killer != nil && *k.Killer == p.Name)
			deaths += tally.BoolInt(k.Victim == p.Name)
		}
		if p.Kills != kills || p.Deaths != deaths {
			t.Errorf("%s: %d kills, %d deaths, want %d, %d", p.Name, p.Kills, p.Deaths, kills, deaths)
		}
	}
}

// compareEnds compares whose each ship is, and its end.
func compareEnds(t *testing.T, truth *battle.Truth, r *figures.Replay) {
	t.Helper()
	causes := map[battle.Cause]string{battle.ByWeapons: figures.ShipKilled, battle.BySelfDestruct: figures.ShipSelfDestruct, battle.ByCollision: figures.ShipCollision}
	for i := range min(len(truth.Objects), len(r.Ships)) {
		want, got := truth.Objects[i], &r.Ships[i]
		if got.ID != want.ObjectID || got.Player < 0 || r.Players[got.Player].Name != want.Player {
			t.Errorf("ship %d is %s of player %d, want %s of %s", i, got.ID, got.Player, want.ObjectID, want.Player)
		}
		switch d := want.Death; {
		case d == nil && got.End != figures.ShipAtEnd && got.End != figures.ShipLeft && got.End != figures.ShipReplaced:
			t.Errorf("ship %d: %s at %v, want no death", i, got.End, got.Until)
		case d != nil && got.End != causes[d.Cause]:
			t.Errorf("ship %d: %s, want %s", i, got.End, causes[d.Cause])
		case d != nil && !near(float64(got.Until), d.Time, r.Start.String()):
			t.Errorf("ship %d dies at %v, want %v", i, got.Until, d.Time)
		}
	}
}

// near reports whether a time is a moment, to a millisecond.
func near(seconds float64, at time.Time, start string) bool {
	begin, err := time.Parse(time.RFC3339Nano, start)
	d := at.Sub(begin) - time.Duration(seconds*float64(time.Second))
	return err == nil && d.Abs() <= time.Millisecond
}

// TestReplaced: a ship whose end nobody told, since its player left and came again, is there until its last update.
func TestReplaced(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 60 * time.Second, Seed: 5}, "leave@20s:1", "return@30s:1", "leave@25s:2", "return@35s:2")
	raw = must.Get(edit.Read(raw))(t).Of(edit.Each(func(m *edit.Message) bool { return edit.Ending(m) != 0 }, edit.Omit))
	r, replaced := replayOf(t, "battle.pcap", raw), 0
	for i := range r.Ships {
		x := &r.Ships[i]
		if x.End != figures.ShipReplaced {
			continue
		}
		replaced++
		var last capture.Time
		for r := range reporttest.Open(t, "battle.pcap", raw, decode.Options{Filter: reporttest.FilterOf(t, string(x.Query))}).Records() {
			last = r.Time
		}
		if !near(float64(x.Until), time.Unix(last.Sec, int64(last.Nanos)), r.Start.String()) {
			t.Errorf("%s is there until %v, want %v", x.Name, x.Until, last)
		}
	}
	if replaced < 2 {
		t.Errorf("%d ships were replaced", replaced)
	}
}

// TestSights: where a player was told that a ship is are rows of desync; who left and came again was not told between.
func TestSights(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 5, Loss: 0.02})
	f := must.Get(facts.Read(open(t, "battle.pcap", raw, 1), facts.Options{}))(t)
	type place [4]float64 // when and where
	want, got := map[string][]place{}, map[string][]place{}
	must.Get(desync.Of(f, desync.Options{Every: 500 * time.Millisecond, Row: func(r *figures.DesyncRow) error {
		key := fmt.Sprint(r.Player, r.Ship, r.Life)
		want[key] = append(want[key], place{r.At.Seconds(), r.X, r.Y, r.Z})
		return nil
	}}))(t)
	r := replay.Of(f, replay.Options{})
	until, again := map[string]figures.Seconds{}, 0
	slices.SortStableFunc(r.Sights, func(a, b figures.ReplaySight) int { return cmp.Compare(a.From, b.From) })
	for i := range r.Sights { // several of a player that came again
		x, ship := &r.Sights[i], &r.Ships[r.Sights[i].Ship]
		key := fmt.Sprint(r.Players[x.Player].Name, ship.ID, ship.Life)
		if end, seen := until[key]; seen {
			if again++; end > x.From {
				t.Errorf("%s from %v s on, and until %v s", key, x.From, end)
			}
		}
		until[key] = x.Until
		at, xs, ys, zs := numbers(x.T), numbers(x.X), numbers(x.Y), numbers(x.Z)
		if len(xs) != len(at) || len(ys) != len(at) || len(zs) != len(at) {
			t.Fatalf("%s: %d times, %d, %d and %d places", key, len(at), len(xs), len(ys), len(zs))
		}
		for k := range at {
			got[key] = append(got[key], place{at[k], xs[k], ys[k], zs[k]})
		}
	}
	if len(want) < 6 || again == 0 {
		t.Errorf("%d views, %d again", len(want), again)
	}
	for key, rows := range want {
		sort := func(list []place) {
			slices.SortFunc(list, func(a, b place) int { return cmp.Compare(a[0], b[0]) })
		}
		sort(rows)
		sort(got[key])
		if !slices.EqualFunc(rows, got[key], func(a, b place) bool {
			return math.Abs(a[0]-b[0]) < 0.001 && max(math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]), math.Abs(a[3]-b[3])) < 0.006
		}) {
			t.Errorf("%s: %v, want %v", key, got[key], rows)
		}
	}
}

// TestRemoved: a ship that the host takes out of the game is removed; it left if its player did.
func TestRemoved(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 30 * time.Second, Seed: 5}, "leave@20s:2")
	const first = 0x3FFFFFFF
	c := must.Get(edit.Read(raw))(t)
	r := replayOf(t, "battle.pcap", c.Of(func(c *edit.Capture) {
		for _, l := range c.Links {
			c.Tell(c.Messages[0].At()+15*time.Second, l, decode.ToClient, 0x14, &message.DestroyObject{ObjectID: first})
		}
	}))
	ends := map[string]string{}
	for i := range r.Ships {
		ends[r.Ships[i].ID] = r.Ships[i].End
	}
	if ends["0x3FFFFFFF"] != figures.ShipRemoved || ends["0x40040010"] != figures.ShipLeft {
		t.Errorf("ends %v", ends)
	}
}
