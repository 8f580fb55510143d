package golden

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever stands in a golden or a file name, the forms for programs can be read, and the
// form for people does not steer the terminal.
func TestFormsCanBeRead(t *testing.T) {
	var results Results
	var people strings.Builder
	text := NewText(&people, TextOptions{})
	for _, r := range []*Result{
		{Case: Case{Capture: "ok.pcap"}, State: Same, Messages: 3},
		{Case: Case{Capture: "a\x1b[31m]]><b>.pcap"}, State: Differs, Count: 3, Changes: []Change{
			{Frame: 1, Index: 0, Message: "<\x1b\x00\xff>", Field: "a", Old: "[1,,2]", New: `"\x1b"`},
			{Frame: 1, Index: 0, Message: "Chat", Field: "t\xff", Old: "\"bad \xff byte\"", New: "[1,\"\xc3\",2]"},
			{Frame: 1, Index: 0, Message: "Chat", Field: "u", Old: "\xe2\x82"},
			{Index: None, Text: "]]> \x01"},
			{Frame: 1, Last: 1000, Index: None, Field: "b", Old: `"#1"`},
		}},
		{Case: Case{Capture: "gone.pcap"}, State: NoCapture, Err: errors.New("no \x02 file")},
		{Case: Case{Capture: "name\xff.pcap"}, State: NoCapture, Err: errors.New("name\xff.pcap: gone")},
	} {
		results.Add(r)
		if err := text.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := text.End(); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(people.String(), "\x1b\x00\x01\x02") {
		t.Errorf("%q", people.String())
	}
	var b bytes.Buffer
	if err := results.WriteJSON(&b, false); err != nil || !json.Valid(b.Bytes()) || !utf8.Valid(b.Bytes()) {
		t.Errorf("%v in %s", err, b.String())
	}
	b.Reset()
	if err := results.WriteJUnit(&b); err != nil {
		t.Fatal(err)
	}
	var suites junitSuites
	if !utf8.Valid(b.Bytes()) || !utf8.ValidString(people.String()) {
		t.Errorf("not UTF-8: %q %q", b.String(), people.String())
	}
	if err := xml.Unmarshal(b.Bytes(), &suites); err != nil {
		t.Fatalf("%v in %s", err, b.String())
	}
	if s := suites.Suite; s.Tests != 4 || s.Failures != 1 || s.Errors != 2 || len(s.Cases) != 4 || s.Cases[1].Failure == nil || s.Cases[2].Error == nil {
		t.Errorf("%s", b.String())
	}
}
