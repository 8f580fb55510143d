package golden

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// withoutPath is an error without the path that it begins with.
func withoutPath(err error, path string) string {
	return strings.TrimPrefix(err.Error(), path+": ")
}

// Results collects results for the forms that are written at the end.
type Results struct {
	// TotalOnly keeps no list: there may be many captures, and only WriteJSON and WriteJUnit need
	// it.
	TotalOnly bool

	list  []*Result
	total Total
}

// Add adds one.
func (rs *Results) Add(r *Result) {
	if !rs.TotalOnly {
		rs.list = append(rs.list, r)
	}
	rs.total.add(r)
}

// OK reports that nothing is wrong with any.
func (rs *Results) OK() bool { return rs.total.OK == rs.total.Captures }

// jsonResult is a Result as docs/verify.md describes it.
type jsonResult struct {
	Capture  string       `json:"capture"`
	Golden   string       `json:"golden"`
	State    State        `json:"state"`
	OK       bool         `json:"ok"`
	Messages int64        `json:"messages"`
	Damaged  bool         `json:"damaged"`
	Count    int64        `json:"changes"`
	Error    string       `json:"error,omitempty"`
	Changes  []jsonChange `json:"list"`
}

type jsonChange struct {
	Frame   int64           `json:"frame,omitempty"`
	Last    int64           `json:"last_frame,omitempty"`
	Index   *int            `json:"index,omitempty"`
	Message string          `json:"message,omitempty"`
	Field   string          `json:"field,omitempty"`
	Old     json.RawMessage `json:"old,omitempty"`
	New     json.RawMessage `json:"new,omitempty"`
	Line    int             `json:"line,omitempty"`
	Text    string          `json:"text,omitempty"`
}

// WriteJSON prints all results as one object.
func (rs *Results) WriteJSON(w io.Writer, dryRun bool) error {
	list := []jsonResult{}
	for _, r := range rs.list {
		list = append(list, newJSONResult(r))
	}
	return terminal.WriteJSON(w, struct {
		Version  int          `json:"v"`
		DryRun   bool         `json:"dry_run,omitempty"`
		Captures []jsonResult `json:"captures"`
		Total    Total        `json:"total"`
	}{1, dryRun, list, rs.total})
}

func newJSONResult(r *Result) jsonResult {
	j := jsonResult{
		Capture: r.Capture, Golden: r.Golden, State: r.State, OK: r.OK(), Messages: r.Messages, Damaged: r.Damaged,
		Count: r.Count, Changes: []jsonChange{},
	}
	if r.Err != nil {
		j.Error = withoutPath(r.Err, r.Capture)
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		one := jsonChange{
			Frame: c.Frame, Last: c.Last, Message: c.Message, Field: c.Field, Line: c.Line, Text: c.Text,
			Old: rawValue(c.Old), New: rawValue(c.New),
		}
		if c.Index != None {
			one.Index = &c.Index
		}
		j.Changes = append(j.Changes, one)
	}
	return j
}

// rawValue makes sure that a value is JSON, and UTF-8: that of a golden may be anything.
func rawValue(text string) json.RawMessage {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if text != "" && !json.Valid([]byte(text)) {
		return json.RawMessage(quote(text))
	}
	return json.RawMessage(text)
}

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit prints all results in the XML that CI services read: a test case for each
// capture, a failure if it differs, an error if it could not be compared.
func (rs *Results) WriteJUnit(w io.Writer) error {
	suite := junitSuite{Name: "bcdump verify", Tests: len(rs.list)}
	for _, r := range rs.list {
		one := junitCase{Class: "bcdump.verify", Name: printable.Text(r.Capture)}
		switch {
		case r.OK():
		case r.State == Differs:
			suite.Failures++
			one.Failure = failureOf(r)
		default:
			suite.Errors++
			one.Error = failureOf(r)
		}
		suite.Cases = append(suite.Cases, one)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitSuites{Suite: suite}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func failureOf(r *Result) *junitFailure {
	var text strings.Builder
	_ = NewText(&text, TextOptions{}).Add(r) // a strings.Builder takes everything
	message := changesText(r.Count)
	if r.Err != nil {
		message = withoutPath(r.Err, r.Capture)
	}
	return &junitFailure{Message: printable.Text(message), Text: text.String()}
}
