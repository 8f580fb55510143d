package render_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"bcdump/report/figures"
	"bcdump/report/render"
)

// checked is a report with each verdict.
func checked() *figures.Check {
	c := &figures.Check{Version: figures.Version, Files: []figures.CheckFile{{
		Name: "battle.pcap", Perspective: "host", Dialect: "openbc", Links: 2, Loss: figures.CheckLoss{ToClient: 0.001},
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
	for i := range c.Files[0].Rules {
		c.Summary.Add(&c.Files[0].Rules[i])
	}
	return c
}

// TestCheck shows verdicts in a small terminal: what is broken first, nothing wider than the terminal.
func TestCheck(t *testing.T) {
	var b bytes.Buffer
	if err := render.WriteCheck(&b, &checked().Files[0], render.Options{Width: 60, Fold: true}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"captured at the host", "server: 1 rule kept, 0 broken, 1 not judged", "WARNINGS", "b-broken  client  3 of 9, 1 known", "frame 12  Ace: something", "times)", "and 1 more",
		"NOT JUDGED", "no join in the capture: c-open",
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
	s, err := jsonschema.NewCompiler().Compile("../../docs/check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.WriteJSON(&b, checked()); err != nil {
		t.Fatal(err)
	}
	for change, bad := range map[string]bool{
		"": false, `"verdict":"pass"=>"verdict":"maybe"`: true, `"frame":12=>"frame":0`: true, `,"reason":"no join in the capture"=>`: true, `"judges":"client"=>"judges":"both"`: true,
	} {
		text := b.String()
		if from, to, ok := strings.Cut(change, "=>"); ok {
			text = strings.Replace(text, from, to, 1)
		}
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); (err != nil) != bad {
			t.Errorf("%q: %v", change, err)
		}
	}
}

// TestCheckJUnit counts cases, failures and skipped ones.
func TestCheckJUnit(t *testing.T) {
	var b bytes.Buffer
	fails := func(r *figures.CheckRule) bool { return r.Verdict == figures.Failed }
	if err := render.WriteCheckJUnit(&b, checked(), fails); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`tests="3" failures="1" skipped="1"`, `<failure message="3 of 9" type="warning">`, "frame 12: something", `<skipped message="no join in the capture">`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}
