package match_test

import (
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/match"
)

// ram has a host name Ace's ship as the killer of Cady2's, as some do after collisions; before is
// when one of the two reports the collision, more what the host tells besides.
func ram(t *testing.T, by string, before time.Duration, more ...[]byte) figures.Kill {
	t.Helper()
	const ace = "ffff0340" // the ship of slot 1
	server := netip.MustParseAddrPort("192.168.1.10:22101")
	clients := []netip.AddrPort{netip.MustParseAddrPort("192.168.1.20:1024"), netip.MustParseAddrPort("192.168.1.21:1024")}
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	ships := []string{sovereign, strings.NewReplacer("030002", "030103", "ffffff3f", ace, "054361647932", "03416365").Replace(sovereign)}
	for i, name := range []string{"Cady2", "Ace"} {
		peer := uint8(synth.Client) + uint8(i)
		who := &transport.Peer{PeerID: peer, Name: wire.NewWideText(name)}
		s.Game(time.Duration(i)*time.Second, clients[i], server, synth.Datagram(synth.NoPeer, synth.Control(transport.PeerInfo, 0, who)))
		s.Game(time.Duration(4+i)*time.Second, clients[i], server, synth.Datagram(peer, synth.Reliable(1, payload(t, ships[i]))))
	}
	report := strings.Replace(collision, "00000000ffffff3f", ace+"ffffff3f", 1)
	reporter := 0
	if by == "Ace" {
		report, reporter = strings.Replace(collision, "00000000ffffff3f", "ffffff3f"+ace, 1), 1
	}
	death := strings.Replace(selfDestructs, "00000000ffffff3f", ace+"ffffff3f", 1)
	s.Game(12*time.Second-before, clients[reporter], server, synth.Datagram(synth.Client+uint8(reporter), synth.Reliable(2, payload(t, report))))
	for i, told := range append([][]byte{payload(t, death)}, more...) {
		s.Game(12*time.Second, server, clients[0], synth.Datagram(synth.Host, synth.Reliable(uint16(1+i), told)))
	}
	m := matchOf(t, "ram.pcap", s.Pcap(synth.Ethernet()))
	if len(m.Kills) != 1 {
		t.Fatalf("%+v", m)
	}
	return m.Kills[0]
}

// TestRam: a killer who is named has rammed if a collision of the two was reported at that moment,
// by either of them, unless an Explosion says that it was a weapon.
func TestRam(t *testing.T) {
	explosion := synth.Game(message.OpcodeExplosion, &message.Explosion{ObjectID: 0x3FFFFFFF})
	other := synth.Game(message.OpcodeExplosion, &message.Explosion{ObjectID: 0x4003FFFF})
	for _, tt := range []struct {
		by     string
		before time.Duration
		more   [][]byte
		want   string
	}{
		{"Cady2", 20 * time.Millisecond, nil, figures.CauseCollision},
		{"Ace", 20 * time.Millisecond, nil, figures.CauseCollision},
		{"Ace", 20 * time.Millisecond, [][]byte{other}, figures.CauseCollision},
		{"Cady2", 500 * time.Millisecond, nil, figures.CauseWeapon},
		{"Ace", 500 * time.Millisecond, nil, figures.CauseWeapon},
		{"Cady2", 20 * time.Millisecond, [][]byte{explosion}, figures.CauseWeapon},
	} {
		k := ram(t, tt.by, tt.before, tt.more...)
		if k.Victim != "Cady2" || text(k.Killer) != "Ace" || k.Cause != tt.want || k.Weapon != nil {
			t.Errorf("%s, %v: %+v", tt.by, tt.before, k)
		}
		certainty, with := figures.CertaintyTold, ""
		if tt.want == figures.CauseCollision {
			certainty, with = figures.CertaintyInferred, "Ace's Sovereign"
		}
		if k.Certainty != certainty || k.Other != with || (k.HitFrame != nil) != (with != "") {
			t.Errorf("%s, %v: %+v", tt.by, tt.before, k)
		}
	}
}

// TestScoresOfServers counts what a real server counts: kills and deaths of players who stayed on
// one connection, or whom it gave their score back.
func TestScoresOfServers(t *testing.T) {
	if !outside.Set() {
		t.Skip("no outside captures")
	}
	for _, name := range []string{"battle-1.pcap", "long-1.pcap", "lossy-1-server.pcap", "cooked-1.pcap"} {
		c := must.Get(decode.OpenFile(filepath.Join(outside.Folder(t), name), decode.Options{Jobs: 1}))(t)
		m, err := match.Of(name, c, match.Options{})
		_ = c.Close()
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, p := range m.Players {
			if p.Score.Kills != nil && *p.Score.Kills != p.Kills || p.Score.Deaths != nil && *p.Score.Deaths != p.Deaths {
				t.Errorf("%s: %s has %d kills and %d deaths, the server says %s and %s", name, p.Name, p.Kills, p.Deaths, text(p.Score.Kills), text(p.Score.Deaths))
			}
			told += bit(p.Score.Kills != nil)
		}
		if told < 2 {
			t.Errorf("%s: %d scores", name, told)
		}
	}
}
