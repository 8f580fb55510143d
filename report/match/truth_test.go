package match_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/match"
)

// played records a battle and gives its truth, and what the report makes of the capture.
func played(t *testing.T, o battle.Options) (*battle.Truth, *figures.Match) {
	t.Helper()
	truth, raw := reporttest.Battle(t, o)
	return truth, matchOf(t, "battle.pcap", raw)
}

func matchOf(t *testing.T, name string, raw []byte) *figures.Match {
	t.Helper()
	return reporttest.Of(t, name, raw, match.Of, match.Options{})
}

// troubles reads values of --trouble.
func troubles(t *testing.T, texts ...string) (list []battle.Trouble) {
	t.Helper()
	for _, text := range texts {
		list = append(list, must.Get(battle.ParseTrouble(text))(t))
	}
	return list
}

// TestBattles plays battles of 2 to 8 players in both dialects without loss: everything is as it
// was.
func TestBattles(t *testing.T) {
	for seed := range heavy.Scale[uint64](6, 40) {
		for _, dialect := range []message.Dialect{message.Stock, message.OpenBC} {
			o := battle.Options{Players: 2 + int(seed)%7, Duration: 90 * time.Second, Seed: seed + 1, Dialect: dialect}
			t.Run(fmt.Sprintf("%d players, seed %d, %v", o.Players, o.Seed, dialect), func(t *testing.T) {
				truth, m := played(t, o)
				comparePresence(t, truth, m)
				compareKills(t, truth, m)
				compareScores(t, truth, m)
				compareChat(t, truth, m)
			})
		}
	}
	checkWeapons(t)
}

// TestLoss has a network that loses, doubles and reorders: what passed the tap is told.
func TestLoss(t *testing.T) {
	for seed := range heavy.Scale[uint64](6, 40) {
		o := battle.Options{Players: 2 + int(seed)%7, Duration: 90 * time.Second, Seed: seed + 1, Loss: 0.04, Duplicate: 0.01, Reorder: 0.01}
		t.Run(fmt.Sprintf("%d players, seed %d", o.Players, o.Seed), func(t *testing.T) {
			truth, m := played(t, o)
			comparePresence(t, truth, m)
			compareKills(t, truth, m)
			compareScores(t, truth, m)
			compareChat(t, truth, m)
		})
	}
	checkWeapons(t)
}

// TestFormats has captures of other forms, on a network that does everything wrong: frames are those of the capture.
func TestFormats(t *testing.T) {
	for i, c := range []recorder.Options{
		{Fragment: 200}, {Fragment: 400, VLAN: 1, Format: "pcapng"}, {Link: "sll", BigEndian: true}, {Link: "null", Compress: "gzip"}, {Format: "trace-log"},
		{Link: "raw", Compress: "zstd"}, {Link: "sll2", Nanoseconds: true},
	} {
		o := battle.Options{
			Players: 5 + i, IPv6: i%2 == 1, Duration: time.Minute, Seed: 14, Loss: 0.05, Duplicate: 0.05, Reorder: 0.05, Parts: battle.Shuffled,
			StartSeq: 65000, GameSpy: 1, Noise: 10, Start: reporttest.Evening, Troubles: troubles(t, "collision@30s:4", "leave@40s:2"),
		}
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			var file bytes.Buffer
			truth := must.Get(recorder.Record(&file, o, c))(t)
			m := matchOf(t, "battle", file.Bytes())
			comparePresence(t, truth, m)
			compareKills(t, truth, m)
			compareScores(t, truth, m)
			compareChat(t, truth, m)
		})
	}
}

// TestForgets has hosts that pass on nothing, or not everything to everybody.
func TestForgets(t *testing.T) {
	for name, of := range map[string]edit.Match{
		"all": edit.Copied, "all to one": edit.Copied.And(edit.On(2)), "chat": edit.Copied.And(edit.Down(0x2C)),
		"torpedoes to one": edit.Copied.And(edit.Down(0x19), edit.On(1)), "shots": edit.Copied.And(edit.Down(0x07)),
	} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				o := battle.Options{Players: 4, Duration: time.Minute, Seed: 30 + seed, Dialect: message.OpenBC}
				truth, raw := reporttest.Battle(t, o)
				n := 0
				// Something else is sent in their place: frames keep their numbers.
				m := matchOf(t, "battle.pcap", must.Get(edit.Read(raw))(t).Of(edit.Each(of, func(_ *edit.Capture, m *edit.Message) {
					m.Say(message.Append(nil, 0x1D, &message.ObjectNotFound{}))
					n++
				})))
				if n == 0 {
					t.Error("nothing is forgotten")
				}
				comparePresence(t, truth, m)
				compareKills(t, truth, m)
				compareScores(t, truth, m)
				compareChat(t, truth, m)
			})
		}
	}
}

