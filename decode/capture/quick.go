package capture

import "encoding/binary"

// quick does what Dissect does for the shape that nearly every frame of a game
// has, and no other: UDP in IPv4 without options, whole, with lengths that agree. It
// reports false for everything else and leaves that to the general way, which
// remains the truth: a test and a fuzz target hold the two together. Without
// it stats takes 6.6 % more instructions and decode -o json 4.2 %, because the layers fill in
// many fields that nobody asks for.
func (d *Dissector) quick(f *Frame, out *Datagram) bool {
	at, ok := quickLink(f)
	if !ok || len(f.Data)-at < minIPv4Header+udpHeader {
		return false
	}
	packet := f.Data[at:]
	const dontFragment = 0x4000
	total := int(binary.BigEndian.Uint16(packet[2:]))
	if packet[0] != 0x45 || packet[9] != 17 || total > len(packet) ||
		binary.BigEndian.Uint16(packet[6:])&^dontFragment&^0x8000 != 0 {
		return false
	}
	length := int(binary.BigEndian.Uint16(packet[24:]))
	if length < udpHeader || minIPv4Header+length > total {
		return false
	}
	at += minIPv4Header + udpHeader
	end := at + length - udpHeader
	// Field by field: a literal would be made elsewhere first, and copied.
	out.Frame, out.Time, out.Digits = f.Number, f.Time, f.Digits
	out.Ends = d.ends.ipv4((*[12]byte)(packet[12:]))
	out.Payload = f.Data[at:end:end]
	out.Missing, out.Snapped, out.Fragments, out.FromFragments = 0, false, 0, nil
	out.HeaderBytes, out.Padding = int32(at), int32(len(f.Data)-end)
	return true
}

// quickLink says where the IPv4 packet of a frame begins, for links whose header
// names the protocol at a fixed place.
func quickLink(f *Frame) (at int, ok bool) {
	var protocol int
	switch f.Link {
	case LinkEthernet:
		at, protocol = ethernetHeader, 12
	case LinkSLL:
		at, protocol = sllHeader, 14
	case LinkSLL2:
		at, protocol = sll2Header, 0
	default:
		return 0, false
	}
	return at, len(f.Data) >= at && binary.BigEndian.Uint16(f.Data[protocol:]) == 0x0800
}
