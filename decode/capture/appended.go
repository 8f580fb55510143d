package capture

import "encoding/binary"

// isFileMagic reports whether a number of four bytes, read as little endian, begins a capture: one of the keys of
// pcapVariants in either order, or a section of a pcapng. Every record is asked.
func isFileMagic(word uint32) bool {
	switch word {
	case 0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0xa1b2cd34, 0x34cdb2a1, 0x1c0001ac, 0xac01001c, 0x1c0001ab, 0xab01001c, blockSection:
		return true
	}
	return false
}

// fileBegins judges whether another capture begins at b, where a record or a block could, as it does where `cat`
// has joined two, and gives the length of a pcap's file header. A pcap begins only with a version, a time zone and a
// link type that can be, because its magic number may also be a time; what a section of a pcapng has in place of the
// length of a record is longer than any.
func fileBegins(b []byte) (header int, is verdict) {
	switch {
	case len(b) < magicLength:
		return magicLength, undecided
	case !isFileMagic(binary.LittleEndian.Uint32(b)):
		return 0, refused
	case magic(b) == sectionMagic && len(b) < blockOverhead:
		return blockOverhead, undecided
	case magic(b) == sectionMagic:
		if _, ok := byteOrder(b); !ok {
			return 0, refused
		}
		return 0, accepted
	}
	variant := pcapVariants[magic(b)]
	header = variant.fileHeader
	switch {
	case !headerSound(b[:min(len(b), header)], variant.big):
		return 0, refused
	case len(b) < header:
		return header, undecided
	}
	return header, accepted
}

// another begins the capture at b, which fileBegins has accepted.
func (f *findings) another(b []byte) container {
	if magic(b) == sectionMagic {
		big, _ := byteOrder(b)
		f.info.addFormat("pcapng")
		return &pcapng{findings: f, big: big}
	}
	p := newPcap(f, pcapVariants[magic(b)])
	p.header(b)
	return p
}

// headerSound looks at the fields of a file header that are there: see pcap.header.
func headerSound(h []byte, big bool) bool {
	const day = 24 * 60 * 60
	if len(h) >= 8 {
		if major, minor := u16(h[4:], big), u16(h[6:], big); major != 2 || minor > 4 {
			return false
		}
	}
	if len(h) >= 12 {
		if zone := int32(u32(h[8:], big)); zone < -day || zone > day {
			return false
		}
	}
	if len(h) >= 16 && u32(h[12:], big) > 9 { // digits of the times
		return false
	}
	return len(h) < 24 || u32(h[20:], big)&0x0bfff000 == 0 // 4 bits, 1 bit: a frame check sequence is there, and how long
}

// zeroRun counts the zeros at the start of b.
func zeroRun(b []byte) int {
	for i, c := range b {
		if c != 0 {
			return i
		}
	}
	return len(b)
}
