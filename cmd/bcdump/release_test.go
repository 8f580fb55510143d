package main

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// TestReleaseHoldsDocuments: the archives and the packages of a release hold each page, each schema and each
// picture that a page shows, as .goreleaser.yaml says it.
func TestReleaseHoldsDocuments(t *testing.T) {
	archives, packages, ok := strings.Cut(string(must.Get(os.ReadFile("../../.goreleaser.yaml"))(t)), "\nnfpms:")
	if !ok {
		t.Fatal("no packages")
	}
	need := neededFiles(t)
	for name, part := range map[string]string{"archives": archives, "packages": packages} {
		var globs []*regexp.Regexp
		for _, found := range regexp.MustCompile(`src: (\S+?),`).FindAllStringSubmatch(part, -1) {
			globs = append(globs, globOf(found[1]))
		}
		for _, file := range need {
			if !slices.ContainsFunc(globs, func(glob *regexp.Regexp) bool { return glob.MatchString(file) }) {
				t.Errorf("the %s lack %s", name, file)
			}
		}
	}
	t.Logf("%d files", len(need))
}

// globOf is a pattern with * for a part of a name and **/ for any folders.
func globOf(pattern string) *regexp.Regexp {
	expression := regexp.QuoteMeta(pattern)
	expression = strings.ReplaceAll(expression, `\*\*/`, `(?:.*/)?`)
	return regexp.MustCompile("^" + strings.ReplaceAll(expression, `\*`, `[^/]*`) + "$")
}

// neededFiles are the documents and what of docs they link to.
func neededFiles(t *testing.T) []string {
	t.Helper()
	need := documentNames(t)
	for _, document := range documentNames(t) {
		text := strings.Join(readDocument(t, document), "\n")
		for _, found := range regexp.MustCompile(`\]\(([^)#\s]+\.(?:json|svg|png|txt))\)`).FindAllStringSubmatch(text, -1) {
			if target := path.Join(path.Dir(document), found[1]); strings.HasPrefix(target, "docs/") {
				need = append(need, target)
			}
		}
	}
	slices.Sort(need)
	if need = slices.Compact(need); len(need) < 60 {
		t.Fatalf("only %d files: %q", len(need), need)
	}
	return need
}