// TestTroubles has players who go in every way, without loss and with it.
func TestTroubles(t *testing.T) {
	for _, words := range [][]string{
		{"password:2"}, {"full:2"}, {"version:2"}, {"files:2"}, {"address:2"}, {"silent-host:2"}, {"silent-host@1:2"}, {"silent-client@2:2"}, {"lost-fragment:2"},
		{"leave@9s:1", "return@20s:1"}, {"timeout@9s:2", "return@30s:2"}, {"kick@9s:3", "return@20s:3"}, {"self-destruct@12s:1", "collision@14s:2"},
		{"leave@9s:1", "late@12s:2", "return@20s:1"}, {"kick@9s:1", "late@12s:2"}, {"timeout@9s:1", "late@20s:2", "return@30s:1"},
		{"file-kick", "file-missing:2"}, {"silent-host", "silent-host@2:1"}, {"silent-client", "silent-client@FF:1"}, {"timeout@35s:2"},
		{"leave@5s:1", "late@6s:2", "return@9s:1", "kick@25s:3", "timeout@15s:2"},
	} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprint(words, seed), func(t *testing.T) {
				truth, m := played(t, battle.Options{
					Players: 3, Duration: 40 * time.Second, Seed: 7 + seed, Timeout: 9 * time.Second, Troubles: troubles(t, words...),
					Loss: 0.05 * float64(seed), Reorder: 0.02 * float64(seed),
				})
				comparePresence(t, truth, m)
				compareKills(t, truth, m)
				compareScores(t, truth, m)
				compareChat(t, truth, m)
			})
		}
	}
}

// text writes what may be missing.
func text[T any](x *T) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprint(*x)
}

func zero(x *int64) int64 {
	if x == nil {
		return 0
	}
	return *x
}

func comparePresence(t *testing.T, truth *battle.Truth, m *figures.Match) {
	t.Helper()
	if len(m.Presence) != len(truth.Presence) {
		t.Fatalf("%d connections, want %d", len(m.Presence), len(truth.Presence))
	}
	for i, w := range truth.Presence {
		g := &m.Presence[i]
		name, file := w.Player, w.File
		if w.Named == 0 {
			name = ""
		}
		if w.End == battle.Kicked {
			file = "" // nobody is told
		}
		if w.Entered > 0 && text(g.Slot) != text(w.Slot) {
			t.Errorf("connection %d: slot %s, want %s", i, text(g.Slot), text(w.Slot))
		}
		want := fmt.Sprint(name, w.Client, text(w.PeerID), w.Connect, w.Entered, w.Last, " ", w.RefusedFor, w.Notice, file, w.Told)
		got := fmt.Sprint(g.Player, g.Address, text(g.Peer), zero(g.JoinedFrame), zero(g.EnteredFrame), zero(g.LastHeard), " ", g.RefusedFor, zero(g.NoticeFrame), g.RefusedFile, zero(g.ToldFrame))
		if got != want {
			t.Errorf("connection %d: %s, want %s", i, got, want)
		}
		if w.End != battle.CaptureEnded && (g.End != string(w.End) || g.EndFrame != w.EndFrame) {
			t.Errorf("connection %d ends %s in frame %d, want %s in %d", i, g.End, g.EndFrame, w.End, w.EndFrame)
		}
		if w.End == battle.CaptureEnded && (g.Left != nil && g.End != figures.EndTimeout || g.Entered != nil && g.End == figures.EndStuck) {
			t.Errorf("connection %d ends %s, want the end of the capture", i, g.End)
		}
		if (w.HangsAt != "") != (g.LastStep != "") || w.HangsAt != "" && g.WaitsFor != w.WaitsFor {
			t.Errorf("connection %d hangs at %q, %q, want %q, %q", i, g.LastStep, g.WaitsFor, w.HangsAt, w.WaitsFor)
		}
	}
}

