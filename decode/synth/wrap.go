package synth

import (
	"encoding/binary"
	"net/netip"
	"slices"
)

// Wrap is a way in which captures have IP packets: behind a link, in tunnels.
type Wrap struct {
	Name string
	Link uint32 // LINKTYPE_ value
	// Around gives the frame of a packet, and Tagged says that a VLAN or a tunnel is around it.
	Around func(packet []byte) []byte
	Tagged bool
}

// Wraps gives each layer that is read, and nestings of them.
func Wraps() []Wrap {
	const null, ethernet, ppp, serial, pppoeLink, hdlc, wifi, loop = 0, 1, 9, 50, 51, 104, 105, 108
	const cooked, pflog, radio, oldTap, raw4, nflogLink, tap, cooked2, raw = 113, 117, 127, 149, 228, 239, 258, 276, 101
	tagged := func(tags ...uint16) func([]byte) []byte {
		return func(p []byte) []byte { return append(Ethernet(tags...).Header(nil, is6(p)), p...) }
	}
	plain := tagged()
	behind := func(link Link) func([]byte) []byte { return link.Frame }
	in := func(shells ...func([]byte) []byte) func([]byte) []byte {
		return func(p []byte) []byte {
			for _, shell := range slices.Backward(shells) {
				p = shell(p)
			}
			return p
		}
	}
	typed := func(etherType uint16) func([]byte) []byte {
		return func(p []byte) []byte { return bytesOf(macs, word(etherType), p) }
	}
	pppOf := func(p []byte) []byte { return bytesOf(word(pppType(p)), p) }
	pppoe := func(p []byte) []byte {
		return bytesOf([]byte{0x11, 0, 8, 0xD7}, word(uint16(len(p))), p)
	}
	labels := func(n int) func([]byte) []byte {
		return func(p []byte) []byte {
			var b []byte
			for i := range n {
				b = append(b, 0, byte(i+1), 0x40, 64)
			}
			b[len(b)-2] |= 1
			return append(b, p...)
		}
	}
	gre := func(flags byte, protocol uint16, fields int) func([]byte) []byte {
		return func(p []byte) []byte {
			kind := protocol
			if kind == 0 {
				kind = typeOf(p)
			}
			b := bytesOf([]byte{flags, 0}, word(kind), make([]byte, 4*fields))
			if flags&0x80 != 0 {
				binary.BigEndian.PutUint16(b[4:], onesComplement(bytesOf(b, p)))
			}
			return append(b, p...)
		}
	}
	pptp := func(p []byte) []byte {
		return bytesOf([]byte{0x30, 1}, word(0x880B), word(uint16(len(p))), word(7), make([]byte, 4), p)
	}
	over := func(port uint16, summed bool) func([]byte) []byte {
		return func(p []byte) []byte {
			from, to := netip.AddrPortFrom(tunnelFrom, 49_000), netip.AddrPortFrom(tunnelTo, port)
			b := UDP{From: from, To: to}.Datagram(p)
			if !summed {
				b[6], b[7] = 0, 0
			}
			return outer4(protocolUDP)(b)
		}
	}
	vxlan := func(p []byte) []byte { return bytesOf([]byte{8, 0, 0, 0, 0, 0x30, 0x39, 0}, p) }
	geneve := func(etherType uint16, options int) func([]byte) []byte {
		return func(p []byte) []byte {
			return bytesOf([]byte{byte(options), 0}, word(etherType), []byte{0, 0x30, 0x39, 0}, make([]byte, 4*options), p)
		}
	}
	erspan := func(p []byte) []byte { return bytesOf([]byte{0x10, 5, 0, 9, 0, 0, 0, 1}, p) }
	erspan3 := func(p []byte) []byte {
		return bytesOf([]byte{0x20, 5, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1}, make([]byte, 8), p)
	}
	snap := func(p []byte) []byte { return bytesOf([]byte{0xAA, 0xAA, 3, 0, 0, 0}, word(typeOf(p)), p) }
	lengthed := func(p []byte) []byte { return bytesOf(macs, word(uint16(len(p))), p) }
	data80211 := func(p []byte) []byte { return bytesOf([]byte{8, 1}, make([]byte, 22), p) }
	quality := func(p []byte) []byte { return bytesOf([]byte{0x88, 2}, make([]byte, 24), p) }
	radiotap := func(flags byte) func([]byte) []byte {
		return func(p []byte) []byte {
			b := bytesOf([]byte{0, 0, 18, 0, 3, 0, 0, 0}, make([]byte, 8), []byte{flags, 0}, p)
			if flags&0x10 != 0 {
				b = append(b, 1, 2, 3, 4) // check sequence
			}
			return b
		}
	}
	nflog := func(p []byte) []byte {
		family := byte(2)
		if is6(p) {
			family = 10
		}
		return bytesOf([]byte{family, 0, 0, 5, 8, 0, 1, 0}, word(typeOf(p)), []byte{1, 0, 8, 0, 4, 0, 0, 0, 0, 3},
			binary.LittleEndian.AppendUint16(nil, uint16(4+len(p))), []byte{9, 0}, p, make([]byte, -len(p)&3))
	}
	pktap := func(link uint32) func([]byte) []byte {
		return func(p []byte) []byte {
			b := make([]byte, 108)
			b[0], b[4], b[8], b[36] = 108, 1, byte(link), 2
			copy(b[12:], "en0")
			return append(b, p...)
		}
	}
	log := func(p []byte) []byte {
		b := make([]byte, 64)
		b[0], b[1], b[60] = 61, 2, 1
		if is6(p) {
			b[1] = 30
		}
		copy(b[4:], "em0")
		return append(b, p...)
	}
	front := func(b ...byte) func([]byte) []byte { return func(p []byte) []byte { return bytesOf(b, p) } }
	nullType := func(order binary.AppendByteOrder) func([]byte) []byte {
		return func(p []byte) []byte { return append(order.AppendUint32(nil, uint32(typeOf(p))), p...) }
	}
	wraps := []Wrap{
		{"Ethernet", ethernet, plain, false},
		{"cooked", cooked, behind(Cooked()), false},
		{"cooked v2", cooked2, behind(Cooked2()), false},
		{"raw", raw, in(), false},
		{"loopback, little", null, behind(Null(binary.LittleEndian)), false},
		{"loopback, big", null, behind(Null(binary.BigEndian)), false},
		{"loopback of OpenBSD", loop, behind(Loop()), false},
		{"loopback, Ethernet type, big", null, nullType(binary.BigEndian), false},
		{"loopback, Ethernet type, little", null, nullType(binary.LittleEndian), false},
		{"PPP", ppp, in(front(0xFF, 3), pppOf), false},
		{"PPP without address", ppp, pppOf, false},
		{"PPP, short protocol", ppp, func(p []byte) []byte { return bytesOf([]byte{0xFF, 3, byte(pppType(p))}, p) }, false},
		{"PPP, serial", serial, in(front(0xFF, 3), pppOf), false},
		{"HDLC, serial", serial, func(p []byte) []byte { return bytesOf([]byte{0x0F, 0}, word(typeOf(p)), p) }, false},
		{"HDLC", hdlc, func(p []byte) []byte { return bytesOf([]byte{0x8F, 0}, word(typeOf(p)), p) }, false},
		{"PPPoE link", pppoeLink, in(pppoe, pppOf), true},
		{"802.11", wifi, in(data80211, snap), false},
		{"802.11 QoS", wifi, in(quality, snap), false},
		{"802.11 one of many", wifi, func(p []byte) []byte {
			b := quality(bytesOf(macs, word(uint16(8+len(p))), snap(p)))
			b[24] = 0x80
			return b
		}, false},
		{"radiotap", radio, in(radiotap(0), data80211, snap), false},
		{"radiotap, check sequence", radio, in(radiotap(0x10), quality, snap), false},
		{"radiotap, padded", radio, in(radiotap(0x20), quality, front(0, 0), snap), false},
		{"NFLOG", nflogLink, nflog, false},
		{"pflog", pflog, log, false},
		{"pktap", tap, in(pktap(ethernet), plain), false},
		{"pktap, raw", tap, pktap(12), false},
		{"pktap, old", oldTap, in(pktap(ethernet), plain), false},
		{"SNAP", ethernet, in(lengthed, snap), false},
		{"VLAN", ethernet, tagged(0x8100), true},
		{"VLAN in 802.1ad", ethernet, tagged(0x88A8, 0x8100), true},
		{"VLAN in 0x9100", ethernet, tagged(0x9100, 0x8100), true},
		{"VLAN and SNAP", ethernet, in(typed(0x8100), front(0, 7), func(p []byte) []byte { return bytesOf(word(uint16(len(p))), p) }, snap), true},
		{"PPPoE", ethernet, in(typed(0x8864), pppoe, pppOf), true},
		{"PPPoE in VLAN", ethernet, in(typed(0x8100), front(0, 7, 0x88, 0x64), pppoe, pppOf), true},
		{"MPLS", ethernet, in(typed(0x8847), labels(1)), true},
		{"MPLS, 40 labels", ethernet, in(typed(0x8848), labels(40)), true},
		{"MPLS, Ethernet", ethernet, in(typed(0x8847), labels(2), plain), true},
		{"MPLS, control word", ethernet, in(typed(0x8847), labels(2), front(0, 0, 0, 0), tagged(0x8100)), true},
		{"MPLS in PPP", ppp, in(front(0xFF, 3, 2, 0x81), labels(2)), true},
		{"MPLS in IP", raw4, in(outer4(137), labels(2)), true},
		{"GRE", ethernet, in(plain, outer4(47), gre(0, 0, 0)), true},
		{"GRE in IPv6", ethernet, in(plain, outer6(47), gre(0, 0, 0)), true},
		{"GRE, checksum, key, number", ethernet, in(plain, outer4(47), gre(0xB0, 0, 3)), true},
		{"GRE, Ethernet", ethernet, in(plain, outer4(47), gre(0x20, 0x6558, 1), plain), true},
		{"GRE, VLAN", ethernet, in(plain, outer4(47), gre(0x20, 0x6558, 1), tagged(0x8100)), true},
		{"GRE, MPLS", ethernet, in(plain, outer4(47), gre(0, 0x8847, 0), labels(3)), true},
		{"GRE, PPP", ethernet, in(plain, outer4(47), pptp, front(0xFF, 3), pppOf), true},
		{"ERSPAN I", ethernet, in(plain, outer4(47), gre(0, 0x88BE, 0), plain), true},
		{"ERSPAN II", ethernet, in(plain, outer4(47), gre(0x10, 0x88BE, 1), erspan, plain), true},
		{"ERSPAN III", ethernet, in(plain, outer4(47), gre(0x10, 0x22EB, 1), erspan3, tagged(0x8100)), true},
		{"VXLAN", ethernet, in(plain, over(4789, false), vxlan, plain), true},
		{"VXLAN, checksum", ethernet, in(plain, over(4789, true), vxlan, tagged(0x8100)), true},
		{"VXLAN of old Linux", cooked, in(behind(Cooked()), over(8472, false), vxlan, plain), true},
		{"Geneve", ethernet, in(plain, over(6081, true), geneve(0x6558, 0), plain), true},
		{"Geneve, options", ethernet, in(plain, over(6081, false), geneve(0x6558, 63), plain), true},
		{"Geneve, IP", ethernet, func(p []byte) []byte { return plain(over(6081, true)(geneve(typeOf(p), 2)(p))) }, true},
		{"MPLS in UDP", ethernet, in(plain, over(6635, true), labels(1)), true},
		{"EtherIP", ethernet, in(plain, outer4(97), front(0x30, 0), plain), true},
		{"IP in IPv4", ethernet, func(p []byte) []byte { return plain(outer4(ipIn(p))(p)) }, true},
		{"IP in IPv6", ethernet, func(p []byte) []byte { return plain(outer6(ipIn(p))(p)) }, true},
		{"VXLAN in PPPoE in VLAN", ethernet, in(typed(0x88A8), front(0, 7, 0x88, 0x64), pppoe, pppOf, over(4789, true), vxlan, tagged(0x8100)), true},
		{"GRE in VXLAN in GRE", ethernet, in(plain, outer6(47), gre(0x80, 0, 1), over(4789, true), vxlan, plain, outer4(47), gre(0x80, 0, 1)), true},
	}
	return wraps
}

