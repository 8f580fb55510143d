package match_test

import (
	"encoding/hex"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// Payloads that were published of a session of 2026-02-19: one player, who flies into something
// until the ship is lost.
const (
	published     = "published payloads"
	settings      = "0000a0ac41610025004d756c7469706c617965722e457069736f64652e4d697373696f6e312e4d697373696f6e31"
	sovereign     = "03000208800000ffffff3f0500001842000044c200000cc25293453fbbc922bfe25810b3258d6cb200000000000000054361647932064d756c746931ffff64ffffffffffffff64ffffffff"
	collision     = "15248100005000800000000000ffffff3f01f97e02d865c29244"
	exploding     = "06298100004e00800000000000ffffff3f0000000066664e41"
	selfDestructs = "06298100004e00800000000000ffffff3f0000000000001841"
	scoreChange   = "3600000000020000000100000000"
	hostMessage   = "13"
)

// publishedDeath has the player create a ship, then what is told of its end.
func publishedDeath(t *testing.T, up string, down ...string) *figures.Match {
	t.Helper()
	client, server := netip.MustParseAddrPort("192.168.1.20:1024"), netip.MustParseAddrPort("192.168.1.10:22101")
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	name := &transport.Peer{PeerID: synth.Client, Name: wire.NewWideText("Cady2")}
	s.Game(0, client, server, synth.Datagram(synth.NoPeer, synth.Control(transport.PeerInfo, 0, name)))
	s.Game(time.Second, server, client, synth.Datagram(synth.Host, synth.Reliable(1, payload(t, settings))))
	s.Game(5*time.Second, client, server, synth.Datagram(synth.Client, synth.Reliable(1, payload(t, sovereign))))
	s.Game(12*time.Second, client, server, synth.Datagram(synth.Client, synth.Reliable(2, payload(t, up))))
	for i, text := range down {
		s.Game(12*time.Second+20*time.Millisecond, server, client, synth.Datagram(synth.Host, synth.Reliable(uint16(2+i), payload(t, text))))
	}
	return matchOf(t, published, s.Pcap(synth.Ethernet()))
}

func payload(t *testing.T, text string) []byte {
	t.Helper()
	return must.Get(hex.DecodeString(text))(t)
}

// TestPublishedDeaths tells a collision from a self-destruct.
func TestPublishedDeaths(t *testing.T) {
	for cause, m := range map[string]*figures.Match{
		figures.CauseCollision:    publishedDeath(t, collision, exploding, scoreChange),
		figures.CauseSelfDestruct: publishedDeath(t, hostMessage, selfDestructs, scoreChange),
	} {
		if len(m.Kills) != 1 || len(m.Players) != 1 {
			t.Fatalf("%s: %+v", cause, m)
		}
		k := m.Kills[0]
		if k.Victim != "Cady2" || k.VictimShip != "sovereign" || k.ObjectID != "0x3FFFFFFF" || k.Frame != 5 || k.Killer != nil || k.Weapon != nil {
			t.Errorf("%s: %+v", cause, k)
		}
		if k.Cause != cause || k.Certainty != figures.CertaintyTold || zero(k.HitFrame) != 4 || *k.HitBefore != 20 {
			t.Errorf("%s: %+v", cause, k)
		}
		p := m.Players[0]
		if p.Deaths != 1 || text(p.Score.Deaths) != "1" || p.Score.Kills != nil || p.Lives != 1 || m.Map != "Multiplayer.Episode.Mission1.Mission1" {
			t.Errorf("%s: %+v", cause, p)
		}
	}
}

// TestCollisionWithoutReport: the lifetime of the explosion tells.
func TestCollisionWithoutReport(t *testing.T) {
	m := publishedDeath(t, "2a", exploding)
	if len(m.Kills) != 1 || m.Kills[0].Cause != figures.CauseCollision || m.Kills[0].HitFrame != nil {
		t.Errorf("%+v", m.Kills)
	}
	if m = publishedDeath(t, "2a", selfDestructs); len(m.Kills) != 1 || m.Kills[0].Cause != figures.CauseUnknown {
		t.Errorf("%+v", m.Kills)
	}
}
