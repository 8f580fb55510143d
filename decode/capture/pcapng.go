package capture

import (
	"fmt"
	"slices"
)

// Block types of pcapng. Those named here are known well enough to find a lost
// block boundary by; others are stepped over by their length.
const (
	blockInterface = 1
	blockPacket    = 2 // obsolete
	blockSimple    = 3
	blockNames     = 4
	blockStats     = 5
	blockEnhanced  = 6
	blockJournal   = 9
	blockSecrets   = 10
	blockCustom    = 0x00000bad
	blockCustomLoc = 0x40000bad // custom, not to be copied
)

const (
	blockOverhead  = 12         // type, length, length again
	byteOrderMagic = 0x1a2b3c4d // third word of a section header
	minSection     = 28
	// maxBuffered is the longest block that is read whole: a frame of maxData
	// bytes and its options. Section headers, interface descriptions and packets
	// must not be longer.
	//limit:maxBuffered Containers | bytes of a pcapng block that is read into memory | damage | TestPcapngLargeBlocks
	maxBuffered = maxData + 256<<10
	// maxSkipped is the longest block of any other type, stepped over as it
	// arrives. A longer length is taken for damage.
	//limit:maxSkipped Containers | bytes of a pcapng block that is skipped | damage | TestPcapngLargeBlocks, ng-block-lengths
	maxSkipped = 16 << 20
	// maxInterfaces bounds the interfaces of a section.
	//limit:maxInterfaces Containers | interfaces of a pcapng section | damage | TestInterfacesAreBounded
	maxInterfaces = 4096
)

// pcapngInterface is what an interface description says about its packets.
type pcapngInterface struct {
	link       uint16
	snapLength uint32
	digits     uint8
	resolution resolution
	about      *Interface
}

// skipped is a block that is thrown away as it arrives; its trailing length
// comes next.
type skipped struct {
	offset int64
	kind   uint32
	length uint32
}

// pcapng walks the blocks of a pcapng.
type pcapng struct {
	*findings
	big        bool
	interfaces []pcapngInterface
	skipped    skipped   // length 0: none
	lost       bool      // looking for the next block boundary
	follows    container // begins behind the newest block; nil = another block
	tail       bool      // ... in what may be just the tail of a cut file
}

// openPcapng reads as much of the first section header as tells the byte order.
func (r *Reader) openPcapng() error {
	r.info.addFormat("pcapng")
	p := &pcapng{findings: &r.findings}
	r.container = p
	if !r.need(blockOverhead) {
		r.cut(0, "section header cut: expected at least %d bytes, found %d", minSection, len(r.carry))
		r.done, r.rest = true, int64(len(r.carry))
		return nil
	}
	big, ok := byteOrder(r.carry)
	if !ok {
		return &NotCaptureError{Found: fmt.Sprintf(
			"a pcapng section header with byte-order magic % x in place of 1a 2b 3c 4d or 4d 3c 2b 1a", r.carry[8:12])}
	}
	p.big = big
	return nil
}

// byteOrder reads the byte-order magic of a section header of at least 12 bytes.
func byteOrder(header []byte) (big, ok bool) {
	if u32(header[8:], false) == byteOrderMagic {
		return false, true
	}
	return true, u32(header[8:], true) == byteOrderMagic
}

func (p *pcapng) walk(buf []byte, base int64, final bool, b *Batch) (used int, next container) {
	for {
		n, open := p.step(buf[used:], base+int64(used), final, b)
		used += n
		switch {
		case p.follows != nil:
			return used, p.follows
		case !open:
			return used, nil
		case n == 0 || used > len(buf):
			return used, p
		}
	}
}

// step does the next thing that rest allows: one block, or the search for one.
// It uses at least one byte; 0 means that it cannot, because more bytes are
// needed (open) or because the capture has ended (not open).
func (p *pcapng) step(rest []byte, offset int64, final bool, b *Batch) (used int, open bool) {
	switch {
	case p.skipped.length != 0:
		return p.endSkipped(rest, offset, final, b)
	case p.lost:
		return p.resync(rest, offset, final, b)
	case len(rest) < blockOverhead:
		if final && len(rest) > 0 {
			p.cut(offset, "block cut: expected at least %d bytes, found %d", blockOverhead, len(rest))
		}
		return 0, !final
	}
	return p.block(rest, offset, final, b)
}

// block reads the block at the start of rest, which has at least 12 bytes. A pcap may begin there.
func (p *pcapng) block(rest []byte, offset int64, final bool, b *Batch) (used int, open bool) {
	if magic(rest) != sectionMagic {
		switch header, is := fileBegins(rest); {
		case is == accepted:
			p.follows = p.another(rest)
			return header, true
		case is == undecided && final:
			p.cut(offset, "file header cut: expected %d bytes, found %d", header, len(rest))
			return 0, false
		case is == undecided:
			return 0, true
		}
	}
	kind, length, err := p.blockHeader(rest)
	if err != "" {
		p.damaged(offset, "%s", err)
		return p.lose()
	}
	if length > maxBuffered {
		p.skipped = skipped{offset, kind, length}
		return int(length) - 4, true
	}
	if len(rest) < int(length) {
		if !final {
			return 0, true
		}
		p.cut(offset, "%s cut: its length says %d bytes, found %d", blockName(kind), length, len(rest))
		return p.loseTail()
	}
	if trailer := u32(rest[length-4:], p.big); trailer != length {
		p.damaged(offset, "%s begins with length %d but ends with length %d", blockName(kind), length, trailer)
		return p.lose()
	}
	p.content(kind, rest[:length], offset, b)
	return int(length), true
}

