package fields

import (
	"math"
	"math/bits"
	"strconv"
)

// AppendFloat appends the shortest decimal that reads back as the same float32,
// in the form of encoding/json; NaN and infinities become strings.
func AppendFloat(b []byte, f float32) []byte {
	pattern := math.Float32bits(f)
	negative := pattern >> 31
	pattern &^= 1 << 31
	b = append(b, '-')
	b = b[:len(b)-1+int(negative)] // a branch would be guessed wrong for every other component
	if pattern == 0 {
		return append(b, '0')
	}
	exponent := int(pattern>>mantissaBits) - exponentBias
	mantissa := pattern&(1<<mantissaBits-1) | 1<<mantissaBits
	switch {
	case exponent > 0 || exponent < minExponent:
	case bits.TrailingZeros32(mantissa) >= -exponent:
		return strconv.AppendUint(b, uint64(mantissa>>-exponent), 10)
	case mantissa != 1<<mantissaBits:
		return appendShortest(b, uint64(mantissa), &scales[-exponent])
	}
	return appendAnyFloat(b[:len(b)-int(negative)], f)
}

// A float32 is mantissa x 2^exponent.
const (
	mantissaBits = 23
	exponentBias = 127 + mantissaBits
	// minExponent is the lowest that appendShortest takes: up from 2^-19, floats are
	// written without an exponent, and the numbers that they lead to fit 64 bits.
	minExponent = -19 - mantissaBits
)

// scale is what appendShortest needs for an exponent.
type scale struct {
	decimals int    // how many make the last digit worth less than the last bit
	five     uint64 // 5^decimals
	shift    int    // 4 x mantissa x 5^decimals x 2^-shift is the float x 10^decimals
}

// scales has -exponent as its index.
var scales = func() (table [1 - minExponent]scale) {
	for i := range table {
		s := scale{five: 1, shift: 2 + i}
		for math.Pow10(-s.decimals) > math.Ldexp(1, -i) {
			s.decimals++
			s.five *= 5
			s.shift--
		}
		table[i] = s
	}
	return table
}()

// appendShortest appends the decimal with the fewest digits between the two floats beside
// this one that is nearer to it than to them; of several, the one nearest to it. It holds
// for mantissas other than 2^23, whose lower neighbour is nearer than the upper one.
//
// This is Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles") for a
// small range, where all of it is exact in 64 bits, and both neighbours are equally far.
// strconv takes three times as long; a test compares them.
func appendShortest(b []byte, mantissa uint64, s *scale) []byte {
	one := uint64(1) << s.shift // a unit of the last digit
	float := 4 * mantissa * s.five
	odd := mantissa & 1 // halfway to a neighbour reads back as an even mantissa
	low, high := float-2*s.five+odd, float+2*s.five-odd
	digits := float >> s.shift
	// What follows are choices without a branch, too.
	shortest := (float + one/2 - 1 + digits&1) >> s.shift // the nearest, or the even one of two
	tens := digits / 10 * 10
	below := tens << s.shift
	if below+10*one <= high {
		shortest = tens + 10
	}
	if low <= below {
		shortest = tens
	}
	return AppendDecimal(b, shortest, s.decimals)
}

// appendAnyFloat is AppendFloat for all floats.
func appendAnyFloat(b []byte, f float32) []byte {
	wide := float64(f)
	switch {
	case math.IsNaN(wide):
		return append(b, `"NaN"`...)
	case math.IsInf(wide, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(wide, -1):
		return append(b, `"-Infinity"`...)
	}
	if abs := float32(math.Abs(wide)); abs == 0 || abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(b, wide, 'f', -1, 32)
	}
	b = strconv.AppendFloat(b, wide, 'e', -1, 32)
	// e-09 becomes e-9, as encoding/json writes it.
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
