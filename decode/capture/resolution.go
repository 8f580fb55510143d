package capture

import (
	"fmt"
	"math"
	"math/bits"
)

// resolution turns the 64-bit time stamps of one pcapng interface into Time.
// Every value of the option byte is allowed by the format, down to 10^-127 and
// 2^-127 seconds, so nothing here may assume that a unit fits in an integer.
type resolution struct {
	binary   bool  // unit is 2^-exponent, otherwise 10^-exponent seconds
	exponent uint8 // 0..127
	offset   int64 // whole seconds to add
}

// microseconds is what an interface has that does not say.
var microseconds = resolution{exponent: 6}

// unit takes the if_tsresol byte: the top bit chooses the base.
func (r *resolution) unit(option byte) {
	r.binary = option&0x80 != 0
	r.exponent = option & 0x7f
}

// digits is how many fractional digits are needed, 6 or 9. 2^-20 is just finer
// than a microsecond.
func (r resolution) digits() uint8 {
	if r.binary && r.exponent <= 20 || !r.binary && r.exponent <= 6 {
		return 6
	}
	return 9
}

func (r resolution) String() string {
	switch {
	case r.binary:
		return fmt.Sprintf("2^-%d s", r.exponent)
	case r.exponent == 6:
		return "us"
	case r.exponent == 9:
		return "ns"
	}
	return fmt.Sprintf("10^-%d s", r.exponent)
}

// time turns a stamp into seconds and nanoseconds; what is finer than a
// nanosecond is cut off. Seconds beyond the range of int64 are clamped.
func (r resolution) time(stamp uint64) Time {
	var seconds uint64
	var nanos uint32
	if r.binary {
		seconds, nanos = splitBinary(stamp, uint(r.exponent))
	} else {
		seconds, nanos = splitDecimal(stamp, int(r.exponent))
	}
	return Time{Sec: addSeconds(seconds, r.offset), Nanos: nanos}
}

// splitBinary divides by 2^exponent. The nanoseconds are the fraction times
// 10^9, a number of up to 94 bits, shifted right.
func splitBinary(stamp uint64, exponent uint) (seconds uint64, nanos uint32) {
	if exponent < 64 {
		seconds = stamp >> exponent
		stamp &= 1<<exponent - 1
	}
	high, low := bits.Mul64(stamp, 1e9)
	if exponent >= 64 {
		return seconds, uint32(high >> (exponent - 64))
	}
	return seconds, uint32(high<<(64-exponent) | low>>exponent)
}

// splitDecimal divides by 10^exponent. Beyond 10^19 the divisor does not fit in
// 64 bits and every stamp is less than a second.
func splitDecimal(stamp uint64, exponent int) (seconds uint64, nanos uint32) {
	if exponent <= 19 {
		unit := powersOfTen[exponent]
		seconds, stamp = stamp/unit, stamp%unit
	}
	switch finer := exponent - 9; {
	case finer <= 0:
		return seconds, uint32(stamp * powersOfTen[-finer])
	case finer <= 19:
		return seconds, uint32(stamp / powersOfTen[finer])
	}
	return seconds, 0
}

// powersOfTen has all powers that fit in 64 bits.
var powersOfTen = func() (p [20]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = 10 * p[i-1]
	}
	return p
}()

// addSeconds adds without wrapping round.
func addSeconds(seconds uint64, offset int64) int64 {
	base := int64(min(seconds, math.MaxInt64))
	if offset > 0 && base > math.MaxInt64-offset {
		return math.MaxInt64
	}
	return base + offset
}
