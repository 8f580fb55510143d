package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/internal/junit"
	"bcdump/report/terminal"
)

// WriteRules lists rules, by area.
func WriteRules(w io.Writer, list []figures.RuleText, o Options) error {
	p := newPage(o)
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Area == list[0].Area {
			n++
		}
		p.Heading(strings.ToUpper(list[0].Area), terminal.Style{}, listedAs(list[0].Area, int64(n)))
		for i := range list[:n] {
			p.listedRule(&list[i])
		}
		list = list[n:]
	}
	return p.write(w)
}

func (p *page) listedRule(r *figures.RuleText) {
	p.Line(terminal.Span{Text: " "}, terminal.Span{Style: p.severity(r.Severity), Text: r.ID}, terminal.Span{Style: p.Dim, Text: "  " + strings.Join(given(r.Judges, r.Severity, r.Evidence), ", ")})
	p.paragraph(terminal.Style{}, "  ", r.Says)
}

// listedAs counts the rules, or causes, of an area.
func listedAs(area string, n int64) string {
	if area == "causes" {
		return counted(n, "cause", "causes")
	}
	return counted(n, "rule", "rules")
}

// given leaves out the texts that are empty.
func given(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

func (p *page) severity(name string) terminal.Style {
	switch name {
	case "error":
		return p.Damage
	case "warning":
		return p.Note
	}
	return terminal.Style{}
}

// WriteRule explains a rule at length.
func WriteRule(w io.Writer, r *figures.RuleText, o Options) error {
	p := newPage(o)
	p.Heading(r.ID, terminal.Style{}, given(r.Area, r.Judges, r.Severity)...)
	lines := [][2]string{
		{"stock", r.Says},
		{"players", r.EffectText},
		{"judged", r.Counts},
		{"broken if", r.Broken},
		{"tolerance", cmp.Or(r.Tolerance, "none")},
		{"needs", cmp.Or(strings.Join(r.Needs, "; "), "nothing")},
		{"evidence", r.Evidence},
		{"source", "docs/protocol, " + r.Source},
	}
	if r.Mend != "" {
		lines = [][2]string{{"cause", r.Says}, {"players", r.EffectText}, {"mend", r.Mend}, {"root", r.Explains[0]}, {"explains", strings.Join(r.Explains[1:], ", ")}}
	}
	for _, line := range lines {
		p.paragraph(terminal.Style{}, fmt.Sprintf("%-11s", line[0]), line[1])
	}
	return p.write(w)
}

// WriteCheckJUnit writes verdicts as JUnit XML. fails says which of the broken rules are failures;
// others pass, and say in their output what is broken.
func WriteCheckJUnit(w io.Writer, c *figures.Check, fails func(*figures.CheckRule) bool) error {
	var all []junit.Suite
	for i := range c.Files {
		all = append(all, suiteOf(&c.Files[i], fails))
	}
	return junit.Write(w, all)
}

func suiteOf(f *figures.CheckFile, fails func(*figures.CheckRule) bool) junit.Suite {
	s := junit.Suite{Name: printable.Text(f.Name)}
	if f.NoGame != "" {
		s.Tests, s.Failures = 1, 1
		s.Cases = []junit.Case{{Class: "bcdump.check", Name: "game-traffic", Failure: &junit.Failure{
			Message: printable.Text("no datagram of the game; " + f.NoGame), Type: "error",
		}}}
	}
	for i := range f.Rules {
		r := &f.Rules[i]
		one := junit.Case{Class: "bcdump.check." + r.Judges, Name: r.ID}
		s.Tests++
		switch {
		case r.Verdict == figures.NotJudged:
			s.Skipped++
			one.Skipped = &junit.Failure{Message: r.Reason}
		case fails(r):
			s.Failures++
			one.Failure = &junit.Failure{Message: broken(r), Type: r.Severity, Text: violations(r.Frames)}
		case r.Verdict == figures.Failed || r.Baseline > 0:
			one.Output = r.Severity + ": " + broken(r) + "\n" + violations(r.Frames)
		}
		s.Cases = append(s.Cases, one)
	}
	for i := range f.Causes {
		if c := &f.Causes[i]; c.OnlySeen() { // the exit status is that of the rules: it passes
			s.Tests++
			text := fmt.Sprintf("%s: %d of %d: %s. %s %s", c.Severity, c.Instances, c.Of, c.Statement, c.EffectText, c.Mend)
			s.Cases = append(s.Cases, junit.Case{Class: "bcdump.check." + c.Side, Name: c.ID, Output: printable.Text(text) + "\n" + violations(c.First)})
		}
	}
	return s
}

// broken says of a broken rule how often it is, what stock software does, and from which cause it follows.
func broken(r *figures.CheckRule) string {
	text := fmt.Sprintf("%d of %d: %s", r.Violations, r.Instances, r.Says)
	if r.Cause != "" {
		text += " Cause: " + r.Cause + "."
	}
	return text
}

func violations(frames []figures.CheckFrame) string {
	var text strings.Builder
	for i := range frames {
		x := &frames[i]
		fmt.Fprintf(&text, "frame %d: %s\n", x.Frame, printable.Text(said(x)))
	}
	return text.String()
}
