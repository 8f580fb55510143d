package tally

import (
	"fmt"
	"strings"
	"time"

	"bcdump/decode/capture"
)

// Moment is a time as a user gives it: a date and time, a time of the day on which the
// capture begins, or a distance from its first frame. The zero Moment is none.
type Moment struct {
	at     time.Time
	clock  time.Duration
	offset time.Duration
	kind   momentKind
}

type momentKind uint8

const (
	noMoment momentKind = iota
	absolute
	ofDay
	ofCapture
)

// ParseMoment reads "2026-02-14T22:08:10Z", "22:08:10", "22:08:10.5" or "+90s".
func ParseMoment(text string) (Moment, error) {
	var m Moment
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		m.at, m.kind = at, absolute
		return m, nil
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if at, err := time.Parse(layout, text); err == nil { // takes a fraction too
			m.clock, m.kind = at.Sub(at.Truncate(24*time.Hour)), ofDay
			return m, nil
		}
	}
	if rest, ok := strings.CutPrefix(text, "+"); ok {
		if d, err := time.ParseDuration(rest); err == nil {
			m.offset, m.kind = d, ofCapture
			return m, nil
		}
	}
	return Moment{}, fmt.Errorf("%q is not a valid time; expected 2026-02-14T22:08:10Z, 22:08:10 (UTC, on the day of the first frame) or +90s (after the first frame)", text)
}

// IsZero reports that there is no limit.
func (m Moment) IsZero() bool { return m.kind == noMoment }

// Time gives the time that is meant in a capture that begins at start, of none one before all captures. A time of day is
// one of a zone; nil = UTC.
func (m Moment) Time(start capture.Time, zone *time.Location) capture.Time {
	const day = 24 * 60 * 60
	switch m.kind {
	case absolute:
		return capture.Time{Sec: m.at.Unix(), Nanos: uint32(m.at.Nanosecond())}
	case ofDay:
		offset := int64(0)
		if zone != nil {
			_, east := time.Unix(start.Sec, 0).In(zone).Zone()
			offset = int64(east)
		}
		midnight := capture.Time{Sec: FloorDiv(start.Sec+offset, day)*day - offset}
		return midnight.Add(m.clock)
	case ofCapture:
		return start.Add(m.offset)
	}
	return capture.Time{Sec: minSecond}
}

// minSecond is before all times of captures.
const minSecond = -1 << 62
