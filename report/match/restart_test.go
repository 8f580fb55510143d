package match_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// run puts a battle into a conversation, from a moment on, at a server of its own or at the one that all have; lone has only the
// first client in it.
type run struct {
	altered
	after      time.Duration
	same, lone bool
	first      netip.AddrPort
}

func (r *run) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	if !r.first.IsValid() {
		r.first = from
	}
	if r.lone && from != r.first && to != r.first {
		return r.n
	}
	for _, a := range []*netip.AddrPort{&from, &to} {
		if a.Port() == 22101 && r.same {
			*a = netip.MustParseAddrPort("192.0.2.1:22101")
		}
	}
	return r.altered.Datagram(at+r.after, from, to, payload)
}

// A host that starts anew begins another game: each has the players, scores, kills and texts that a capture of it alone has.
// Nobody has timed out whom nobody could have dropped.
func TestRestarts(t *testing.T) {
	const length, silent = 50 * time.Second, 42 * time.Second
	stops := func(at time.Duration, from, _ netip.AddrPort, _ []byte) bool {
		return from.Port() == 22101 && at > silent
	}
	all := func(time.Duration, netip.AddrPort, netip.AddrPort, []byte) bool { return false }
	for what, tt := range map[string]struct {
		after              time.Duration
		same, lone, beside bool // at the same address, seen at one client, while another host has a game
		without            func(at time.Duration, from, to netip.AddrPort, plain []byte) bool
		end                string // of the players of the first
	}{
		"hours later":            {3 * time.Hour, true, false, false, all, "the host starts anew"},
		"hours later, at client": {3 * time.Hour, true, true, false, all, "the host starts anew"},
		"at once":                {silent + 3*time.Second, true, false, false, stops, "the host starts anew"},
		"at once, beside":        {silent + 3*time.Second, true, false, true, stops, "the host starts anew"},
		"another host, a while":  {3 * time.Hour, false, false, false, all, "the host falls silent"},
	} {
		start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
		both, a, b := &synth.Script{Start: start}, &synth.Script{Start: start}, &synth.Script{Start: start}
		first := func(s *synth.Script) {
			play(t, s, battle.Options{Seed: 11, Duration: length}, &run{altered: altered{Script: s, without: tt.without}, same: tt.same, lone: tt.lone})
		}
		second := func(s *synth.Script) { // all join at once, one leaves
			o := battle.Options{Seed: 12, Duration: length, Troubles: troubles(t, "late@100ms:2", "late@150ms:3", "leave@20s:2")}
			play(t, s, o, &run{altered: altered{Script: s, without: all}, after: tt.after, same: tt.same, lone: tt.lone})
		}
		first(a)
		second(b)
		first(both)
		second(both)
		if tt.beside {
			play(t, both, battle.Options{Seed: 13, Duration: tt.after + length}, &run{altered: altered{Script: both, without: all}})
		}
		got := matchOf(t, "both.pcap", both.Pcap(synth.Ethernet()))
		here := []int{} // the games of the first two
		for _, g := range got.Games {
			if !tt.same || g.Server == "192.0.2.1:22101" {
				here = append(here, g.Game)
			}
		}
		if len(here) != 2 {
			t.Errorf("%s: %d games", what, len(here))
			continue
		}
		for i, alone := range []*synth.Script{a, b} {
			holdGame(t, what, got, here[i], matchOf(t, "alone.pcap", alone.Pcap(synth.Ethernet())), i == 1)
		}
		for _, p := range got.Presence {
			if open := p.End == figures.EndUnknown && p.EndText == tt.end; open != (p.Game == here[0] && p.End != figures.EndLeft) {
				t.Errorf("%s: %s of game %d %s %q", what, p.Player, p.Game, p.End, p.EndText)
			}
		}
	}
}

func play(t *testing.T, s *synth.Script, o battle.Options, r *run) {
	t.Helper()
	o.NetworkSeed, o.Players, o.Start = o.Seed, 3, s.Start
	must.Get(battle.Run(o, r))(t)
}

// holdGame compares a game of several with a capture of it alone, and if it ends there how players left.
func holdGame(t *testing.T, what string, m *figures.Match, game int, alone *figures.Match, ends bool) {
	t.Helper()
	type player struct {
		name          string
		kills, deaths int
		lives, points int
		shots         figures.Shots
	}
	of := func(m *figures.Match, game int) (players []player, said, kills []string) {
		for i := range m.Presence {
			if p := &m.Presence[i]; p.Game == game && ends {
				said = append(said, fmt.Sprintf("%s %s, told: %v", p.Player, p.End, p.Told != nil))
			}
		}
		for i := range m.Players {
			if p := &m.Players[i]; p.Game == game {
				x := player{p.Name, p.Kills, p.Deaths, p.Lives, -1, p.Shots}
				if p.Score.Points != nil {
					x.points = *p.Score.Points
				}
				players = append(players, x)
			}
		}
		for i := range m.Chat {
			if c := &m.Chat[i]; c.Game == game {
				said = append(said, c.Player+": "+c.Text)
			}
		}
		for i := range m.Kills {
			if k := &m.Kills[i]; k.Game == game {
				kills = append(kills, k.Victim+": "+k.How())
			}
		}
		return players, said, kills
	}
	players, said, kills := of(m, game)
	wantPlayers, wantSaid, wantKills := of(alone, 1)
	for _, list := range [][]player{players, wantPlayers} { // names may be told before the game is known to be another
		slices.SortFunc(list, func(a, b player) int { return cmp.Compare(a.name, b.name) })
	}
	if !slices.Equal(players, wantPlayers) || !slices.Equal(said, wantSaid) || !slices.Equal(kills, wantKills) || len(players) == 0 {
		t.Errorf("%s, game %d:\n%v\n%v\n%v\nalone:\n%v\n%v\n%v", what, game, players, said, kills, wantPlayers, wantSaid, wantKills)
	}
}

// Parts of a capture in the wrong order are of one game: the clock of the host goes back as that of the capture does.
func TestPartsInTheWrongOrder(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Seed: 11, Duration: 50 * time.Second})
	const file, head = 24, 16
	first := binary.LittleEndian.Uint32(raw[file:])
	at := file
	for binary.LittleEndian.Uint32(raw[at:])-first < 20 {
		at += head + int(binary.LittleEndian.Uint32(raw[at+8:]))
	}
	if m := matchOf(t, "parts.pcap", slices.Concat(raw[:file], raw[at:], raw[file:at])); len(m.Games) != 1 {
		t.Errorf("%d games", len(m.Games))
	}
}
