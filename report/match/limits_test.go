package match_test

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// TestManyShips has one player create more ships than are kept: all are counted.
func TestManyShips(t *testing.T) {
	const ships = 4500
	client, server := netip.MustParseAddrPort("192.168.1.20:1024"), netip.MustParseAddrPort("192.168.1.10:22101")
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	create := payload(t, sovereign)
	s.Game(0, client, server, synth.Datagram(synth.NoPeer, synth.Control(transport.PeerInfo, 0, &transport.Peer{PeerID: synth.Client, Name: wire.NewWideText("Cady2")})))
	for i := range uint32(ships) {
		binary.LittleEndian.PutUint32(create[7:], 0x3FFFFFFF+i)
		s.Game(time.Duration(1+i)*time.Second, client, server, synth.Datagram(synth.Client, synth.Reliable(uint16(i), append([]byte{}, create...))))
	}
	m := matchOf(t, "ships.pcap", s.Pcap(synth.Ethernet()))
	if len(m.Players) != 1 || m.Players[0].Lives != ships || len(m.Players[0].Ships) != 1 || len(m.Dropped) > 0 {
		t.Errorf("%+v, %v", m.Players, m.Dropped)
	}
}

// TestManyClients has more clients than connections are kept, of such as hosts speak to: the rest is counted.
func TestManyClients(t *testing.T) {
	const clients = 2200
	room := match.Room(1024, 3*clients) // so many frames
	server := netip.MustParseAddrPort("192.168.1.10:22101")
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	for i := range uint16(clients) {
		client := netip.AddrPortFrom(netip.MustParseAddr("192.168.1.20"), 2000+i)
		s.Game(time.Duration(i)*10*time.Millisecond, client, server, synth.Datagram(synth.Client,
			synth.Control(transport.PeerInfo, 0, &transport.Peer{PeerID: synth.Client, Name: wire.NewWideText(fmt.Sprint("Cady", i))})))
		s.Game(time.Duration(i)*10*time.Millisecond+time.Millisecond, server, client, synth.Datagram(synth.Host, synth.Reliable(1, synth.Chat(3, "hi"))))
		s.Game(time.Duration(i)*10*time.Millisecond+2*time.Millisecond, client, server, synth.Datagram(synth.Client, synth.AckHigh(1)))
	}
	m := matchOf(t, "clients.pcap", s.Pcap(synth.Ethernet()))
	pings := 0
	for i := range m.Players {
		pings += bit(m.Players[i].Ping != nil)
	}
	if len(m.Presence) != 2*room || len(m.Players) != room || pings != room || m.Dropped["connections"] != clients-int64(len(m.Presence)) {
		t.Errorf("%d connections, %d players, %d pings, dropped %v", len(m.Presence), len(m.Players), pings, m.Dropped)
	}
}
