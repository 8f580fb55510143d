package render_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/must"
	"bcdump/report/diff"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// battleOf is the capture of a short battle.
func battleOf(t *testing.T, edits ...edit.Edit) *decode.Capture {
	t.Helper()
	o := battle.Options{Players: 3, Duration: 30 * time.Second, Seed: 4, Start: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	_, raw := reporttest.Battle(t, o)
	return reporttest.Open(t, "a.pcap", must.Get(edit.Read(raw))(t).Of(edits...), decode.Options{})
}

// diffs are reports with and without differences, and of one session.
func diffs(t *testing.T) map[string]*figures.Diff {
	t.Helper()
	form := func(edits ...edit.Edit) *diff.Looks {
		return diff.Look(must.Get(facts.Read(battleOf(t, edits...), facts.Options{}))(t), diff.Options{})
	}
	sights := func(edits ...edit.Edit) *diff.Sights {
		return must.Get(diff.SightsOf(battleOf(t, edits...), facts.Options{}))(t)
	}
	empty := must.Get(facts.Read(reporttest.Open(t, "empty.pcap", reporttest.Shipped(t)["entity-state.pcap"], decode.Options{}), facts.Options{}))(t)
	none := diff.Look(empty, diff.Options{})
	slower := edit.Changed("update-rate-7")
	longer := edit.Each(edit.Down(0x1D), edit.Bytes(func(b []byte) []byte { return append(b, 0) }))
	a := form()
	return map[string]*figures.Diff{
		"equal":   diff.Of(a, a, diff.Options{}),
		"broken":  diff.Of(a, form(slower, edit.Changed("round-missing"), edit.Changed("no-player-list"), longer), diff.Options{}),
		"only":    diff.Of(a, form(slower), diff.Options{Only: []string{"rhythm"}}),
		"nothing": diff.Of(none, none, diff.Options{Only: []string{"layout"}}),
		"one":     diff.Of(a, none, diff.Options{}),
		"session": diff.Session(sights(), sights(slower)),
	}
}

// TestDiffText: the text says what was found and fits.
func TestDiffText(t *testing.T) {
	wanted := map[string]string{
		"equal": `(?m)^ No difference was found\.$`, "broken": `(?m)^SUMMARY   [0-9]+ differences$`, "only": `(?m)^RHYTHM `, "nothing": `Nothing can be compared`,
		"one": `Only one of both has a game: A has a game, B has none`, "session": `(?m)^SAME SESSION `,
	}
	for name, d := range diffs(t) {
		for _, width := range []int{60, 80, 140} {
			var b bytes.Buffer
			command := func(q figures.Query) string { return "bcdump decode -f '" + string(q) + "' a.pcap" }
			o := render.DiffOptions{Options: render.Options{Width: width}, CommandA: command, CommandB: command}
			must.Do(t, render.WriteDiff(&b, d, o))
			if !regexp.MustCompile(wanted[name]).Match(b.Bytes()) {
				t.Errorf("%s: no %s in\n%s", name, wanted[name], b.String())
			}
			for line := range strings.Lines(b.String()) {
				if terminal.Width(strings.TrimSuffix(line, "\n")) > width {
					t.Errorf("%s: wider than %d: %s", name, width, line)
				}
			}
		}
	}
}
