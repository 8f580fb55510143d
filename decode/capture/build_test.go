package capture

import (
	"encoding/binary"
	"net/netip"
)

// Builders of captures for tests, from the inside out: UDP, IP, link, record.
// Each returns plain bytes, so that a test can damage what it likes.

var (
	hostA  = netip.MustParseAddr("10.0.0.1")
	hostB  = netip.MustParseAddr("10.0.0.2")
	hostA6 = netip.MustParseAddr("2001:db8::1")
	hostB6 = netip.MustParseAddr("2001:db8::2")
)

const (
	portA = 22101
	portB = 5000
)

func be16(v int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(v)) }
func be32(v int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(v)) }

// join concatenates.
func join(parts ...[]byte) []byte {
	var all []byte
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// pattern is n bytes that differ by place and by seed.
func pattern(n int, seed byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i) ^ byte(i>>8) ^ seed
	}
	return b
}

// udpBytes is a UDP datagram from port A to port B.
func udpBytes(payload []byte) []byte {
	return join(be16(portA), be16(portB), be16(8+len(payload)), be16(0), payload)
}

// v4 is an IPv4 header; the zero values of its fields give a plain UDP packet.
type v4 struct {
	id, offset int // offset in bytes
	more       bool
	protocol   int // 0: UDP
	options    []byte
	total      int // 0: the true one; -1: write 0
}

func (h v4) bytes(payload []byte) []byte {
	header := 20 + len(h.options)
	total, protocol, flags := h.total, h.protocol, h.offset/8
	switch total {
	case 0:
		total = header + len(payload)
	case -1:
		total = 0
	}
	if protocol == 0 {
		protocol = 17
	}
	if h.more {
		flags |= 0x2000
	}
	return join([]byte{byte(0x40 | header/4), 0}, be16(total), be16(h.id), be16(flags),
		[]byte{64, byte(protocol), 0, 0}, hostA.AsSlice(), hostB.AsSlice(), h.options, payload)
}

// v6 is an IPv6 header.
type v6 struct {
	next   int // 0: UDP; -1: hop-by-hop
	length int // 0: the true one; -1: write 0
}

func (h v6) bytes(payload []byte) []byte {
	next, length := h.next, h.length
	switch next {
	case 0:
		next = 17
	case -1:
		next = 0
	}
	switch length {
	case 0:
		length = len(payload)
	case -1:
		length = 0
	}
	return join([]byte{0x60, 0, 0, 0}, be16(length), []byte{byte(next), 64},
		hostA6.AsSlice(), hostB6.AsSlice(), payload)
}

// v6Fragment is an IPv6 fragment header and its data.
func v6Fragment(next, id, offset int, more bool, data []byte) []byte {
	field := offset
	if more {
		field |= 1
	}
	return join([]byte{byte(next), 0}, be16(field), be32(id), data)
}

// ethernetFrame puts a payload behind an Ethernet header and VLAN tags.
func ethernetFrame(etherType int, payload []byte, tags ...int) []byte {
	b := []byte{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1}
	for i, tag := range tags {
		b = join(b, be16(tag), be16(100+i))
	}
	return join(b, be16(etherType), payload)
}

// sllFrame is a Linux cooked v1 frame.
func sllFrame(protocol, addressLength int, payload []byte) []byte {
	return join(be16(0), be16(1), be16(addressLength), make([]byte, 8), be16(protocol), payload)
}

// sll2Frame is a Linux cooked v2 frame.
func sll2Frame(protocol int, payload []byte) []byte {
	return join(be16(protocol), be16(0), be32(3), be16(1), []byte{0, 6}, make([]byte, 8), payload)
}

// plainFrame is the Ethernet frame that most tests use: a UDP payload of n bytes.
func plainFrame(n int, seed byte) []byte {
	return ethernetFrame(0x0800, v4{}.bytes(udpBytes(pattern(n, seed))))
}

// pcapFile builds a classic pcap. The zero value writes little endian
// microseconds of Ethernet.
type pcapFile struct {
	order   binary.ByteOrder
	magic   uint32 // 0: a1b2c3d4
	minor   uint16 // 0: 4
	link    uint32 // with FCS bits, if any; 0: Ethernet, noLink: 0
	snap    uint32
	content []byte
	starts  []int // offsets of the records
}

// noLink stands for link type 0 in a pcapFile or pngFile.
const noLink = 0xffffffff

func (p *pcapFile) u16(v uint16) []byte { return put16(p.order, v) }
func (p *pcapFile) u32(v uint32) []byte { return put32(p.order, v) }

