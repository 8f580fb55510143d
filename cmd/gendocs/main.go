// Command gendocs generates the parts of the documents that repeat tables of the program: `make docs`, or
// `go generate ./cmd/gendocs`. These are the JSON schemas and some tables of docs. What comes in are
// the tables of opcodes, messages, keys and notes, and the structs of reports and rows; it knows
// nothing of captures. A test fails if a file is not as it would be written.
package main

//go:generate go run . ../..

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs ROOT-OF-THE-PROJECT")
		os.Exit(2)
	}
	if err := writeAll(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

func writeAll(root string) error {
	for _, d := range documents {
		path := filepath.Join(root, d.path)
		old, _ := os.ReadFile(path) // a schema may be missing; a table finds no marks then
		text, err := d.make(root, string(old))
		if err != nil {
			return fmt.Errorf("%s: %w", d.path, err)
		}
		if text == string(old) {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		fmt.Println("written:", path)
	}
	return nil
}

// document is a file that is generated, or parts of which are.
type document struct {
	path string
	// make gives the text as it should be; old is the text as it is.
	make func(root, old string) (string, error)
}

var documents = append(schemas(), []document{
	{"docs/reference/schema/decode.json", linesDocument},
	{"docs/reference/decode.md", decodeDocument},
	{"docs/protocol/README.md", protocolDocument},
	{"docs/protocol/messages.md", messagesDocument},
	{"docs/reference/rules.md", rulesDocument},
	{"docs/reference/tables.md", columnsDocument},
	{"docs/cookbook.md", cookbookDocument},
	{"docs/guides/sql.md", questionsDocument},
	{"docs/reference/ship-files.md", shipFilesDocument},
	{"docs/guides/browse.md", browseDocument},
	{"docs/reference/stats.md", figuresDocument},
	{"docs/reference/match.md", figuresDocument},
	{"docs/reference/files.md", figuresDocument},
	{"docs/reference/timeline.md", figuresDocument},
	{"docs/reference/diff.md", figuresDocument},
	{"docs/reference/report.md", figuresDocument},
	{"docs/reference/overview.md", figuresDocument},
	{"docs/reference/desync.md", figuresDocument},
	{"docs/reference/check.md", figuresDocument},
	{"docs/reference/limits.md", limitsDocument},
	{"docs/reference/notes.md", notesDocument},
	{"docs/dev/architecture.md", architectureDocument},
	{"docs/dev/security.md", fuzzDocument},
	{"docs/dev/dependencies.md", modulesDocument},
	{"docs/dev/testing.md", rowsDocument("testdata/pcaps/TESTLIST")},
	{"docs/dev/synth.md", synthDocument},
}...)

func schemas() (all []document) {
	for _, r := range reports {
		all = append(all, document{"docs/reference/schema/" + r.name + ".json", r.document})
	}
	return all
}
