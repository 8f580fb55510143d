package fields

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// AppendFloat appends the shortest decimal that reads back as the same float32,
// in the form of encoding/json; NaN and infinities become strings.
func AppendFloat(b []byte, f float32) []byte {
	n := len(b)
	b = slices.Grow(b, maxFloat)[:n+maxFloat]
	return b[:n+putFloat((*[maxFloat]byte)(b[n:]), f)]
}

// AppendVector appends three floats as a JSON array.
func AppendVector(b []byte, v *[3]float32) []byte {
	b = AppendFloat(append(b, '['), v[0])
	b = AppendFloat(append(b, ','), v[1])
	return append(AppendFloat(append(b, ','), v[2]), ']')
}

// maxFloat is the most that putFloat writes: a sign, eight digits, a point, the decimals.
const maxFloat = 1 + 8 + maxFraction

// putFloat writes a float and gives how long it is.
func putFloat(text *[maxFloat]byte, f float32) int {
	pattern := math.Float32bits(f)
	behind := exponentBias - pattern>>mantissaBits&0xFF
	mantissa := pattern&(1<<mantissaBits-1) | 1<<mantissaBits
	fraction := uint64(mantissa) & (1<<(behind&63) - 1)
	if behind > maxBehind || fraction != 0 && mantissa == 1<<mantissaBits {
		return len(appendAnyFloat(text[:0], f))
	}
	text[0] = '-'
	n := int(pattern >> 31) // a branch would be guessed wrong for every other component
	if whole := uint32(uint64(mantissa) >> (behind & 63)); whole < uint32(len(numbers)) {
		small := numbers[whole]
		binary.LittleEndian.PutUint32(text[n:], small)
		n += sizeOfSmall(small)
	} else {
		n += putNumber((*[8]byte)(text[n:]), whole)
	}
	if fraction == 0 {
		return n
	}
	s := &scales[behind]
	shortest := s.shortest(fraction)
	if s.decimals > 8 {
		return n + putFraction((*[maxFraction]byte)(text[n:]), shortest, int(s.decimals))
	}
	text[n] = '.'
	digits := eightDigits(uint32(shortest * s.pad))
	binary.LittleEndian.PutUint64(text[n+1:], digits|asciiZeros)
	return n + 9 - bits.LeadingZeros64(digits)/8 // the last digit is the highest byte
}

// A float32 is mantissa x 2^-behind: so many bits of the mantissa lie behind the point.
const (
	mantissaBits = 23
	exponentBias = 127 + mantissaBits
	// maxBehind is the most that AppendFloat takes itself: up from 2^-19, floats are
	// written without an exponent, and the numbers that they lead to fit 64 bits.
	maxBehind = 19 + mantissaBits
)

// scale is what the digits behind the point follow from, for a number of bits behind it.
type scale struct {
	five     uint64 // 5^decimals
	pad      uint64 // 10^(8-decimals)
	decimals uint8  // how many make the last digit worth less than the last bit
	shift    uint8  // 4 x bits x 5^decimals x 2^-shift is their value x 10^decimals
}

// scales has the number of bits as its index.
var scales = func() (table [1 + maxBehind]scale) {
	for i := range table {
		s := scale{five: 1, shift: 2 + uint8(i)}
		for math.Pow10(-int(s.decimals)) > math.Ldexp(1, -i) {
			s.decimals++
			s.five *= 5
			s.shift--
		}
		if s.decimals <= 8 {
			s.pad = tenTo[8-s.decimals]
		}
		table[i] = s
	}
	return table
}()

// shortest gives the decimal with the fewest digits, times 10^decimals, between the two
// floats beside this one that is nearer to it than to them; of several, the one nearest to
// it. fraction is the bits behind the point, and not 0. What stands before the point stays:
// a whole number is a float of its own, and nothing nearer to that is taken. It holds for
// mantissas other than 2^23, whose lower neighbour is nearer than the upper one.
//
// This is Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles") for a
// small range, where all of it is exact in 64 bits, and both neighbours are equally far.
// A test compares it with strconv, by which decode -o json takes 36 % more instructions.
func (s *scale) shortest(fraction uint64) uint64 {
	one := uint64(1) << (s.shift & 63) // a unit of the last digit
	float := 4 * fraction * s.five
	odd := fraction & 1 // halfway to a neighbour reads back as an even mantissa
	low, high := float-2*s.five+odd, float+2*s.five-odd
	digits := float >> (s.shift & 63)
	// What follows are choices without a branch, too.
	shortest := (float + one/2 - 1 + digits&1) >> (s.shift & 63) // the nearest, or the even one of two
	tens := digits / 10 * 10
	below := tens << (s.shift & 63)
	if below+10*one <= high {
		shortest = tens + 10
	}
	if low <= below {
		shortest = tens
	}
	return shortest
}

// appendAnyFloat is AppendFloat for all floats.
func appendAnyFloat(b []byte, f float32) []byte {
	wide := float64(f)
	switch {
	case math.Float32bits(f) == 0: // what is at rest has many
		return append(b, '0')
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
