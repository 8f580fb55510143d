package capture

import (
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
	ends         endsTable
}

// feedback is what gopacket reports truncation to; we measure it ourselves.
var feedback = gopacket.NilDecodeFeedback

// Dissect says what f is and, when it is a UDP datagram, fills in out. For every
// other kind only Frame, Time and Digits of out mean something, and reason is one
// of the Reason constants; for UDP it is "". For Fragment see [Dissector.Fragment].
//
// A panic in a layer decoder makes the frame Bad; it cannot end the program.
func (d *Dissector) Dissect(f *Frame, out *Datagram) (kind Kind, reason string) {
	if d.quick(f, out) {
		return UDP, ""
	}
	return d.dissect(f, out)
}

// dissect is the general way, through gopacket's layers.
func (d *Dissector) dissect(f *Frame, out *Datagram) (kind Kind, reason string) {
	defer func() {
		if recover() != nil {
			kind, reason = Bad, ReasonPanic
		}
	}()
	*out = Datagram{Frame: f.Number, Time: f.Time, Digits: f.Digits}
	return d.link(f, out)
}

// Fragment returns the fragment of the last frame for which Dissect said
// Fragment. Its Data points into the frame's batch.
func (d *Dissector) Fragment() IPFragment { return d.fragment }

// notUDP names an upper protocol that is not UDP.
func notUDP(protocol layers.IPProtocol) (Kind, string) {
	switch protocol {
	case layers.IPProtocolTCP:
		return NotUDP, ReasonTCP
	case layers.IPProtocolICMPv4:
		return NotUDP, ReasonICMP
	case layers.IPProtocolICMPv6:
		return NotUDP, ReasonICMPv6
	case layers.IPProtocolIGMP:
		return NotUDP, ReasonIGMP
	}
	return NotUDP, ReasonProtocol
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
func (d *Dissector) datagram(p *ipPayload, out *Datagram) (Kind, string) {
	if p.claimed < udpHeader {
		return Bad, ReasonUDPRoom
	}
	if len(p.data) < udpHeader {
		return Bad, ReasonUDPCut
	}
	if d.udp.DecodeFromBytes(p.data, feedback) != nil {
		return Bad, ReasonUDPLength
	}
	length := int(d.udp.Length)
	if length == 0 {
		if p.version == 4 {
			return Bad, ReasonUDPLength // only IPv6 has jumbograms
		}
		length = p.claimed
	}
	out.Ends = d.ends.of(netip.AddrPortFrom(p.src, uint16(d.udp.SrcPort)), netip.AddrPortFrom(p.dst, uint16(d.udp.DstPort)))
	present := min(len(p.data), length)
	out.Payload = p.data[udpHeader:present:present]
	out.Missing = int32(length - present)
	return UDP, ""
}

// inFrame reads UDP from p, which begins at byte at of f's data.
func (d *Dissector) inFrame(f *Frame, at int, p *ipPayload, out *Datagram) (Kind, string) {
	if kind, reason := d.datagram(p, out); kind != UDP {
		return kind, reason
	}
	out.HeaderBytes = int32(at + udpHeader)
	out.Padding = int32(len(f.Data)-len(out.Payload)) - out.HeaderBytes
	if out.Missing > 0 {
		fits := out.Length()+udpHeader <= p.claimed
		out.Snapped = fits && int64(out.Missing) <= uncaptured(f)
	}
	return UDP, ""
}

// uncaptured is how many bytes of the frame were on the wire but not captured.
func uncaptured(f *Frame) int64 {
	return max(0, int64(f.WireLength)-int64(len(f.Data)))
}
