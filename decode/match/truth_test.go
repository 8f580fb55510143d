package match_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
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
	truth, raw := recorded(t, o)
	return truth, follow(t, raw)
}

func recorded(t *testing.T, o battle.Options) (*battle.Truth, []byte) {
	t.Helper()
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var file bytes.Buffer
	truth := must.Get(recorder.Record(&file, o, recorder.Options{Format: recorder.Pcap, Link: "ethernet", Start: o.Start}))(t)
	return truth, file.Bytes()
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

// TestCopiesAreTrue: where nobody forgets anything, the account misses no copies. Connections, kills and chat are held
// against the battle in report/match, which shows them.
func TestCopiesAreTrue(t *testing.T) {
	for _, b := range battles {
		for seed := range uint64(heavy.Scale(1, 2)) {
			o := b.options
			o.Seed = seed + 1
			t.Run(fmt.Sprint(b.name, " ", o.Seed), func(t *testing.T) {
				_, m := played(t, o)
				compareCopies(t, nil, m)
			})
		}
	}
}

// TestForgottenCopies: what a host does not pass on, and to whom, is what the account misses.
func TestForgottenCopies(t *testing.T) {
	for name, x := range map[string]struct {
		options battle.Options
		of      edit.Match
	}{
		"torpedoes": {battle.Options{Players: 3, Duration: 90 * time.Second}, edit.Copied.And(edit.Down(0x19), edit.On(2))},
		"all":       {battle.Options{Players: 3, Duration: time.Minute}, edit.Copied},
	} {
		for seed := range uint64(heavy.Scale(1, 2)) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				x.options.Seed = seed + 1
				_, raw := recorded(t, x.options)
				var missing []string
				// Something else is sent in their place: frames keep their numbers.
				raw = must.Get(edit.Read(raw))(t).Of(edit.Each(x.of, func(_ *edit.Capture, m *edit.Message) {
					missing = append(missing, fmt.Sprintf("0x%02X %d %s", m.Opcode, m.From.Frame(), m.Client))
					m.Say(message.Append(nil, 0x1D, &message.ObjectNotFound{}))
				}))
				compareCopies(t, missing, follow(t, raw))
			})
		}
	}
}

func compareCopies(t *testing.T, want []string, m *match.Match) {
	t.Helper()
	for opcode, row := range m.Relays() {
		key, count := fmt.Sprintf("0x%02X", opcode), int64(0)
		for _, x := range want {
			if strings.HasPrefix(x, key) {
				count++
			}
		}
		// Of what is sent right before a client leaves, the account may know less than the host.
		const parting = 2
		if apart := row.Joining + row.Leaving + row.Late + parting; row.Missing > count || row.Missing+apart < count || row.Lost > 0 {
			t.Errorf("%s: %d missing, forgotten %d: %+v", key, row.Missing, count, row)
		}
		for _, x := range row.First {
			if got := fmt.Sprintf("%s %d %s", key, x.Frame, x.To.Client); !slices.Contains(want, got) {
				t.Errorf("%s is not missing", got)
			}
		}
	}
}
