package verify

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"bcdump/internal/must"
	"bcdump/report/internal/junit"
	"bcdump/report/terminal"
)

// Whatever stands in a golden or a file name, the forms for programs can be read, and the
// form for people does not steer the terminal.
func TestFormsCanBeRead(t *testing.T) {
	var people strings.Builder
	var object, cases, suite bytes.Buffer
	asJSON, junit := NewJSON(&object, false), NewJUnit(&cases)
	text := NewText(&people, TextOptions{})
	var results []*Result
	for _, r := range []*Result{
		{Case: Case{Capture: "ok.pcap"}, State: Same, Messages: 3},
		{Case: Case{Capture: "a\x1b[31m]]><b>.pcap"}, State: Differs, Count: 3, Changes: []Change{
			{Frame: 1, Index: new(int), Message: "<\x1b\x00\xff>", Field: "a", Old: "[1,,2]", New: `"\x1b"`},
			{Frame: 1, Index: new(int), Message: "Chat", Field: "t\xff", Old: "\"bad \xff byte\"", New: "[1,\"\xc3\",2]"},
			{Frame: 1, Index: new(int), Message: "Chat", Field: "u", Old: "\xe2\x82"},
			{Text: "]]> \x01"},
			{Frame: 1, Field: "b", Old: `"#1"`},
		}},
		{Case: Case{Capture: "gone.pcap"}, State: NoCapture, Err: errors.New("no \x02 file")},
		{Case: Case{Capture: "name\xff.pcap"}, State: NoCapture, Err: errors.New("name\xff.pcap: gone")},
	} {
		results = append(results, r)
		must.Do(t, errors.Join(text.Add(r), asJSON.Add(r), junit.Add(r)))
	}
	must.Do(t, errors.Join(text.End(), asJSON.End(), junit.Write(&suite, &cases)))
	if strings.ContainsAny(people.String(), "\x1b\x00\x01\x02") {
		t.Errorf("%q", people.String())
	}
	if !json.Valid(object.Bytes()) || !utf8.Valid(object.Bytes()) {
		t.Errorf("no JSON: %s", object.String())
	}
	if want := wholeJSON(t, results); object.String() != want {
		t.Errorf("in pieces\n%s\nas a whole\n%s", object.String(), want)
	}
	var suites junitSuites
	if !utf8.Valid(suite.Bytes()) || !utf8.ValidString(people.String()) {
		t.Errorf("not UTF-8: %q %q", suite.String(), people.String())
	}
	if err := xml.Unmarshal(suite.Bytes(), &suites); err != nil {
		t.Fatalf("%v in %s", err, suite.String())
	}
	if s := suites.Suite; s.Tests != 4 || s.Failures != 1 || s.Errors != 2 || len(s.Cases) != 4 || s.Cases[1].Failure == nil || s.Cases[2].Error == nil {
		t.Errorf("%s", suite.String())
	}
	if want := wholeJUnit(t, &suites); suite.String() != want {
		t.Errorf("in pieces\n%s\nas a whole\n%s", suite.String(), want)
	}
}

// wholeJSON is what JSON prints in pieces.
func wholeJSON(t *testing.T, results []*Result) string {
	t.Helper()
	var b strings.Builder
	object := struct {
		Version  int          `json:"v"`
		Captures []jsonResult `json:"captures"`
		Total    Total        `json:"total"`
	}{Version: 1}
	for _, r := range results {
		object.Captures = append(object.Captures, newJSONResult(r))
		object.Total.Add(r)
	}
	must.Do(t, terminal.WriteJSON(&b, object))
	return b.String()
}

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Cases    []junit.Case `xml:"testcase"`
}

// wholeJUnit is what JUnit prints in pieces.
func wholeJUnit(t *testing.T, suites *junitSuites) string {
	t.Helper()
	return xml.Header + string(must.Get(xml.MarshalIndent(suites, "", "  "))(t)) + "\n"
}

// Without any result, and of a dry run, the object is whole too.
func TestEmptyJSON(t *testing.T) {
	for dry, want := range map[bool]string{false: `{"v":1,"captures":[],"total":`, true: `{"v":1,"dry_run":true,"captures":[],"total":`} {
		var b, compact bytes.Buffer
		must.Do(t, NewJSON(&b, dry).End())
		if err := json.Compact(&compact, b.Bytes()); err != nil || !strings.HasPrefix(compact.String(), want) {
			t.Errorf("%v, %s", err, b.String())
		}
	}
}
