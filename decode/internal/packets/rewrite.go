package packets

import (
	"encoding/binary"
	"net/netip"

	"bcdump/decode/capture"
	"bcdump/decode/cipher"
	"bcdump/decode/internal/batch"
	"bcdump/decode/record"
)

// Rewriter says what is written in place of what frames say. Edits, Meet and Port are asked in the order of
// the capture, whatever the batches are, the others when a frame is written.
type Rewriter interface {
	// Edits gives what is replaced in the payload of a message, of one in a datagram or of one that
	// was joined from several.
	Edits(r *record.Record) ([]Edit, Fate)
	// Others says that frames are kept, without what they carry, that hold no message.
	Others() bool
	// Meet says that an address is there, and Address gives the one in its place, or says that none is left.
	Meet(a netip.Addr)
	Address(a netip.Addr) (netip.Addr, bool)
	// Port gives the other port of one end.
	Port(a netip.AddrPort) uint16
	// Hardware writes another address of a link in place.
	Hardware(b []byte)
	// LeftOut counts frames that cannot be rewritten, and Unread bytes of fragments of messages that
	// never became whole, which are zero.
	LeftOut(f *capture.Frame)
	Unread(bytes int)
}

// Fate is what becomes of a datagram.
type Fate uint8

// Fates: a datagram is kept; nothing of it but its headers is; it is no matter of ours; it cannot be judged.
const (
	Keep Fate = iota
	Blank
	NoMatter
	LeaveOut
)

// rewrite gives a frame as to has it, and nil if it is left out. It is valid until the next one.
func (e *Editor) rewrite(f *capture.Frame, d *datagram, to Rewriter) *capture.Frame {
	inner, _, _ := capture.Untapped(f) // the header of pktap names a process
	e.data = append(e.data[:0], inner.Data...)
	e.frame = inner
	e.frame.Data, e.frame.Interface = e.data, e.nameless(f.Interface)
	if !d.leftOut && inner.Link != capture.LinkPktap && e.replaced(d, to) { // one within another names one, too
		return &e.frame
	}
	to.LeftOut(f)
	return nil
}

// nameless is an interface without what it is called, which may tell whose machine it is: copies of a datagram are told by
// which interface they were captured on.
func (e *Editor) nameless(i *capture.Interface) *capture.Interface {
	if i == nil {
		return nil
	}
	if e.interfaces[i] == nil {
		if len(e.interfaces) >= mostInterfaces || e.interfaces == nil {
			e.interfaces = map[*capture.Interface]*capture.Interface{}
		}
		e.interfaces[i] = &capture.Interface{Number: i.Number}
	}
	return e.interfaces[i]
}

// mostInterfaces bounds them.
//
//limit:mostInterfaces Exports | interfaces of a shared capture at a time | those before are described once more | —
const mostInterfaces = 256

// replaced changes the bytes of the frame, from the link to the payload.
func (e *Editor) replaced(d *datagram, to Rewriter) bool {
	kind, at := e.dissector.Network(&e.frame, &e.datagram)
	if at < 0 {
		return false
	}
	if link, typeAt := linkHeader(e.frame.Link); at != link {
		if at = e.unwrap(at, link, typeAt); at < 0 {
			return false
		}
		kind = e.dissector.Dissect(&e.frame, &e.datagram)
	}
	e.hardware(to)
	switch kind {
	case capture.UDP:
		u := &e.datagram
		header := int(u.HeaderBytes) - udpHeader
		clear(e.data[int(u.HeaderBytes)+len(u.Payload):])
		if !e.addresses(e.data[at:header], to) {
			return false
		}
		e.udp(e.data[header:int(u.HeaderBytes)+len(u.Payload)], u, d, at, to)
		return true
	case capture.Fragment:
		part := e.dissector.Fragment()
		if d.joined == nil || d.joined.FromFragments.Nested || len(d.joined.FromFragments.Headers) > 1 || !e.addresses(e.data[at:part.HeaderBytes], to) {
			return false
		}
		text := d.together(func(udp []byte, u *capture.Datagram) { e.udp(udp, u, d, at, to) })
		copy(part.Data, text[part.Offset:])
		clear(e.data[part.HeaderBytes+len(part.Data):])
		return true
	}
	return d.blank && e.blank(at, to)
}

