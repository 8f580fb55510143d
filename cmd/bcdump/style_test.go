package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestStyle holds the documents to plain English. The numbers below are what the documents have today: lower them
// when a page gets shorter, never raise them.
func TestStyle(t *testing.T) {
	const mostByHand, mostLong = 77_500, 90
	banned := regexp.MustCompile(`(?i)\b(seamless|powerful|blazing|simply put|leverage|utili[sz]e|in order to|it should be noted|please note|Nobody has to tell)\b`)
	generated := regexp.MustCompile(`(?s)<!-- (?:generated: .*?|begin of what make bench writes) -->\n.*?<!-- end(?: of what make bench writes)? -->\n`)
	words, long := 0, 0
	for _, document := range documentNames(t) {
		lines := strings.Split(generated.ReplaceAllString(strings.Join(readDocument(t, document), "\n"), ""), "\n")
		words += len(strings.Fields(strings.Join(lines, " ")))
		if document == "README.md" && (len(lines) > 121 || words > 600) {
			t.Errorf("README.md has %d lines and %d words; 120 and 600 are enough", len(lines)-1, words)
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