func compareKills(t *testing.T, truth *battle.Truth, m *figures.Match) {
	t.Helper()
	if len(m.Kills) != len(truth.Kills) {
		t.Errorf("%d kills, want %d", len(m.Kills), len(truth.Kills))
		return
	}
	for i, w := range truth.Kills {
		g := &m.Kills[i]
		want := fmt.Sprint(w.Frame, w.Time.Format(time.RFC3339Nano)[:23], w.Victim, w.Ship, w.ObjectID, text(w.Killer), text(w.KillerShip), w.Cause)
		got := fmt.Sprint(g.Frame, g.Time.String()[:23], g.Victim, g.VictimShip, g.ObjectID, text(g.Killer), text(g.KillerShip), g.Cause)
		if got != want || g.Certainty != figures.CertaintyTold {
			t.Errorf("kill %d: %s %s, want %s", i, got, g.Certainty, want)
		}
		compareWeapon(t, w, g)
	}
}

// weapons counts kills by weapons, and those whose weapon or shot is another one: no message says
// which it was, so it is inferred from what was fired before.
var weapons struct{ all, wrong int }

func compareWeapon(t *testing.T, w *battle.Kill, g *figures.Kill) {
	t.Helper()
	right := text(g.Weapon) == text(w.Weapon) && zero(g.HitFrame) == w.Hit
	if w.Cause != figures.CauseWeapon {
		if !right {
			t.Errorf("frame %d: %s, message %d, want message %d", g.Frame, text(g.Weapon), zero(g.HitFrame), w.Hit)
		}
		return
	}
	weapons.all++
	if !right {
		weapons.wrong++
		t.Logf("frame %d: %s of frame %d, want %s of %d", g.Frame, text(g.Weapon), zero(g.HitFrame), text(w.Weapon), w.Hit)
	}
}

// checkWeapons demands that nearly all weapons are the right ones.
func checkWeapons(t *testing.T) {
	t.Helper()
	t.Logf("weapons: %d of %d wrong", weapons.wrong, weapons.all)
	if weapons.all < 10 || weapons.wrong*20 > weapons.all {
		t.Errorf("%d of %d weapons are wrong", weapons.wrong, weapons.all)
	}
	weapons.all, weapons.wrong = 0, 0
}

// compareScores compares what was sent of each connection, and what can be counted of each player.
func compareScores(t *testing.T, truth *battle.Truth, m *figures.Match) {
	t.Helper()
	for _, x := range truth.Scores {
		i := slices.IndexFunc(m.Presence, func(p figures.Presence) bool { return p.Address == x.Client })
		if i < 0 {
			t.Fatalf("%s is missing", x.Client)
		}
		want := fmt.Sprint(text(x.Sent.Kills), " ", text(x.Sent.Deaths), " ", text(x.Sent.Points))
		if s := &m.Presence[i].Score; fmt.Sprint(text(s.Kills), " ", text(s.Deaths), " ", text(s.Points)) != want {
			t.Errorf("score of %s: %s %s %s, want %s", x.Player, text(s.Kills), text(s.Deaths), text(s.Points), want)
		}
	}
	for i := range m.Players {
		g, kills, deaths := &m.Players[i], 0, 0
		for _, k := range truth.Kills {
			deaths += bit(k.Victim == g.Name)
			kills += bit(text(k.Killer) == g.Name)
		}
		if g.Kills != kills || g.Deaths != deaths {
			t.Errorf("%s: %d kills, %d deaths, want %d, %d", g.Name, g.Kills, g.Deaths, kills, deaths)
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func compareChat(t *testing.T, truth *battle.Truth, m *figures.Match) {
	t.Helper()
	want, got := []string{}, []string{}
	for _, x := range truth.Chat {
		want = append(want, fmt.Sprint(x.Frame, x.Player, x.Client, x.Text))
	}
	for _, x := range m.Chat {
		got = append(got, fmt.Sprint(x.Frame, x.Player, x.Address, x.Text))
	}
	if !slices.Equal(got, want) {
		t.Errorf("chat\n%q, want\n%q", got, want)
	}
}
