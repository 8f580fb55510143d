package check_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
)

// gathered is a tap that keeps what passes it.
type gathered struct {
	*synth.Script
	client func(netip.AddrPort) netip.AddrPort // what the client's address becomes
	n      int64
}

func (g *gathered) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	g.n++
	g.Raw(at, g.client(from), g.client(to), append([]byte(nil), payload...))
	return g.n
}
func (g *gathered) Packet(time.Duration, netip.Addr, netip.Addr, uint8, []byte) bool { return false }
func (g *gathered) ARP(time.Duration) bool                                           { return false }
func (g *gathered) Frames() int64                                                    { return g.n }
func (g *gathered) Err() error                                                       { return nil }

// atBots captures a battle at the machine on which all clients run: what each of them sends and gets there.
// apart gives each an address of its own, as containers have.
func atBots(t *testing.T, o battle.Options, apart bool) []byte {
	t.Helper()
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	for player := range o.Players {
		o.At, o.Start = player+1, s.Start
		g := &gathered{Script: s, client: func(a netip.AddrPort) netip.AddrPort { return a }}
		if !apart {
			g.client = func(a netip.AddrPort) netip.AddrPort {
				if a.Port() == 22101 {
					return a
				}
				return netip.AddrPortFrom(netip.MustParseAddr("10.10.10.99"), a.Port())
			}
		}
		must.Get(battle.Run(o, g))(t)
	}
	return s.Pcap(synth.Ethernet())
}

// Where a capture was taken does not follow from how many clients it has: a machine may run several.
func TestPlaceOfBots(t *testing.T) {
	for _, loss := range []float64{0, 0.14} {
		for _, apart := range []bool{false, true} {
			t.Run(fmt.Sprintf("loss %v, apart %v", loss, apart), func(t *testing.T) {
				o := battle.Options{Seed: 5, NetworkSeed: 7, Players: 3, Duration: 90 * time.Second, Loss: loss}
				f := judged(t, atBots(t, o, apart))
				if f.Perspective != "client" {
					t.Errorf("captured at %q, missing %v", f.Perspective, f.Loss)
				}
				for _, r := range failed(f) {
					if why := fromLoss[r.ID]; r.Severity == "error" || loss == 0 || why.least == 0 && r.ID != "update-rate" {
						t.Errorf("%s %s (%s): %d of %d: %v", r.Severity, r.ID, r.Judges, r.Violations, r.Instances, r.Frames[:min(2, len(r.Frames))])
					}
				}
			})
		}
	}
}

// The same battle at the host, or halfway, is not one at a client.
func TestPlaceOfHost(t *testing.T) {
	for _, loss := range []float64{0, 0.14} {
		o := battle.Options{Seed: 5, NetworkSeed: 7, Players: 3, Duration: 90 * time.Second, Loss: loss}
		_, content := capture(t, o, view{})
		if f := judged(t, content); f.Perspective != "host" {
			t.Errorf("loss %v: captured at %q, missing %v", loss, f.Perspective, f.Loss)
		}
	}
}
