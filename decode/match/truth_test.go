package match_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// battles are what can go wrong in a match, alone and together.
var battles = []struct {
	name    string
	options battle.Options
}{
	{"calm", battle.Options{Players: 4, Duration: 2 * time.Minute}},
	{"openbc", battle.Options{Players: 5, Duration: 2 * time.Minute, Dialect: message.OpenBC}},
	{"eight", battle.Options{Players: 8, Duration: time.Minute}},
	{"alone", battle.Options{Players: 1, Duration: 20 * time.Second}},
	{"ipv6", battle.Options{Players: 3, Duration: 40 * time.Second, IPv6: true}},
	{"password", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("password")}},
	{"full", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("full")}},
	{"address", battle.Options{Players: 3, Duration: 30 * time.Second, Troubles: troubles("address")}},
	{"version", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("version")}},
	{"files", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("files")}},
	{"file kick", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("file-kick", "file-missing:2")}},
	{"silent host", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("silent-host", "silent-host@2:1")}},
	{"silent client", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("silent-client", "silent-client@FF:1")}},
	{"lost fragment", battle.Options{Players: 3, Duration: 20 * time.Second, Troubles: troubles("lost-fragment")}},
	{"kick", battle.Options{Players: 3, Duration: 40 * time.Second, Troubles: troubles("kick@20s:2")}},
	{"timeout", battle.Options{Players: 3, Duration: 90 * time.Second, Troubles: troubles("timeout@20s:2")}},
	{"timeout at the end", battle.Options{Players: 3, Duration: 60 * time.Second, Troubles: troubles("timeout@40s:2")}},
	{"return", battle.Options{Players: 3, Duration: 40 * time.Second, Troubles: troubles("leave@20s:1", "late@22s:2", "return@25s:1")}},
	{"self-destruct", battle.Options{Players: 2, Duration: 40 * time.Second, Troubles: troubles("self-destruct@20s:1", "collision@25s:2")}},
	{"lossy", battle.Options{Players: 4, Duration: 90 * time.Second, Loss: 0.04}},
	{"disorder", battle.Options{Players: 4, Duration: 90 * time.Second, Reorder: 0.05, Duplicate: 0.03}},
	{"lossy trouble", battle.Options{
		Players: 5, Duration: 2 * time.Minute, Loss: 0.03, Reorder: 0.03,
		Troubles: troubles("leave@20s:1", "late@22s:2", "return@25s:1", "kick@60s:3", "timeout@40s:4"),
	}},
	{"forget torpedoes", battle.Options{Players: 3, Duration: 90 * time.Second, Forget: []battle.Forgets{{Opcode: 0x19, Player: 2}}}},
	{"forget all", battle.Options{Players: 3, Duration: time.Minute, Forget: []battle.Forgets{{All: true}}}},
}

func troubles(texts ...string) (list []battle.Trouble) {
	for _, text := range texts {
		t, err := battle.ParseTrouble(text)
		if err != nil {
			panic(err)
		}
		list = append(list, t)
	}
	return list
}

// played plays a battle, and follows its match.
func played(t *testing.T, o battle.Options) (*battle.Truth, *match.Match) {
	t.Helper()
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var file bytes.Buffer
	truth := must.Get(recorder.Record(&file, o, recorder.Options{Format: recorder.Pcap, Link: "ethernet", Start: o.Start}))(t)
	return truth, follow(t, file.Bytes())
}

func follow(t *testing.T, data []byte) *match.Match {
	t.Helper()
	c := must.Get(decode.Open("battle", bytes.NewReader(data), decode.Options{Jobs: 1}))(t)
	m := match.New()
	m.AskRelays()
	m.Begin("battle")
	for r := range c.Records() {
		m.Take(r)
	}
	m.End()
	return m
}

// TestMatchIsTrue holds the account against what happened.
func TestMatchIsTrue(t *testing.T) {
	for _, b := range battles {
		for seed := range uint64(heavy.Scale(1, 2)) {
			o := b.options
			o.Seed = seed + 1
			t.Run(fmt.Sprint(b.name, " ", o.Seed), func(t *testing.T) {
				truth, m := played(t, o)
				comparePresence(t, truth, m)
				compareKills(t, truth, m)
				compareCopies(t, truth, m)
				compareChat(t, truth, m)
			})
		}
	}
}