var (
	macs       = []byte{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1}
	tunnelFrom = netip.AddrFrom4([4]byte{172, 31, 5, 9})
	tunnelTo   = netip.AddrFrom4([4]byte{172, 31, 7, 7})
)

func is6(packet []byte) bool { return packet[0]>>4 == 6 }

// typeOf is the Ethernet type of a packet, and pppType its protocol of PPP.
func typeOf(packet []byte) uint16 { return etherType(is6(packet)) }

func pppType(packet []byte) uint16 {
	if is6(packet) {
		return 0x57
	}
	return 0x21
}

// ipIn is the protocol of IP for a packet in another.
func ipIn(packet []byte) uint8 {
	if is6(packet) {
		return 41
	}
	return 4
}

// outer4 and outer6 put the packets of a tunnel around what a protocol has.
func outer4(protocol uint8) func([]byte) []byte {
	return func(p []byte) []byte { return Outer4(protocol, p) }
}

func outer6(protocol uint8) func([]byte) []byte {
	return func(p []byte) []byte { return Outer6(protocol, p) }
}

// Outer4 is a packet of IPv4 from one end of a tunnel to the other.
func Outer4(protocol uint8, content []byte) []byte {
	return IPv4{Src: tunnelFrom, Dst: tunnelTo, ID: 0x7E57, Protocol: protocol}.Packet(content)
}

// Outer6 is a packet of IPv6 from one end of a tunnel to the other.
func Outer6(protocol uint8, content []byte) []byte {
	b := IPv6{Src: netip.MustParseAddr("fd00::59"), Dst: netip.MustParseAddr("fd00::77")}.Packet(content)
	b[6] = protocol
	return b
}

func word(n uint16) []byte { return binary.BigEndian.AppendUint16(nil, n) }

func bytesOf(parts ...[]byte) []byte { return slices.Concat(parts...) }
