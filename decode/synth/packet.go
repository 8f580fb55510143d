package synth

import (
	"encoding/binary"
	"net/netip"
)

// IP protocol numbers that the builders need.
const (
	protocolUDP      = 17
	protocolFragment = 44
)

// UDP writes UDP datagrams from one socket to another.
type UDP struct {
	From, To netip.AddrPort
	// Length is what the header says; 0 = the truth.
	Length int
}

// Datagram is the UDP header and its payload, with a right checksum.
func (u UDP) Datagram(payload []byte) []byte { return u.Append(nil, payload) }

// Append appends the datagram.
func (u UDP) Append(b, payload []byte) []byte {
	length := u.Length
	if length == 0 {
		length = 8 + len(payload)
	}
	start := len(b)
	b = binary.BigEndian.AppendUint16(b, u.From.Port())
	b = binary.BigEndian.AppendUint16(b, u.To.Port())
	b = binary.BigEndian.AppendUint16(b, uint16(length))
	b = append(b, 0, 0)
	b = append(b, payload...)
	binary.BigEndian.PutUint16(b[start+6:], u.checksum(b[start:]))
	return b
}

// checksum covers a pseudo header too. Zero would mean "none", so it is sent as
// its complement.
func (u UDP) checksum(datagram []byte) uint16 {
	sum := addressSum(u.From.Addr()) + addressSum(u.To.Addr()) + uint64(len(datagram)) + protocolUDP
	if folded := fold(sum + wordSum(datagram)); folded != 0 {
		return folded
	}
	return 0xFFFF
}

func addressSum(a netip.Addr) uint64 {
	if a.Is4() {
		b := a.As4()
		return wordSum(b[:])
	}
	b := a.As16()
	return wordSum(b[:])
}

// onesComplement is the checksum of the Internet protocols.
func onesComplement(b []byte) uint16 { return fold(wordSum(b)) }

// wordSum adds up 16-bit words; an odd byte at the end is a high byte.
func wordSum(b []byte) (sum uint64) {
	for ; len(b) >= 2; b = b[2:] {
		sum += uint64(b[0])<<8 | uint64(b[1])
	}
	if len(b) == 1 {
		sum += uint64(b[0]) << 8
	}
	return sum
}

func fold(sum uint64) uint16 {
	for sum > 0xFFFF {
		sum = sum>>16 + sum&0xFFFF
	}
	return ^uint16(sum)
}

// IPv4 is the header of an IPv4 packet that carries UDP or a part of it.
type IPv4 struct {
	Src, Dst netip.Addr
	ID       uint16
	Offset   int // of the payload in the whole datagram, a multiple of 8
	More     bool
	Options  []byte // a multiple of 4 bytes
	Protocol uint8  // 0 = UDP
}

// Packet puts the header before an IP payload.
func (h IPv4) Packet(payload []byte) []byte {
	return append(h.Header(nil, len(payload)), payload...)
}

// Header appends the header of a packet whose payload has so many bytes.
func (h IPv4) Header(b []byte, payload int) []byte {
	start, header := len(b), 20+len(h.Options)
	fragment := uint16(h.Offset / 8)
	if h.More {
		fragment |= 0x2000
	}
	protocol := h.Protocol
	if protocol == 0 {
		protocol = protocolUDP
	}
	src, dst := h.Src.As4(), h.Dst.As4()
	b = append(b, byte(0x40|header/4), 0)
	b = binary.BigEndian.AppendUint16(b, uint16(header+payload))
	b = binary.BigEndian.AppendUint16(b, h.ID)
	b = binary.BigEndian.AppendUint16(b, fragment)
	b = append(b, 64, protocol, 0, 0)
	b = append(append(b, src[:]...), dst[:]...)
	b = append(b, h.Options...)
	binary.BigEndian.PutUint16(b[start+10:], onesComplement(b[start:]))
	return b
}

// Fragments cuts an IP payload into packets of at most size payload bytes, a
// multiple of 8.
func (h IPv4) Fragments(payload []byte, size int) (packets [][]byte) {
	for at := 0; at < len(payload); at += size {
		end := min(at+size, len(payload))
		part := h
		part.Offset, part.More = at, end < len(payload)
		packets = append(packets, part.Packet(payload[at:end]))
	}
	return packets
}

// IPv6 is the header of an IPv6 packet that carries UDP or a part of it.
type IPv6 struct {
	Src, Dst   netip.Addr
	Extensions []Extension
}

// Extension is one IPv6 extension header.
type Extension struct {
	Protocol uint8
	// Body is what stands behind the next-header byte: a length byte and the
	// options, or the fields of a fragment header. 7 bytes and any multiple of 8.
	Body []byte
}

// Padding6 is an extension header of the given protocol that says nothing:
// hop-by-hop (0) or destination options (60).
func Padding6(protocol uint8) Extension {
	return Extension{Protocol: protocol, Body: []byte{0, 1, 4, 0, 0, 0, 0}}
}

// Packet puts the headers before an IP payload.
func (h IPv6) Packet(payload []byte) []byte {
	return append(h.Header(nil, len(payload)), payload...)
}

