package match_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
)

// TestVolleys: shots that leave a ship at once are listed, also of a ship that was there before the capture, whose player
// nobody names.
func TestVolleys(t *testing.T) {
	server, client := netip.MustParseAddrPort("192.168.1.10:22101"), netip.MustParseAddrPort("192.168.1.20:1024")
	s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
	seq := uint16(0)
	tells := func(after time.Duration, opcode uint8, m wire.Message) {
		seq++
		s.Game(after, server, client, synth.Datagram(synth.Host, synth.Reliable(seq, synth.Game(opcode, m))))
	}
	const ship = 0x4007FFFF
	tells(0, message.OpcodeStateUpdate, &message.StateUpdate{ObjectID: ship, GameTime: 5, DirtyFlags: message.FlagSpeed})
	for _, after := range []time.Duration{1000, 1001, 1002, 2000, 3000, 3001} {
		tells(after*time.Millisecond, message.OpcodeTorpedoFire, &message.TorpedoFire{ObjectID: ship + 8, Flags: 0x05})
	}
	m := matchOf(t, "late.pcap", s.Pcap(synth.Ethernet()))
	if len(m.Volleys) != 2 || m.Volleys[0].Shots != 3 || m.Volleys[0].Frame != 2 || m.Volleys[1].Shots != 2 || m.Volleys[1].Frame != 6 {
		t.Fatalf("%+v", m.Volleys)
	}
	if v := m.Volleys[0]; v.Player != nil || v.ObjectID != "0x40080007" || v.Weapon != "torpedo" || v.Ship != "" {
		t.Errorf("%+v", v)
	}
}
