package capture

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

// Time is the moment of a frame as the capture states it: whole seconds since
// 1970-01-01 00:00:00 UTC and nanoseconds 0..999999999 after that. It is not a
// time.Time because captures can hold moments that time.Time formats wrongly,
// and because two integers compare and print faster.
//
// The zero Time also stands for "the record has no time" (pcapng simple
// packet blocks).
type Time struct {
	Sec   int64
	Nanos uint32
}

// Nanos is the time so many nanoseconds after 1970.
func Nanos(n int64) Time {
	sec := n / int64(time.Second)
	if n%int64(time.Second) < 0 {
		sec--
	}
	return Time{Sec: sec, Nanos: uint32(n - sec*int64(time.Second))}
}

// IsZero reports whether t is the zero Time.
func (t Time) IsZero() bool { return t == Time{} }

// Before reports whether t is earlier than u.
func (t Time) Before(u Time) bool {
	return t.Sec < u.Sec || t.Sec == u.Sec && t.Nanos < u.Nanos
}

// Sub returns t-u. A difference that a time.Duration cannot hold (about 292
// years) is clamped to the largest or smallest Duration.
func (t Time) Sub(u Time) time.Duration {
	seconds := t.Sec - u.Sec
	if seconds == 0 { // most that are compared lie in one second
		return time.Duration(t.Nanos) - time.Duration(u.Nanos)
	}
	const maxSeconds = math.MaxInt64/int64(time.Second) - 1
	overflowed := (t.Sec < u.Sec) != (seconds < 0)
	if overflowed || seconds > maxSeconds || seconds < -maxSeconds {
		if t.Before(u) {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	return time.Duration(seconds)*time.Second + time.Duration(t.Nanos) - time.Duration(u.Nanos)
}

// SecondsSince is how much time passed since u, also more than a Duration can hold.
func (t Time) SecondsSince(u Time) float64 {
	if d := t.Sub(u); d > math.MinInt64 && d < math.MaxInt64 {
		return d.Seconds()
	}
	return float64(t.Sec) - float64(u.Sec) + (float64(t.Nanos)-float64(u.Nanos))/1e9
}

// MillisecondsSince is the same in milliseconds.
func (t Time) MillisecondsSince(u Time) float64 {
	if d := t.Sub(u); d > math.MinInt64 && d < math.MaxInt64 {
		return float64(d) / float64(time.Millisecond)
	}
	return 1000 * t.SecondsSince(u)
}

// Add returns t+d, or the first or the last Time if there is no such one.
func (t Time) Add(d time.Duration) Time {
	sum := Nanos(int64(t.Nanos) + int64(d%time.Second))
	seconds := int64(d/time.Second) + sum.Sec
	switch at := t.Sec + seconds; {
	case seconds > 0 && at < t.Sec:
		return Time{Sec: math.MaxInt64, Nanos: 999999999}
	case seconds < 0 && at > t.Sec:
		return Time{Sec: math.MinInt64}
	default:
		return Time{Sec: at, Nanos: sum.Nanos}
	}
}

// HasNanos reports whether 64 bits hold the nanoseconds since 1970: it is so from 1678 to 2262.
func (t Time) HasNanos() bool { return Nanos(t.UnixNano()) == t }

// UnixNano is the time in nanoseconds since 1970; one that 64 bits cannot hold, before 1678 or
// after 2262, becomes the nearest that they can. All that has times as numbers has them from here:
// what is equal in one place is equal in all.
func (t Time) UnixNano() int64 {
	const far = 1 << 33 // seconds, more than 250 years
	if uint64(t.Sec) < far {
		return t.Sec*int64(time.Second) + int64(t.Nanos)
	}
	return int64(t.Sub(Time{}))
}

// Limits of the years that RFC 3339 can write, in seconds since 1970.
const (
	firstSecond = -62167219200 // 0000-01-01T00:00:00Z
	lastSecond  = 253402300799 // 9999-12-31T23:59:59Z
)

// writable is the nearest moment that can be written.
func (t Time) writable() Time {
	switch {
	case t.Sec < firstSecond:
		return Time{Sec: firstSecond}
	case t.Sec > lastSecond:
		return Time{Sec: lastSecond, Nanos: 999999999}
	}
	return t
}

// AppendRFC3339 appends t in UTC as "2026-11-21T03:30:51.123456Z". digits is
// the number of fractional digits: 9 gives nanoseconds, anything else 6, and
// what does not fit is cut off, not rounded. RFC 3339 has four digits for the
// year, so a moment before year 0 is written as the first and one after year
// 9999 as the last that can be written. With a layout for all of it, decode takes 5 % more
// instructions.
func (t Time) AppendRFC3339(b []byte, digits int) []byte {
	t = t.writable()
	b = time.Unix(t.Sec, 0).UTC().AppendFormat(b, time.RFC3339) // for which the library has a fast path
	b[len(b)-1] = '.'
	if digits != 9 {
		digits = 6
	}
	fraction, unit := t.Nanos, uint32(1e8)
	for range digits {
		b = append(b, byte('0'+fraction/unit%10))
		unit /= 10
	}
	return append(b, 'Z')
}

// AppendRFC3339In appends t as AppendRFC3339 does, with the clock of a zone and its offset from
// UTC, "2026-11-21T04:30:51.123456+01:00"; nil is UTC. The offset has whole minutes, as RFC 3339
// wants it. On the first and the last day that can be written it is UTC.
func (t Time) AppendRFC3339In(b []byte, digits int, zone *time.Location) []byte {
	if !t.zoned(zone) {
		return t.AppendRFC3339(b, digits)
	}
	east := t.east(zone)
	t.Sec += int64(east)
	b = t.AppendRFC3339(b, digits)
	return time.Time{}.In(time.FixedZone("", east)).AppendFormat(b[:len(b)-1], "-07:00")
}

const day = 24 * 60 * 60

// zoned reports whether t is written in a zone, and not in UTC.
func (t Time) zoned(zone *time.Location) bool {
	return zone != nil && t.Sec >= firstSecond+day && t.Sec <= lastSecond-day
}

// east is by how many seconds the clock of a zone is ahead of UTC, in whole minutes; nil is UTC.
func (t Time) east(zone *time.Location) int {
	if zone == nil {
		return 0
	}
	_, offset := time.Unix(t.Sec, 0).In(zone).Zone()
	return offset - offset%60
}

// Days counts the days since 1970, as they begin in a zone; nil is UTC.
func (t Time) Days(zone *time.Location) int64 {
	local := t.Sec + int64(t.east(zone))
	return (local - (local%day+day)%day) / day
}

// AppendClock appends the time of the day in a zone, "03:30:51.946"; nil is UTC. What does not fit is cut off.
// It is that of the moment that AppendRFC3339In writes.
func (t Time) AppendClock(b []byte, zone *time.Location) []byte {
	if !t.zoned(zone) {
		t, zone = t.writable(), nil
	}
	of := ((t.Sec+int64(t.east(zone)))%day + day) % day
	two := func(n int64, mark byte) { b = append(b, byte('0'+n/10), byte('0'+n%10), mark) }
	two(of/3600, ':')
	two(of/60%60, ':')
	two(of%60, '.')
	milli := t.Nanos / 1e6
	return append(b, byte('0'+milli/100), byte('0'+milli/10%10), byte('0'+milli%10))
}

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
