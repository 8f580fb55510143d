package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
)

const root = "../.."

// TestDocsAreCurrent fails if a generated file, or part of one, is not what would be written.
func TestDocsAreCurrent(t *testing.T) {
	for _, d := range documents {
		old := must.Get(os.ReadFile(filepath.Join(root, d.path)))(t)
		text, err := d.make(root, string(old))
		if err != nil {
			t.Errorf("%s: %v", d.path, err)
		}
		if diff := cmp.Diff(string(old), text); diff != "" {
			t.Errorf("%s is stale, `make docs` writes it: %s", d.path, diff)
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
		d := documents[slices.IndexFunc(documents, func(d document) bool { return d.path == path })]
		got, err := d.make(root, changed)
		if err != nil || changed == text {
			t.Errorf("%s: %s: %v", c.name, c.was, err)
		}
		if byHand := c.name == "stats"; byHand == (got == text) || byHand && got != changed { // what people write stays
			t.Errorf("%s: %s: %s", c.name, c.was, cmp.Diff(text, got))
		}
	}
}
func TestReplace(t *testing.T) {
	got, err := replace("a\n<!-- generated: x -->\nold\n<!-- end -->\nb\n", "x", "new\n")
	if want := "a\n<!-- generated: x -->\nnew\n<!-- end -->\nb\n"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := replace("a\n<!-- end -->\n", "x", ""); err == nil {
		t.Error("marks that are not there are found")
	}
}

// TestKindsFollow: a key whose Go type is another one now has to be described anew.
func TestKindsFollow(t *testing.T) {
	const path = "docs/reference/schema/match.json"
	text := string(must.Get(os.ReadFile(filepath.Join(root, path)))(t))
	text = strings.Replace(text, `"map": {"type": "string",`, `"map": {"type": "array",`, 1)
	d := documents[slices.IndexFunc(documents, func(d document) bool { return d.path == path })]
	if _, err := d.make(root, text); err == nil || !strings.Contains(err.Error(), "Match.map is of kind string, and not array") {
		t.Error(err)
	}
}
