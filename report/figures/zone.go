package figures

import (
	"reflect"
	"slices"
	"strings"
	"time"
)

// foreign are keys of texts that others wrote. One may look like a time.
var foreign = []string{"text", "name", "player"}

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
			key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if !slices.Contains(foreign, key) {
				inZone(v.Field(i), zone)
			}
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(timeIn(v.String(), zone))
		}
	}
}

// timeIn gives a time in a zone; a text that is no time stays.
func timeIn(text string, zone *time.Location) string {
	at, err := time.Parse(time.RFC3339, text) // takes a fraction too
	if err != nil || !strings.HasSuffix(text, "Z") {
		return text
	}
	fraction := strings.TrimSuffix(text[len("2006-01-02T15:04:05"):], "Z")
	at = at.In(WholeMinutes(at, zone))
	if year := at.Year(); year < 0 || year > 9999 {
		return text
	}
	return at.Format("2006-01-02T15:04:05") + fraction + at.Format("-07:00")
}

// WholeMinutes is the offset of a zone at a time, in minutes: RFC 3339 has no others, and zones
// had them until some 100 years ago.
func WholeMinutes(at time.Time, zone *time.Location) *time.Location {
	_, offset := at.In(zone).Zone()
	return time.FixedZone("", offset-offset%60)
}
