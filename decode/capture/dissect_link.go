package capture

import (
	"encoding/binary"

	"github.com/google/gopacket/layers"
)

// Lengths of link headers, in bytes.
const (
	ethernetHeader = 14
	vlanTag        = 4
	sllHeader      = 16
	sll2Header     = 20
	loopbackHeader = 4
)

// link reads the link header and goes on with what it carries.
func (d *Dissector) link(f *Frame, out *Datagram) (Kind, string) {
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
	}
	return OtherLink, ReasonLink
}

func (d *Dissector) fromEthernet(f *Frame, out *Datagram) (Kind, string) {
	if len(f.Data) < ethernetHeader {
		return Bad, ReasonLinkCut
	}
	if d.ethernet.DecodeFromBytes(f.Data, feedback) != nil {
		return Bad, ReasonLinkCut
	}
	return d.network(f, ethernetHeader, d.ethernet.EthernetType, out)
}

// Tags that stand before the ethertype proper: 802.1Q, 802.1ad and two of its
// forerunners.
const (
	tagCustomer  = 0x8100
	tagService   = 0x88a8
	tagForerun1  = 0x9100
	tagForerun2  = 0x9200
	etherTypeMin = 0x0600 // below, the field is the length of an LLC frame
)

// network goes on at byte at with a protocol named by an ethertype, past any
// number of VLAN tags.
func (d *Dissector) network(f *Frame, at int, protocol layers.EthernetType, out *Datagram) (Kind, string) {
	for {
		switch protocol {
		case layers.EthernetTypeIPv4:
			return d.fromIPv4(f, at, out)
		case layers.EthernetTypeIPv6:
			return d.fromIPv6(f, at, out)
		case layers.EthernetTypeARP:
			return NotUDP, ReasonARP
		case tagCustomer, tagService, tagForerun1, tagForerun2:
			if d.vlan.DecodeFromBytes(f.Data[at:], feedback) != nil {
				return Bad, ReasonLinkCut
			}
			at += vlanTag
			protocol = d.vlan.Type
		default:
			if protocol < etherTypeMin {
				return NotUDP, ReasonLLC
			}
			return NotUDP, ReasonEtherType
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
func (d *Dissector) fromCooked(f *Frame, out *Datagram) (Kind, string) {
	if len(f.Data) < sllHeader {
		return Bad, ReasonLinkCut
	}
	copy(d.cookedHeader[:], f.Data)
	if binary.BigEndian.Uint16(d.cookedHeader[4:]) > 8 {
		binary.BigEndian.PutUint16(d.cookedHeader[4:], 8)
	}
	if d.cooked.DecodeFromBytes(d.cookedHeader[:], feedback) != nil {
		return Bad, ReasonLinkCut
	}
	return d.network(f, sllHeader, d.cooked.EthernetType, out)
}

// fromCooked2 reads Linux cooked v2, which gopacket does not have:
//
//	protocol u16, reserved u16, interface u32, address type u16, packet type u8,
//	address length u8, address 8 bytes
//
// all big endian.
func (d *Dissector) fromCooked2(f *Frame, out *Datagram) (Kind, string) {
	if len(f.Data) < sll2Header {
		return Bad, ReasonLinkCut
	}
	return d.network(f, sll2Header, layers.EthernetType(binary.BigEndian.Uint16(f.Data)), out)
}

// fromLoopback reads the address family before the packet. The capture may come
// from a machine of either byte order and of any BSD, whose numbers for IPv6
// differ; gopacket tells the byte order by where the zeros are.
func (d *Dissector) fromLoopback(f *Frame, out *Datagram) (Kind, string) {
	if len(f.Data) < loopbackHeader {
		return Bad, ReasonLinkCut
	}
	if d.loopback.DecodeFromBytes(f.Data, feedback) != nil {
		return NotUDP, ReasonFamily
	}
	switch d.loopback.Family {
	case layers.ProtocolFamilyIPv4:
		return d.fromIPv4(f, loopbackHeader, out)
	case layers.ProtocolFamilyIPv6BSD, layers.ProtocolFamilyIPv6FreeBSD,
		layers.ProtocolFamilyIPv6Darwin, layers.ProtocolFamilyIPv6Linux:
		return d.fromIPv6(f, loopbackHeader, out)
	}
	return NotUDP, ReasonFamily
}

// fromVersion reads raw IP of the version that its first four bits say.
func (d *Dissector) fromVersion(f *Frame, out *Datagram) (Kind, string) {
	if len(f.Data) == 0 {
		return Bad, ReasonIPCut
	}
	switch f.Data[0] >> 4 {
	case 4:
		return d.fromIPv4(f, 0, out)
	case 6:
		return d.fromIPv6(f, 0, out)
	}
	return Bad, ReasonIPVersion
}
