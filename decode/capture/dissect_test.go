package capture

import (
	"bytes"
	"fmt"
	"net/netip"
	"testing"
)

// links wrap an IP packet in every link type that is supported.
func links(v6 bool, packet []byte) map[string]*Frame {
	etherType := 0x0800
	families := []byte{2}
	if v6 {
		etherType = 0x86dd
		families = []byte{24, 28, 30, 10}
	}
	frames := map[string]*Frame{
		"ethernet":        frameOf(LinkEthernet, ethernetFrame(etherType, packet)),
		"802.1Q":          frameOf(LinkEthernet, ethernetFrame(etherType, packet, 0x8100)),
		"802.1ad, 802.1Q": frameOf(LinkEthernet, ethernetFrame(etherType, packet, 0x88a8, 0x8100)),
		"five tags":       frameOf(LinkEthernet, ethernetFrame(etherType, packet, 0x9100, 0x88a8, 0x8100, 0x8100, 0x8100)),
		"tag 0x9200":      frameOf(LinkEthernet, ethernetFrame(etherType, packet, 0x9200)),
		"cooked v1":       frameOf(LinkSLL, sllFrame(etherType, 6, packet)),
		"cooked v1, long": frameOf(LinkSLL, sllFrame(etherType, 20, packet)),
		"cooked v1, lie":  frameOf(LinkSLL, sllFrame(etherType, 0xffff, packet)),
		"cooked v1, VLAN": frameOf(LinkSLL, sllFrame(0x8100, 6, join(be16(5), be16(etherType), packet))),
		"cooked v2":       frameOf(LinkSLL2, sll2Frame(etherType, packet)),
		"cooked v2, VLAN": frameOf(LinkSLL2, sll2Frame(0x8100, join(be16(5), be16(etherType), packet))),
		"raw 12":          frameOf(LinkRawBSD, packet),
		"raw 14":          frameOf(LinkRawOpen, packet),
		"raw 101":         frameOf(LinkRaw, packet),
	}
	tap := make([]byte, 108) // of an interface
	tap[0], tap[4] = 108, 1
	tap[8] = LinkEthernet
	frames["pktap, Ethernet"] = frameOf(LinkPktap, join(tap, ethernetFrame(etherType, packet)))
	tunnel := bytes.Clone(tap)
	tunnel[8] = LinkRawBSD
	frames["pktap, raw"] = frameOf(LinkPktap, join(tunnel, packet))
	for _, family := range families {
		for _, link := range []uint16{LinkNull, LinkLoop} {
			frames[fmt.Sprint("loopback ", link, " little ", family)] = frameOf(link, join([]byte{family, 0, 0, 0}, packet))
			frames[fmt.Sprint("loopback ", link, " big ", family)] = frameOf(link, join([]byte{0, 0, 0, family}, packet))
		}
	}
	if v6 {
		frames["IPv6"] = frameOf(LinkIPv6, packet)
	} else {
		frames["IPv4"] = frameOf(LinkIPv4, packet)
	}
	return frames
}

