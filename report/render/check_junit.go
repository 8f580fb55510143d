package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
)

// checkSuites is what CI services read: a suite for each capture, a test case for each verdict.
type checkSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []checkSuite `xml:"testsuite"`
}

type checkSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []checkCase `xml:"testcase"`
}

type checkCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Skipped *checkSkipped `xml:"skipped"`
	Failure *checkFailure `xml:"failure"`
	Output  string        `xml:"system-out,omitempty"`
}

type checkFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type checkSkipped struct {
	Message string `xml:"message,attr"`
}

// WriteCheckJUnit writes verdicts as JUnit XML. fails says which of the broken rules are failures;
// others pass, and say in their output what is broken.
func WriteCheckJUnit(w io.Writer, c *figures.Check, fails func(*figures.CheckRule) bool) error {
	var all checkSuites
	for i := range c.Files {
		all.Suites = append(all.Suites, suiteOf(&c.Files[i], fails))
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func suiteOf(f *figures.CheckFile, fails func(*figures.CheckRule) bool) checkSuite {
	s := checkSuite{Name: printable.Text(f.Name)}
	for i := range f.Rules {
		r := &f.Rules[i]
		one := checkCase{Class: "bcdump.check." + r.Judges, Name: r.ID}
		s.Tests++
		switch {
		case r.Verdict == figures.NotJudged:
			s.Skipped++
			one.Skipped = &checkSkipped{Message: r.Reason}
		case fails(r):
			s.Failures++
			one.Failure = &checkFailure{Message: broken(r), Type: r.Severity, Text: violations(r)}
		case r.Verdict == figures.Failed || r.Baseline > 0:
			one.Output = r.Severity + ": " + broken(r) + "\n" + violations(r)
		}
		s.Cases = append(s.Cases, one)
	}
	return s
}

// broken says of a broken rule how often it is, and what stock software does.
func broken(r *figures.CheckRule) string {
	return fmt.Sprintf("%d of %d: %s", r.Violations, r.Instances, r.Says)
}

func violations(r *figures.CheckRule) string {
	var text strings.Builder
	for i := range r.Frames {
		x := &r.Frames[i]
		fmt.Fprintf(&text, "frame %d: %s\n", x.Frame, printable.Text(said(x)))
	}
	return text.String()
}
