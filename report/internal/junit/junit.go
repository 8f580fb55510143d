// Package junit writes results as the JUnit XML that CI services read.
//
// In come suites of test cases, or one case after the other; out comes the XML. It knows nothing of
// what was judged.
package junit

import (
	"encoding/xml"
	"io"
)

// Suite is what was judged of one thing.
type Suite struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Cases    []Case `xml:"testcase"`
}

// Case is one judgement.
type Case struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Skipped *Failure `xml:"skipped"`
	Failure *Failure `xml:"failure"`
	Error   *Failure `xml:"error"` // it could not be judged
	Output  string   `xml:"system-out,omitempty"`
}

// Failure says why.
type Failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Write writes a document of suites.
func Write(w io.Writer, suites []Suite) error {
	text, err := xml.MarshalIndent(struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []Suite  `xml:"testsuite"`
	}{Suites: suites}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(append([]byte(xml.Header), text...), '\n'))
	return err
}

// WriteCase writes a case as it stands in its suite, behind a line feed.
func WriteCase(w io.Writer, c *Case) error {
	text, err := xml.MarshalIndent(struct {
		XMLName xml.Name `xml:"testcase"`
		*Case
	}{Case: c}, "    ", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append([]byte("\n"), text...))
	return err
}
