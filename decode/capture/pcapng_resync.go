package capture

import "slices"

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
