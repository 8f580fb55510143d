package capture

import (
	"bytes"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"bcdump/decode/synth"
)

// wrapped gives the frame of a packet in a wrap.
func wrapped(w *synth.Wrap, packet []byte) *Frame {
	return frameOf(uint16(w.Link), w.Around(packet))
}

// eachWrap calls test for each layer, with a packet of IPv4 and one of IPv6.
func eachWrap(t *testing.T, test func(t *testing.T, w *synth.Wrap, packet []byte, src, dst netip.Addr)) {
	t.Helper()
	payload := pattern(31, 9)
	udp := join(be16(portA), be16(portB), be16(8+len(payload)), be16(0xBEEF), payload)
	for _, w := range synth.Wraps() {
		t.Run(w.Name, func(t *testing.T) { test(t, &w, v4{id: 0x1234}.bytes(udp), hostA, hostB) })
		t.Run(w.Name+", IPv6", func(t *testing.T) { test(t, &w, v6{}.bytes(udp), hostA6, hostB6) })
	}
}

// TestWraps: in each layer and nesting the datagram is the one within.
func TestWraps(t *testing.T) {
	payload := pattern(31, 9)
	var d Dissector
	eachWrap(t, func(t *testing.T, w *synth.Wrap, packet []byte, src, dst netip.Addr) {
		f := wrapped(w, packet)
		before := bytes.Clone(f.Data)
		var got, plain Datagram
		if kind := d.dissect(frameOf(LinkRaw, packet), &plain); kind != UDP {
			t.Fatal(kind)
		}
		if kind := d.dissect(f, &got); kind != UDP {
			t.Fatalf("%v: %v", kind, d.Protocol())
		}
		ledger(t, f, &got)
		if got.Src != netip.AddrPortFrom(src, portA) || got.Dst != netip.AddrPortFrom(dst, portB) ||
			!bytes.Equal(got.Payload, payload) || got.Missing != 0 {
			t.Errorf("%+v", got)
		}
		x := got.Trail
		if (x.Tags != 0) != w.Tagged {
			t.Errorf("tags %x", x.Tags)
		}
		if x.ID != plain.Trail.ID || x.Hops != plain.Trail.Hops || x.Checksum != 0xBEEF {
			t.Errorf("%+v; expected %+v", x, plain.Trail)
		}
		if !bytes.Equal(before, f.Data) {
			t.Error("the frame was written to")
		}
		if _, at := d.Network(f, &got); !bytes.HasPrefix(f.Data[at:], packet) {
			t.Errorf("the packet is not at byte %d", at)
		}
	})
}

// TestEachLayerIsWrapped: what TestWraps has no frame of, nobody tries.
func TestEachLayerIsWrapped(t *testing.T) {
	seen := map[string]bool{"raw IPv6": true, "extensions of IPv6": true} // they have tests of their own: no IPv4 stands in them
	for i, read := range readers {
		if read == nil {
			continue
		}
		name := leads()[i-1].name
		readers[i] = func(d *Dissector, out *Datagram) Protocol {
			seen[name] = true
			return read(d, out)
		}
		t.Cleanup(func() { readers[i] = read })
	}
	eachWrap(t, func(_ *testing.T, w *synth.Wrap, packet []byte, _, _ netip.Addr) {
		new(Dissector).dissect(wrapped(w, packet), new(Datagram))
	})
	for _, row := range leads() {
		if !seen[row.name] {
			t.Errorf("no frame has %s: Wraps (decode/synth/wrap.go) needs one", row.name)
		}
	}
}

// TestWrapsCutAnywhere: what the capture did not keep never makes a panic, another datagram that is whole, or a byte
// without an owner.
func TestWrapsCutAnywhere(t *testing.T) {
	var d Dissector
	eachWrap(t, func(t *testing.T, w *synth.Wrap, packet []byte, src, _ netip.Addr) {
		whole := wrapped(w, packet)
		for n := range whole.Data {
			f := frameOf(whole.Link, whole.Data[:n:n])
			f.WireLength = uint32(len(whole.Data))
			var out Datagram
			if kind := d.dissect(f, &out); kind != UDP {
				continue
			}
			ledger(t, f, &out)
			if out.Src.Addr() == src && out.Missing > 0 && !out.Snapped || out.Src.Addr() != src && out.Missing == 0 {
				t.Fatalf("cut to %d: %+v", n, out)
			}
		}
	})
}

