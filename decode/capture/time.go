package capture

import (
	"math"
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
	const maxSeconds = math.MaxInt64/int64(time.Second) - 1
	seconds := t.Sec - u.Sec
	overflowed := (t.Sec < u.Sec) != (seconds < 0)
	if overflowed || seconds > maxSeconds || seconds < -maxSeconds {
		if t.Before(u) {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	return time.Duration(seconds)*time.Second + time.Duration(t.Nanos) - time.Duration(u.Nanos)
}

// Limits of the years that RFC 3339 can write, in seconds since 1970.
const (
	firstSecond = -62167219200 // 0000-01-01T00:00:00Z
	lastSecond  = 253402300799 // 9999-12-31T23:59:59Z
)

// AppendRFC3339 appends t in UTC as "2026-11-21T03:30:51.123456Z". digits is
// the number of fractional digits: 9 gives nanoseconds, anything else 6, and
// what does not fit is cut off, not rounded. RFC 3339 has four digits for the
// year, so a moment before year 0 is written as the first and one after year
// 9999 as the last that can be written. By time.AppendFormat, decode takes 5 % more
// instructions.
func (t Time) AppendRFC3339(b []byte, digits int) []byte {
	if t.Sec < firstSecond {
		t = Time{Sec: firstSecond}
	}
	if t.Sec > lastSecond {
		t = Time{Sec: lastSecond, Nanos: 999999999}
	}
	days := t.Sec / 86400
	second := t.Sec % 86400
	if second < 0 {
		days, second = days-1, second+86400
	}
	year, month, day := civil(days)
	b = appendDecimal(b, year, 4)
	b = append(b, '-')
	b = appendDecimal(b, month, 2)
	b = append(b, '-')
	b = appendDecimal(b, day, 2)
	b = append(b, 'T')
	b = appendDecimal(b, int(second/3600), 2)
	b = append(b, ':')
	b = appendDecimal(b, int(second/60%60), 2)
	b = append(b, ':')
	b = appendDecimal(b, int(second%60), 2)
	b = append(b, '.')
	if digits == 9 {
		b = appendDecimal(b, int(t.Nanos), 9)
	} else {
		b = appendDecimal(b, int(t.Nanos/1000), 6)
	}
	return append(b, 'Z')
}

// civil turns days since 1970-01-01 into a date of the Gregorian calendar. It
// counts in years that begin in March, so that the leap day is the last day of
// its year and months have a regular pattern of lengths.
func civil(days int64) (year, month, day int) {
	const (
		daysPer400Years = 146097
		daysToEpoch     = 719468 // from 0000-03-01 to 1970-01-01
	)
	days += daysToEpoch
	era := days / daysPer400Years
	if days < 0 {
		era = (days - daysPer400Years + 1) / daysPer400Years
	}
	dayOfEra := days - era*daysPer400Years
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/146096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	marchMonth := (5*dayOfYear + 2) / 153
	day = int(dayOfYear-(153*marchMonth+2)/5) + 1
	month = int(marchMonth) + 3
	if month > 12 {
		month -= 12
	}
	year = int(yearOfEra + era*400)
	if month <= 2 {
		year++
	}
	return year, month, day
}

// appendDecimal appends the low width digits of v, with leading zeros.
func appendDecimal(b []byte, v, width int) []byte {
	var digits [9]byte
	for i := width - 1; i >= 0; i-- {
		digits[i] = byte('0' + v%10)
		v /= 10
	}
	return append(b, digits[:width]...)
}
