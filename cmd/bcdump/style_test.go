package main

import (
	"cmp"
	"path"
	"regexp"
	"strings"
	"testing"
)

// budgets limit the words by hand of each page: generated tables do not count. The budget of a folder holds for each other page in it.
// Lower them when a page gets shorter. A page that needs more has two subjects, or repeats another one.
var budgets = map[string]int{
	"README.md": 600, "docs": 650, "docs/cookbook.md": 2060,
	"docs/guides": 600, "docs/reference": 500, "docs/protocol": 1060, "docs/dev": 700,
	"docs/reference/stats.md": 780, "docs/reference/filter.md": 860, "docs/reference/decode.md": 650,
	"docs/protocol/transport.md": 1780, "docs/protocol/state-update.md": 1530, "docs/protocol/messages.md": 1490,
	"docs/protocol/open-questions.md": 1440,
	"docs/dev/architecture.md":        1450, "docs/dev/synth.md": 840, "docs/dev/security.md": 870, "docs/dev/testing.md": 870,
	"docs/dev/adding.md": 1180,
}

// TestStyle holds the documents to plain English. `go test -v -run TestStyle` prints the words of each page. The
// numbers below are what the documents have today: lower them, never raise them.
func TestStyle(t *testing.T) {
	slowWithRaces(t)
	const mostByHand, mostLong = 32_000, 28
	banned := regexp.MustCompile(`(?i)\b(seamless|powerful|blazing|simply put|leverage|utili[sz]e|in order to|it should be noted|please note|Nobody has to tell)\b`)
	generated := regexp.MustCompile(`(?s)<!-- (?:generated: .*?|begin of what make bench writes) -->\n.*?<!-- end(?: of what make bench writes)? -->\n`)
	words, long := 0, 0
	for _, document := range documentNames(t) {
		text := strings.Join(readDocument(t, document), "\n")
		lines := strings.Split(generated.ReplaceAllString(text, ""), "\n")
		byHand := len(strings.Fields(strings.Join(lines, " ")))
		words += byHand
		t.Logf("%-36s %5d by hand, %5d generated", document, byHand, len(strings.Fields(text))-byHand)
		if most := cmp.Or(budgets[document], budgets[path.Dir(document)]); byHand > most {
			t.Errorf("%s has %d words by hand; its budget is %d", document, byHand, most)
		}
		if document == "README.md" && len(lines) > 121 {
			t.Errorf("README.md has %d lines; 120 are enough", len(lines)-1)
		}
		for _, found := range banned.FindAllString(strings.Join(prose(lines, document), "\n"), -1) {
			t.Errorf("%s: %q: use a plain word", document, found)
		}
		for _, sentence := range sentences(prose(lines, document)) {
			if len(strings.Fields(sentence)) > 30 {
				long++
			}
		}
	}
	t.Logf("%d words by hand, %d sentences over 30 words", words, long)
	if words > mostByHand || long > mostLong {
		t.Errorf("%d words by hand and %d sentences over 30 words; %d and %d are too many already", words, long, mostByHand, mostLong)
	}
}

// sentences gives the sentences of paragraphs. It skips tables, lists and headings.
func sentences(lines []string) []string {
	var text strings.Builder
	for _, line := range lines {
		if line == "" || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "<") {
			text.WriteString("\n\n")
			continue
		}
		text.WriteString(line + " ")
	}
	return regexp.MustCompile(`[.:?!] |\n\n`).Split(text.String(), -1)
}
