package render_test

import (
	"bytes"
	"strings"
	"testing"

	"bcdump/decode/capture"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/render"
)

// TestFirstDay: a table that does not begin with its first time says of the others how many days later they are.
func TestFirstDay(t *testing.T) {
	const midnight = 1771113600
	before, after := figures.At(capture.Time{Sec: midnight - 10}, 6), figures.At(capture.Time{Sec: midnight + 10}, 6)
	view := func(at figures.Time) figures.DesyncView {
		return figures.DesyncView{Player: "Ace", Owner: "Sep", From: figures.DesyncMoment{Time: at}}
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"desync": func(b *bytes.Buffer) error {
			return render.WriteDesync(b, &figures.Desync{Views: []figures.DesyncView{view(after), view(before)}}, render.Options{Width: 80})
		},
		"why": func(b *bytes.Buffer) error {
			return render.WriteStories(b, &figures.Stories{Connections: []figures.Story{{Time: after}}, Ships: []figures.Story{{Time: before}}}, false, render.Options{Width: 80})
		},
	} {
		var b bytes.Buffer
		must.Do(t, write(&b))
		if text := b.String(); !strings.Contains(text, "00:00:10+1d") || !strings.Contains(text, "23:59:50 ") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