// Header appends the headers of a packet whose payload has so many bytes.
func (h IPv6) Header(b []byte, payload int) []byte {
	first, length := uint8(protocolUDP), payload
	for i := range h.Extensions {
		length += 1 + len(h.Extensions[i].Body)
	}
	if len(h.Extensions) > 0 {
		first = h.Extensions[0].Protocol
	}
	src, dst := h.Src.As16(), h.Dst.As16()
	b = append(b, 0x60, 0, 0, 0)
	b = binary.BigEndian.AppendUint16(b, uint16(length))
	b = append(b, first, 64)
	b = append(append(b, src[:]...), dst[:]...)
	for i := range h.Extensions {
		next := uint8(protocolUDP)
		if i+1 < len(h.Extensions) {
			next = h.Extensions[i+1].Protocol
		}
		b = append(append(b, next), h.Extensions[i].Body...)
	}
	return b
}

// Fragments cuts an IP payload into packets of at most size payload bytes, a
// multiple of 8. The extension headers are repeated in each.
func (h IPv6) Fragments(id uint32, payload []byte, size int) (packets [][]byte) {
	for at := 0; at < len(payload); at += size {
		end := min(at+size, len(payload))
		field := uint16(at)
		if end < len(payload) {
			field |= 1
		}
		body := binary.BigEndian.AppendUint16([]byte{0}, field)
		body = binary.BigEndian.AppendUint32(body, id)
		part := h
		part.Extensions = append(append([]Extension{}, h.Extensions...), Extension{protocolFragment, body})
		packets = append(packets, part.Packet(payload[at:end]))
	}
	return packets
}

// Packet is a UDP datagram in an IP packet, as a machine sends it.
func Packet(from, to netip.AddrPort, payload []byte) []byte {
	datagram := UDP{From: from, To: to}.Datagram(payload)
	if from.Addr().Is4() {
		return IPv4{Src: from.Addr(), Dst: to.Addr()}.Packet(datagram)
	}
	return IPv6{Src: from.Addr(), Dst: to.Addr()}.Packet(datagram)
}

// FragmentedFrames is Frames on a network that carries packets of at most mtu bytes:
// larger ones come in fragments, in order.
func (s *Script) FragmentedFrames(link Link, mtu int) (frames []Frame) {
	for i, d := range s.inOrder() {
		for _, packet := range d.packets(uint32(i), mtu) {
			frames = append(frames, Frame{Time: s.Start.Add(d.At), Data: link.Frame(packet)})
		}
	}
	return frames
}

// packets puts a datagram into as many packets as it takes.
func (d *Sent) packets(id uint32, mtu int) [][]byte {
	if whole := Packet(d.From, d.To, d.Payload); len(whole) <= mtu {
		return [][]byte{whole}
	}
	const header4, header6 = 20, 40 + 8
	datagram := UDP{From: d.From, To: d.To}.Datagram(d.Payload)
	if d.From.Addr().Is4() {
		return IPv4{Src: d.From.Addr(), Dst: d.To.Addr(), ID: uint16(id)}.Fragments(datagram, (mtu-header4)&^7)
	}
	return IPv6{Src: d.From.Addr(), Dst: d.To.Addr()}.Fragments(id, datagram, (mtu-header6)&^7)
}

// Link puts IP packets into frames of one link type.
type Link struct {
	Type   uint32 // LINKTYPE_ value
	header func(b []byte, is6 bool) []byte
}

// Frame puts an IP packet behind the link header.
func (l Link) Frame(packet []byte) []byte {
	is6 := len(packet) > 0 && packet[0]>>4 == 6
	return append(l.Header(nil, is6), packet...)
}

// Header appends the link header of an IPv4 or IPv6 packet.
func (l Link) Header(b []byte, is6 bool) []byte { return l.header(b, is6) }

func etherType(is6 bool) uint16 {
	if is6 {
		return 0x86DD
	}
	return 0x0800
}

// Ethernet is link type 1, with a VLAN tag for each tag protocol (0x8100, ...).
func Ethernet(tags ...uint16) Link {
	return Link{1, func(b []byte, is6 bool) []byte {
		b = append(b, 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1)
		for i, tag := range tags {
			b = binary.BigEndian.AppendUint16(b, tag)
			b = binary.BigEndian.AppendUint16(b, uint16(100+i))
		}
		return binary.BigEndian.AppendUint16(b, etherType(is6))
	}}
}

// Cooked is link type 113: Linux, any interface, first version.
func Cooked() Link {
	return Link{113, func(b []byte, is6 bool) []byte {
		b = append(b, 0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0)
		return binary.BigEndian.AppendUint16(b, etherType(is6))
	}}
}

// Cooked2 is link type 276: Linux, any interface, second version.
func Cooked2() Link {
	return Link{276, func(b []byte, is6 bool) []byte {
		b = binary.BigEndian.AppendUint16(b, etherType(is6))
		return append(b, 0, 0, 0, 0, 0, 3, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0)
	}}
}

// Null is link type 0: BSD loopback, the family in the order of the machine.
func Null(order binary.AppendByteOrder) Link {
	return Link{0, func(b []byte, is6 bool) []byte { return order.AppendUint32(b, family(is6)) }}
}

// Loop is link type 108: OpenBSD loopback.
func Loop() Link {
	return Link{108, func(b []byte, is6 bool) []byte { return binary.BigEndian.AppendUint32(b, family(is6)) }}
}

// family is the number of IPv6 on OpenBSD, one of three in use.
func family(is6 bool) uint32 {
	if is6 {
		return 24
	}
	return 2
}

// Raw is link type 101, or any other that has no header.
func Raw(linkType uint32) Link {
	return Link{linkType, func(b []byte, _ bool) []byte { return b }}
}