// TestFragmentsInWraps: fragments are joined within each layer, and those of a packet of a tunnel too, with fragments in them.
func TestFragmentsInWraps(t *testing.T) {
	payload := pattern(100, 9)
	udp := udpBytes(payload)
	inner := [][]byte{v4{id: 5, more: true}.bytes(udp[:64]), v4{id: 5, offset: 64}.bytes(udp[64:])}
	outer := func(id uint16, content []byte) (packets [][]byte) {
		return synth.IPv4{Src: hostB, Dst: hostA, ID: id, Protocol: 47}.Fragments(append([]byte{0, 0, 8, 0}, content...), 48)
	}
	joined := func(t *testing.T, frames []*Frame) (out Datagram) {
		var d Dissector
		j := NewDefragmenter()
		for i, f := range frames {
			f.Number = int64(i + 1)
			kind := d.dissect(f, &out)
			if kind != Fragment {
				t.Fatalf("frame %d: %v", i+1, kind)
			}
			x := d.Fragment()
			if x.HeaderBytes+len(x.Data)+x.Padding != len(f.Data) {
				t.Fatalf("%+v", x)
			}
			if kind := j.Join(f, &x, &out); (kind == UDP) != (i == len(frames)-1) {
				t.Fatalf("frame %d: %v", i+1, kind)
			}
		}
		if !bytes.Equal(out.Payload, payload) || out.Src.Addr() != hostA ||
			int(out.HeaderBytes+out.Padding)+len(out.Payload) != len(out.FromFragments.Payload) || int(out.Fragments) != len(frames) {
			t.Errorf("%+v", out)
		}
		if j.Stats().Pending != 0 {
			t.Errorf("%+v", j.Stats())
		}
		return out
	}
	for _, w := range synth.Wraps() {
		t.Run(w.Name, func(t *testing.T) {
			var frames []*Frame
			for _, packet := range inner {
				frames = append(frames, wrapped(&w, packet))
			}
			joined(t, frames)
		})
	}
	t.Run("of a tunnel", func(t *testing.T) {
		var frames []*Frame
		for _, packet := range outer(9, v4{}.bytes(udp)) {
			frames = append(frames, frameOf(LinkRaw, packet))
		}
		out := joined(t, frames)
		if h := out.FromFragments.Headers; len(h) != 2 || h[0].Of != IPHeader || h[1].Of != UDPHeader {
			t.Errorf("%+v", h)
		}
	})
	t.Run("of a tunnel that carries fragments", func(t *testing.T) {
		var frames []*Frame
		for i, packet := range inner {
			for _, packet := range outer(uint16(20+i), packet) {
				frames = append(frames, frameOf(LinkRaw, packet))
			}
		}
		out := joined(t, frames)
		if got := fmt.Sprint(out.FromFragments.Frames); got != "[1 2 3 4]" {
			t.Error(got)
		}
	})
}

