package fields

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
)

// maxDecimals is how many decimals AppendDecimal can print.
const maxDecimals = 16

// tenTo holds the powers of ten up to 10^maxDecimals.
var tenTo = func() (powers [maxDecimals + 1]uint64) {
	powers[0] = 1
	for i := range maxDecimals {
		powers[i+1] = 10 * powers[i]
	}
	return powers
}()

// AppendDecimal appends value / 10^decimals, with as many decimals as it takes; decimals
// are at most 16.
func AppendDecimal(b []byte, value uint64, decimals int) []byte {
	whole := value / tenTo[decimals]
	b = AppendNumber(b, whole)
	if value -= whole * tenTo[decimals]; value == 0 {
		return b
	}
	n := len(b)
	b = slices.Grow(b, maxFraction)[:n+maxFraction]
	return b[:n+putFraction((*[maxFraction]byte)(b[n:]), value, decimals)]
}

// putFraction writes a point and value / 10^decimals, which is below 1 and above 0, and
// gives how long that is.
func putFraction(text *[maxFraction]byte, value uint64, decimals int) int {
	text[0] = '.'
	if decimals <= 8 {
		digits := eightDigits(uint32(value * tenTo[8-decimals]))
		binary.LittleEndian.PutUint64(text[1:], digits|asciiZeros)
		return 9 - bits.LeadingZeros64(digits)/8 // the last digit is the highest byte
	}
	value *= tenTo[maxDecimals-decimals]
	high, low := eightDigits(uint32(value/1e8)), eightDigits(uint32(value%1e8))
	binary.LittleEndian.PutUint64(text[1:], high|asciiZeros)
	binary.LittleEndian.PutUint64(text[9:], low|asciiZeros)
	if low == 0 {
		return 9 - bits.LeadingZeros64(high)/8
	}
	return maxFraction - bits.LeadingZeros64(low)/8
}

const maxFraction = 1 + maxDecimals

// AppendNumber appends a number without a sign, mostly one below a thousand. By strconv,
// decode -o json takes 1.8 % more instructions; the table is there for floats anyway.
func AppendNumber(b []byte, v uint64) []byte {
	if v < uint64(len(numbers)) {
		small := numbers[v]
		return binary.LittleEndian.AppendUint32(b, small)[:len(b)+sizeOfSmall(small)]
	}
	return appendLarge(b, v)
}

// sizeOfSmall is how many digits one of numbers has.
func sizeOfSmall(small uint32) int { return 4 - bits.LeadingZeros32(small)/8 }

func appendLarge(b []byte, v uint64) []byte {
	const most = 1e8
	if v >= most {
		return strconv.AppendUint(b, v, 10)
	}
	n := len(b)
	b = slices.Grow(b, 8)[:n+8]
	return b[:n+putNumber((*[8]byte)(b[n:]), uint32(v))]
}

// putNumber writes a number below 10^8, and gives how many digits it has. What lies behind
// them is undefined.
func putNumber(text *[8]byte, v uint32) int {
	if v < uint32(len(numbers)) {
		small := numbers[v]
		binary.LittleEndian.PutUint32(text[:], small)
		return sizeOfSmall(small)
	}
	digits := eightDigits(v)
	zeros := bits.TrailingZeros64(digits) / 8
	binary.LittleEndian.PutUint64(text[:], (digits|asciiZeros)>>(8*zeros))
	return 8 - zeros
}

// numbers are the texts of small numbers, the first digit in the lowest byte.
var numbers = func() (table [1000]uint32) {
	for i := range table {
		var text [4]byte
		strconv.AppendInt(text[:0], int64(i), 10)
		table[i] = binary.LittleEndian.Uint32(text[:])
	}
	return table
}()

// AppendDigits appends the last n decimal digits of v < 10^8, zeros at the front included;
// n is at most 8.
func AppendDigits(b []byte, v uint32, n int) []byte {
	b = binary.LittleEndian.AppendUint64(b, (eightDigits(v)|asciiZeros)>>(8*(8-n)))
	return b[:len(b)-8+n]
}

const asciiZeros = 0x3030303030303030

// eightDigits takes v < 10^8 apart into its eight decimal digits, one a byte, the first
// one in the lowest. All digits are made at once: first two groups of four, then four of
// two, then eight of one. The factors are reciprocals of 100 and 10 that are exact enough
// for groups of that size.
func eightDigits(v uint32) uint64 {
	fours := uint64(v/10_000) | uint64(v%10_000)<<32
	hundreds := fours * 10_486 >> 20 & 0x0000_007F_0000_007F
	twos := hundreds | (fours-100*hundreds)<<16
	tens := twos * 103 >> 10 & 0x000F_000F_000F_000F
	return tens | (twos-10*tens)<<8
}
