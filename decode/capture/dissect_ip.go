package capture

import (
	"encoding/binary"
	"net/netip"

	"github.com/google/gopacket/layers"
)

const (
	minIPv4Header = 20
	ipv6Header    = 40
	udpHeader     = 8
)

// readVersion goes on with IP of the version that its first four bits say.
func (d *Dissector) readVersion(*Datagram) Protocol {
	packet := d.rest()
	if len(packet) == 0 {
		return foundBad
	}
	switch packet[0] >> 4 {
	case 4:
		return ofEthernet | Protocol(layers.EthernetTypeIPv4)
	case 6:
		return ofEthernet | Protocol(layers.EthernetTypeIPv6)
	}
	return foundBad
}

func (d *Dissector) readIPv4(out *Datagram) Protocol {
	packet, at := d.rest(), d.at
	if d.version != 0 {
		out.Trail.tag(uint32(d.layer))
	}
	d.version = 4
	d.pass(IPHeader, at)
	if len(packet) < minIPv4Header || packet[0]>>4 != 4 {
		return foundBad
	}
	header := int(packet[0]&0x0f) * 4
	if header < minIPv4Header || len(packet) < header {
		return foundBad
	}
	// The error is not asked for: the fixed header is whole, and an option that
	// gopacket does not like is no reason to lose the datagram behind it.
	_ = d.ip4.DecodeFromBytes(packet[:header], feedback)
	// The length is read here, because gopacket replaces a 0 by the length of what it was given. A machine
	// writes 0 that leaves segmentation to its network card.
	total := int(binary.BigEndian.Uint16(packet[2:]))
	if total == 0 {
		total = len(packet) + d.uncaptured
	}
	if total < header {
		return foundBad
	}
	d.src, d.dst = netip.AddrFrom4([4]byte(packet[12:])), netip.AddrFrom4([4]byte(packet[16:]))
	d.cut(total)
	d.at, d.claimed, d.joined = at+header, total-header, false
	out.Trail.ID, out.Trail.Hops = uint32(d.ip4.Id), d.ip4.TTL
	next := ofIP | Protocol(d.ip4.Protocol)
	if d.ip4.FragOffset == 0 && d.ip4.Flags&layers.IPv4MoreFragments == 0 {
		return next
	}
	return d.fragmentOf(out, next, IPFragment{
		ID:     uint32(d.ip4.Id),
		Offset: int(d.ip4.FragOffset) * 8,
		More:   d.ip4.Flags&layers.IPv4MoreFragments != 0,
	})
}

// fragmentOf keeps what comes next as a fragment, unless it is plain that no UDP is in it. A fragment
// that is not all there cannot be joined.
func (d *Dissector) fragmentOf(out *Datagram, next Protocol, fragment IPFragment) Protocol {
	if next.step() == 0 {
		return next
	}
	data := d.rest()
	if len(data) < d.claimed || d.joined {
		return foundBad
	}
	fragment.Src, fragment.Dst = d.src, d.dst
	fragment.Version, fragment.Protocol = d.version, uint8(next)
	fragment.Data = data
	fragment.HeaderBytes = d.at
	fragment.Padding = len(d.data) - d.at - len(data)
	fragment.Trail = out.Trail
	fragment.Trail.ID = fragment.ID
	d.fragment = fragment
	return foundFragment
}

func (d *Dissector) readIPv6(out *Datagram) Protocol {
	packet, at := d.rest(), d.at
	if d.version != 0 {
		out.Trail.tag(uint32(d.layer))
	}
	d.version = 6
	d.pass(IPHeader, at)
	if len(packet) < ipv6Header || packet[0]>>4 != 6 {
		return foundBad
	}
	// gopacket gets the fixed header alone: it would read a hop-by-hop header
	// too, and refuse a length of 0, which is legal. So its error means nothing.
	_ = d.ip6.DecodeFromBytes(packet[:ipv6Header], feedback)
	d.src, d.dst = netip.AddrFrom16([16]byte(packet[8:])), netip.AddrFrom16([16]byte(packet[24:]))
	d.at, d.claimed, d.joined = at+ipv6Header, int(d.ip6.Length), false
	if d.claimed == 0 { // jumbogram, or segmentation left to the network card
		d.claimed = len(packet) - ipv6Header + d.uncaptured
	}
	d.cut(d.claimed)
	out.Trail.ID, out.Trail.Hops = 0, d.ip6.HopLimit
	return ofIP | Protocol(d.ip6.NextHeader)
}

