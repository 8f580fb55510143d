package check_test

import (
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/internal/must"
)

// TestFloodedHost: so many requests from addresses that are always new that links and connections are forgotten accuse
// nobody, and push out none of those who play, nor who comes meanwhile.
func TestFloodedHost(t *testing.T) {
	const requests, players = 6000, 4
	s := must.Get(battle.Script(battle.Options{
		Players: players, Seed: 5, Duration: 80 * time.Second, Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC), Troubles: []battle.Trouble{must.Get(battle.ParseTrouble("late@40s:4"))(t)},
	}))(t)
	host := s.Sent[slices.IndexFunc(s.Sent, func(x synth.Sent) bool { return x.To.Port() == theHost.Port() })].To
	before := len(judged(t, s.Pcap(synth.Ethernet())).Ended)
	for i := range requests {
		from := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 18, byte(i >> 8), byte(i)}), 1024)
		s.Game(2*time.Second+time.Duration(i)*70*time.Second/requests, from, host, synth.Datagram(0xFF, synth.Control(transport.Connect, 0, &transport.ConnectRequest{Token: uint32(i)})))
	}
	f := judged(t, s.Pcap(synth.Ethernet()))
	if broken := failed(f); len(broken) > 0 {
		t.Errorf("%+v", broken)
	}
	stuck, left := 0, 0
	for i := range f.Ended {
		if f.Ended[i].Outcome == "stuck" {
			stuck++
		} else {
			left++
		}
	}
	if left != before || stuck+int(f.Dropped["connections"]) != requests || f.Links != requests+players {
		t.Errorf("%d ended otherwise, %d without the flood; %d got stuck, %d had no room; %d links", left, before, stuck, f.Dropped["connections"], f.Links)
	}
}
