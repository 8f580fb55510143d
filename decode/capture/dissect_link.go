package capture

import (
	"encoding/binary"

	"github.com/google/gopacket/layers"
)

// Lengths of headers, in bytes.
const (
	ethernetHeader = 14
	vlanTag        = 4
	snapHeader     = 5
	sllHeader      = 16
	sll2Header     = 20
	loopbackHeader = 4
	hdlcHeader     = 4
	pppoeHeader    = 6
	pflogHeader    = 61 // without padding
	radiotapLeast  = 8
	dot11Most      = 36
	checkSequence  = 4 // of a frame, at its end
)

const ethernet = ofEthernet | Protocol(layers.EthernetTypeTransparentEthernetBridging)

func (d *Dissector) readEthernet(*Datagram) Protocol {
	if d.ethernet.DecodeFromBytes(d.rest(), feedback) != nil {
		return foundBad
	}
	d.at += ethernetHeader
	if d.ethernet.EthernetType == layers.EthernetTypeLLC {
		return d.typed(d.ethernet.Length)
	}
	return ofEthernet | Protocol(d.ethernet.EthernetType)
}

// typed goes on with an Ethernet type, which is a length if it is small.
func (d *Dissector) typed(n uint16) Protocol {
	const least = 0x600
	if n >= least {
		return ofEthernet | Protocol(n)
	}
	d.cut(int(n))
	return byLength
}

// soundEthernet tells whether a frame of Ethernet may come next: its type has a name, or its length is right.
func (d *Dissector) soundEthernet() bool {
	const smallest = 60 // what is shorter is padded
	rest := d.rest()
	if len(rest) < ethernetHeader {
		return false
	}
	n := binary.BigEndian.Uint16(rest[12:])
	if length := ethernetHeader + int(n); n < 0x600 {
		return length == len(rest) || length < smallest && len(rest) == smallest
	}
	return (ofEthernet | Protocol(n)).known()
}

func (d *Dissector) readVLAN(out *Datagram) Protocol {
	if d.vlan.DecodeFromBytes(d.rest(), feedback) != nil {
		return foundBad
	}
	d.at += vlanTag
	out.Trail.tag(uint32(d.vlan.VLANIdentifier))
	return d.typed(uint16(d.vlan.Type))
}

func (d *Dissector) readLLC(*Datagram) Protocol {
	const information = 3 // unnumbered: all that IP has
	if d.llc.DecodeFromBytes(d.rest(), feedback) != nil {
		return foundBad
	}
	d.at += len(d.llc.Contents)
	if d.llc.DSAP != d.llc.SSAP || d.llc.Control != information {
		return foundNotUDP
	}
	return ofLLC | Protocol(d.llc.DSAP)
}

// readSNAP goes on with an Ethernet type, if those who assign it are Xerox or bridges of IEEE 802.
func (d *Dissector) readSNAP(*Datagram) Protocol {
	if d.snap.DecodeFromBytes(d.rest(), feedback) != nil {
		return foundBad
	}
	d.at += snapHeader
	if by := d.snap.OrganizationalCode; by[0] != 0 || by[1] != 0 || by[2] != 0 && by[2] != 0xF8 {
		return foundNotUDP
	}
	return ofEthernet | Protocol(d.snap.Type)
}

// readCooked reads Linux cooked v1:
//
//	packet type u16, address type u16, address length u16, address 8 bytes, protocol u16
//
// all big endian. gopacket slices the address by its length field, which is not
// bounded by the 8 bytes (InfiniBand states 20) and may be any number, so it gets
// a copy of the header with a length that fits.
func (d *Dissector) readCooked(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < sllHeader {
		return foundBad
	}
	d.scratch = append(d.scratch[:0], rest[:sllHeader]...)
	binary.BigEndian.PutUint16(d.scratch[4:], min(8, binary.BigEndian.Uint16(rest[4:])))
	if d.cooked.DecodeFromBytes(d.scratch, feedback) != nil {
		return foundBad
	}
	out.Trail.Way = cookedWay(uint16(d.cooked.PacketType))
	return d.cookedType(sllHeader, d.cooked.AddrType, d.cooked.EthernetType)
}

