package synth

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bcdump/decode/cipher"
	"bcdump/decode/transport"
)

// The bytes below follow from the documents of the formats, checksums from another
// program: the readers of this project are what the package is to be used against.

func expect(t *testing.T, what string, got []byte, want string) {
	t.Helper()
	if plain := strings.ToLower(strings.Join(strings.Fields(want), "")); hex.EncodeToString(got) != plain {
		t.Errorf("%s\n got  %x\n want %s", what, got, plain)
	}
}

func TestPacket(t *testing.T) {
	a, b := netip.MustParseAddrPort("192.0.2.1:22101"), netip.MustParseAddrPort("192.0.2.2:9")
	expect(t, "IPv4", Packet(a, b, []byte{1, 2, 3}),
		"4500 001F 0000 0000 40 11 F6CA C0000201 C0000202  5655 0009 000B 2174 010203")
	a, b = netip.MustParseAddrPort("[::1]:1"), netip.MustParseAddrPort("[::2]:2")
	expect(t, "IPv6", Packet(a, b, nil), "60000000 0008 11 40"+
		strings.Repeat("00", 15)+"01"+strings.Repeat("00", 15)+"02 0001 0002 0008 FFD8")
}

// A packet with its checksum in place sums up to nothing.
func TestChecksums(t *testing.T) {
	a, b := netip.MustParseAddrPort("10.1.2.3:1000"), netip.MustParseAddrPort("10.3.2.1:2000")
	for n := range 40 {
		packet := Packet(a, b, bytes.Repeat([]byte{0xA5}, n))
		if sum := onesComplement(packet[:20]); sum != 0 {
			t.Errorf("%d bytes: IP header sums up to %04X", n, sum)
		}
		udp := packet[20:]
		pseudo := append(append([]byte{}, packet[12:20]...), 0, 17, byte(len(udp)>>8), byte(len(udp)))
		if sum := onesComplement(append(pseudo, udp...)); sum != 0 {
			t.Errorf("%d bytes: UDP sums up to %04X", n, sum)
		}
	}
}

func TestFragments(t *testing.T) {
	payload := []byte("0123456789abcdefXYZ")
	h := IPv4{Src: netip.MustParseAddr("10.0.0.1"), Dst: netip.MustParseAddr("10.0.0.2"), ID: 7}
	var joined []byte
	for i, p := range h.Fragments(payload, 8) {
		field := binary.BigEndian.Uint16(p[6:])
		if want := uint16(i); field&0x1FFF != want || field&0x2000 != 0 != (i < 2) {
			t.Errorf("fragment %d: field %04X", i, field)
		}
		joined = append(joined, p[20:]...)
	}
	if !bytes.Equal(joined, payload) {
		t.Errorf("joined %q", joined)
	}
	six := IPv6{Src: netip.MustParseAddr("::1"), Dst: netip.MustParseAddr("::2"), Extensions: []Extension{Padding6(0)}}
	last := six.Fragments(0xABCD, payload, 8)[2]
	expect(t, "headers of the last IPv6 fragment", last[40:], "2C 0001040000 0000  11 00 0010 0000ABCD 58595A")
}

func TestLinks(t *testing.T) {
	four, six := []byte{0x45}, []byte{0x60}
	expect(t, "Ethernet", Ethernet(0x88A8, 0x8100).Frame(four), "020000000002 020000000001 88A80064 81000065 0800 45")
	expect(t, "cooked", Cooked().Frame(six), "0000 0001 0006 020000000001 0000 86DD 60")
	expect(t, "cooked 2", Cooked2().Frame(four), "0800 0000 00000003 0001 00 06 020000000001 0000 45")
	expect(t, "null", Null(binary.LittleEndian).Frame(four), "02000000 45")
	expect(t, "loop", Loop().Frame(six), "00000018 60")
	expect(t, "raw", Raw(101).Frame(four), "45")
}

func TestPcap(t *testing.T) {
	f := Frame{Time: time.Unix(0x01020304, 5_000), Data: []byte{0xAA, 0xBB, 0xCC}}.Snap(2)
	expect(t, "little endian", Pcap{Link: 1}.File([]Frame{f}),
		"D4C3B2A1 0200 0400 00000000 00000000 00000400 01000000  04030201 05000000 02000000 03000000 AABB")
	expect(t, "big endian nanoseconds", Pcap{Order: binary.BigEndian, Variant: Nanoseconds, Link: 101, SnapLength: 2}.File([]Frame{f}),
		"A1B23C4D 0002 0004 00000000 00000000 00000002 00000065  01020304 00001388 00000002 00000003 AABB")
	f.Captured = 9
	expect(t, "modified", Pcap{Variant: Modified}.Append(nil, f),
		"04030201 05000000 09000000 03000000 02000000 0008 00 00 AABB")
}

