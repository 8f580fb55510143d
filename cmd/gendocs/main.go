// Command gendocs writes what the documents repeat of the program: `make docs`, or `go generate ./cmd/gendocs`. In come
// the tables of opcodes, messages, keys, notes, rules and limits, and the structs of reports and rows; out come the parts of
// pages between marks that say what stands there, and the JSON schemas. It knows nothing of captures. A test fails if a
// file is not as it would be written.
package main

//go:generate go run . ../..

import (
	"errors"
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs ROOT-OF-THE-PROJECT")
		os.Exit(2)
	}
	err := eachDocument(os.Args[1], func(path, old, text string) error {
		if text == old {
			return nil
		}
		fmt.Println("written:", path)
		return os.WriteFile(filepath.Join(os.Args[1], path), []byte(text), 0o644)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

// eachDocument gives each file below docs of which parts are generated, as it is and as it should be.
func eachDocument(root string, do func(path, old, text string) error) error {
	return filepath.WalkDir(filepath.Join(root, "docs"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		old, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		path, err := filepath.Rel(root, file)
		text := string(old)
		switch {
		case err != nil:
		case strings.HasSuffix(path, ".md"):
			text, err = (&page{root: root, path: filepath.ToSlash(path), text: text, constants: map[string]*types.Package{}}).updated()
		case filepath.Base(filepath.Dir(path)) == "schema":
			text, err = schemaText(strings.TrimSuffix(filepath.Base(path), ".json"), text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return do(path, string(old), text)
	})
}

// page is a page with generated parts.
type page struct {
	root, path, text string
	err              error // the first that went wrong
	constants        map[string]*types.Package
}

// mark stands above a part that is generated, and says which; another line ends it.
var mark = regexp.MustCompile(`(?ms)^(<!-- generated: ([^\n]+?) -->\n)(.*?)^(<!-- end -->\n)`) //nolint:gocritic // both ends begin a line

// updated gives the page with its parts as they should be.
func (p *page) updated() (string, error) {
	if begun := strings.Count("\n"+p.text, "\n<!-- generated: "); begun != strings.Count(p.text, "\n<!-- end -->\n") || begun != len(mark.FindAllString(p.text, -1)) {
		return "", errors.New("there are not as many marks that begin a part as end one")
	}
	text := mark.ReplaceAllStringFunc(p.text, func(whole string) string {
		found := mark.FindStringSubmatch(whole)
		return found[1] + p.part(found[2], found[3]) + found[4]
	})
	return text, p.err
}

// part gives one, by its name, the name of the page and its own, or the words that it begins with.
func (p *page) part(name, old string) string {
	if name == "commands" || name == "gone" { // tests of cmd/bcdump write them
		return old
	}
	for _, known := range []string{filepath.Base(p.path) + " " + name, name} {
		if parts[known] != nil {
			return parts[known](p, name)
		}
	}
	for known, of := range parts {
		if what, ok := strings.CutPrefix(name, known); ok && strings.HasSuffix(known, " ") {
			return of(p, what)
		}
	}
	return p.rows(name, old)
}

// fail keeps the first error.
func (p *page) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// read gives the texts of the files of a pattern, in their order.
func (p *page) read(pattern string) (names, texts []string) {
	names, err := filepath.Glob(filepath.Join(p.root, pattern))
	for _, name := range names {
		text, e := os.ReadFile(name)
		texts, err = append(texts, string(text)), errors.Join(err, e)
	}
	if err != nil || len(names) == 0 {
		p.fail(fmt.Errorf("%s: %d files, %v", pattern, len(names), err))
	}
	return names, texts
}

// table writes rows under a head; cells that are empty take no room.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	for i, row := range append([][]string{head, make([]string, len(head))}, rows...) {
		b.WriteString("|")
		for n, cell := range row {
			if i == 1 {
				b.WriteString(strings.Repeat("-", len(head[n])+1+min(len(head[n]), 1)) + "|")
				continue
			}
			b.WriteString(strings.TrimRight(" "+cell, " ") + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
