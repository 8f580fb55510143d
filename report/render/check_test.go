package render_test

import (
	"bytes"
	"strings"
	"testing"

	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/render"
)

// checked is a report with each verdict.
func checked() *figures.Check {
	c := &figures.Check{Version: figures.Version, Files: []figures.CheckFile{{
		Name: "battle.pcap", Perspective: "host", Dialect: "openbc", Links: 2, Loss: figures.CheckLoss{ToClient: 0.001}, Damage: &figures.Damage{Text: "file header cut"},
		Ended: []figures.Story{},
		Causes: []figures.Cause{{
			ID: "d-cause", Side: "client", Client: 2, Players: []string{"Ace"}, Statement: "It does so.", EffectText: "Players notice.", Effect: "late", Mend: "Do not.", Root: "b-broken",
			Instances: 3, Of: 9, Severity: "warning", Frames: []int64{12}, First: []figures.CheckFrame{{Frame: 12, Client: 2, Who: "Ace", Text: "something \x1b[2J else than expected", Times: 2, Query: "frame == 12"}}, Explains: []figures.Explained{{Finding: "c-open", Instances: 1, Of: 1}},
		}},
		Rules: []figures.CheckRule{
			{ID: "a-kept", Area: "one", Says: "It is kept.", Judges: "server", Severity: "error", Evidence: "observed", Verdict: figures.Passed, Instances: 7, Frames: []figures.CheckFrame{}},
			{
				ID: "b-broken", Area: "two", Says: "It is broken, which takes more than one line to say at the width of a small terminal.", Judges: "client", Severity: "warning", Evidence: "one source",
				Verdict: figures.Failed, Instances: 9, Violations: 3, Tolerance: 0.05, Baseline: 1,
				Frames: []figures.CheckFrame{{Frame: 12, Client: 2, Who: "Ace", Text: "something \x1b[2J else than expected", Times: 2, Query: "frame == 12"}},
			},
			{ID: "c-open", Area: "two", Says: "Nobody knows.", Judges: "server", Severity: "error", Evidence: "two sources", Verdict: figures.NotJudged, Reason: "no join in the capture", Frames: []figures.CheckFrame{}},
		},
	}}}
	c.Sum()
	return c
}

// TestCheck shows verdicts in a small terminal: what is broken first, nothing wider than the terminal.
func TestCheck(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, render.WriteCheck(&b, &checked().Files[0], render.Options{Width: 60, Fold: true}))
	text := b.String()
	for _, want := range []string{
		"captured at the host", "server: 0 broken, 1 kept, 1 not judged", "client: 1 broken (1 warning), 0 kept", "WHAT IS WRONG   1 of clients", "1  d-cause\n   Ace alone, 3 of 9, 1 in the baseline, frame 12", "Players notice (warning).", "explains 1 of 1 of c-open", "frame 12  Ace: something", "times)", "and 1 more",
		"NOT JUDGED", "no join in the capture:\n   c-open\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") || strings.Contains(text, "a-kept") {
		t.Errorf("an escape sequence, or a rule that is kept, in\n%s", text)
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 60 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
}

// TestCheckSchema holds the JSON against its schema, and the schema against what is wrong.
func TestCheckSchema(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, render.WriteJSON(&b, checked()))
	expected.SchemaOf(t, "check").Refuses(t, b.String(), [][2]string{
		{`"verdict":"pass"`, `"verdict":"maybe"`}, {`"frame":12`, `"frame":0`}, {`,"reason":"no join in the capture"`, ``}, {`"judges":"client"`, `"judges":"both"`},
	})
}

// TestCheckJUnit counts cases, failures and skipped ones; what is broken and does not fail the run is
// told as output, and so is what players saw else and no rule explains.
func TestCheckJUnit(t *testing.T) {
	junit := func(c *figures.Check, fails bool) string {
		var b bytes.Buffer
		must.Do(t, render.WriteCheckJUnit(&b, c, func(r *figures.CheckRule) bool { return fails && r.Verdict == figures.Failed }))
		return b.String()
	}
	text := junit(checked(), true)
	for _, want := range []string{`tests="3" failures="1" errors="0" skipped="1"`, `<failure message="3 of 9: It is broken, which takes`, `type="warning">frame 12: Ace: something \x1b[2J`, `<skipped message="no join in the capture">`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	seen := checked()
	seen.Files[0].Causes = []figures.Cause{
		{ID: "b-broken", Side: "client", Root: "b-broken"},
		{ID: "condition-differs", Side: "server", Root: "desync-condition", Statement: "Ace is told\x1b[2J", EffectText: "Wrong damage.", Mend: "Mend it.", Severity: "error", Instances: 2, Of: 3,
			First: []figures.CheckFrame{{Frame: 40, Who: "Ace", Text: "Ace is told"}}},
	}
	want := `<testcase classname="bcdump.check.server" name="condition-differs">
      <system-out>error: 2 of 3: Ace is told\x1b[2J. Wrong damage. Mend it.&#xA;frame 40: Ace is told&#xA;</system-out>`
	if text := junit(seen, true); !strings.Contains(text, want) || !strings.Contains(text, `tests="4" failures="1" errors="0" skipped="1"`) {
		t.Errorf("no %s in\n%s", want, text)
	}
	accepted := checked()
	accepted.Files[0].Rules[1].Verdict = figures.Passed // by its baseline
	for text, c := range map[string]*figures.Check{"of no weight": checked(), "in the baseline": accepted} {
		got := junit(c, false)
		if !strings.Contains(got, `<system-out>warning: 3 of 9: It is broken`) || !strings.Contains(got, `failures="0"`) {
			t.Errorf("a violation %s is not told in\n%s", text, got)
		}
	}
}
