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
	llc      layers.LLC
	snap     layers.SNAP
	cooked   layers.LinuxSLL
	loopback layers.Loopback
	pflog    layers.PFLog
	radiotap layers.RadioTap
	dot11    layers.Dot11
	gre      layers.GRE
	erspan   layers.ERSPANII
	vxlan    layers.VXLAN
	geneve   layers.Geneve
	ip4      layers.IPv4
	ip6      layers.IPv6
	udp      layers.UDP
	taken    taker

	place
	data       []byte // of the frame, or of a joined IP payload
	uncaptured int    // bytes behind data that were on the wire
	left       int    // layers that may still be read
	scratch    []byte // a header that a layer must not get as it is
	headers    [maxLayers]Header
	fragment   IPFragment
	ends       endsTable
}

// place is how far the way through a frame has come, and what led there.
type place struct {
	at, end  int        // the next layer, and the end of what the one before it carries, in data
	claimed  int        // bytes from at that IP claims to have
	src, dst netip.Addr // of the last IP packet
	version  uint8      // of it; 0 = there was none
	joined   bool       // data is a joined payload, and no header of IP came since
	aligned  bool       // the header of 802.11 is padded to four bytes
	// sequenced says that the last GRE has a number.
	sequenced bool
	passed    int      // of headers
	layer     Protocol // that was read last, or could not be
}

// maxLayers bounds the layers of a frame, tries that failed included.
//
//limit:maxLayers Links, IP and UDP | layers of a frame: headers of link, VLAN, extensions, tunnels, IP and UDP | a bad frame | TestLayersAreBounded
const maxLayers = 32

// feedback is what gopacket reports truncation to; we measure it ourselves.
var feedback = gopacket.NilDecodeFeedback

// Dissect says what f is and, when it is a UDP datagram, fills in out. For every
// other kind only Frame, Time and Digits of out mean something. For Fragment see [Dissector.Fragment],
// for NotUDP and Bad [Dissector.Protocol].
//
// A panic in a layer decoder makes the frame Bad; it cannot end the program.
func (d *Dissector) Dissect(f *Frame, out *Datagram) (kind Kind) {
	defer func() {
		if recover() != nil {
			kind = Bad
		}
	}()
	return d.dissect(f, out)
}

// dissect is Dissect that panics where a layer decoder does.
func (d *Dissector) dissect(f *Frame, out *Datagram) Kind {
	*out = Datagram{}
	out.Frame, out.Time, out.Digits = f.Number, f.Time, f.Digits
	out.Trail.Way = f.Way
	if f.Interface != nil {
		out.Trail.Interface = uint32(f.Interface.Number)
	}
	d.begin(f.Data)
	d.uncaptured = clampInt(max(0, int64(f.WireLength)-int64(len(f.Data))))
	return d.walk(ofLink|Protocol(f.Link), out)
}

// begin goes back to the front of some bytes.
func (d *Dissector) begin(data []byte) {
	d.data, d.uncaptured, d.left = data, 0, maxLayers
	d.place = place{end: len(data)}
}

// clampInt keeps a claimed length small enough to calculate with on any machine.
func clampInt(n int64) int { return int(min(n, 1<<30)) }

// walk reads one layer after the other, from the one that is next.
func (d *Dissector) walk(next Protocol, out *Datagram) Kind {
	for {
		d.layer = next
		step := next.step()
		switch {
		case step == 0 && next&^0xFFFF == ofLink:
			return OtherLink
		case step == 0:
			return NotUDP
		case d.left == 0:
			d.layer = tooDeep
			return Bad
		}
		d.left--
		if next = readers[step](d, out); next < ofLink {
			return Kind(next)
		}
	}
}

// within walks on in what may be a layer. If it is none, because it is cut, contradicts itself or has a type
// that nobody knows, all is as it was.
func (d *Dissector) within(next Protocol, out *Datagram) (kind Kind, ok bool) {
	before, datagram := d.place, *out
	kind = d.walk(next, out)
	if kind == Bad || kind == NotUDP && !d.layer.known() {
		d.place, *out = before, datagram
		return kind, false
	}
	return kind, true
}

// rest is what the next layer has, as far as it is there.
func (d *Dissector) rest() []byte { return d.data[d.at:d.end] }

// cut ends what the layers carry that come next so many bytes from here, if they do not end before.
func (d *Dissector) cut(length int) { d.end = min(d.end, d.at+length) }

// Fragment returns the fragment of the last frame for which Dissect said
// Fragment. Its Data points into the frame's batch.
func (d *Dissector) Fragment() IPFragment { return d.fragment }

// Protocol says what the last frame carries if Dissect said NotUDP, its link type if it said OtherLink, and
// which layer is cut or contradicts itself if it said Bad.
func (d *Dissector) Protocol() Protocol { return d.layer }

// Network is Dissect that also says where the header of the innermost IP packet begins or, where there is none, what
// the link carries. at is -1 where that cannot be read.
func (d *Dissector) Network(f *Frame, out *Datagram) (kind Kind, at int) {
	kind = d.Dissect(f, out)
	at = -1
	if kind == NotUDP {
		at = d.at
	}
	for _, h := range d.Headers() {
		if h.Of == IPHeader {
			at = h.At
		}
	}
	return kind, at
}

// Header is one that was passed on the way through a frame.
type Header struct {
	Of HeaderKind
	// At is its first byte, and End where what it may carry ends, in the data of the frame.
	At, End int
}

// HeaderKind says which headers have addresses, or a checksum of all that they carry.
type HeaderKind uint8

// Kinds of headers.
const (
	IPHeader  HeaderKind = iota // IPv4 or IPv6, as its first four bits say
	UDPHeader                   // of a tunnel, or the last one
	GREHeader                   // with a checksum
)

// Headers gives the headers of the last frame that have addresses or checksums, from the link on. They are valid
// until the next one.
func (d *Dissector) Headers() []Header { return d.headers[:d.passed] }

// pass remembers a header at a byte; where what it carries ends is d.end.
func (d *Dissector) pass(of HeaderKind, at int) {
	d.headers[d.passed] = Header{of, at, d.end}
	d.passed++
}

// taker has gopacket decode a layer for which that has no struct to be reused, and takes what it makes.
type taker struct {
	gopacket.PacketBuilder // nil: what else a decoder asks for, it does not get
	layer                  gopacket.Layer
}

func (t *taker) AddLayer(layer gopacket.Layer)      { t.layer = layer }
func (t *taker) SetLinkLayer(gopacket.LinkLayer)    {}
func (t *taker) NextDecoder(gopacket.Decoder) error { return nil }
func (t *taker) take(of gopacket.Decoder, header []byte) gopacket.Layer {
	t.layer = nil
	if of.Decode(header, t) != nil {
		return nil
	}
	return t.layer
}
