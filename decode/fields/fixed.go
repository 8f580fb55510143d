package fields

import (
	"math"
	"slices"
	"strconv"
)

const (
	wideMantissaBits = 52
	wideExponentBias = 1023 + wideMantissaBits
	// fixedBits: what is below 2^25 has eight digits before the point, and times 100 fits 32 bits.
	fixedBits = 25
	mostFixed = 1 + 8 + 3 // a sign, the digits, the point and the decimals
)

// AppendFixed appends a number with so many decimals, 0 to 2, as strconv does: rounded to the
// nearest, and to an even digit halfway. All of it is exact in 64 bits.
func AppendFixed(b []byte, f float64, decimals int) []byte {
	pattern := math.Float64bits(f)
	behind := wideExponentBias - int(pattern>>wideMantissaBits&0x7FF)
	mantissa := pattern&(1<<wideMantissaBits-1) | 1<<wideMantissaBits
	if behind <= wideMantissaBits-fixedBits { // large, infinite or not a number
		return strconv.AppendFloat(b, f, 'f', decimals, 64)
	}
	n := len(b)
	b = slices.Grow(b, mostFixed)[:n+mostFixed]
	text := (*[mostFixed]byte)(b[n:])
	text[0] = '-'
	size := int(pattern >> 63) // a branch would be guessed wrong for every other component
	switch decimals {
	case 0:
		size += putNumber((*[8]byte)(text[size:]), uint32(roundOff(mantissa, behind)))
	case 1:
		scaled := uint32(roundOff(10*mantissa, behind))
		size += putNumber((*[8]byte)(text[size:]), scaled/10)
		text[size], text[size+1] = '.', byte('0'+scaled%10)
		size += 2
	default:
		scaled := uint32(roundOff(100*mantissa, behind))
		size += putNumber((*[8]byte)(text[size:]), scaled/100)
		text[size], text[size+1], text[size+2] = '.', byte('0'+scaled/10%10), byte('0'+scaled%10)
		size += 3
	}
	return b[:n+size]
}

// roundOff gives v x 2^-bits as a whole number, the even one of two that are as near. v is below
// 2^60; of smaller numbers than 2^-63 nothing is left.
func roundOff(v uint64, bits int) uint64 {
	bits = min(bits, 63)
	even := v >> (bits & 63) & 1
	return (v + uint64(1)<<((bits-1)&63) - 1 + even) >> (bits & 63)
}
