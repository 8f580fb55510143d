package capture

import (
	"bytes"
	"encoding/binary"
	"net/netip"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
)

// Dissector finds UDP datagrams in frames. It looks at each frame on its own
// and keeps nothing but the layer structs it reuses, so that frames can be
// dissected in any order, by one Dissector per goroutine. The zero Dissector is ready.
//
// Checksums are not verified: machines that leave them to the network card show
// wrong ones for everything they send.
type Dissector struct {
	ethernet layers.Ethernet
	vlan     layers.Dot1Q
	cooked   layers.LinuxSLL
	loopback layers.Loopback
	ip4      layers.IPv4
	ip6      layers.IPv6
	udp      layers.UDP

	cookedHeader [sllHeader]byte
	fragment     IPFragment
	network      int
	ends         endsTable
}

// feedback is what gopacket reports truncation to; we measure it ourselves.
var feedback = gopacket.NilDecodeFeedback

// Dissect says what f is and, when it is a UDP datagram, fills in out. For every
// other kind only Frame, Time and Digits of out mean something. For Fragment see [Dissector.Fragment].
//
// A panic in a layer decoder makes the frame Bad; it cannot end the program.
func (d *Dissector) Dissect(f *Frame, out *Datagram) (kind Kind) {
	if d.quick(f, out) {
		return UDP
	}
	return d.dissect(f, out)
}

// dissect is the general way, through gopacket's layers.
func (d *Dissector) dissect(f *Frame, out *Datagram) Kind {
	return guarded(func() Kind {
		*out = Datagram{Frame: f.Number, Time: f.Time, Digits: f.Digits}
		return d.link(f, out)
	})
}

// guarded gives Bad where a layer decoder panics.
func guarded(dissect func() Kind) (kind Kind) {
	defer func() {
		if recover() != nil {
			kind = Bad
		}
	}()
	return dissect()
}

// Fragment returns the fragment of the last frame for which Dissect said
// Fragment. Its Data points into the frame's batch.
func (d *Dissector) Fragment() IPFragment { return d.fragment }

// Network is Dissect that also says where the header of the link ends and what it carries begins: an IP packet,
// or something that is none. at is -1 where the header cannot be read.
func (d *Dissector) Network(f *Frame, out *Datagram) (kind Kind, at int) {
	d.network = -1
	kind = d.dissect(f, out)
	return kind, d.network
}

// ipPayload is the payload of an IP packet, within a frame or joined.
type ipPayload struct {
	src, dst netip.Addr
	version  uint8
	data     []byte // what is there, up to the length that IP claims
	claimed  int    // the length that IP claims
}

const udpHeader = 8

// datagram reads UDP from p and fills in everything of out but HeaderBytes,
// Padding and Snapped, which need the frame.
func (d *Dissector) datagram(p *ipPayload, out *Datagram) Kind {
	if p.claimed < udpHeader {
		return Bad
	}
	if len(p.data) < udpHeader {
		return Bad
	}
	if d.udp.DecodeFromBytes(p.data, feedback) != nil {
		return Bad
	}
	length := int(d.udp.Length)
	if length == 0 {
		if p.version == 4 {
			return Bad // only IPv6 has jumbograms
		}
		length = p.claimed
	}
	out.Trail.Checksum = d.udp.Checksum
	out.Ends = d.ends.of(netip.AddrPortFrom(p.src, uint16(d.udp.SrcPort)), netip.AddrPortFrom(p.dst, uint16(d.udp.DstPort)))
	present := min(len(p.data), length)
	out.Payload = p.data[udpHeader:present:present]
	out.Missing = int32(length - present)
	return UDP
}

// inFrame reads UDP from p, which begins at byte at of f's data.
func (d *Dissector) inFrame(f *Frame, at int, p *ipPayload, out *Datagram) Kind {
	if kind := d.datagram(p, out); kind != UDP {
		return kind
	}
	out.HeaderBytes = int32(at + udpHeader)
	out.Padding = int32(len(f.Data)-len(out.Payload)) - out.HeaderBytes
	if out.Missing > 0 {
		fits := out.Length()+udpHeader <= p.claimed
		out.Snapped = fits && int64(out.Missing) <= uncaptured(f)
	}
	return UDP
}