func comparePresence(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	var want, got []string
	for _, p := range truth.Presence {
		peer, slot, name := 0, -1, p.Player
		if p.PeerID != nil {
			peer, slot = int(*p.PeerID), int(*p.Slot)
		}
		if p.Named == 0 {
			name = ""
		}
		if p.Entered == 0 {
			slot = -1 // told by the settings
		}
		want = append(want, fmt.Sprintf("%s %q peer %d slot %d entered %d heard %d: %s %d, others %d %s",
			p.Client, name, peer, slot, p.Entered, p.Last, p.End, p.EndFrame, p.Told, p.RefusedFor))
	}
	for _, c := range m.Connections() {
		slot, ends := c.Slot, c.Ending.Frame
		if c.Entered.Frame == 0 {
			slot = -1
		}
		why := c.Ending.Why
		if why == match.Unknown && c.Ending.Text[:6] == "silent" {
			why = match.CaptureEnded // that a client fell silent is no end, as long as nobody says so
		}
		if why == match.Stayed || why == match.Stuck {
			why = match.CaptureEnded // the truth has one word for them
		}
		if why == match.CaptureEnded {
			ends = 0
		}
		got = append(got, fmt.Sprintf("%s %q peer %d slot %d entered %d heard %d: %s %d, others %d %s",
			c.Client, c.Name, c.PeerID, slot, c.Entered.Frame, c.Heard.Frame, why, ends, c.Ending.Others.Frame, refusal(c)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("presence (-truth +account):\n%s", diff)
	}
}

func refusal(c *match.Connection) battle.Refusal {
	switch {
	case c.Ending.Why != match.Refused:
		return ""
	case c.Refusal.Version:
		return battle.ForVersion
	case c.Refusal.Frame != 0:
		return battle.ForFiles
	}
	return map[int8]battle.Refusal{2: battle.ForPassword, 3: battle.ForFull, 5: battle.ForAddress}[c.Ending.Boot]
}

func compareKills(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	var want, got []string
	text := func(s *string) string {
		if s == nil {
			return "nobody"
		}
		return *s
	}
	for _, k := range truth.Kills {
		want = append(want, fmt.Sprintf("%d %s %s by %s: %s", k.Frame, k.Victim, k.Ship, text(k.Killer), k.Cause))
	}
	for _, k := range m.Kills() {
		killer := "nobody"
		if k.Killer != nil {
			killer = k.Killer.Name
		}
		got = append(got, fmt.Sprintf("%d %s %s by %s: %s", k.Frame, k.Victim.Player.Name, k.Victim.Class, killer, k.Cause))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kills (-truth +account):\n%s", diff)
	}
}

func compareCopies(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	var want, got []string
	count := map[string]int64{}
	for _, f := range truth.Forgotten {
		count[f.Opcode] = f.Copies
		for _, x := range f.Missing[:min(len(f.Missing), 20)] {
			want = append(want, fmt.Sprintf("%s %d %s", f.Opcode, x.Frame, x.Client))
		}
	}
	for opcode, row := range m.Relays() {
		key := fmt.Sprintf("0x%02X", opcode)
		// Of what is sent right before a client leaves, the account may know less than the host.
		const parting = 2
		if apart := row.Joining + row.Leaving + row.Late + parting; row.Missing > count[key] || row.Missing+apart < count[key] || row.Lost > 0 {
			t.Errorf("%s: %d missing, forgotten %d: %+v", key, row.Missing, count[key], row)
		}
		for _, x := range row.First {
			got = append(got, fmt.Sprintf("%s %d %s", key, x.Frame, x.To.Client))
		}
	}
	for _, x := range got {
		if !slices.Contains(want, x) && len(want) < 20 {
			t.Errorf("%s is not missing", x)
		}
	}
}

func compareChat(t *testing.T, truth *battle.Truth, m *match.Match) {
	t.Helper()
	var want, got []string
	for _, x := range truth.Chat {
		want = append(want, fmt.Sprintf("%d %s: %s", x.Frame, x.Player, x.Text))
	}
	for _, x := range m.Chat() {
		got = append(got, fmt.Sprintf("%d %s: %s", x.Frame, x.Player.Name, x.Text))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("chat (-truth +account):\n%s", diff)
	}
}