// TestPlainOnTunnelPorts: whoever uses a port of a tunnel for something else has plain datagrams.
func TestPlainOnTunnelPorts(t *testing.T) {
	frame := ethernetFrame(0x0800, v4{}.bytes(udpBytes(pattern(9, 1))))
	unknown := ethernetFrame(0x4321, v4{}.bytes(udpBytes(pattern(9, 1))))
	for name, payload := range map[string][]byte{
		"nothing":                   nil,
		"text":                      []byte(`\hostname\A server of this game\mapname\multi1`),
		"VXLAN, half a header":      {8, 0, 0, 0, 0, 0},
		"VXLAN, no flag":            join([]byte{0, 0, 0, 0, 0, 0, 1, 0}, frame),
		"VXLAN, reserved bits":      join([]byte{8, 0, 0, 1, 0, 0, 1, 0}, frame),
		"VXLAN, last byte":          join([]byte{8, 0, 0, 0, 0, 0, 1, 1}, frame),
		"VXLAN, unknown type":       join([]byte{8, 0, 0, 0, 0, 0, 1, 0}, unknown),
		"VXLAN, wrong version":      join([]byte{8, 0, 0, 0, 0, 0, 1, 0}, ethernetFrame(0x86DD, v4{}.bytes(nil))),
		"VXLAN, a tag of a tag":     join([]byte{8, 0, 0, 0, 0, 0, 1, 0}, ethernetFrame(0x4321, nil, 0x8100, 0x8100)),
		"Geneve, version":           join([]byte{0x40, 0, 0x65, 0x58, 0, 0, 1, 0}, frame),
		"Geneve, reserved bits":     join([]byte{0, 1, 0x65, 0x58, 0, 0, 1, 0}, frame),
		"Geneve, options cut":       {4, 0, 0x65, 0x58, 0, 0, 1, 0, 1, 2, 3},
		"Geneve, unknown type":      join([]byte{0, 0, 0x43, 0x21, 0, 0, 1, 0}, frame),
		"MPLS, no last label":       join([]byte{0, 0, 0x10, 64, 0, 0, 0x10, 64}),
		"MPLS, unknown type":        join([]byte{0, 0, 0x11, 64}, unknown),
		"MPLS, nothing known":       {0, 0, 0x11, 64, 0x70, 1, 2, 3},
		"MPLS, half a packet":       join([]byte{0, 0, 0x11, 64}, frame[14:33]),
		"Geneve, another's version": join([]byte{0, 0, 0x86, 0xDD, 0, 0, 1, 0}, v4{}.bytes(nil)),
	} {
		ports := []int{4789, 8472, 6081, 6635}
		if len(payload) > 8 && payload[8] == frame[0] {
			ports = ports[:3] // the header of another tunnel is that of a label, or of two
		}
		for _, port := range ports {
			udp := join(be16(portA), be16(port), be16(8+len(payload)), be16(0xBEEF), payload)
			f := frameOf(LinkRaw, v4{id: 3}.bytes(udp))
			var d Dissector
			var out Datagram
			if kind := d.dissect(f, &out); kind != UDP {
				t.Errorf("%s on %d: %v", name, port, kind)
				continue
			}
			ledger(t, f, &out)
			if !bytes.Equal(out.Payload, payload) || int(out.Dst.Port()) != port || out.Trail != (Trail{ID: 3, Checksum: 0xBEEF, Hops: 64}) {
				t.Errorf("%s on %d: %+v", name, port, out)
			}
		}
	}
}

// TestLayersAreBounded: a frame of nothing but tags, or of tunnels, ends somewhere; so do tries that double.
func TestLayersAreBounded(t *testing.T) {
	packet := v4{}.bytes(udpBytes(pattern(9, 1)))
	tags := ethernetFrame(0x0800, packet, bytes2ints(0x8100, maxLayers)...)
	tunnels, words := packet, ethernetFrame(0x0800, packet[:19])
	for range 1000 {
		tunnels = synth.Outer4(4, tunnels)
		words = ethernetFrame(0x8847, join([]byte{0, 0, 1, 64}, []byte{0, 0, 0, 0}, words))
	}
	for name, f := range map[string]*Frame{
		"tags": frameOf(LinkEthernet, tags), "tunnels": frameOf(LinkRaw, tunnels), "pseudowires": frameOf(LinkEthernet, words),
	} {
		var d Dissector
		var out Datagram
		if kind := d.dissect(f, &out); kind != Bad && kind != NotUDP {
			t.Errorf("%s: %v", name, kind)
		}
	}
	var d Dissector
	var out Datagram
	if kind := d.dissect(frameOf(LinkEthernet, ethernetFrame(0x0800, packet, bytes2ints(0x8100, maxLayers-3)...)), &out); kind != UDP {
		t.Error(kind, d.Protocol())
	}
}

