package synth

import "encoding/binary"

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
