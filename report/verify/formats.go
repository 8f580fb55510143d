package verify

import (
	"bytes"
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

// jsonResult is a Result as docs/guides/regression.md describes it.
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

// Text prints results for people: a line for each change, then a table of the captures.
type Text struct {
	w             io.Writer
	colors        terminal.Palette
	quiet, dryRun bool
	width         int
	rows          []row
	total         Total
	hasLines      bool // above the table
}

// row is what the table says of one capture, kept small: there may be many.
type row struct {
	capture, outcome  string
	messages, changes int64
	ok                bool
}

// TextOptions say how results are printed.
type TextOptions struct {
	Color bool
	// Quiet leaves out the table when all is well. What was written is said anyway.
	Quiet bool
	// DryRun says that goldens would be written, not that they have been.
	DryRun bool
	// Width is the room in columns: what is wider continues on the next lines. 0 = lines are as
	// wide as they are.
	Width int
}

// NewText prints to w.
func NewText(w io.Writer, o TextOptions) *Text {
	colors := terminal.NewPalette(o.Color)
	return &Text{w: w, colors: colors, quiet: o.Quiet, dryRun: o.DryRun, width: o.Width}
}

// Total adds up results.
type Total struct {
	Captures int   `json:"captures"`
	OK       int   `json:"ok"`
	Messages int64 `json:"messages"`
	Changes  int64 `json:"changes"`
}

// Add adds one.
func (t *Total) Add(r *Result) {
	t.Captures++
	if r.OK() {
		t.OK++
	}
	t.Messages += r.Messages
	t.Changes += r.Count
}

// AllOK reports that nothing is wrong with any.
func (t *Total) AllOK() bool { return t.OK == t.Captures }

// Add prints the changes of one capture, and what became of its golden.
func (t *Text) Add(r *Result) error {
	t.total.Add(r)
	t.rows = append(t.rows, row{r.Capture, t.outcome(r), r.Messages, r.Count, r.OK()})
	t.hasLines = t.hasLines || r.Count > 0 || r.State != Same
	var lines [][]terminal.Span
	for i := range r.Changes {
		lines = append(lines, t.change(&r.Changes[i]))
	}
	if more := r.Count - int64(len(r.Changes)); more > 0 {
		lines = append(lines, terminal.Spans("and "+changesText(more)+" not listed (see --max)"))
	}
	if r.State == Created || r.State == Updated {
		lines = append(lines, terminal.Spans("golden "+t.outcome(r)))
	}
	if r.Err != nil {
		lines = append(lines, []terminal.Span{{Style: t.colors.Damage, Text: withoutPath(r.Err, r.Capture)}})
	}
	var b bytes.Buffer
	for _, line := range lines {
		_ = t.line(&b, append(terminal.Spans(r.Capture+": "), line...)...) // a buffer gives no error
	}
	_, err := t.w.Write(b.Bytes())
	return err
}

// line writes a line within the width.
func (t *Text) line(w io.Writer, spans ...terminal.Span) error {
	const indent = 2
	return terminal.WriteFolded(w, t.width, indent, spans...)
}

func (t *Text) change(c *Change) []terminal.Span {
	where := terminal.Span{Text: c.Where() + ": "}
	if c.Field == "" {
		return []terminal.Span{where, {Style: t.colors.Damage, Text: c.Text}}
	}
	from, to := c.shownValues()
	return []terminal.Span{where, {Style: t.colors.Name, Text: c.Field}, {Text: " "}, {Style: t.colors.Damage, Text: from}, {Text: " → " + to}}
}

// table has a row for each capture.
func (t *Text) table() *terminal.Table {
	columns := terminal.Numbers(terminal.Columns("capture", "messages", "changes", "outcome"), 1, 2)
	columns[0].Min, columns[0].Fold = 16, true
	columns[3].Min, columns[3].Fold = 12, true
	return &terminal.Table{Columns: columns, Width: t.width, Dim: t.colors.Dim, Many: func(yield func(terminal.Row) bool) {
		for i := range t.rows {
			if !yield(t.row(&t.rows[i])) {
				return
			}
		}
	}}
}

func (t *Text) row(r *row) terminal.Row {
	cells := terminal.Texts(r.capture, terminal.Count(r.messages), terminal.Count(r.changes), r.outcome)
	if !r.ok {
		cells[3].Style = t.colors.Damage
	}
	return terminal.Row{Cells: cells}
}

// outcome is the last column of the table.
func (t *Text) outcome(r *Result) string {
	text := string(r.State)
	switch {
	case t.dryRun && (r.State == Created || r.State == Updated):
		return "would be " + text
	case r.Damaged && r.State == Same:
		return text + ", damaged as before"
	case r.Damaged:
		return text + ", damaged"
	}
	return text
}

// End prints the table and the total.
func (t *Text) End() error {
	if t.quiet && t.total.AllOK() {
		return nil
	}
	if t.hasLines {
		if err := terminal.WriteLine(t.w); err != nil {
			return err
		}
	}
	if err := t.table().Write(t.w); err != nil {
		return err
	}
	verdict := terminal.Span{Style: t.colors.Name, Text: fmt.Sprintf("%d of %d captures ok", t.total.OK, t.total.Captures)}
	if bad := t.total.Captures - t.total.OK; bad > 0 {
		verdict = terminal.Span{Style: t.colors.Damage, Text: fmt.Sprintf("%d of %d captures not ok", bad, t.total.Captures)}
	}
	if err := terminal.WriteLine(t.w); err != nil {
		return err
	}
	sums := ", " + terminal.Count(t.total.Messages) + " messages, " + changesText(t.total.Changes)
	return t.line(t.w, verdict, terminal.Span{Text: sums})
}

func changesText(n int64) string { return terminal.Counted(n, "change", "changes") }
