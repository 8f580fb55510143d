package batch

import (
	"encoding/binary"
	"math/bits"

	"bcdump/decode/capture"
)

// sum is what all copies of a datagram have in common, however they were captured: payload, length and IP
// identification, as a hash of 64 bits that is the same in every run. For a payload that is cut, the checksum speaks
// for the bytes that are not there.
func sum(d *capture.Datagram) uint64 {
	h := uint64(d.Length())<<32 | uint64(d.Trail.ID)
	if d.Missing > 0 {
		h ^= uint64(d.Trail.Checksum) << 48
	}
	p := d.Payload
	for ; len(p) >= 8; p = p[8:] {
		h = mixed(h ^ binary.LittleEndian.Uint64(p))
	}
	if len(p) > 0 {
		var rest [8]byte
		copy(rest[:], p)
		h = mixed(h ^ binary.LittleEndian.Uint64(rest[:]))
	}
	return mixed(h)
}

func mixed(h uint64) uint64 {
	high, low := bits.Mul64(h^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
	return high ^ low
}