func TestPcapng(t *testing.T) {
	var p Pcapng
	p.Section(binary.BigEndian)
	id := p.Interface(Ethernet(), 3)
	f := Frame{Time: time.Unix(1, 5_000_000), Data: []byte{0xAA}}
	p.Enhanced(id, f)
	p.Obsolete(id, f)
	p.Simple(f)
	expect(t, "pcapng", p.Content, "0A0D0D0A 0000001C 1A2B3C4D 0001 0000 FFFFFFFFFFFFFFFF 0000001C"+
		"00000001 00000020 0001 0000 00000000 0009 0001 03000000 0000 0000 00000020"+
		"00000006 00000024 00000000 00000000 000003ED 00000001 00000001 AA000000 00000024"+
		"00000002 00000024 0000 0000 00000000 000003ED 00000001 00000001 AA000000 00000024"+
		"00000003 00000014 00000001 AA000000 00000014")
}

// The cipher is another package's; here counts only that it is applied.
func TestGameDatagram(t *testing.T) {
	plain := Datagram(Host, Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: 2}))
	expect(t, "plain", plain, "01 01 0306C0000002")
	expect(t, "enciphered", Encipher(plain), "01D73368C3BF76DB")
}

// The sizes of the observed answer to round 2: 412, 412 and 27 bytes.
func TestParts(t *testing.T) {
	parts := Parts(2, StockAnswer2())
	sizes := []int{412, 412, 27}
	heads := []string{"329CA102000003", "329CA1020001", "321BA0020002"}
	for i, p := range parts {
		if i >= len(sizes) || len(p) != sizes[i] {
			t.Fatalf("part %d has %d bytes", i, len(p))
		}
		expect(t, "head", p[:len(heads[i])/2], heads[i])
	}
	if len(parts) != len(sizes) {
		t.Errorf("%d parts", len(parts))
	}
	// What the sources print of the first datagram: its first 32 bytes and its last two.
	first := Datagram(Client, AckHigh(2), parts[0])
	if len(first) != 418 {
		t.Errorf("first datagram of %d bytes", len(first))
	}
	expect(t, "begin", first[:32], "020201020000329ca1020000032102c4d117c03300ba3eb23e7071d3cc9775fc")
	expect(t, "end", first[416:], "7063")
	for _, n := range []int{0, 1, 25, 26, 51, 52} {
		if got := len(PartsOf(0, make([]byte, n), 32)); got != 1+(max(n-25, 0)+25)/26 {
			t.Errorf("%d bytes in %d parts", n, got)
		}
	}
}

func TestAcks(t *testing.T) {
	expect(t, "of a fragment", ack(Part(2, 1, 0, nil)), "01 0200 01 01")
	expect(t, "of a control message", ack(Hex(stockPeerInfo)), "01 0100 02")
	expect(t, "high", AckHigh(39), "01 2700 00")
	expect(t, "low", AckLow(2), "01 0200 02")
}

// Every game datagram of the stock scripts passes the walk.
func TestScriptsAreSound(t *testing.T) {
	scripts := map[string]*Script{
		"join": StockJoin(), "fragments": StockFragments(), "messages": StockMessages(),
	}
	for name, s := range scripts {
		for i, d := range s.Sent {
			plain := make([]byte, len(d.Payload))
			cipher.Decipher(plain, d.Payload)
			if _, fault := transport.Walk(plain, 0, nil); fault.Cause != transport.None {
				t.Errorf("%s, datagram %d: %s", name, i, fault.String())
			}
		}
	}
}

// ack acknowledges a message given as its bytes.
func ack(of []byte) []byte {
	messages, fault := transport.Walk(Datagram(Host, of), 0, nil)
	if fault.Cause != transport.None {
		panic("synth: acknowledgement of " + hex.EncodeToString(of))
	}
	m := transport.NewAck(&messages[0])
	return m.Append(nil, nil)
}
