package capture

import "testing"

// trailOf dissects a frame in the general way and, where there is one, in the quick one.
func trailOf(t *testing.T, f *Frame) Trail {
	t.Helper()
	var d Dissector
	var out Datagram
	switch kind := d.Dissect(f, &out); kind {
	case UDP:
		return out.Trail
	case Fragment:
		return d.Fragment().Trail
	default:
		t.Fatal(kind)
	}
	return Trail{}
}

// TestTrail says for each place that has one what a datagram's trail is.
func TestTrail(t *testing.T) {
	udp := join(be16(portA), be16(portB), be16(8+3), be16(0xBEEF), []byte{1, 2, 3})
	four := v4{id: 0x1234}.bytes(udp)
	four[8] = 61
	six := v6{}.bytes(udp)
	six[7] = 62
	atomic := v6{next: 44}.bytes(v6Fragment(17, 0x79ABCDEF, 0, false, udp))
	is := Trail{ID: 0x1234, Hops: 61, Checksum: 0xBEEF}
	with := func(change func(x *Trail)) Trail { x := is; change(&x); return x }

	cooked := func(way byte, packet []byte) *Frame {
		b := sllFrame(0x0800, 6, packet)
		b[1] = way
		return frameOf(LinkSLL, b)
	}
	cooked2 := func(index int, way byte, packet []byte) *Frame {
		b := sll2Frame(0x0800, packet)
		copy(b[4:], be32(index))
		b[10] = way
		return frameOf(LinkSLL2, b)
	}
	tap := func(name string, flags byte) *Frame {
		b := make([]byte, 108)
		b[0], b[4], b[8], b[36] = 108, 1, LinkEthernet, flags
		copy(b[12:], name)
		return frameOf(LinkPktap, join(b, ethernetFrame(0x0800, four)))
	}
	tests := []struct {
		name  string
		frame *Frame
		want  Trail
	}{
		{"Ethernet", frameOf(LinkEthernet, ethernetFrame(0x0800, four)), is},
		{"raw", frameOf(LinkRaw, four), is},
		{"IPv6", frameOf(LinkRaw, six), Trail{Hops: 62, Checksum: 0xBEEF}},
		{"IPv6 with a fragment header", frameOf(LinkRaw, atomic), Trail{ID: 0x79ABCDEF, Hops: 64, Checksum: 0xBEEF}},
		{"cooked, to us", cooked(0, four), with(func(x *Trail) { x.Way = Inbound })},
		{"cooked, to another", cooked(3, four), with(func(x *Trail) { x.Way = Inbound })},
		{"cooked, outgoing", cooked(4, four), with(func(x *Trail) { x.Way = Outbound })},
		{"cooked, unheard of", cooked(7, four), is},
		{"cooked v2, to us", cooked2(70000, 0, four), with(func(x *Trail) { x.Way, x.Interface = Inbound, 70000 })},
		{"cooked v2, outgoing", cooked2(2, 4, four), with(func(x *Trail) { x.Way, x.Interface = Outbound, 2 })},
		{"fragment", frameOf(LinkRaw, v4{id: 9, offset: 8}.bytes(udp)), Trail{ID: 9, Hops: 64}},
		{"IPv6 fragment", frameOf(LinkRaw, v6{next: 44}.bytes(v6Fragment(17, 70000, 8, false, udp))), Trail{ID: 70000, Hops: 64}},
	}
	for _, test := range tests {
		if got := trailOf(t, test.frame); got != test.want {
			t.Errorf("%s: %+v; expected %+v", test.name, got, test.want)
		}
	}

	ins, outs, other := trailOf(t, tap("en0", 1)), trailOf(t, tap("en0", 2)), trailOf(t, tap("en1", 0))
	if ins.Way != Inbound || outs.Way != Outbound || other.Way != NoWay ||
		ins.Interface == 0 || ins.Interface != outs.Interface || ins.Interface == other.Interface {
		t.Errorf("pktap: %+v, %+v, %+v", ins, outs, other)
	}
	vxlan := func(network byte) []byte {
		inner := join([]byte{8, 0, 0, 0, 0, 0, network, 0}, ethernetFrame(0x0800, four))
		return ethernetFrame(0x0800, v4{}.bytes(join(be16(portA), be16(4789), be16(8+len(inner)), be16(0), inner)))
	}
	seen := map[uint32]string{0: "no tag"}
	for name, frame := range map[string][]byte{
		"100":      ethernetFrame(0x0800, four, 0x8100),
		"100, 101": ethernetFrame(0x0800, four, 0x88a8, 0x8100),
		"VXLAN 5":  vxlan(5),
		"VXLAN 6":  vxlan(6),
		"101, 100": join(ethernetFrame(0x8100, be16(101)), be16(0x8100), be16(100), be16(0x0800), four),
	} {
		got := trailOf(t, frameOf(LinkEthernet, frame))
		if old, twice := seen[got.Tags]; twice {
			t.Errorf("tags %s are those of %s", name, old)
		}
		seen[got.Tags] = name
		got.Tags = 0
		if got != is {
			t.Errorf("tags %s: %+v", name, got)
		}
	}
}