// readExtensions reads an extension header of IPv6, or the one that IPv4 may have, too. An atomic fragment (whole,
// but with a fragment header) is none. gopacket would refuse good ones, and has no name for three.
func (d *Dissector) readExtensions(out *Datagram) Protocol {
	kind := layers.IPProtocol(d.layer)
	if d.version == 4 && kind != layers.IPProtocolAH {
		return foundNotUDP
	}
	rest := d.rest()
	if len(rest) < 8 {
		return foundBad
	}
	size := extensionSize(kind, rest)
	if size > len(rest) {
		return foundBad
	}
	next := ofIP | Protocol(rest[0])
	d.at += size
	d.claimed -= size
	if kind != layers.IPProtocolIPv6Fragment {
		return next
	}
	// next u8, reserved u8, offset in 8 bytes and flags u16 (bit 0: more), identification u32
	field := binary.BigEndian.Uint16(rest[2:])
	x := IPFragment{ID: binary.BigEndian.Uint32(rest[4:]), Offset: int(field &^ 7), More: field&1 != 0}
	out.Trail.ID = x.ID
	if x.Offset == 0 && !x.More {
		return next
	}
	return d.fragmentOf(out, next, x)
}

// extensionSize is the length of an extension header in bytes. The length field
// counts 8 bytes beyond the first 8, except in the authentication header (4 bytes
// beyond the first 8) and in the fragment header (which has none).
func extensionSize(kind layers.IPProtocol, header []byte) int {
	switch kind {
	case layers.IPProtocolIPv6Fragment:
		return 8
	case layers.IPProtocolAH:
		return (int(header[1]) + 2) * 4
	}
	return (int(header[1]) + 1) * 8
}

// readUDP reads the header of UDP behind one of IP, and fills in out. What a tunnel has in it is looked for if the
// port is one of a tunnel; unless that is sound, it is a datagram like any other.
func (d *Dissector) readUDP(out *Datagram) Protocol {
	p, at := d.rest(), d.at
	if d.claimed < udpHeader || len(p) < udpHeader {
		return foundBad
	}
	if d.udp.DecodeFromBytes(p, feedback) != nil {
		return foundBad
	}
	length := int(d.udp.Length)
	if length == 0 {
		if d.version == 4 && d.claimed <= 0xFFFF {
			return foundBad // longer ones leave segmentation to the network card
		}
		length = d.claimed
	}
	d.cut(length)
	d.at += udpHeader
	d.pass(UDPHeader, at)
	if tunnel := ofPort | Protocol(d.udp.DstPort); tunnel.step() != 0 {
		if kind, ok := d.within(tunnel, out); ok {
			return Protocol(kind)
		}
		d.layer = ofIP | Protocol(layers.IPProtocolUDP)
		_ = d.udp.DecodeFromBytes(p, feedback) // another one may have been read
	}
	d.found(length, out)
	return foundUDP
}

// found fills in a datagram whose header says so many bytes.
func (d *Dissector) found(length int, out *Datagram) {
	out.Trail.Checksum = d.udp.Checksum
	out.Ends = d.ends.of(netip.AddrPortFrom(d.src, uint16(d.udp.SrcPort)), netip.AddrPortFrom(d.dst, uint16(d.udp.DstPort)))
	out.Payload = d.data[d.at:d.end:d.end]
	out.HeaderBytes, out.Padding = int32(d.at), int32(len(d.data)-d.end)
	if missing := length - udpHeader - len(out.Payload); missing > 0 {
		out.Missing = int32(missing)
		out.Snapped = length <= d.claimed && missing <= d.uncaptured
	}
}
