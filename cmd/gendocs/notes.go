package main

import (
	"fmt"
	"strings"

	"bcdump/decode/record"
)

// notesDocument explains each code of a note.
func notesDocument(_, old string) (string, error) {
	var index, sections strings.Builder
	index.WriteString("| | Codes |\n|---|---|\n")
	links := map[record.Kind][]string{}
	for _, m := range record.Codes() {
		links[m.Kind] = append(links[m.Kind], fmt.Sprintf("[%s](#%[1]s)", m.Code))
		fmt.Fprintf(&sections, "\n### `%s`\n\n%s.\n\n* Cause: %s.\n* Effect: %s.\n\nExample: `%s`\n",
			m.Code, capitalized(m.Text), code(m.Cause), code(m.Effect), m.Example)
	}
	for _, kind := range []record.Kind{record.Ordinary, record.Hole, record.ThirdParty, record.Misfit} {
		fmt.Fprintf(&index, "| %s | %s |\n", kind, strings.Join(links[kind], ", "))
	}
	text, err := replace(old, "index", index.String())
	if err != nil {
		return "", err
	}
	return replace(text, "notes", strings.TrimPrefix(sections.String(), "\n"))
}

func capitalized(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
