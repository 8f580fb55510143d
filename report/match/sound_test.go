package match_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/synth/battle"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// TestNewsOfAnEarlierOne: what is told of a peer id late, when somebody else has it, is about the one who had
// it before.
func TestNewsOfAnEarlierOne(t *testing.T) {
	minutes := 0.7
	truth, m := played(t, battle.Options{
		Players: 5, Duration: time.Duration(minutes * float64(time.Minute)), Seed: 578, Shots: 1.5, Loss: 0.039, Reorder: 0.014,
		Troubles: troubles(t, "late@24s:3", "late@21s:4", "kick@24s:1", "return@33s:1"),
	})
	comparePresence(t, truth, m)
}

// TestScoresOfALaterOne: in the capture of one client, scores of its peer id after it has left are another's.
func TestScoresOfALaterOne(t *testing.T) {
	minutes := 1.0833
	truth, m := played(t, battle.Options{
		Players: 6, Duration: time.Duration(minutes * float64(time.Minute)), Seed: 345, Shots: 1, Reorder: 0.033, At: 1, IPv6: true,
		Troubles: troubles(t, "late@14s:2", "late@42s:4", "late@45s:5", "leave@36s:1", "return@55s:1", "self-destruct@41s:4"),
	})
	if want := truth.Scores[0].Sent; want.Deaths != nil || m.Presence[0].Score.Deaths != nil {
		t.Errorf("deaths %v, want %v", text(m.Presence[0].Score.Deaths), text(want.Deaths))
	}
}

// TestNewsOfAnIdThatSomebodyGets: others are told late that the peer id of a client that joins now has gone; of a client of
// which the capture has nothing, it is not said how long it was silent.
func TestNewsOfAnIdThatSomebodyGets(t *testing.T) {
	_, m := played(t, battle.Options{Players: 16, Duration: 30 * time.Second, Seed: 89, Loss: 0.2, StartSeq: 65000, NetworkSeed: 96, Troubles: troubles(t, "silent-client:11", "kick@21s:2")})
	if p := m.Presence[6]; p.End != string(match.Stayed) || *p.JoinedFrame != 1501 {
		t.Errorf("%s, who joined in frame %d: %s", p.Player, *p.JoinedFrame, p.End)
	}
	_, m = played(t, battle.Options{Players: 6, Duration: time.Minute, Seed: 9, Loss: 0.2, Begin: 17 * time.Second, NetworkSeed: 16, Troubles: troubles(t, "silent-host:2", "leave@13s:4")})
	for _, p := range m.Presence {
		if p.Player == "Worf" && p.End != string(match.Stayed) || strings.Contains(p.EndText, "silent") {
			t.Errorf("%s %s: %q", p.Player, p.End, p.EndText)
		}
	}
}

// A client whose port changes in the game, as behind a router that begins anew, is the same player at once, and has the ship that it made.
func TestPortChanges(t *testing.T) {
	const file, head, host, other = 24, 16, 22101, 61000
	for _, seed := range []uint64{7, 21, 33} {
		_, raw := reporttest.Battle(t, battle.Options{Players: 4, Duration: 70 * time.Second, Seed: seed, Loss: 0.05}, "self-destruct@40s:2")
		end := binary.LittleEndian.Uint32(raw[file:]) + 30
		for b := raw[file:]; len(b) > 0; b = b[head+binary.LittleEndian.Uint32(b[8:]):] {
			ports, his := b[head+34:], b[head+29] == 102 || b[head+33] == 102
			for i := 0; i <= 2 && his && binary.LittleEndian.Uint32(b) > end; i += 2 {
				if binary.BigEndian.Uint16(ports[i:]) != host {
					binary.BigEndian.PutUint16(ports[i:], other)
				}
			}
		}
		m := matchOf(t, "moved.pcap", raw)
		if len(m.Players) != 4 || len(m.Presence) != 5 {
			t.Errorf("seed %d: %d players, %d connections", seed, len(m.Players), len(m.Presence))
		}
		if !slices.ContainsFunc(m.Kills, func(k figures.Kill) bool { return k.Victim == "Ace" && k.Cause == string(match.BySelfDestruct) }) {
			t.Errorf("seed %d: no self-destruct in %+v", seed, m.Kills)
		}
	}
}
