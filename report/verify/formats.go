package verify

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/internal/junit"
	"bcdump/report/terminal"
)

// withoutPath is an error without the path that it begins with.
func withoutPath(err error, path string) string {
	return strings.TrimPrefix(err.Error(), path+": ")
}

// jsonResult is a Result as docs/verify.md describes it.
type jsonResult struct {
	Capture  string   `json:"capture"`
	Golden   string   `json:"golden"`
	State    State    `json:"state"`
	OK       bool     `json:"ok"`
	Messages int64    `json:"messages"`
	Damaged  bool     `json:"damaged"`
	Count    int64    `json:"changes"`
	Error    string   `json:"error,omitempty"`
	Changes  []Change `json:"list"`
}

// JSON prints results as one object, each as it comes.
type JSON struct {
	w      io.Writer
	dryRun bool
	total  Total
}

// NewJSON prints to w; dryRun says that goldens would be written, not that they have been.
func NewJSON(w io.Writer, dryRun bool) *JSON { return &JSON{w: w, dryRun: dryRun} }

// Add prints one.
func (j *JSON) Add(r *Result) error {
	before := ",\n    "
	if j.total.Captures == 0 {
		before = j.head() + "\n    "
	}
	j.total.Add(r)
	return j.value(before, "    ", newJSONResult(r), "")
}

// End prints the total.
func (j *JSON) End() error {
	before := "\n  ]"
	if j.total.Captures == 0 {
		before = j.head() + "]"
	}
	return j.value(before+",\n  \"total\": ", "  ", j.total, "\n}\n")
}

// head is what stands before the first result.
func (j *JSON) head() string {
	if j.dryRun {
		return "{\n  \"v\": 1,\n  \"dry_run\": true,\n  \"captures\": ["
	}
	return "{\n  \"v\": 1,\n  \"captures\": ["
}

// value prints a value that stands within others, its lines behind prefix.
func (j *JSON) value(before, prefix string, value any, after string) error {
	b, err := terminal.AppendJSON([]byte(before), prefix, value)
	if err != nil {
		return err
	}
	_, err = j.w.Write(append(b, after...))
	return err
}

func newJSONResult(r *Result) jsonResult {
	j := jsonResult{
		Capture: r.Capture, Golden: r.Golden, State: r.State, OK: r.OK(), Messages: r.Messages, Damaged: r.Damaged,
		Count: r.Count, Changes: append([]Change{}, r.Changes...),
	}
	if r.Err != nil {
		j.Error = withoutPath(r.Err, r.Capture)
	}
	return j
}

// JUnit makes the XML that CI services read: a test case for each capture, a failure if it
// differs, an error if it could not be compared. What it begins with are sums, so the cases wait
// elsewhere until all are there.
type JUnit struct {
	cases                   io.Writer
	tests, failures, errors int
}

// NewJUnit keeps the test cases in cases.
func NewJUnit(cases io.Writer) *JUnit { return &JUnit{cases: cases} }

// Add makes a test case of a result.
func (j *JUnit) Add(r *Result) error {
	one := junit.Case{Class: "bcdump.verify", Name: printable.Text(r.Capture)}
	j.tests++
	switch {
	case r.OK():
	case r.State == Differs:
		j.failures++
		one.Failure = failureOf(r)
	default:
		j.errors++
		one.Error = failureOf(r)
	}
	return junit.WriteCase(j.cases, &one)
}

// Write prints the whole; cases gives back what NewJUnit's kept.
func (j *JUnit) Write(w io.Writer, cases io.Reader) error {
	begin := fmt.Sprintf("  <testsuite name=\"bcdump verify\" tests=\"%d\" failures=\"%d\" errors=\"%d\">", j.tests, j.failures, j.errors)
	all := io.MultiReader(strings.NewReader(xml.Header+"<testsuites>\n"+begin), cases, strings.NewReader("\n  </testsuite>\n</testsuites>\n"))
	_, err := io.Copy(w, all)
	return err
}

func failureOf(r *Result) *junit.Failure {
	var text strings.Builder
	_ = NewText(&text, TextOptions{}).Add(r) // a strings.Builder takes everything
	message := changesText(r.Count)
	if r.Err != nil {
		message = withoutPath(r.Err, r.Capture)
	}
	return &junit.Failure{Message: printable.Text(message), Text: text.String()}
}