func TestLinks(t *testing.T) {
	payload := pattern(31, 9)
	for _, is6 := range []bool{false, true} {
		packet, src, dst := v4{}.bytes(udpBytes(payload)), hostA, hostB
		if is6 {
			packet, src, dst = v6{}.bytes(udpBytes(payload)), hostA6, hostB6
		}
		for name, f := range links(is6, packet) {
			t.Run(fmt.Sprintf("%s IPv6=%v", name, is6), func(t *testing.T) {
				var d Dissector
				var got Datagram
				f.Number, f.Time, f.Digits = 77, Time{5, 6}, 9
				if kind := d.Dissect(f, &got); kind != UDP {
					t.Fatal(kind)
				}
				ledger(t, f, &got)
				if got.Src != netip.AddrPortFrom(src, portA) || got.Dst != netip.AddrPortFrom(dst, portB) ||
					!bytes.Equal(got.Payload, payload) || got.Length() != len(payload) || got.Missing != 0 || got.Padding != 0 ||
					got.Frame != 77 || got.Time != f.Time || got.Digits != 9 {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}

func TestNotUDP(t *testing.T) {
	tests := []struct {
		name  string
		frame *Frame
		kind  Kind
	}{
		{"ARP", frameOf(1, ethernetFrame(0x0806, pattern(28, 0))), NotUDP},
		{"LLC", frameOf(1, ethernetFrame(38, pattern(46, 0))), NotUDP},
		{"LLC behind a tag", frameOf(1, ethernetFrame(38, pattern(46, 0), 0x8100)), NotUDP},
		{"LLDP", frameOf(1, ethernetFrame(0x88cc, pattern(46, 0))), NotUDP},
		{"TCP", frameOf(1, ethernetFrame(0x0800, v4{protocol: 6}.bytes(pattern(20, 0)))), NotUDP},
		{"ICMP", frameOf(1, ethernetFrame(0x0800, v4{protocol: 1}.bytes(pattern(20, 0)))), NotUDP},
		{"IGMP", frameOf(1, ethernetFrame(0x0800, v4{protocol: 2}.bytes(pattern(20, 0)))), NotUDP},
		{"ESP", frameOf(1, ethernetFrame(0x0800, v4{protocol: 50}.bytes(pattern(20, 0)))), NotUDP},
		{"TCP fragment", frameOf(1, ethernetFrame(0x0800, v4{protocol: 6, more: true}.bytes(pattern(24, 0)))), NotUDP},
		{"ICMPv6", frameOf(1, ethernetFrame(0x86dd, v6{next: 58}.bytes(pattern(20, 0)))), NotUDP},
		{"no next header", frameOf(1, ethernetFrame(0x86dd, v6{next: 59}.bytes(nil))), NotUDP},
		{"AppleTalk loopback", frameOf(LinkNull, []byte{16, 0, 0, 0, 1, 2, 3}), NotUDP},
		{"loopback of a large family", frameOf(LinkNull, []byte{1, 2, 3, 4, 5, 6}), NotUDP},
		{"PPP", frameOf(LinkPPP, pattern(40, 0)), NotUDP},
		{"USB", frameOf(189, pattern(40, 0)), OtherLink},
		{"pktap's old number, used by another", frameOf(LinkPktapOld, pattern(40, 0)), OtherLink},

		{"nothing", frameOf(1, nil), Bad},
		{"half an Ethernet header", frameOf(1, pattern(13, 0)), Bad},
		{"half a tag", frameOf(1, ethernetFrame(0x8100, []byte{0, 1, 8})), Bad},
		{"half a cooked header", frameOf(LinkSLL, pattern(15, 0)), Bad},
		{"half a cooked v2 header", frameOf(LinkSLL2, pattern(19, 0)), Bad},
		{"half a loopback header", frameOf(LinkLoop, pattern(3, 0)), Bad},
		{"raw nothing", frameOf(LinkRaw, nil), Bad},
		{"raw version 5", frameOf(LinkRaw, []byte{0x55}), Bad},
		{"version 6 under IPv4", frameOf(LinkIPv4, v6{}.bytes(udpBytes(nil))), Bad},
		{"version 4 under IPv6", frameOf(LinkIPv6, v4{}.bytes(udpBytes(pattern(20, 0)))), Bad},
		{"half an IPv4 header", frameOf(LinkIPv4, v4{}.bytes(nil)[:19]), Bad},
		{"half of the options", frameOf(LinkIPv4, v4{options: make([]byte, 8)}.bytes(nil)[:24]), Bad},
		{"header of 16 bytes", frameOf(LinkIPv4, join([]byte{0x44}, v4{}.bytes(nil)[1:])), Bad},
		{"total below the header", frameOf(LinkIPv4, v4{total: 19}.bytes(udpBytes(nil))), Bad},
		{"half an IPv6 header", frameOf(LinkIPv6, v6{}.bytes(nil)[:39]), Bad},
		{"no room for UDP", frameOf(LinkIPv4, v4{}.bytes(pattern(7, 0))), Bad},
		{"half a UDP header", frameOf(LinkIPv4, v4{total: 60}.bytes(pattern(7, 0))), Bad},
		{"UDP length 7", frameOf(LinkIPv4, v4{}.bytes(join(be32(0), be16(7), be16(0)))), Bad},
		{"UDP length 0 in IPv4", frameOf(LinkIPv4, v4{}.bytes(join(be32(0), be16(0), be16(0)))), Bad},
		{"UDP length 0 of more than IPv4 can count", frameOf(LinkIPv4, v4{total: -1}.bytes(join(be32(0), be16(0), be16(0), make([]byte, 0x10000)))), UDP},
		{"fragment cut", frameOf(LinkIPv4, v4{more: true, total: 1500}.bytes(pattern(80, 0))), Bad},
		{"extension cut", frameOf(LinkIPv6, v6{next: 60}.bytes([]byte{17, 1, 0, 0, 0, 0, 0, 0})), Bad},
		{"extension missing", frameOf(LinkIPv6, v6{next: 43}.bytes(nil)), Bad},
		{"extensions for ever", frameOf(LinkIPv6, v6{next: 60}.bytes(bytes.Repeat([]byte{60, 0, 0, 0, 0, 0, 0, 0}, 50))), Bad},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var d Dissector
			var out Datagram
			kind := d.Dissect(test.frame, &out)
			if kind != test.kind {
				t.Errorf("%v; expected %v", kind, test.kind)
			}
		})
	}
}

// Lengths that disagree, in frames that are UDP all the same.
func TestLengths(t *testing.T) {
	payload := pattern(20, 3)
	udp := udpBytes(payload)
	lying := join(udp[:4], be16(8+500), udp[6:])
	short := join(udp[:4], be16(8+5), udp[6:])
	empty := udpBytes(nil)
	tests := []struct {
		name             string
		link             uint16
		data             []byte
		wire             int
		present, missing int
		padding          int
		snapped          bool
	}{
		{"empty datagram", LinkIPv4, v4{}.bytes(empty), 0, 0, 0, 0, false},
		{"empty datagram, Ethernet padding", 1, join(ethernetFrame(0x0800, v4{}.bytes(empty)), make([]byte, 18)), 0, 0, 0, 18, false},
		{"IPv4 options", LinkIPv4, v4{options: []byte{7, 7, 4, 0, 0, 0, 0, 0}}.bytes(udp), 0, 20, 0, 0, false},
		{"IPv4 options that make no sense", LinkIPv4, v4{options: []byte{9, 1, 200, 3}}.bytes(udp), 0, 20, 0, 0, false},
		{"total 0: segmentation offload", LinkIPv4, v4{total: -1}.bytes(udp), 0, 20, 0, 0, false},
		{"total 0, snapped", LinkIPv4, v4{total: -1}.bytes(udp)[:40], 48, 12, 8, 0, true},
		{"total beyond the frame, UDP within", LinkIPv4, v4{total: 60000}.bytes(udp), 0, 20, 0, 0, false},
		{"snapped", LinkIPv4, v4{}.bytes(udp)[:40], 48, 12, 8, 0, true},
		{"snapped to the UDP header", LinkIPv4, v4{}.bytes(udp)[:28], 48, 0, 20, 0, true},
		{"snapped, but not by enough", LinkIPv4, v4{}.bytes(udp)[:40], 44, 12, 8, 0, false},
		{"UDP longer than IP", LinkIPv4, v4{}.bytes(lying), 0, 20, 480, 0, false},
		{"UDP longer than IP, and snapped", LinkIPv4, v4{}.bytes(lying), 5000, 20, 480, 0, false},
		{"UDP and IP longer than the frame", LinkIPv4, v4{total: 528}.bytes(lying), 0, 20, 480, 0, false},
		{"UDP shorter than IP", LinkIPv4, v4{}.bytes(short), 0, 5, 0, 15, false},
		{"IP shorter than UDP", LinkIPv4, v4{total: 38}.bytes(udp), 0, 10, 10, 10, false},
		{"captured more than on the wire", LinkIPv4, v4{}.bytes(udp), 5, 20, 0, 0, false},
		{"IPv6", LinkIPv6, v6{}.bytes(udp), 0, 20, 0, 0, false},
		{"IPv6 snapped", LinkIPv6, v6{}.bytes(udp)[:60], 68, 12, 8, 0, true},
		{"IPv6 length 0", LinkIPv6, v6{length: -1}.bytes(udp), 0, 20, 0, 0, false},
		{"IPv6 jumbogram", LinkIPv6, v6{next: -1, length: -1}.bytes(join(
			[]byte{17, 0, 0xc2, 4}, be32(8+28), be32(0), be16(0), be16(0), payload)), 0, 20, 0, 0, false},
		{"IPv6 all extensions", LinkIPv6, v6{next: -1}.bytes(join(
			[]byte{60, 0, 1, 4, 0, 0, 0, 0},
			[]byte{43, 1, 1, 12}, make([]byte, 12),
			[]byte{51, 0, 0, 0, 0, 0, 0, 0},
			[]byte{135, 4, 0, 0}, make([]byte, 20),
			[]byte{139, 0, 0, 0, 0, 0, 0, 0},
			[]byte{140, 0, 0, 0, 0, 0, 0, 0},
			[]byte{44, 0, 0, 0, 0, 0, 0, 0},
			v6Fragment(17, 5, 0, false, udp))), 0, 20, 0, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := frameOf(test.link, test.data)
			if test.wire != 0 {
				f.WireLength = uint32(test.wire)
			}
			var d Dissector
			var got Datagram
			if kind := d.Dissect(f, &got); kind != UDP {
				t.Fatal(kind)
			}
			ledger(t, f, &got)
			if len(got.Payload) != test.present || int(got.Missing) != test.missing || int(got.Padding) != test.padding || got.Snapped != test.snapped {
				t.Errorf("%d present, %d missing, %d padding, snapped %v; expected %+v",
					len(got.Payload), got.Missing, got.Padding, got.Snapped, test)
			}
			if !bytes.HasPrefix(payload, got.Payload) {
				t.Errorf("payload % x", got.Payload)
			}
		})
	}
}

// A decoder that panics must cost one frame only.
func TestPanicBecomesBad(t *testing.T) {
	var d Dissector
	var out Datagram
	if kind := d.Dissect(nil, &out); kind != Bad {
		t.Error(kind)
	}
}

func TestDissectDoesNotAllocate(t *testing.T) {
	var d Dissector
	var out Datagram
	for _, is6 := range []bool{false, true} {
		for name, f := range links(is6, plainPacket(is6)) {
			allocs := testing.AllocsPerRun(10, func() {
				if kind := d.Dissect(f, &out); kind != UDP {
					t.Fatal(kind)
				}
			})
			if allocs != 0 {
				t.Errorf("%s: %v allocations", name, allocs)
			}
		}
	}
}

func plainPacket(is6 bool) []byte {
	if is6 {
		return v6{}.bytes(udpBytes(pattern(9, 1)))
	}
	return v4{}.bytes(udpBytes(pattern(9, 1)))
}

func TestNames(t *testing.T) {
	for kind, want := range map[Kind]string{UDP: "udp", NotUDP: "not-udp", Fragment: "fragment", Bad: "bad", OtherLink: "other-link", 99: "unknown"} {
		if kind.String() != want {
			t.Errorf("%d: %s", kind, kind)
		}
	}
	if LinkName(1) != "Ethernet" || LinkName(276) != "Linux cooked v2" || LinkName(777) != "link type 777" {
		t.Error("LinkName")
	}
}

// What can be read by its number is what is dissected.
func TestCanRead(t *testing.T) {
	var d Dissector
	for link := range 65_536 {
		var out Datagram
		kind := d.Dissect(frameOf(uint16(link), nil), &out)
		if link == LinkPktapOld {
			kind = Bad // others may use the number
		}
		if CanRead(uint16(link)) != (kind != OtherLink) {
			t.Errorf("link type %d: %v", link, kind)
		}
	}
}
