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
	if n < 170 {
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

// TestSchemasFollow takes things out of the schemas, or puts others in: what the program knows comes back.
func TestSchemasFollow(t *testing.T) {
	for _, c := range []struct{ name, was, is string }{
		{"match", `"map": {"type": "string",`, `"gone": {"type": "string",`},
		{"match", `"description": "of the capture"`, `"description": "gone"`},
		{"match", `"slot", `, `"gone", `},
		{"decode", "    \"opcode\": {\"$ref\": \"#/$defs/hex8\"},\n", ""},
		{"decode", `"TeamScore", "TeamSelect",`, `"gone",`},
		{"decode", `{"const": "TeamSelect"}`, `{"const": "gone"}`},
		{"decode", `"required": ["player_id", "team"]`, `"required": ["gone"]`},
		{"decode", `"player_id": {"$ref": "#/$defs/i32"},`, `"gone": {"$ref": "#/$defs/u8"},`},
		{"stats", `"dialect": {"enum": ["undecided", "stock", "openbc"],`, `"dialect": {"type": "string",`},
	} {
		path := "docs/reference/schema/" + c.name + ".json"
		text := string(must.Get(os.ReadFile(filepath.Join(root, path)))(t))
		changed := strings.Replace(text, c.was, c.is, 1)
		got, err := updatedSchema(c.name, changed)
		if err != nil || changed == text {
			t.Errorf("%s: %s: %v", c.name, c.was, err)
		}
		if byHand := c.name == "stats"; byHand == (got == text) || byHand && got != changed { // what people write stays
			t.Errorf("%s: %s: %s", c.name, c.was, cmp.Diff(text, got))
		}
	}
}
func TestMarks(t *testing.T) {
	for text, want := range map[string]string{
		"a\n<!-- generated: changes -->\nold\n<!-- end -->\nb\n":             "a\n<!-- generated: changes -->\n" + changes(nil, "") + "<!-- end -->\nb\n",
		"a\n<!-- generated: changes -->\n":                                   "",
		"<!-- generated: nothing known -->\n| a |\n|---|\n<!-- end -->\n":    "",
		"<!-- generated: keys Nothing -->\n<!-- end -->\n":                   "",
		"<!-- generated: a -->\n<!-- generated: changes -->\n<!-- end -->\n": "",
	} {
		got, err := (&page{root: root, path: "x.md", text: text}).updated()
		if (err != nil) != (want == "") || want != "" && got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// TestKindsFollow: a key whose Go type is another one now has to be described anew.
func TestKindsFollow(t *testing.T) {
	const path = "docs/reference/schema/match.json"
	text := string(must.Get(os.ReadFile(filepath.Join(root, path)))(t))
	text = strings.Replace(text, `"map": {"type": "string",`, `"map": {"type": "array",`, 1)
	if _, err := updatedSchema("match", text); err == nil || !strings.Contains(err.Error(), "Match.map is of kind string, and not array") {
		t.Error(err)
	}
}
