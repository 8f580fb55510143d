package figures

import (
	"reflect"
	"strings"
	"time"
)

// Time is a time in RFC 3339, in UTC until [InZone] brings it elsewhere; "" = none. It is a text because captures
// have times that no other type holds.
type Time string

// Time gives it as package time has it; ok is false if there is none, or one of a year that only a capture knows.
func (t Time) Time() (at time.Time, ok bool) {
	at, err := time.Parse(time.RFC3339Nano, string(t))
	return at, err == nil
}

// InZone brings the times of figures, which are in UTC, into a zone: "2026-02-14T22:08:00.016Z"
// becomes "2026-02-14T23:08:00.016+01:00". Queries stay: they are the same times. figure is a
// pointer; nothing happens if zone is nil.
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
		for i := range v.NumField() {
			inZone(v.Field(i), zone)
		}
	case reflect.String:
		if t, ok := v.Addr().Interface().(*Time); ok {
			*t = t.in(zone)
		}
	}
}

// in gives a time in a zone.
func (t Time) in(zone *time.Location) Time {
	at, ok := t.Time()
	if !ok || !strings.HasSuffix(string(t), "Z") {
		return t
	}
	fraction := strings.TrimSuffix(string(t[len("2006-01-02T15:04:05"):]), "Z")
	at = at.In(WholeMinutes(at, zone))
	if year := at.Year(); year < 0 || year > 9999 {
		return t
	}
	return Time(at.Format("2006-01-02T15:04:05") + fraction + at.Format("-07:00"))
}

// WholeMinutes is the offset of a zone at a time, in minutes: RFC 3339 has no others, and zones
// had them until some 100 years ago.
func WholeMinutes(at time.Time, zone *time.Location) *time.Location {
	_, offset := at.In(zone).Zone()
	return time.FixedZone("", offset-offset%60)
}
