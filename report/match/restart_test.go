package match_test

import (
	"encoding/binary"
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

// run puts a battle into a conversation, from a moment on, at a server of its own or at the one that all have.
type run struct {
	altered
	after time.Duration
	same  bool
}

func (r *run) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
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
	const first, silent, last = 50 * time.Second, 42 * time.Second, 50 * time.Second
	all := func(time.Duration, netip.AddrPort, netip.AddrPort, []byte) bool { return false }
	play := func(s *synth.Script, seed uint64, length, after time.Duration, same bool, without func(time.Duration, netip.AddrPort, netip.AddrPort, []byte) bool) {
		o := battle.Options{Seed: seed, NetworkSeed: seed, Players: 3, Duration: length, Start: s.Start}
		must.Get(battle.Run(o, &run{altered{Script: s, without: without}, after, same}))(t)
	}
	for what, tt := range map[string]struct {
		after   time.Duration
		same    bool
		without func(at time.Duration, from, to netip.AddrPort, plain []byte) bool
		end     string // of the players of the first
	}{
		"hours later": {3 * time.Hour, true, all, "the host starts anew"},
		"at once": {silent + 3*time.Second, true, func(at time.Duration, from, _ netip.AddrPort, _ []byte) bool {
			return from.Port() == 22101 && at > silent
		}, "the host starts anew"},
		"another host, a while": {3 * time.Hour, false, all, "the host falls silent"},
	} {
		start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
		both, a, b := &synth.Script{Start: start}, &synth.Script{Start: start}, &synth.Script{Start: start}
		play(both, 11, first, 0, tt.same, tt.without)
		play(both, 12, last, tt.after, tt.same, all)
		play(a, 11, first, 0, tt.same, tt.without)
		play(b, 12, last, tt.after, tt.same, all)
		got := matchOf(t, "both.pcap", both.Pcap(synth.Ethernet()))
		if len(got.Games) != 2 {
			t.Errorf("%s: %d games", what, len(got.Games))
			continue
		}
		for i, alone := range []*synth.Script{a, b} {
			holdGame(t, what, got, i+1, matchOf(t, "alone.pcap", alone.Pcap(synth.Ethernet())))
		}
		for _, p := range got.Presence {
			if open := p.End == figures.EndUnknown && p.EndText == tt.end; open != (p.Game == 1 && p.End != figures.EndLeft) {
				t.Errorf("%s: %s of game %d %s %q", what, p.Player, p.Game, p.End, p.EndText)
			}
		}
	}
}

// holdGame compares a game of several with a capture of it alone.
func holdGame(t *testing.T, what string, m *figures.Match, game int, alone *figures.Match) {
	t.Helper()
	type player struct {
		name          string
		kills, deaths int
		lives, points int
		shots         figures.Shots
	}
	of := func(m *figures.Match, game int) (players []player, said []string, kills []string) {
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