func (p *pcapFile) header() {
	if p.content != nil {
		return
	}
	if p.order == nil {
		p.order = binary.LittleEndian
	}
	if p.magic == 0 {
		p.magic = 0xa1b2c3d4
	}
	if p.minor == 0 {
		p.minor = 4
	}
	p.content = join(p.u32(p.magic), p.u16(2), p.u16(p.minor), p.u32(0), p.u32(0), p.u32(p.snap), p.u32(linkOr(p.link)))
	if p.magic>>16 == 0x1c00 {
		p.content = append(p.content, p.u32(12345)...)
	}
}

// record appends one with its true lengths; recordOf states them freely.
func (p *pcapFile) record(sec, frac uint32, data []byte) {
	p.recordOf(sec, frac, uint32(len(data)), uint32(len(data)), data)
}

func (p *pcapFile) recordOf(sec, frac, captured, wire uint32, data []byte) {
	p.header()
	p.starts = append(p.starts, len(p.content))
	p.content = append(p.content, join(p.u32(sec), p.u32(frac), p.u32(captured), p.u32(wire))...)
	if p.magic == 0xa1b2cd34 {
		p.content = join(p.content, p.u32(2), p.u16(0x0800), []byte{0, 0})
	}
	p.content = append(p.content, data...)
}

// pngFile builds a pcapng, block by block. The zero value writes little endian.
type pngFile struct {
	order   binary.ByteOrder
	content []byte
	starts  []int // offsets of the blocks
}

func (p *pngFile) u16(v uint16) []byte { return put16(p.order, v) }
func (p *pngFile) u32(v uint32) []byte { return put32(p.order, v) }

// block appends a block of any type with a right length; body is padded.
func (p *pngFile) block(kind uint32, body []byte) {
	if p.order == nil {
		p.order = binary.LittleEndian
	}
	body = padded(body)
	length := p.u32(uint32(12 + len(body)))
	p.starts = append(p.starts, len(p.content))
	p.content = join(p.content, p.u32(kind), length, body, length)
}

// section begins a section in a byte order; nil keeps the last.
func (p *pngFile) section(order binary.ByteOrder) {
	if order != nil {
		p.order = order
	}
	if p.order == nil {
		p.order = binary.LittleEndian
	}
	p.block(blockSection, join(p.u32(byteOrderMagic), p.u16(1), p.u16(0), p.u32(0xffffffff), p.u32(0xffffffff)))
}

// describe appends an interface description.
func (p *pngFile) describe(link, snap uint32, options ...[]byte) {
	p.block(blockInterface, join(p.u16(uint16(linkOr(link))), p.u16(0), p.u32(snap), join(options...)))
}

// option is one option of a block.
func (p *pngFile) option(code uint16, value []byte) []byte {
	return join(p.u16(code), p.u16(uint16(len(value))), padded(value))
}

// enhanced appends an enhanced packet with its true length.
func (p *pngFile) enhanced(id uint32, stamp uint64, data []byte, options ...[]byte) {
	p.enhancedOf(id, stamp, uint32(len(data)), uint32(len(data)), data, options...)
}

func (p *pngFile) enhancedOf(id uint32, stamp uint64, captured, wire uint32, data []byte, options ...[]byte) {
	p.block(blockEnhanced, join(p.u32(id), p.u32(uint32(stamp>>32)), p.u32(uint32(stamp)),
		p.u32(captured), p.u32(wire), padded(data), join(options...)))
}

// simple appends a simple packet.
func (p *pngFile) simple(wire uint32, data []byte) {
	p.block(blockSimple, join(p.u32(wire), data))
}

// obsolete appends a packet block of old writers.
func (p *pngFile) obsolete(id uint16, stamp uint64, data []byte) {
	n := p.u32(uint32(len(data)))
	p.block(blockPacket, join(p.u16(id), p.u16(7), p.u32(uint32(stamp>>32)), p.u32(uint32(stamp)), n, n, data))
}

func linkOr(link uint32) uint32 {
	switch link {
	case 0:
		return LinkEthernet
	case noLink:
		return 0
	}
	return link
}

func padded(b []byte) []byte {
	return join(b, make([]byte, -len(b)&3))
}

func put16(order binary.ByteOrder, v uint16) []byte {
	b := make([]byte, 2)
	order.PutUint16(b, v)
	return b
}

func put32(order binary.ByteOrder, v uint32) []byte {
	b := make([]byte, 4)
	order.PutUint32(b, v)
	return b
}
