package main

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"bcdump/report/terminal"
)

// TestGone: what earlier versions took answers in one line what to use, before anything is read, and the documents list it.
func TestGone(t *testing.T) {
	var uses []string
	names := map[string]string{} // by what to use
	for _, what := range slices.Sorted(maps.Keys(gone)) {
		use := gone[what]
		words := append(strings.Fields(what), "absent.part")
		var out, wrong bytes.Buffer
		status := run(words, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(&wrong)})
		text := wrong.String()
		if status != exitUsage || out.Len() > 0 || strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, " is gone: "+use+"\n") {
			t.Errorf("%s: status %d, %q%q", what, status, text, &out)
		}
		if names[use] == "" {
			uses = append(uses, use)
		} else {
			names[use] += ", "
		}
		names[use] += "`" + strings.ReplaceAll(what, "--output", "-o") + "`"
	}
	table := "| Gone | Use |\n|------|-----|\n"
	for _, use := range uses {
		table += "| " + names[use] + " | " + strings.ReplaceAll(use, "|", `\|`) + " |\n"
	}
	generated(t, "compatibility", "gone", table)
}
