package match_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/cipher"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// altered is a battle of which some datagrams do not get into the capture.
type altered struct {
	*synth.Script
	without func(at time.Duration, from, to netip.AddrPort, plain []byte) bool
	n       int64
}

func (a *altered) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	plain := make([]byte, len(payload))
	cipher.Decipher(plain, payload)
	if !a.without(at, from, to, plain) {
		a.n++
		a.Game(at, from, to, plain)
	}
	return a.n
}
func (a *altered) Packet(time.Duration, netip.Addr, netip.Addr, uint8, []byte) bool { return false }
func (a *altered) ARP(time.Duration) bool                                           { return false }
func (a *altered) Frames() int64                                                    { return a.n }
func (a *altered) Err() error                                                       { return nil }

// TestDropped: a client that still sends has not timed out, whether the others are told that it has gone or
// the host only ceases to speak to it. One that says nothing after the others were told may have left.
func TestDropped(t *testing.T) {
	const gone = 30 * time.Second
	says := func(plain []byte, kind transport.Type) bool {
		messages, _ := transport.Walk(plain, 0, nil)
		for i := range messages {
			if messages[i].Type == kind {
				return true
			}
		}
		return false
	}
	var leaver netip.AddrPort // who says that he leaves
	for _, tt := range []struct {
		what     string
		troubles []battle.Trouble
		without  func(at time.Duration, from, to netip.AddrPort, plain []byte) bool
		goesOn   time.Duration
		want     string
		told     bool
	}{
		{"the others are told, and it goes on", []battle.Trouble{{Name: "leave", At: gone, Player: 2}}, func(_ time.Duration, from, _ netip.AddrPort, plain []byte) bool {
			if says(plain, transport.Disconnect) {
				leaver = from
				return true
			}
			return false
		}, 3 * time.Second, figures.EndDropped, true},
		{"the others are told, and it says no more", []battle.Trouble{{Name: "leave", At: gone, Player: 2}}, func(_ time.Duration, _, _ netip.AddrPort, plain []byte) bool {
			return says(plain, transport.Disconnect)
		}, 0, figures.EndUnknown, true},
		{"nobody is told", []battle.Trouble{{Name: "self-destruct", At: gone, Player: 2}}, func(at time.Duration, from, to netip.AddrPort, plain []byte) bool {
			if !leaver.IsValid() && to.Port() == 22101 {
				leaver = from // the first to come
			}
			return at > gone && (to == leaver || from == leaver && says(plain, transport.Ack)) // else it acknowledges what it was told
		}, 0, figures.EndDropped, false},
		{"it is silent", []battle.Trouble{{Name: "timeout", At: 10 * time.Second, Player: 2}}, func(time.Duration, netip.AddrPort, netip.AddrPort, []byte) bool { return false }, 0, figures.EndTimeout, true},
	} {
		leaver = netip.AddrPort{}
		a := &altered{Script: &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}, without: tt.without}
		must.Get(battle.Run(battle.Options{Seed: 4, NetworkSeed: 4, Players: 3, Duration: 70 * time.Second, Troubles: tt.troubles, Start: a.Start}, a))(t)
		for at := gone; at < gone+tt.goesOn; at += 100 * time.Millisecond {
			a.Game(at+time.Second, leaver, synthServer(a.Script), synth.Datagram(3, synth.Keepalive()))
		}
		var found []figures.Presence
		for _, p := range matchOf(t, "dropped.pcap", a.Pcap(synth.Ethernet())).Presence {
			if p.End != figures.EndStayed {
				found = append(found, p)
			}
		}
		if len(found) != 1 || found[0].End != tt.want || (found[0].Told != nil) != tt.told {
			t.Errorf("%s: %+v", tt.what, found)
		}
	}
}

// synthServer is the address of the host.
func synthServer(s *synth.Script) netip.AddrPort {
	for _, d := range s.Sent {
		if d.To.Port() == 22101 {
			return d.To
		}
	}
	return netip.AddrPort{}
}
