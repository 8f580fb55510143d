package check_test

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

var oddStart = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)

// fought is what was sent in a battle, and the name of each player's link.
func fought(t *testing.T, o battle.Options) (sent []synth.Sent, clients []netip.AddrPort) {
	t.Helper()
	g := &gathered{Script: &synth.Script{Start: oddStart}, client: func(a netip.AddrPort) netip.AddrPort { return a }}
	o.Start = oddStart
	must.Get(battle.Run(o, g))(t)
	for _, d := range g.Sent {
		if d.From.Port() != 22101 && !slices.Contains(clients, d.From) {
			clients = append(clients, d.From)
		}
	}
	return g.Sent, clients
}

// The capture lacks all of one player for 20 s, in which he may leave and join again: nobody is blamed, and nobody timed out.
func TestPlayerAwayFromCapture(t *testing.T) {
	leaves := battle.Trouble{Name: "leave", At: 40 * time.Second, Player: 2}
	returns := battle.Trouble{Name: "return", At: 50 * time.Second, Player: 2}
	for _, troubles := range [][]battle.Trouble{nil, {leaves}, {leaves, returns}} {
		for _, seed := range heavy.Some([]uint64{7, 12, 15, 21}, 2) {
			sent, clients := fought(t, battle.Options{Seed: seed, Players: 4, Duration: 80 * time.Second, Troubles: troubles})
			for _, from := range []time.Duration{20 * time.Second, 35 * time.Second} {
				s := synth.Script{Start: oddStart}
				for _, d := range sent {
					his := clients[1].Addr() == d.From.Addr() || clients[1].Addr() == d.To.Addr()
					if !his || d.At < from || d.At > from+20*time.Second {
						s.Sent = append(s.Sent, d)
					}
				}
				raw, name := s.Pcap(synth.Ethernet()), fmt.Sprint(seed, troubles, from)
				soundIn(t, name, raw)
				for _, e := range judged(t, raw).Ended {
					if e.Outcome != figures.EndUnknown {
						t.Errorf("%s: %s %s", name, e.Player, e.Text)
					}
				}
			}
		}
	}
}