// blockHeader reads type and length and says what is wrong with them. A section
// header states the byte order of its own length, which is taken over.
func (p *pcapng) blockHeader(rest []byte) (kind, length uint32, err string) {
	kind = u32(rest, p.big)
	if kind == blockSection {
		big, ok := byteOrder(rest)
		if !ok {
			return kind, 0, fmt.Sprintf("section header: expected byte-order magic 1a2b3c4d in either order, found % x", rest[8:12])
		}
		p.big = big
	}
	length = u32(rest[4:], p.big)
	if kind == 0 && length == 0 {
		return kind, length, "zeros in place of a block, as where the disk was full or the machine stopped"
	}
	least, most := lengthLimits(kind)
	if length < least || length > most || length%4 != 0 {
		return kind, length, fmt.Sprintf("%s: expected a length of %d to %d and a multiple of 4, found %d",
			blockName(kind), least, most, length)
	}
	return kind, length, ""
}

// lengthLimits gives the lengths that a block of a type can have.
func lengthLimits(kind uint32) (least, most uint32) {
	switch kind {
	case blockSection:
		return minSection, maxBuffered
	case blockInterface:
		return blockOverhead + 8, maxBuffered
	case blockPacket, blockEnhanced:
		return blockOverhead + 20, maxBuffered
	case blockSimple:
		return blockOverhead + 4, maxBuffered
	}
	return blockOverhead, maxSkipped
}

// endSkipped checks the trailing length of a block that was thrown away.
func (p *pcapng) endSkipped(rest []byte, offset int64, final bool, b *Batch) (used int, open bool) {
	s := p.skipped
	if len(rest) < 4 {
		if final {
			p.cut(s.offset, "%s cut: the capture ends before the %d bytes that its length announces", blockName(s.kind), s.length)
		}
		return 0, !final
	}
	p.skipped = skipped{}
	if trailer := u32(rest, p.big); trailer != s.length {
		p.damaged(s.offset, "%s begins with length %d but ends with length %d", blockName(s.kind), s.length, trailer)
		p.lost = true
		return p.resync(rest, offset, final, b)
	}
	return 4, true
}

// content takes what a whole, well-formed block says.
func (p *pcapng) content(kind uint32, block []byte, offset int64, b *Batch) {
	body := block[8 : len(block)-4]
	switch kind {
	case blockSection:
		p.section()
	case blockInterface:
		p.describe(body, offset)
	case blockEnhanced, blockPacket:
		p.enhanced(body, kind, offset, b)
	case blockSimple:
		p.simple(body, offset, b)
	}
}

var blockNamed = map[uint32]string{
	blockSection:   "section header block",
	blockInterface: "interface description block",
	blockPacket:    "packet block",
	blockSimple:    "simple packet block",
	blockNames:     "name resolution block",
	blockStats:     "interface statistics block",
	blockEnhanced:  "enhanced packet block",
}

func blockName(kind uint32) string {
	if name, ok := blockNamed[kind]; ok {
		return name
	}
	return fmt.Sprintf("block of type 0x%08x", kind)
}

// lose begins the search for the next block boundary, behind the first byte of
// the block at fault.
func (p *pcapng) lose() (used int, open bool) {
	p.lost = true
	return 1, true
}

// loseTail is lose for a block that runs past the end of the capture. Most
// often the capture was cut, but the length may also lie.
func (p *pcapng) loseTail() (used int, open bool) {
	p.tail = true
	return p.lose()
}

// resync looks for the next byte at which a known block can begin. Each byte is
// looked at once, and a candidate is accepted or refused by at most two more
// words, so the search is linear; it waits for a candidate's end, at most
// maxBuffered bytes away. A damaged file may have lost or gained bytes, so every
// byte is tried, not every fourth.
func (p *pcapng) resync(rest []byte, offset int64, final bool, b *Batch) (used int, open bool) {
	for at := 0; at+blockOverhead <= len(rest); at++ {
		switch p.candidate(rest[at:]) {
		case refused:
			continue
		case undecided:
			if !final {
				return at, true
			}
			continue
		}
		p.explain("; reading resumes at offset %d", offset+int64(at))
		p.lost, p.tail = false, false
		if at == 0 {
			return p.block(rest, offset, final, b)
		}
		return at, true
	}
	if !final {
		return max(0, len(rest)-blockOverhead+1), true
	}
	if !p.tail {
		p.explain("; no further block was found")
	}
	return 0, false
}

type verdict uint8

const (
	refused verdict = iota
	undecided
	accepted
)

// candidate judges whether a block begins at rest, which has at least 12 bytes.
func (p *pcapng) candidate(rest []byte) verdict {
	kind := u32(rest, p.big)
	if _, is := fileBegins(rest); is != refused && kind != blockSection {
		return is
	}
	if !slices.Contains(known, kind) {
		return refused
	}
	big := p.big
	if kind == blockSection {
		var ok bool
		if big, ok = byteOrder(rest); !ok {
			return refused
		}
	}
	length := u32(rest[4:], big)
	least, most := lengthLimits(kind)
	if length < least || length > min(most, maxBuffered) || length%4 != 0 {
		return refused
	}
	if len(rest) < int(length) {
		return undecided
	}
	if u32(rest[length-4:], big) != length {
		return refused
	}
	return accepted
}

// known lists the block types that a search accepts.
var known = []uint32{
	blockSection, blockInterface, blockPacket, blockSimple, blockNames, blockStats, blockEnhanced,
	blockJournal, blockSecrets, blockCustom, blockCustomLoc,
}
