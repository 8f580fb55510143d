package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
)

const root = "../.."

// TestDocsAreCurrent fails if a generated file, or part of one, is not what would be written.
func TestDocsAreCurrent(t *testing.T) {
	n := 0
	must.Do(t, eachDocument(root, func(path, old, text string) error {
		n += len(mark.FindAllString(old, -1))
		if diff := cmp.Diff(old, text); diff != "" {
			t.Errorf("%s is stale, `make docs` writes it: %s", path, diff)
		}
		return nil
	}))
	if n < 165 {
		t.Errorf("only %d parts are generated", n)
	}
}

// TestLimitsAreShown: each limit has a section on the page.
func TestLimitsAreShown(t *testing.T) {
	page := string(must.Get(os.ReadFile(filepath.Join(root, "docs", "reference", "limits.md")))(t))
	for _, l := range must.Get(limitsOf(root))(t) {
		if !strings.Contains(page, "<!-- generated: limits of "+l.section+" -->") {
			t.Errorf("%s.%s: docs/reference/limits.md has no section %q", l.folder, l.name, l.section)
		}
	}
}

func TestMarks(t *testing.T) {
	for text, want := range map[string]string{
		"a\n<!-- generated: layers -->\nold\n<!-- end -->\nb\n":             "a\n<!-- generated: layers -->\n" + parts["layers"](nil, "") + "<!-- end -->\nb\n",
		"a\n<!-- generated: layers -->\n":                                   "",
		"<!-- generated: nothing known -->\n| a |\n|---|\n<!-- end -->\n":   "",
		"<!-- generated: keys Nothing -->\n<!-- end -->\n":                  "",
		"<!-- generated: a -->\n<!-- generated: layers -->\n<!-- end -->\n": "",
	} {
		got, err := (&page{root: root, path: "x.md", text: text}).updated()
		if (err != nil) != (want == "") || want != "" && got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
