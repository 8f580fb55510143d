package golden

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"bcdump/decode/fields"
	"bcdump/report"
)

// Text prints results for people: a line for each change, then a table of the captures.
type Text struct {
	W     io.Writer
	Color bool
	// Quiet leaves out the table when all is well. What was written is said anyway.
	Quiet bool
	// DryRun says that goldens would be written, not that they have been.
	DryRun bool

	rows    [][]string
	total   Total
	printed bool // lines above the table
}

// Total adds up results.
type Total struct {
	Captures int   `json:"captures"`
	OK       int   `json:"ok"`
	Messages int64 `json:"messages"`
	Changes  int64 `json:"changes"`
}

func (t *Total) add(r *Result) {
	t.Captures++
	if r.OK() {
		t.OK++
	}
	t.Messages += r.Messages
	t.Changes += r.Count
}

// Add prints the changes of one capture, and what became of its golden.
func (t *Text) Add(r *Result) error {
	t.total.add(r)
	t.rows = append(t.rows, []string{r.Capture, strconv.FormatInt(r.Messages, 10), strconv.FormatInt(r.Count, 10), t.outcome(r)})
	t.printed = t.printed || r.Count > 0 || r.State != Same
	var b strings.Builder
	for i := range r.Changes {
		fmt.Fprintf(&b, "%s: %s\n", r.Capture, t.change(&r.Changes[i]))
	}
	if more := r.Count - int64(len(r.Changes)); more > 0 {
		fmt.Fprintf(&b, "%s: %d more changes (see --max)\n", r.Capture, more)
	}
	if r.State == Created || r.State == Updated {
		fmt.Fprintf(&b, "%s: golden %s\n", r.Capture, t.outcome(r))
	}
	if r.Err != nil {
		fmt.Fprintf(&b, "%s: %s\n", r.Capture, t.paint(color.FgRed, withoutPath(r.Err, r.Capture)))
	}
	_, err := io.WriteString(t.W, b.String())
	return err
}

func (t *Text) change(c *Change) string {
	where := printable(c.Where())
	if c.Field == "" {
		return where + ": " + t.paint(color.FgRed, c.Text)
	}
	from, to := c.shownValues()
	return fmt.Sprintf("%s: %s %s → %s", where, t.paint(color.Bold, c.Field), t.paint(color.FgRed, from), t.paint(color.FgGreen, to))
}

// outcome is the last column of the table.
func (t *Text) outcome(r *Result) string {
	text := string(r.State)
	switch {
	case t.DryRun && (r.State == Created || r.State == Updated):
		text = "would be " + text
	case r.Damaged && r.State == Same:
		text += ", damaged as before"
	case r.Damaged:
		text += ", damaged"
	}
	if r.OK() {
		return text
	}
	return t.paint(color.FgRed, text)
}

// End prints the table and the total.
func (t *Text) End() error {
	if t.Quiet && t.total.OK == t.total.Captures {
		return nil
	}
	if t.printed {
		if _, err := io.WriteString(t.W, "\n"); err != nil {
			return err
		}
	}
	table := report.Table{Heading: []string{"capture", "messages", "changes", "outcome"}, Rows: t.rows, Numbers: []int{1, 2}}
	if err := report.WriteTable(t.W, table); err != nil {
		return err
	}
	verdict := t.paint(color.FgGreen, fmt.Sprintf("%d of %d captures ok", t.total.OK, t.total.Captures))
	if t.total.OK < t.total.Captures {
		verdict = t.paint(color.FgRed, fmt.Sprintf("%d of %d captures not ok", t.total.Captures-t.total.OK, t.total.Captures))
	}
	_, err := fmt.Fprintf(t.W, "\n%s, %d messages, %d changes\n", verdict, t.total.Messages, t.total.Changes)
	return err
}

// paint colours a piece of text. It comes from files, so it may not steer the terminal.
func (t *Text) paint(attribute color.Attribute, text string) string {
	text = printable(text)
	if !t.Color {
		return text
	}
	c := color.New(attribute)
	c.EnableColor()
	return c.Sprint(text)
}

func printable(text string) string { return string(fields.AppendPrintable(nil, text)) }
