package render

import (
	"fmt"
	"io"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/internal/junit"
)

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
			one.Failure = &junit.Failure{Message: broken(r), Type: r.Severity, Text: violations(r)}
		case r.Verdict == figures.Failed || r.Baseline > 0:
			one.Output = r.Severity + ": " + broken(r) + "\n" + violations(r)
		}
		s.Cases = append(s.Cases, one)
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

func violations(r *figures.CheckRule) string {
	var text strings.Builder
	for i := range r.Frames {
		x := &r.Frames[i]
		fmt.Fprintf(&text, "frame %d: %s\n", x.Frame, printable.Text(said(x)))
	}
	return text.String()
}
