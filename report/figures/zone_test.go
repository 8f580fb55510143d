package figures_test

import (
	"testing"
	"time"

	"bcdump/report/figures"
)

// TestInZone brings times of a figure into a zone, wherever they stand, and leaves the rest.
func TestInZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	const winter, summer = "2026-02-14T22:08:00.016Z", "2026-07-14T22:08:00.123456789Z"
	from := figures.Time(winter)
	m := figures.Match{
		Name: winter, Map: winter, First: winter, Last: summer, Games: []figures.MatchGame{{From: &from}},
		Chat: []figures.ChatLine{{Time: "1890-01-01T00:00:00Z", Text: winter}, {Time: "0000-01-01T00:00:00Z"}, {Time: ""}},
	}
	figures.InZone(&m, nil)
	if m.First != winter {
		t.Error(m.First)
	}
	figures.InZone(&m, berlin)
	for got, want := range map[figures.Time]figures.Time{
		m.First: "2026-02-14T23:08:00.016+01:00", m.Last: "2026-07-15T00:08:00.123456789+02:00", *m.Games[0].From: "2026-02-14T23:08:00.016+01:00",
		figures.Time(m.Name): winter, figures.Time(m.Map + " "): winter + " ", figures.Time(m.Chat[0].Text + "  "): winter + "  ", m.Chat[0].Time: "1890-01-01T00:53:00+00:53", m.Chat[1].Time: "0000-01-01T00:53:00+00:53", m.Chat[2].Time: "",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