// uncaptured is how many bytes of the frame were on the wire but not captured.
func uncaptured(f *Frame) int64 {
	return max(0, int64(f.WireLength)-int64(len(f.Data)))
}

// Lengths of link headers, in bytes.
const (
	ethernetHeader = 14
	vlanTag        = 4
	sllHeader      = 16
	sll2Header     = 20
	loopbackHeader = 4
)

// link reads the link header and goes on with what it carries.
func (d *Dissector) link(f *Frame, out *Datagram) Kind {
	switch f.Link {
	case LinkEthernet:
		return d.fromEthernet(f, out)
	case LinkSLL:
		return d.fromCooked(f, out)
	case LinkSLL2:
		return d.fromCooked2(f, out)
	case LinkNull, LinkLoop:
		return d.fromLoopback(f, out)
	case LinkRaw, LinkRawBSD, LinkRawOpen:
		return d.fromVersion(f, out)
	case LinkIPv4:
		return d.fromIPv4(f, 0, out)
	case LinkIPv6:
		return d.fromIPv6(f, 0, out)
	case LinkPktap:
		return d.fromPktap(f, out)
	}
	return OtherLink
}

// Untapped gives the frame within one of pktap; any other one is what it is.
//
//	length u32 of the header, next u32 (1 = a packet follows), link type u32 of the packet, interface, flags, process
//
// all in the order of the capturing machine, which is a little-endian one.
func Untapped(f *Frame) (inner Frame, header int, ok bool) {
	const least = 12
	inner = *f
	if f.Link != LinkPktap {
		return inner, 0, true
	}
	if len(f.Data) < least {
		return inner, 0, false
	}
	length, link := binary.LittleEndian.Uint32(f.Data), binary.LittleEndian.Uint32(f.Data[8:])
	if length < least || uint64(length) > uint64(len(f.Data)) {
		return inner, 0, false
	}
	inner.Data, inner.Link, header = f.Data[length:], uint16(min(link, 0xFFFF)), int(length)
	inner.WireLength -= min(inner.WireLength, length)
	return inner, header, true
}

// fromPktap reads the frame within one of pktap, which is none of pktap itself.
func (d *Dissector) fromPktap(f *Frame, out *Datagram) (kind Kind) {
	inner, header, ok := Untapped(f)
	switch {
	case !ok:
		return Bad
	case inner.Link == LinkPktap:
		return OtherLink
	}
	out.Trail.Interface, out.Trail.Way = tapped(f.Data[:header])
	if kind = d.link(&inner, out); d.network >= 0 {
		d.network += header
	}
	out.HeaderBytes += int32(header)
	d.fragment.HeaderBytes += header
	return kind
}

// tapped gives the interface and the way that a header of pktap states: a name of 24 bytes at byte 12, flags u32 at 36.
func tapped(header []byte) (name uint32, way Way) {
	const nameAt, flagsAt, least = 12, 36, 40
	if len(header) < least {
		return 0, NoWay
	}
	text, _, _ := bytes.Cut(header[nameAt:flagsAt], []byte{0})
	for _, b := range text {
		name = hashed(name, uint32(b))
	}
	switch header[flagsAt] & 3 {
	case 1:
		way = Inbound
	case 2:
		way = Outbound
	}
	return name, way
}

// hashed adds a number to a hash, which is 0 as long as nothing has been added.
func hashed(hash, n uint32) uint32 { return max(1, (hash^n+0x9E37)*0x01000193) }

func (d *Dissector) fromEthernet(f *Frame, out *Datagram) Kind {
	if len(f.Data) < ethernetHeader {
		return Bad
	}
	if d.ethernet.DecodeFromBytes(f.Data, feedback) != nil {
		return Bad
	}
	return d.carried(f, ethernetHeader, d.ethernet.EthernetType, out)
}

// Tags that stand before the ethertype proper: 802.1Q, 802.1ad and two of its
// forerunners.
const (
	tagCustomer = 0x8100
	tagService  = 0x88a8
	tagForerun1 = 0x9100
	tagForerun2 = 0x9200
)

