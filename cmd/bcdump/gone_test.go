package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/terminal"
)

// TestGone: what earlier versions took answers in one line what to use, before anything is read, and the documents list it.
func TestGone(t *testing.T) {
	document := string(must.Get(os.ReadFile("../../docs/reference/compatibility.md"))(t))
	for what, use := range gone {
		words := append(strings.Fields(what), "absent.part")
		var out, wrong bytes.Buffer
		status := run(words, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(&wrong)})
		text := wrong.String()
		if status != exitUsage || out.Len() > 0 || strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, " is gone: "+use+"\n") {
			t.Errorf("%s: status %d, %q%q", what, status, text, &out)
		}
		if !strings.Contains(document, "`"+strings.ReplaceAll(what, "--output", "-o")+"`") {
			t.Errorf("docs/reference/compatibility.md does not list %s", what)
		}
	}
}