// unwrap leaves of the frame the header of its link and the innermost packet, which is at a byte: tags and tunnels name
// networks. It gives where that is then, or -1 if the link may name hosts and there is no packet.
func (e *Editor) unwrap(at, link, typeAt int) int {
	_, _, size := ends(e.data[at:])
	switch {
	case size == 0 && link == 0:
		return -1
	case size == 0: // something else in tags or tunnels
		clear(e.data[link:])
		return link
	case typeAt < 0:
		e.frame.Link, link = capture.LinkRaw, 0
	default:
		const ipv4, ipv6 = 0x0800, 0x86DD
		etherType := uint16(ipv4)
		if e.data[at]>>4 == 6 {
			etherType = ipv6
		}
		binary.BigEndian.PutUint16(e.data[typeAt:], etherType)
	}
	e.data = append(e.data[:link], e.data[at:]...)
	e.frame.Data = e.data
	e.frame.WireLength -= min(e.frame.WireLength, uint32(at-link))
	return link
}

// linkHeader gives the length of the header of a link, 0 = it has none that is kept, and where the Ethernet type is in it; -1 = nowhere.
func linkHeader(link uint16) (length, typeAt int) {
	switch link {
	case capture.LinkEthernet:
		return 14, 12
	case capture.LinkSLL:
		return 16, 14
	case capture.LinkSLL2:
		return 20, 0
	case capture.LinkNull, capture.LinkLoop:
		return 4, -1
	}
	return 0, -1
}

// udp rewrites a UDP datagram, header first, in place. The packet at a place has its new addresses.
func (e *Editor) udp(b []byte, u *capture.Datagram, d *datagram, at int, to Rewriter) {
	payload := b[udpHeader:]
	switch {
	case d.blank:
		clear(payload)
		d.ports = [2]uint16{}
	case d.game:
		if !d.clear {
			cipher.Decipher(payload, payload)
		}
		to.Unread(d.edit(payload))
		if !d.clear {
			cipher.Encipher(payload, payload)
		}
	default:
		d.edit(payload)
	}
	binary.BigEndian.PutUint16(b, d.ports[0])
	binary.BigEndian.PutUint16(b[2:], d.ports[1])
	sum := b[checksumAt:udpHeader]
	none := sum[0] == 0 && sum[1] == 0
	clear(sum)
	if !none && u.Missing == 0 {
		src, dst, _ := ends(e.data[at:])
		binary.BigEndian.PutUint16(sum, checksum(b, src, dst))
	}
}

const (
	ipv4Header   = 20
	ipv6Header   = 40
	fragmentBit  = 8 // bytes of the fragment header of IPv6
	fragmentNext = 44
	noOperation  = 1
)

// ends gives the addresses in a packet, and the length of its header without the extensions of IPv6; 0 = it is
// none of IP.
func ends(packet []byte) (src, dst []byte, header int) {
	switch {
	case len(packet) >= ipv4Header && packet[0]>>4 == 4:
		header = max(ipv4Header, int(packet[0]&15)*4)
		return packet[12:16], packet[16:20], min(header, len(packet))
	case len(packet) >= ipv6Header && packet[0]>>4 == 6:
		return packet[8:24], packet[24:40], ipv6Header
	}
	return nil, nil, 0
}

// addresses rewrites the header of an IP packet. Options go, and of the extensions of IPv6, which may hold
// addresses too, only the one of fragments is let through.
func (e *Editor) addresses(header []byte, to Rewriter) bool {
	src, dst, size := ends(header)
	ok := swap(src, to) && swap(dst, to)
	if extra := len(header) - size; extra > 0 {
		return ok && extra == fragmentBit && header[6] == fragmentNext
	}
	if header[0]>>4 == 4 {
		for i := range header[ipv4Header:] {
			header[ipv4Header+i] = noOperation
		}
		binary.BigEndian.PutUint16(header[10:], 0)
		binary.BigEndian.PutUint16(header[10:], complement(words(header)))
	}
	return ok
}