// carried goes on at byte at with a protocol named by an ethertype, past any
// number of VLAN tags.
func (d *Dissector) carried(f *Frame, at int, protocol layers.EthernetType, out *Datagram) Kind {
	for {
		d.network = at
		switch protocol {
		case layers.EthernetTypeIPv4:
			return d.fromIPv4(f, at, out)
		case layers.EthernetTypeIPv6:
			return d.fromIPv6(f, at, out)
		case tagCustomer, tagService, tagForerun1, tagForerun2:
			if d.vlan.DecodeFromBytes(f.Data[at:], feedback) != nil {
				return Bad
			}
			at += vlanTag
			protocol = d.vlan.Type
			out.Trail.Tags = hashed(out.Trail.Tags, uint32(d.vlan.VLANIdentifier))
		default:
			return NotUDP
		}
	}
}

// fromCooked reads Linux cooked v1:
//
//	packet type u16, address type u16, address length u16, address 8 bytes, protocol u16
//
// all big endian. gopacket slices the address by its length field, which is not
// bounded by the 8 bytes (InfiniBand states 20) and may be any number, so it gets
// a copy of the header with a length that fits.
func (d *Dissector) fromCooked(f *Frame, out *Datagram) Kind {
	if len(f.Data) < sllHeader {
		return Bad
	}
	copy(d.cookedHeader[:], f.Data)
	if binary.BigEndian.Uint16(d.cookedHeader[4:]) > 8 {
		binary.BigEndian.PutUint16(d.cookedHeader[4:], 8)
	}
	if d.cooked.DecodeFromBytes(d.cookedHeader[:], feedback) != nil {
		return Bad
	}
	out.Trail.Way = cookedWay(uint16(d.cooked.PacketType))
	return d.carried(f, sllHeader, d.cooked.EthernetType, out)
}

// cookedWay tells the way by a packet type of Linux cooked.
func cookedWay(packetType uint16) Way {
	switch {
	case packetType < uint16(layers.LinuxSLLPacketTypeOutgoing): // to this machine, to all, to a group, to another machine
		return Inbound
	case packetType == uint16(layers.LinuxSLLPacketTypeOutgoing):
		return Outbound
	}
	return NoWay
}

// fromCooked2 reads Linux cooked v2, which gopacket does not have:
//
//	protocol u16, reserved u16, interface u32, address type u16, packet type u8,
//	address length u8, address 8 bytes
//
// all big endian.
func (d *Dissector) fromCooked2(f *Frame, out *Datagram) Kind {
	if len(f.Data) < sll2Header {
		return Bad
	}
	out.Trail.Interface = binary.BigEndian.Uint32(f.Data[4:])
	out.Trail.Way = cookedWay(uint16(f.Data[10]))
	return d.carried(f, sll2Header, layers.EthernetType(binary.BigEndian.Uint16(f.Data)), out)
}

// fromLoopback reads the address family before the packet. The capture may come
// from a machine of either byte order and of any BSD, whose numbers for IPv6
// differ; gopacket tells the byte order by where the zeros are.
func (d *Dissector) fromLoopback(f *Frame, out *Datagram) Kind {
	if len(f.Data) < loopbackHeader {
		return Bad
	}
	if d.loopback.DecodeFromBytes(f.Data, feedback) != nil {
		return NotUDP
	}
	switch d.loopback.Family {
	case layers.ProtocolFamilyIPv4:
		return d.fromIPv4(f, loopbackHeader, out)
	case layers.ProtocolFamilyIPv6BSD, layers.ProtocolFamilyIPv6FreeBSD,
		layers.ProtocolFamilyIPv6Darwin, layers.ProtocolFamilyIPv6Linux:
		return d.fromIPv6(f, loopbackHeader, out)
	}
	return NotUDP
}

// fromVersion reads raw IP of the version that its first four bits say.
func (d *Dissector) fromVersion(f *Frame, out *Datagram) Kind {
	if len(f.Data) == 0 {
		return Bad
	}
	switch f.Data[0] >> 4 {
	case 4:
		return d.fromIPv4(f, 0, out)
	case 6:
		return d.fromIPv6(f, 0, out)
	}
	return Bad
}
