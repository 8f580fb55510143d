package fields

import (
	"math"
	"strconv"
)

// A float64 below 2^52 is mantissa x 2^-behind; its mantissa times 100 fits 64 bits.
const (
	wideMantissaBits = 52
	wideExponentBias = 1023 + wideMantissaBits
	maxFixed         = 2 // decimals
)

// AppendFixed appends a number with so many decimals, at most 2, as strconv does: rounded to the
// nearest, and to an even digit halfway. All of it is exact in 64 bits.
func AppendFixed(b []byte, f float64, decimals int) []byte {
	pattern := math.Float64bits(f)
	behind := wideExponentBias - int(pattern>>wideMantissaBits&0x7FF)
	if behind <= 0 || decimals > maxFixed { // large, infinite or not a number
		return strconv.AppendFloat(b, f, 'f', decimals, 64)
	}
	if pattern>>63 != 0 {
		b = append(b, '-')
	}
	mantissa := pattern&(1<<wideMantissaBits-1) | 1<<wideMantissaBits
	scaled := roundOff(mantissa*tenTo[decimals], min(behind, 63)) // nothing is left of smaller ones
	whole := scaled / tenTo[decimals]
	b = AppendNumber(b, whole)
	if decimals == 0 {
		return b
	}
	return AppendDigits(append(b, '.'), uint32(scaled-whole*tenTo[decimals]), decimals)
}

// roundOff gives v x 2^-bits as a whole number, the even one of two that are as near. bits is 1 to 63.
func roundOff(v uint64, bits int) uint64 {
	whole, rest, half := v>>(bits&63), v&(1<<(bits&63)-1), uint64(1)<<((bits-1)&63)
	if rest > half || rest == half && whole&1 != 0 {
		whole++
	}
	return whole
}
