package fields

import (
	"encoding/binary"
	"math/bits"
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
	b = strconv.AppendUint(b, whole, 10)
	fraction := (value - whole*tenTo[decimals]) * tenTo[maxDecimals-decimals]
	if fraction == 0 {
		return b
	}
	n := len(b)
	b = append(b, room[:]...)
	text := b[n : n+len(room)]
	high, low := eightDigits(uint32(fraction/1e8)), eightDigits(uint32(fraction%1e8))
	text[0] = '.'
	binary.LittleEndian.PutUint64(text[1:], high|asciiZeros)
	binary.LittleEndian.PutUint64(text[9:], low|asciiZeros)
	zeros := bits.LeadingZeros64(low) / 8 // at the end of the text: the last digit is the highest byte
	if low == 0 {
		zeros += bits.LeadingZeros64(high) / 8
	}
	return b[:len(b)-zeros]
}

// room is what AppendDecimal appends first, to write into it: an array whose length is
// known is copied fast.
var room [1 + maxDecimals]byte

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
