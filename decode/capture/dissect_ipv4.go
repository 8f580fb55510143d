package capture

import (
	"net/netip"

	"github.com/google/gopacket/layers"
)

const minIPv4Header = 20

// fromIPv4 reads the IPv4 packet at byte at of f's data.
func (d *Dissector) fromIPv4(f *Frame, at int, out *Datagram) (Kind, string) {
	packet := f.Data[at:]
	if len(packet) < minIPv4Header {
		return Bad, ReasonIPCut
	}
	if packet[0]>>4 != 4 {
		return Bad, ReasonIPVersion
	}
	header := int(packet[0]&0x0f) * 4
	if header < minIPv4Header {
		return Bad, ReasonIPHeader
	}
	if len(packet) < header {
		return Bad, ReasonIPCut
	}
	// The error is not asked for: the fixed header is whole, and an option that
	// gopacket does not like is no reason to lose the datagram behind it.
	_ = d.ip4.DecodeFromBytes(packet[:header], feedback)
	total := ipv4Length(packet, f)
	if total < header {
		return Bad, ReasonIPLength
	}
	p := ipPayload{
		src:     netip.AddrFrom4([4]byte(packet[12:])),
		dst:     netip.AddrFrom4([4]byte(packet[16:])),
		version: 4,
		data:    packet[header:min(total, len(packet))],
		claimed: total - header,
	}
	if d.ip4.Protocol != layers.IPProtocolUDP {
		return notUDP(d.ip4.Protocol)
	}
	if d.ip4.FragOffset != 0 || d.ip4.Flags&layers.IPv4MoreFragments != 0 {
		return d.fragmentOf(f, at+header, &p, IPFragment{
			ID:       uint32(d.ip4.Id),
			Protocol: uint8(d.ip4.Protocol),
			Offset:   int(d.ip4.FragOffset) * 8,
			More:     d.ip4.Flags&layers.IPv4MoreFragments != 0,
		})
	}
	return d.inFrame(f, at+header, &p, out)
}

// ipv4Length is the total length field, or the rest of the frame for 0, which a
// machine writes that leaves segmentation to its network card. It is read here
// because gopacket replaces a 0 by the length of what it was given.
func ipv4Length(packet []byte, f *Frame) int {
	if total := int(packet[2])<<8 | int(packet[3]); total != 0 {
		return total
	}
	return len(packet) + clampInt(uncaptured(f))
}

// clampInt keeps a claimed length small enough to calculate with on any machine.
func clampInt(n int64) int { return int(min(n, 1<<30)) }

// fragmentOf keeps p, which begins at byte at of f's data, as a fragment. A fragment
// that is not all there cannot be joined.
func (d *Dissector) fragmentOf(f *Frame, at int, p *ipPayload, fragment IPFragment) (Kind, string) {
	if len(p.data) < p.claimed {
		return Bad, ReasonFragmentCut
	}
	fragment.Src, fragment.Dst = p.src, p.dst
	fragment.Version = p.version
	fragment.Data = p.data
	fragment.HeaderBytes = at
	fragment.Padding = len(f.Data) - at - len(p.data)
	d.fragment = fragment
	return Fragment, ""
}
