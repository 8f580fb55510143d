package terminal

import (
	"math"
	"strconv"
	"strings"
)

// Numbers are written with a point and with commas between thousands, in any locale.
// Units are decimal: 1 kB is 1,000 bytes.

// Count writes "19,997".
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	return sign + separate(digits)
}

// Counted writes "1 message" or "3,000 messages".
func Counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// separate puts a comma before each three digits, counted from the end.
func separate(digits string) string {
	first := len(digits) % 3
	if first == 0 && digits != "" {
		first = 3
	}
	out := digits[:first]
	for at := first; at < len(digits); at += 3 {
		out += "," + digits[at:at+3]
	}
	return out
}

// Decimal writes a number with that many digits behind the point, and "-" for what is
// no number.
func Decimal(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "-"
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', digits, 64)
	whole, rest := text, ""
	if digits > 0 {
		whole, rest = text[:len(text)-digits-1], text[len(text)-digits-1:]
	}
	sign := ""
	if x < 0 && !zero(text) {
		sign = "-"
	}
	return sign + separate(whole) + rest
}

// zero reports that no digit of a number is left after rounding.
func zero(text string) bool {
	for _, r := range text {
		if r != '0' && r != '.' {
			return false
		}
	}
	return true
}

var byteUnits = []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}

// Bytes writes "999 B", "14.2 kB", "1.35 MB": three digits.
func Bytes(n float64) string {
	unit := 0
	for unit < len(byteUnits)-1 && math.Abs(n) >= 999.5 {
		n /= 1000
		unit++
	}
	digits := 0
	switch {
	case unit == 0:
	case math.Abs(n) < 9.995:
		digits = 2
	case math.Abs(n) < 99.95:
		digits = 1
	}
	return Decimal(n, digits) + " " + byteUnits[unit]
}

// Rate writes bytes per second: "14.2 kB/s".
func Rate(perSecond float64) string { return Bytes(perSecond) + "/s" }

// Bits writes bytes per second as the rates of links are told: "123 kbit/s".
func Bits(perSecond float64) string { return strings.TrimSuffix(Bytes(8*perSecond), "B") + "bit/s" }

// Percent writes a share from 0 to 1: "58.1 %". What is not nothing is not shown as
// "0.0 %", and what is not all not as "100.0 %".
func Percent(share float64) string {
	switch {
	case share > 0 && share < 0.0005:
		return "<0.1 %"
	case share >= 0.9995 && share < 1:
		return ">99.9 %"
	}
	return Decimal(100*share, 1) + " %"
}

// Milliseconds writes a time given in milliseconds: "0.41 ms", "21 ms", "1.2 s".
func Milliseconds[N ~int | ~float64](of N) string {
	ms := float64(of)
	switch {
	case ms != 0 && math.Abs(ms) < 9.95:
		return Decimal(ms, 2) + " ms"
	case math.Abs(ms) < 999.5:
		return Decimal(ms, 0) + " ms"
	}
	return Duration(ms / 1000)
}

// Duration writes a time given in seconds: "0.81 s", "33.5 s", "33 min 27 s",
// "2 h 05 min", "3 d 04 h".
func Duration[N ~int | ~float64](of N) string {
	seconds := float64(of)
	const minute, hour, day = 60, 60 * 60, 24 * 60 * 60
	whole := math.Round(seconds)
	switch {
	case math.IsNaN(whole) || math.IsInf(whole, 0):
		return "-"
	case seconds < 9.995:
		return Decimal(seconds, 2) + " s"
	case seconds < 59.95:
		return Decimal(seconds, 1) + " s"
	case whole < hour:
		return pair(whole, minute, "min", 1, "s")
	case whole < day:
		return pair(whole, hour, "h", minute, "min")
	}
	return pair(whole, day, "d", hour, "h")
}

// pair writes a number of seconds in two units.
func pair(seconds, large float64, largeName string, small float64, smallName string) string {
	n := math.Floor(seconds / large)
	rest := strconv.Itoa(int(math.Floor((seconds - n*large) / small)))
	if len(rest) < 2 {
		rest = "0" + rest
	}
	return Decimal(n, 0) + " " + largeName + " " + rest + " " + smallName
}