// bytes2ints repeats a number.
func bytes2ints(n, times int) (all []int) {
	for range times {
		all = append(all, n)
	}
	return all
}

// TestProtocol says what is no UDP datagram.
func TestProtocol(t *testing.T) {
	tcp := v4{protocol: 6}.bytes(pattern(20, 0))
	tests := []struct {
		frame *Frame
		want  string
	}{
		{frameOf(1, ethernetFrame(0x0806, pattern(28, 0))), "not-udp ARP"},
		{frameOf(1, ethernetFrame(0x88cc, pattern(28, 0), 0x8100)), "not-udp LinkLayerDiscovery"},
		{frameOf(1, ethernetFrame(0x4321, pattern(28, 0))), "not-udp Ethernet type 0x4321"},
		{frameOf(1, ethernetFrame(0x8863, []byte{0x11, 9, 0, 0, 0, 0})), "not-udp PPPoEDiscovery"},
		{frameOf(1, ethernetFrame(0x8864, []byte{0x11, 0, 0, 1, 0, 4, 0xC0, 0x21, 1, 1})), "not-udp PPP protocol 0xC021"},
		{frameOf(1, ethernetFrame(3, []byte{0x42, 0x42, 3})), "not-udp LLC 0x42"},
		{frameOf(1, ethernetFrame(0x8847, []byte{0, 0, 1, 1, 0x12, 3, 4})), "not-udp unknown content of MPLS"},
		{frameOf(LinkRaw, tcp), "not-udp TCP"},
		{frameOf(LinkRaw, synth.Outer4(4, tcp)), "not-udp TCP"},
		{frameOf(LinkRaw, v4{protocol: 1}.bytes(pattern(20, 0))), "not-udp ICMPv4"},
		{frameOf(LinkRaw, v4{protocol: 103}.bytes(pattern(20, 0))), "not-udp IP protocol 103"},
		{frameOf(LinkRaw, v4{protocol: 47}.bytes([]byte{0x40, 0, 8, 0, 0, 0, 0, 0})), "not-udp GRE"},
		{frameOf(LinkRaw, v4{protocol: 60}.bytes(pattern(20, 0))), "not-udp IPv6Destination"},
		{frameOf(LinkNull, []byte{16, 0, 0, 0}), "not-udp address family 16"},
		{frameOf(Link80211, join([]byte{8, 0x41}, pattern(40, 0))), "not-udp encrypted 802.11"},
		{frameOf(Link80211, join([]byte{8, 4}, make([]byte, 40))), "not-udp fragment of 802.11"},
		{frameOf(Link80211, join([]byte{0x80, 0}, make([]byte, 40))), "not-udp 802.11 without data"},
		{frameOf(Link80211, join([]byte{0x88, 2}, make([]byte, 22), []byte{0x80, 0}, make([]byte, 13), []byte{4}, make([]byte, 40))), "not-udp several frames in one of 802.11"},
		{frameOf(LinkSLL, join(be16(0), be16(824), make([]byte, 10), be16(4), pattern(9, 0))), "not-udp netlink"},
		{frameOf(189, pattern(9, 0)), "other-link link type 189"},
		{frameOf(LinkRaw, tcp[:19]), "bad IPv4"},
		{frameOf(LinkPktap, pattern(9, 0)), "bad macOS pktap"},
	}
	for _, test := range tests {
		var d Dissector
		var out Datagram
		kind := d.Dissect(test.frame, &out)
		if got := fmt.Sprint(kind, " ", d.Protocol()); got != test.want {
			t.Errorf("%s; expected %s", got, test.want)
		}
	}
	for p := range Protocol(spaces << 16) {
		if strings.Contains(p.String(), "Unknown") || p>>16 > 0 && p < named && p.String() == "" {
			t.Fatalf("%x: %q", uint32(p), p)
		}
	}
}
