package figures_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// TestTimes has times of all years in JSON: what a capture says stands there, and reads as the same.
func TestTimes(t *testing.T) {
	for want, at := range map[string]figures.Time{
		`""`:                               {},
		`"1970-01-01T00:00:00.000000Z"`:    figures.At(capture.Time{}, 6),
		`"1970-01-01T00:00:00.000000007Z"`: figures.At(capture.Time{Nanos: 7}, 9),
		`"1492-10-12T02:00:00.500000Z"`:    figures.At(capture.Time{Sec: -15059599200, Nanos: 5e8}, 0),
		`"2350-06-01T00:00:00.000000Z"`:    figures.At(capture.Time{Sec: 12004675200}, 6),
		`"9999-12-31T23:59:59.000000Z"`:    figures.At(capture.Time{Sec: 253402300799}, 6),
	} {
		text, err := json.Marshal(at)
		if err != nil || string(text) != want {
			t.Errorf("%s, %v; want %s", text, err, want)
		}
		var back figures.Time
		if err := json.Unmarshal(text, &back); err != nil || back != at {
			t.Errorf("%s reads as %s, %v", want, back, err)
		}
	}
	var back figures.Time
	if err := json.Unmarshal([]byte(`"yesterday"`), &back); err == nil {
		t.Error("a text that is no time is one")
	}
	early, late := figures.At(capture.Time{Sec: math.MinInt64}, 6), figures.At(capture.Time{Sec: math.MaxInt64}, 6)
	if early.Compare(late) >= 0 || late.Compare(early) <= 0 || (figures.Time{}).Compare(early) >= 0 {
		t.Error("times are not in order")
	}
}

// TestFrom: a time is shown beside the day on which all begins.
func TestFrom(t *testing.T) {
	at := figures.At(capture.Time{Sec: 1771113650, Nanos: 5e8}, 6)
	for day, want := range map[string]string{
		"2026-02-15": "00:00:50", "2026-02-14": "00:00:50+1d", "2026-02-16": "00:00:50-1d", "2025-12-31": "00:00:50+46d", "2025-02-15": "2026-02-15 00:00:50", "": "2026-02-15 00:00:50",
	} {
		if got := at.From(day, at.Clock()); got != want {
			t.Errorf("from %q: %s, expected %s", day, got, want)
		}
	}
	if got := at.From("2026-02-14", at.Precise()); got != "00:00:50.500+1d" {
		t.Error(got)
	}
	if got := (figures.Time{}).From("2026-02-14", ""); got != "" {
		t.Error(got)
	}
}

// TestInZone brings times of a figure into a zone, wherever they stand, and leaves the rest.
func TestInZone(t *testing.T) {
	berlin := must.Get(time.LoadLocation("Europe/Berlin"))(t)
	const winter = "2026-02-14T22:08:00.016000Z"
	at := func(text string, digits uint8) figures.Time {
		x := must.Get(time.Parse(time.RFC3339Nano, text))(t)
		return figures.At(capture.Time{Sec: x.Unix(), Nanos: uint32(x.Nanosecond())}, digits)
	}
	from := at(winter, 6)
	m := figures.Match{
		Name: winter, Map: winter, First: from, Last: at("2026-07-14T22:08:00.123456789Z", 9), Games: []figures.MatchGame{{From: &from}},
		Chat: []figures.ChatLine{{Time: at("1890-01-01T00:00:00Z", 6), Text: winter}, {}},
	}
	figures.InZone(&m, nil)
	if m.First.String() != winter || m.First.Zone() != "UTC" {
		t.Error(m.First)
	}
	figures.InZone(&m, berlin)
	for _, x := range [][2]string{
		{m.First.String(), "2026-02-14T23:08:00.016000+01:00"},
		{m.Last.String(), "2026-07-15T00:08:00.123456789+02:00"},
		{m.Games[0].From.String(), "2026-02-14T23:08:00.016000+01:00"},
		{m.Chat[0].Time.String(), "1890-01-01T00:53:00.000000+00:53"},
		{m.Chat[1].Time.String(), ""},
		{m.Name + m.Map + m.Chat[0].Text, winter + winter + winter},
		{m.Last.Day() + " " + m.Last.Clock() + " " + m.Last.Precise() + " " + m.Last.Zone(), "2026-07-15 00:08:00 00:08:00.123 +02:00"},
		{m.First.Calendar().Format(time.RFC822), "14 Feb 26 23:08 +0100"},
	} {
		if x[0] != x[1] {
			t.Errorf("%s, want %s", x[0], x[1])
		}
	}
}
