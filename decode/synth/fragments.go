package synth

import (
	"cmp"
	"slices"
)

// FragmentedFrames is Frames on a network that carries packets of at most mtu bytes:
// larger ones come in fragments, in order.
func (s *Script) FragmentedFrames(link Link, mtu int) (frames []Frame) {
	sent := slices.Clone(s.Sent)
	slices.SortStableFunc(sent, func(a, b Sent) int { return cmp.Compare(a.At, b.At) })
	for i, d := range sent {
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
