package batch

import (
	"hash/maphash"

	"bcdump/decode/capture"
)

// seed is another one in each run: who makes a capture cannot make two datagrams that have the same sum.
var seed = maphash.MakeSeed()

// sum is what all copies of a datagram have in common, however they were captured: payload, length and IP
// identification, as a hash of 64 bits. For a payload that is cut, the checksum speaks for the bytes that are not there.
func sum(d *capture.Datagram) uint64 {
	const odd = 0x9E3779B97F4A7C15
	also := uint64(d.Length())<<32 | uint64(d.Trail.ID)
	if d.Missing > 0 {
		also ^= uint64(d.Trail.Checksum) << 48
	}
	return maphash.Bytes(seed, d.Payload) ^ also*odd
}
