package match_test

import (
	"bytes"
	"fmt"
	"slices"
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

// TestCopiesAreTrue holds against what happened which copies the account misses. Connections, kills and chat are held
// against it in report/match, which shows them.
func TestCopiesAreTrue(t *testing.T) {
	for _, b := range battles {
		for seed := range uint64(heavy.Scale(1, 2)) {
			o := b.options
			o.Seed = seed + 1
			t.Run(fmt.Sprint(b.name, " ", o.Seed), func(t *testing.T) {
				truth, m := played(t, o)
				compareCopies(t, truth, m)
			})
		}
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
