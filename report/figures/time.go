package figures

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"bcdump/decode/capture"
)

// Time is a time as captures have it, of any year that RFC 3339 can write; the zero Time is none. As text, in JSON
// and in CSV, it is that of RFC 3339: in UTC until [InZone] brings it elsewhere, "" if there is none.
type Time struct {
	capture.Time
	digits uint8          // behind the second; 0 = there is no time
	zone   *time.Location // nil = UTC
}

// At is a time with so many digits behind the second: 9, or else 6.
func At(t capture.Time, digits uint8) Time {
	const micro, nano = 6, 9
	if digits != nano {
		digits = micro
	}
	return Time{Time: t, digits: digits}
}

// IsZero reports that there is no time.
func (t Time) IsZero() bool { return t.digits == 0 }

// Compare is negative if a time is before another one; none is before all.
func (t Time) Compare(u Time) int {
	switch {
	case t.IsZero() != u.IsZero():
		if t.IsZero() {
			return -1
		}
		return 1
	case t.Before(u.Time):
		return -1
	case u.Before(t.Time):
		return 1
	}
	return 0
}

// Equal reports the same time, shown alike.
func (t Time) Equal(u Time) bool { return t == u }

// Add gives the time so much later.
func (t Time) Add(d time.Duration) Time {
	t.Time = t.Time.Add(d)
	return t
}

// Seconds and Milliseconds are how long something took: in JSON and CSV a number, in the unit that its key names.
// Nanoseconds in 64 bits would hold no more than 292 years.
type (
	Seconds      float64
	Milliseconds float64
)

// Since is how long after another time it is.
func (t Time) Since(u Time) Seconds { return Seconds(t.SecondsSince(u.Time)) }

// String is the time in RFC 3339; "" if there is none.
func (t Time) String() string {
	text, _ := t.MarshalText()
	return string(text)
}

// AppendText appends it.
func (t Time) AppendText(b []byte) ([]byte, error) {
	if t.IsZero() {
		return b, nil
	}
	return t.AppendRFC3339In(b, int(t.digits), t.zone), nil
}

// MarshalText gives the time as JSON and CSV have it.
func (t Time) MarshalText() ([]byte, error) {
	const longest = len("2026-11-21T03:30:51.123456789+01:00")
	return t.AppendText(make([]byte, 0, longest))
}

// UnmarshalText reads what MarshalText gave.
func (t *Time) UnmarshalText(text []byte) error {
	const second = len("2026-11-21T03:30:51")
	if len(text) == 0 {
		*t = Time{}
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, string(text))
	if err != nil {
		return errors.New("no time as RFC 3339 has it")
	}
	fraction := uint8(0)
	for _, c := range text[min(second+1, len(text)):] {
		if c < '0' || c > '9' {
			break
		}
		fraction++
	}
	*t = At(capture.Time{Sec: at.Unix(), Nanos: uint32(at.Nanosecond())}, fraction) //nolint:gosec // less than a second
	if _, east := at.Zone(); east != 0 {
		t.zone = time.FixedZone("", east)
	}
	return nil
}

// Day is the date, "2026-11-21"; "" if there is no time.
func (t Time) Day() string {
	day, _, _ := strings.Cut(t.String(), "T")
	return day
}

// Clock is the time of the day to the second, "03:30:51"; "" if there is no time.
func (t Time) Clock() string {
	clock, _, _ := strings.Cut(t.Precise(), ".")
	return clock
}

// From shows the time of the day, as Clock or Precise give it, to readers who know the first day: the day after is
// "03:30:51+1d". A day months away, or without a first day, is "2026-11-21 03:30:51".
func (t Time) From(day, clock string) string {
	const most = 99 // days
	if t.IsZero() {
		return clock
	}
	began, err := time.Parse(time.DateOnly, day)
	switch days := t.Days(t.zone) - (capture.Time{Sec: began.Unix()}).Days(nil); {
	case err != nil || max(days, -days) > most:
		return t.Day() + " " + clock
	case days != 0:
		return fmt.Sprintf("%s%+dd", clock, days)
	}
	return clock
}

// Precise is the time of the day to the millisecond.
func (t Time) Precise() string {
	if t.IsZero() {
		return ""
	}
	return string(t.AppendClock(nil, t.zone))
}

// Zone is "UTC", or the offset from it, "+01:00".
func (t Time) Zone() string {
	const offset = len("+01:00")
	if s := t.String(); s != "" && s[len(s)-1] != 'Z' {
		return s[len(s)-offset:]
	}
	return "UTC"
}

// Calendar is the time as package time has it, in its zone.
func (t Time) Calendar() time.Time {
	at := time.Unix(t.Sec, int64(t.Nanos)).UTC()
	if t.zone == nil {
		return at
	}
	_, east := at.In(t.zone).Zone()
	return at.In(time.FixedZone("", east-east%60)) // RFC 3339 has whole minutes
}

// InZone brings the times of figures into a zone: "2026-02-14T22:08:00.016Z" becomes
// "2026-02-14T23:08:00.016+01:00". Queries stay: they are the same times. figure is a pointer; nothing happens if
// zone is nil.
func InZone(figure any, zone *time.Location) {
	if zone != nil {
		inZone(reflect.ValueOf(figure), zone)
	}
}

func inZone(v reflect.Value, zone *time.Location) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			inZone(v.Elem(), zone)
		}
	case reflect.Slice:
		for i := range v.Len() {
			inZone(v.Index(i), zone)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Time]() {
			v.Addr().Interface().(*Time).zone = zone //nolint:forcetypeassert // it is one
			return
		}
		for i := range v.NumField() {
			inZone(v.Field(i), zone)
		}
	}
}