// swap replaces an address in place.
func swap(b []byte, to Rewriter) bool {
	old, _ := netip.AddrFromSlice(b)
	a, ok := to.Address(old)
	return ok && copy(b, a.AsSlice()) == len(b)
}

// blank clears what the frame carries behind its headers of link and IP.
func (e *Editor) blank(at int, to Rewriter) bool {
	packet := e.data[at:]
	_, _, size := ends(packet)
	if size > 0 && !e.addresses(packet[:size], to) {
		return false
	}
	clear(packet[size:])
	return true
}

// meet says which addresses a frame has.
func (e *Editor) meet(f *capture.Frame, to Rewriter) {
	_, at := e.dissector.Network(f, &e.datagram)
	if at < 0 {
		return
	}
	src, dst, _ := ends(f.Data[at:])
	for _, b := range [][]byte{src, dst} {
		if a, ok := netip.AddrFromSlice(b); ok {
			to.Meet(a)
		}
	}
}

// Ahead says which frames come with the next records: those of other traffic are met among them.
func (c *Chooser) Ahead(b *batch.Batch) {
	if b.PieceOf != nil {
		b = b.PieceOf
	}
	c.ahead = nil
	if c.parts.to.Others() {
		c.ahead = b.Frames.Frames
	}
}

// meet goes through frames before one.
func (c *Chooser) meet(before int64) {
	for len(c.ahead) > 0 && c.ahead[0].Number < before {
		if c.ahead[0].Number > c.met {
			c.met = c.ahead[0].Number
			c.editor.meet(&c.ahead[0], c.parts.to)
		}
		c.ahead = c.ahead[1:]
	}
}

// hardware replaces the addresses of the link.
func (e *Editor) hardware(to Rewriter) {
	b := e.data
	switch e.frame.Link {
	case capture.LinkEthernet:
		to.Hardware(b[0:6])
		to.Hardware(b[6:12])
	case capture.LinkSLL:
		to.Hardware(b[6 : 6+min(8, binary.BigEndian.Uint16(b[4:]))])
		clear(b[6+min(8, binary.BigEndian.Uint16(b[4:])) : 14])
	case capture.LinkSLL2:
		to.Hardware(b[12 : 12+min(8, b[11])])
		clear(b[12+min(8, b[11]) : 20])
	}
}

// LogServer stands for the server of a text log, whose address the log does not have.
var LogServer = netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, 254}), 22101)

// logged takes a datagram of a text log, as a packet of IPv4 without a link. One that is not whole is no packet.
func (c *Chooser) logged(l *capture.Logged) error {
	src, dst := logged(l.Src), logged(l.Dst)
	size := ipv4Header + udpHeader + len(l.Payload)
	f := capture.Frame{Number: l.Frame, Time: l.Time, Digits: l.Digits, Link: capture.LinkIPv4, WireLength: uint32(size), Offset: l.Offset}
	if size > 0xFFFF || l.Missing > 0 || !src.Addr().Is4() || !dst.Addr().Is4() {
		c.parts.to.LeftOut(&f)
		return nil
	}
	b := make([]byte, size)
	b[0], b[8], b[9] = 0x45, 64, udpNumber
	binary.BigEndian.PutUint16(b[2:], uint16(size))
	copy(b[12:], src.Addr().AsSlice())
	copy(b[16:], dst.Addr().AsSlice())
	u := b[ipv4Header:]
	binary.BigEndian.PutUint16(u, src.Port())
	binary.BigEndian.PutUint16(u[2:], dst.Port())
	binary.BigEndian.PutUint16(u[4:], uint16(udpHeader+len(l.Payload)))
	u[checksumAt] = 1 // it has one
	copy(u[udpHeader:], l.Payload)
	if d := c.current[l.Frame]; d != nil && d.game {
		cipher.Encipher(u[udpHeader:], u[udpHeader:])
		d.clear = false
	}
	f.Data = b
	return c.frame(&f, false)
}

// logged gives the end of a datagram of a text log.
func logged(a netip.AddrPort) netip.AddrPort {
	if a == capture.ServerAddress {
		return LogServer
	}
	return a
}