// readCooked2 reads Linux cooked v2, which gopacket does not have:
//
//	protocol u16, reserved u16, interface u32, address type u16, packet type u8,
//	address length u8, address 8 bytes
//
// all big endian.
func (d *Dissector) readCooked2(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < sll2Header {
		return foundBad
	}
	out.Trail.Interface, out.Trail.Way = binary.BigEndian.Uint32(rest[4:]), cookedWay(uint16(rest[10]))
	return d.cookedType(sll2Header, binary.BigEndian.Uint16(rest[8:]), layers.EthernetType(binary.BigEndian.Uint16(rest)))
}

// cookedType goes on behind a header of Linux cooked.
func (d *Dissector) cookedType(header int, addresses uint16, protocol layers.EthernetType) Protocol {
	const ofNetlink, frameOf8022 = 824, 4
	d.at += header
	switch {
	case addresses == ofNetlink:
		return netlink
	case protocol == frameOf8022:
		return byLength
	}
	return ofEthernet | Protocol(protocol)
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

// readLoopback reads the address family before the packet. The capture may come
// from a machine of either byte order and of any BSD, whose numbers for IPv6
// differ; gopacket tells the byte order by where the zeros are. Some write an Ethernet type, in either order too.
func (d *Dissector) readLoopback(*Datagram) Protocol {
	rest := d.rest()
	if len(rest) < loopbackHeader {
		return foundBad
	}
	d.at += loopbackHeader
	front, back := binary.BigEndian.Uint16(rest), binary.BigEndian.Uint16(rest[2:])
	family := ofEthernet | Protocol(max(front, back)) // if it is too large for one
	if d.loopback.DecodeFromBytes(rest, feedback) == nil {
		family = ofFamily | Protocol(d.loopback.Family)
	}
	if family.step() != 0 || front != 0 && back != 0 {
		return family
	}
	for _, n := range []uint16{back, front, front>>8 | front<<8} {
		if next := ofEthernet | Protocol(n); next.step() != 0 {
			return next
		}
	}
	return family
}

// readSerial reads what stands before PPP on a serial line, which is PPP's own to read, or the header of Cisco
// HDLC, which gopacket does not have: address u8, control u8, Ethernet type u16.
func (d *Dissector) readSerial(*Datagram) Protocol {
	rest := d.rest()
	if len(rest) < hdlcHeader {
		return foundBad
	}
	const toOne, toAll = 0x0F, 0x8F
	if rest[0] != toOne && rest[0] != toAll {
		return ofEthernet | Protocol(layers.EthernetTypePPP)
	}
	d.at += hdlcHeader
	return ofEthernet | Protocol(binary.BigEndian.Uint16(rest[2:]))
}

func (d *Dissector) readPPP(*Datagram) Protocol {
	const most = 4 // address, control, protocol
	rest := d.rest()
	if len(rest) < most {
		return foundBad
	}
	ppp, ok := d.taken.take(layers.LayerTypePPP, rest[:most]).(*layers.PPP)
	if !ok {
		return foundBad
	}
	d.at += len(ppp.Contents)
	if ppp.HasPPTPHeader {
		d.at += most / 2
	}
	return ofPPP | Protocol(ppp.PPPType)
}

// readPPPoE reads the header of a session. gopacket slices what it carries by its length, which may be any
// number, so it gets a header of nothing.
func (d *Dissector) readPPPoE(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < pppoeHeader {
		return foundBad
	}
	d.scratch = append(append(d.scratch[:0], rest[:4]...), 0, 0)
	pppoe, ok := d.taken.take(layers.LayerTypePPPoE, d.scratch).(*layers.PPPoE)
	if !ok || pppoe.Version != 1 || pppoe.Type != 1 {
		return foundBad
	}
	d.at += pppoeHeader
	d.cut(int(binary.BigEndian.Uint16(rest[4:])))
	if pppoe.Code != layers.PPPoECodeSession {
		return ofEthernet | Protocol(layers.EthernetTypePPPoEDiscovery)
	}
	out.Trail.tag(uint32(pppoe.SessionId))
	return ofEthernet | Protocol(layers.EthernetTypePPP)
}

// Untapped gives the frame within one of pktap; any other one is what it is.
func Untapped(f *Frame) (inner Frame, header int, ok bool) {
	inner = *f
	if f.Link != LinkPktap && f.Link != LinkPktapOld {
		return inner, 0, true
	}
	header, ok = untap(f.Data, &inner.Link)
	inner.Data = f.Data[header:]
	inner.WireLength -= min(inner.WireLength, uint32(header))
	return inner, header, ok
}

// untap gives the length of a header of pktap, and the link type of the frame behind it:
//
//	length u32 of the header, next u32 (1 = a packet follows), link type u32 of the packet,
//	name of the interface 24 bytes, flags u32 (bit 0: in, bit 1: out), process
//
// all in the order of the capturing machine, which is a little-endian one.
func untap(b []byte, link *uint16) (header int, ok bool) {
	const least = 12
	if len(b) < least {
		return 0, false
	}
	length := binary.LittleEndian.Uint32(b)
	if length < least || uint64(length) > uint64(len(b)) {
		return 0, false
	}
	*link = uint16(min(binary.LittleEndian.Uint32(b[8:]), 0xFFFF))
	return int(length), true
}

// readPktap reads the header before a frame of another link type. The old number belongs to whoever uses it, so
// what is no pktap there is unknown.
func (d *Dissector) readPktap(out *Datagram) Protocol {
	const nameAt, flagsAt, least = 12, 36, 40
	var link uint16
	b, old := d.rest(), d.layer == ofLink|LinkPktapOld
	header, ok := untap(b, &link)
	switch {
	case old && (!ok || header < least || b[4] != 1):
		return foundOther
	case !ok:
		return foundBad
	case link == LinkPktap || link == LinkPktapOld:
		return foundOther
	}
	d.at += header
	if header < least {
		return ofLink | Protocol(link)
	}
	out.Trail.Interface = hashedText(b[nameAt:flagsAt])
	switch b[flagsAt] & 3 {
	case 1:
		out.Trail.Way = Inbound
	case 2:
		out.Trail.Way = Outbound
	}
	return ofLink | Protocol(link)
}

// readPFLog reads what the filter of a BSD logs before a packet; the header is padded to four bytes.
func (d *Dissector) readPFLog(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < pflogHeader || rest[0] < pflogHeader || int(rest[0]) > len(rest) {
		return foundBad
	}
	_ = d.pflog.DecodeFromBytes(rest, feedback) // it expects one length, and reads all that is asked for before
	d.at += min(padTo4(int(rest[0])), len(rest))
	out.Trail.Interface = hashedText(d.pflog.IFName)
	switch d.pflog.Direction {
	case layers.PFDirectionIn:
		out.Trail.Way = Inbound
	case layers.PFDirectionOut:
		out.Trail.Way = Outbound
	}
	return ofFamily | Protocol(d.pflog.Family)
}

// readNFLog reads what Linux logs of a packet, which gopacket does not have:
//
//	family u8, version u8, group u16, and entries: length u16 with these four bytes, type u16, value, padding to four
//
// Lengths and types are in the order of the capturing machine, values big endian.
func (d *Dissector) readNFLog(out *Datagram) Protocol {
	const header, entry = 4, 4
	const ofPacket, from, to, payload = 1, 4, 5, 9 // types: Ethernet type u16, interface u32, interface u32, the packet
	rest := d.rest()
	if len(rest) < header+entry {
		return foundBad
	}
	var order binary.ByteOrder = binary.LittleEndian
	if n := int(order.Uint16(rest[header:])); n < entry || n > len(rest)-header && order.Uint16(rest[header+2:])&0x7FFF != payload {
		order = binary.BigEndian
	}
	family, next := ofFamily|Protocol(rest[0]), Protocol(0)
	for at := header; len(rest)-at >= entry; {
		length, kind := int(order.Uint16(rest[at:])), order.Uint16(rest[at+2:])&0x7FFF
		if length < entry {
			return foundBad
		}
		value := rest[at+entry : min(at+length, len(rest))]
		switch {
		case kind == payload:
			d.at += at + entry
			d.cut(length - entry)
			if next == 0 || family.step() != 0 {
				next = family
			}
			return next
		case kind == ofPacket && len(value) >= 2:
			next = ofEthernet | Protocol(binary.BigEndian.Uint16(value))
		case (kind == from || kind == to) && len(value) >= 4:
			out.Trail.Interface, out.Trail.Way = binary.BigEndian.Uint32(value), Inbound
			if kind == to {
				out.Trail.Way = Outbound
			}
		}
		at += padTo4(length)
	}
	return foundNotUDP
}

// readRadiotap reads what the radio says of a frame. gopacket is asked for the flags only, in a copy of the
// header: it refuses what it does not know, writes into the frame, and makes a new one to add a check sequence.
func (d *Dissector) readRadiotap(*Datagram) Protocol {
	rest := d.rest()
	if len(rest) < radiotapLeast {
		return foundBad
	}
	header := int(binary.LittleEndian.Uint16(rest[2:]))
	if header < radiotapLeast || header > len(rest) {
		return foundBad
	}
	const timeAndFlags = 3
	var room [24]byte // for what the flags of a header that is too short would ask for
	d.scratch = append(append(d.scratch[:0], rest[:header]...), room[:]...)
	d.scratch[4] &= timeAndFlags
	d.scratch[5], d.scratch[6], d.scratch[7] = 0, 0, d.scratch[7]&0x80 // another bitmap follows
	d.radiotap = layers.RadioTap{}
	if d.radiotap.DecodeFromBytes(d.scratch, feedback) != nil {
		return foundBad
	}
	d.at += header
	if d.radiotap.Flags.FCS() && d.uncaptured == 0 {
		d.end = max(d.at, d.end-checkSequence)
	}
	d.aligned = d.radiotap.Flags.Datapad()
	return ofLink | Link80211
}

// read80211 reads a frame of an open network; of others nobody knows what they carry. gopacket takes the last
// bytes for a check sequence, which most captures do not have, so it gets a copy of the header.
func (d *Dissector) read80211(out *Datagram) Protocol {
	const noDataBit, qualityBit = 0x10, 0x20
	rest := d.rest()
	d.scratch = append(append(d.scratch[:0], rest[:min(len(rest), dot11Most)]...), 0, 0, 0, 0)
	d.dot11 = layers.Dot11{}
	_ = d.dot11.DecodeFromBytes(d.scratch, feedback) // it does not know all kinds of data
	header, flags := len(d.dot11.Contents), d.dot11.Flags
	if header == 0 {
		return foundBad
	}
	if d.aligned {
		header = min(padTo4(header), len(rest))
	}
	d.at += header
	switch kind := d.dot11.Type; {
	case kind.MainType() != layers.Dot11TypeData || kind&noDataBit != 0:
		return noData
	case flags.WEP():
		return encrypted
	case flags.MF() || d.dot11.FragmentNumber != 0:
		return partOf80211
	case kind&qualityBit != 0 && d.scratch[qualityAt(flags)]&0x80 != 0:
		return d.aggregate()
	}
	out.Trail.Way = radioWay(flags)
	return byLength
}

// radioWay is which way a frame goes for one who is not the access point.
func radioWay(flags layers.Dot11Flags) Way {
	switch {
	case flags.ToDS() && !flags.FromDS():
		return Outbound
	case flags.FromDS() && !flags.ToDS():
		return Inbound
	}
	return NoWay
}

// qualityAt is where a header of 802.11 says whether several frames follow it.
func qualityAt(flags layers.Dot11Flags) int {
	if flags.ToDS() && flags.FromDS() {
		return 30
	}
	return 24
}

// aggregate goes on with the one frame that is within a frame which may have several: addresses, length u16.
func (d *Dissector) aggregate() Protocol {
	rest := d.rest()
	if len(rest) < ethernetHeader {
		return foundBad
	}
	length := int(binary.BigEndian.Uint16(rest[12:]))
	d.at += ethernetHeader
	if len(rest)-ethernetHeader-length >= ethernetHeader {
		return severalOf80211
	}
	d.cut(length)
	return byLength
}
