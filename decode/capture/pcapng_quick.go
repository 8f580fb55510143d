package capture

// quick does what step does for a run of enhanced packet blocks with which nothing is wrong,
// of which a pcapng consists but for a few. It stops before any other block, and before one
// that is not whole, and leaves that to step, which remains the truth: a test and a fuzz
// target hold the two together. It returns the bytes that it used. Without it stats of a
// pcapng takes 2.4 % more instructions.
func (p *pcapng) quick(buf []byte, base int64, b *Batch) (used int) {
	if p.lost || p.skipped.length != 0 {
		return 0
	}
	for {
		n := p.quickBlock(buf[used:], base+int64(used), b)
		if n == 0 {
			return used
		}
		used += n
	}
}

const (
	enhancedHeader   = 28                 // bytes before the data
	enhancedOverhead = enhancedHeader + 4 // those and the length behind the data
)

func (p *pcapng) quickBlock(rest []byte, offset int64, b *Batch) (length int) {
	if len(rest) < enhancedOverhead || u32(rest, p.big) != blockEnhanced {
		return 0
	}
	claimed, id, captured := u32(rest[4:], p.big), u32(rest[8:], p.big), u32(rest[20:], p.big)
	if claimed < enhancedOverhead || claimed > maxBuffered || claimed%4 != 0 || uint64(claimed) > uint64(len(rest)) {
		return 0
	}
	length = int(claimed)
	if u32(rest[length-4:], p.big) != claimed || uint64(id) >= uint64(len(p.interfaces)) ||
		captured > maxData || int(captured) > length-enhancedOverhead {
		return 0
	}
	i := &p.interfaces[id]
	end := enhancedHeader + int(captured)
	p.frames++
	f := b.next() // field by field: a literal would be made elsewhere first, and copied
	f.Number = p.frames
	f.Time = i.resolution.time(uint64(u32(rest[12:], p.big))<<32 | uint64(u32(rest[16:], p.big)))
	f.Digits, f.Link, f.Interface = i.digits, i.link, i.about
	f.Data = rest[enhancedHeader:end:end]
	f.WireLength, f.Offset = u32(rest[24:], p.big), offset
	return length
}
