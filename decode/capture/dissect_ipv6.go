package capture

import (
	"encoding/binary"
	"net/netip"

	"github.com/google/gopacket/layers"
)

const ipv6Header = 40

// fromIPv6 reads the IPv6 packet at byte at of f's data.
func (d *Dissector) fromIPv6(f *Frame, at int, out *Datagram) (Kind, string) {
	packet := f.Data[at:]
	if len(packet) < ipv6Header {
		return Bad, ReasonIPCut
	}
	if packet[0]>>4 != 6 {
		return Bad, ReasonIPVersion
	}
	// gopacket gets the fixed header alone: it would read a hop-by-hop header
	// too, and refuse a length of 0, which is legal. So its error means nothing.
	_ = d.ip6.DecodeFromBytes(packet[:ipv6Header], feedback)
	rest := packet[ipv6Header:]
	claimed := int(d.ip6.Length)
	if claimed == 0 { // jumbogram, or segmentation left to the network card
		claimed = len(rest) + clampInt(uncaptured(f))
	}
	p := ipPayload{
		src:     netip.AddrFrom16([16]byte(packet[8:])),
		dst:     netip.AddrFrom16([16]byte(packet[24:])),
		version: 6,
		data:    rest[:min(claimed, len(rest))],
		claimed: claimed,
	}
	e, reason := walkExtensions(p.data, d.ip6.NextHeader)
	if reason != "" {
		return Bad, reason
	}
	at += ipv6Header + e.length
	p.data = p.data[e.length:]
	p.claimed -= e.length
	if e.fragmented {
		return d.ipv6Fragment(f, at, &p, e)
	}
	if e.next != layers.IPProtocolUDP {
		return notUDP(e.next)
	}
	return d.inFrame(f, at, &p, out)
}

// ipv6Fragment keeps a fragment unless it is plain that no UDP is in it.
func (d *Dissector) ipv6Fragment(f *Frame, at int, p *ipPayload, e extensions) (Kind, string) {
	if e.next != layers.IPProtocolUDP && !isExtension(e.next) {
		return notUDP(e.next)
	}
	fragment := e.fragment
	fragment.Protocol = uint8(e.next)
	return d.fragmentOf(f, at, p, fragment)
}

// extensions is what a walk over extension headers found.
type extensions struct {
	length     int               // bytes of headers walked over
	next       layers.IPProtocol // what follows them
	fragmented bool              // the walk ended behind a fragment header
	fragment   IPFragment        // its ID, Offset and More
}

// Extension headers that gopacket has no name for.
const (
	protocolMobility = 135
	protocolHIP      = 139
	protocolShim6    = 140
)

// maxExtensions bounds the headers of a packet; a sound one has each of the
// eight kinds at most once, destination options twice.
const maxExtensions = 16

// walkExtensions walks over the extension headers at the start of p, which
// begins with the header type next, up to the upper protocol or behind the header of a real
// fragment. An atomic fragment (whole, but with a fragment header) is not one.
func walkExtensions(p []byte, next layers.IPProtocol) (e extensions, reason string) {
	e.next = next
	for range maxExtensions {
		if !isExtension(e.next) {
			return e, ""
		}
		rest := p[e.length:]
		if len(rest) < 8 {
			return e, ReasonExtension
		}
		size := extensionSize(e.next, rest)
		if size > len(rest) {
			return e, ReasonExtension
		}
		kind := e.next
		e.next = layers.IPProtocol(rest[0])
		e.length += size
		if kind == layers.IPProtocolIPv6Fragment && e.takeFragment(rest) {
			return e, ""
		}
	}
	return e, ReasonExtensions
}

// takeFragment reads a fragment header:
//
//	next u8, reserved u8, offset in 8 bytes and flags u16 (bit 0: more), identification u32
//
// big endian. It reports whether this is a fragment rather than a whole datagram.
func (e *extensions) takeFragment(header []byte) bool {
	field := binary.BigEndian.Uint16(header[2:])
	offset, more := int(field&^7), field&1 != 0
	if offset == 0 && !more {
		return false
	}
	e.fragmented = true
	e.fragment = IPFragment{ID: binary.BigEndian.Uint32(header[4:]), Offset: offset, More: more}
	return true
}

func isExtension(protocol layers.IPProtocol) bool {
	switch protocol {
	case layers.IPProtocolIPv6HopByHop, layers.IPProtocolIPv6Routing, layers.IPProtocolIPv6Fragment,
		layers.IPProtocolAH, layers.IPProtocolIPv6Destination, protocolMobility,
		protocolHIP, protocolShim6:
		return true
	}
	return false
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
