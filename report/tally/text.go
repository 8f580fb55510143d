package tally

import (
	"fmt"
	"math"
	"net/netip"
	"strconv"

	"bcdump/decode"
)

// ColorText writes the colour of an entity, "#RRGGBBAA".
func ColorText(rgba uint32) string { return fmt.Sprintf("#%08X", rgba) }

// AddressText writes an address as JSON Lines do.
func AddressText(a netip.AddrPort) string { return string(decode.AppendAddress(nil, a)) }

// OpcodeText writes an opcode as "0x1C".
func OpcodeText(opcode int) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'0', 'x', digits[opcode>>4&0xF], digits[opcode&0xF]})
}

// ObjectText writes the id of an object as "0x3FFFFFFF".
func ObjectText(object uint32) string { return fmt.Sprintf("0x%08X", object) }

// Ratio is a part of a whole; 0 of nothing.
func Ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// Hundredths rounds to two digits behind the point.
func Hundredths(x float64) float64 { return math.Round(x*100) / 100 }

// Counted writes "1 kill" or "1234 kills", as the figures themselves say it: without the commas
// that a terminal gets.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Rest is the name of the row of a full table.
const Rest = "rest"

// BoolInt is 1 for true.
func BoolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
