package match_test

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// fromHost and fromClients give what one side sent of a pcap of Ethernet frames with IPv4.
func fromHost(raw []byte) []byte    { return withPort(raw, 34) }
func fromClients(raw []byte) []byte { return withPort(raw, 36) }

func withPort(raw []byte, port int) []byte {
	const file, head = 24, 16
	out := slices.Clone(raw[:file])
	for b := raw[file:]; len(b) > 0; {
		n := head + binary.LittleEndian.Uint32(b[8:])
		if binary.BigEndian.Uint16(b[head+port:]) == 22101 {
			out = append(out, b[:n]...)
		}
		b = b[n:]
	}
	return out
}

// What others fire is told by the host: each shot once, whoever is told of it. Hosts pass on both of the messages that a beam
// sends.
func TestShotsThatTheHostTells(t *testing.T) {
	o := battle.Options{Players: 3, Seed: 11, Duration: 36 * time.Second}
	_, raw := reporttest.Battle(t, o)
	shots := func(m *figures.Match) map[string]figures.Shots {
		all := map[string]figures.Shots{}
		for i := range m.Players {
			all[m.Players[i].Name] = m.Players[i].Shots
		}
		return all
	}
	want := shots(matchOf(t, "battle.pcap", raw))
	o.At = 2
	_, there := reporttest.Battle(t, o)
	for name, content := range map[string][]byte{"at a client": there, "what the host sent": fromHost(raw)} {
		got := shots(matchOf(t, name, content))
		for player, n := range want {
			if got[player] != n {
				t.Errorf("%s, %s: %+v, want %+v", name, player, got[player], n)
			}
		}
	}
}

// Of a capture of what the host sent, its answers tell when players came, and what it tells others when they went: not how.
func TestComingsThatTheHostTells(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Seed: 11, Duration: 36 * time.Second}, "leave@20s:1")
	m := matchOf(t, "host.pcap", fromHost(raw))
	for i := range m.Presence {
		p := &m.Presence[i]
		if p.Joined == nil {
			t.Errorf("%s: no time of the join", p.Player)
		}
		if gone := p.ToldFrame != nil; gone != (p.End == figures.EndUnknown) {
			t.Errorf("%s: %s %q, though the others are told: %v", p.Player, p.End, p.EndText, gone)
		}
	}
}

// Of a capture of what clients sent nobody knows that the host did not answer, or gave somebody up.
func TestEndsWithoutTheHost(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Seed: 32, Duration: 78 * time.Second}, "timeout@15s:2", "password:3")
	m := matchOf(t, "clients.pcap", fromClients(raw))
	for i := range m.Presence {
		if p := &m.Presence[i]; p.End != figures.EndUnknown && p.End != figures.EndStayed && p.End != figures.EndLeft {
			t.Errorf("%s %s: %s %q", p.Player, p.Address, p.End, p.EndText)
		}
	}
}

// Who is not known by name is called by his address: a capture that begins in a battle may have no names.
func TestKillsOfNameless(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Seed: 11, Duration: 24 * time.Second, Begin: 12 * time.Second})
	m := matchOf(t, "battle.pcap", raw)
	if len(m.Kills) == 0 || len(m.Games) != 1 || len(m.Games[0].Winner.Names) == 0 {
		t.Fatalf("%+v", m)
	}
	for i := range m.Players {
		if p := &m.Players[i]; p.Name == "" && p.Kills > 0 && (*m.Kills[0].Killer != p.Address || m.Games[0].Winner.Names[0] != p.Address) {
			t.Errorf("killer %q, winner %q, want %q", *m.Kills[0].Killer, m.Games[0].Winner.Names[0], p.Address)
		}
	}
	if m.Kills[0].Victim == "" || *m.Kills[0].Killer == "" || m.Games[0].Winner.Names[0] == "" {
		t.Errorf("%q by %q, ahead is %q", m.Kills[0].Victim, *m.Kills[0].Killer, m.Games[0].Winner.Names)
	}
}
