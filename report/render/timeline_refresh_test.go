package render_test

import (
	"bytes"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
)

// TestRefreshTable shows what the owner sends, and of what the host sends the receiver with the
// longest gap and the one with the longest run. What should not be is marked.
func TestRefreshTable(t *testing.T) {
	ms := func(x figures.Milliseconds) *figures.Milliseconds { return &x }
	n := func(x int64) *int64 { return &x }
	row := func(dir, name, field string, longest figures.Milliseconds, run int64, over *figures.Milliseconds) figures.Refresh {
		return figures.Refresh{Dir: dir, Name: name, Field: field, Writes: 200, P50: ms(100), P90: ms(110), Max: ms(longest), MaxFrame: 102, Same: n(run), Run: run, RunFrame: 103, RunMs: over}
	}
	s := figures.Timeline{Ships: []figures.ShipLife{{
		Life: figures.Life{Name: "Cady2's Akira", ObjectID: "0x3FFFFFFF"}, First: reporttest.At("2026-02-14T22:08:00Z"), Last: reporttest.At("2026-02-14T22:09:00Z"),
		Refresh: []figures.Refresh{
			row("C>S", "Cady2", "position", 8000, 0, nil), row("C>S", "Cady2", "delta", 200, 98, ms(9700)),
			row("S>C", "Ace", "delta", 300, 2, ms(1000)), row("S>C", "Kang", "delta", 200, 12, ms(12_000)), row("S>C", "Picard", "delta", 250, 3, ms(1000)),
		},
	}}}
	var b bytes.Buffer
	must.Do(t, render.WriteTimelineSummary(&b, &s, render.Options{Width: 120, Color: true}))
	text := b.String()
	for _, want := range []string{"8.00 s", "Ace", "Kang", "9.70 s"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Picard") {
		t.Errorf("a receiver that is not the worst:\n%s", text)
	}
	const yellow = "\x1b[33m"
	for _, marked := range []string{"8.00 s", "98"} {
		if !strings.Contains(text, yellow+marked) {
			t.Errorf("%q is not marked in %q", marked, text)
		}
	}
	if strings.Contains(text, yellow+"12") {
		t.Errorf("a refresh of once a second is marked in %q", text)
	}
}
