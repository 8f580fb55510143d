package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
)

// TestSchemas takes from schemas what the program knows, and finds it written again. TestDocsAreCurrent compares all of them.
func TestSchemas(t *testing.T) {
	if paths := must.Get(filepath.Glob(filepath.Join(root, "docs", "reference", "schema", "*.json")))(t); len(paths) != len(reports)+1 {
		t.Errorf("%d schemas", len(paths))
	}
	for _, c := range []struct{ name, was, is string }{
		{"match", `"map": {"type": "string", "description": "mission script of the first game; ` + "`\\\"\\\"`" + ` if unknown"}`, `"gone": true`},
		{"match", `"map": {"type": "string",`, `"map": {"type": "array",`},
		{"match", `"description": "of the capture"`, `"description": "gone"`},
		{"match", `"slot", `, `"gone", `},
		{"match", `"$defs": {`, `"$defs": {"gone": {"properties": {}},`},
		{"files", `"enum": ["equal", `, `"enum": ["gone", `},
		{"decode", "    \"opcode\": {\"$ref\": \"#/$defs/hex8\"},\n", `"gone": {}, "opcode": {"$ref": "#/$defs/hex8"},`},
		{"decode", `"TeamScore", "TeamSelect",`, `"gone",`},
		{"decode", `{"const": "TeamSelect"}`, `{"const": "gone"}`},
		{"decode", `"required": ["player_id", "team"]`, `"required": ["gone"]`},
		{"decode", `"player_id": {"$ref": "#/$defs/i32"},`, `"gone": {"$ref": "#/$defs/u8"},`},
	} {
		text := schemaFile(t, c.name)
		changed := strings.Replace(text, c.was, c.is, 1)
		if changed == text {
			t.Errorf("%s has no %s", c.name, c.was)
		}
		if diff := cmp.Diff(text, must.Get(schemaText(c.name, changed))(t)); diff != "" {
			t.Errorf("%s: %s: %s", c.name, c.is, diff)
		}
	}
}

// TestNewInSchemas takes out whole definitions: what is written in their place allows what is new.
func TestNewInSchemas(t *testing.T) {
	for _, c := range []struct{ name, gone, written string }{
		{"stats", "note", `"note": {
      "type": "object",
      "properties": {
        "code": {"type": "string", "description": "as in [notes.md](notes.md)"},
        "count": {"type": "integer", "description": "records that have such a note"},`},
		{"decode", "TorpedoFire", `"TorpedoFire": {
      "type": "object",
      "properties": {
        "object_id": {"$ref": "#/$defs/hex32"},
        "object": {"$ref": "#/$defs/object_name"},
        "projectile": {"$ref": "#/$defs/u8"},
        "projectile_name": {"$ref": "#/$defs/text"},
        "flags": {"$ref": "#/$defs/hex8"},
        "direction": {"$ref": "#/$defs/vector"},
        "target_id": {"$ref": "#/$defs/hex32"},
        "target": {"$ref": "#/$defs/object_name"},
        "hit_offset": {`},
		{"decode", "ScoreChange", `"updates": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {"player_id": {"$ref": "#/$defs/i32"}, "score": {"$ref": "#/$defs/i32"}},`},
	} {
		text := schemaFile(t, c.name)
		at := strings.Index(text, "\n    \""+c.gone+"\": {\n")
		end := at + strings.Index(text[at:], "\n    }") + len("\n    },")
		if got := must.Get(schemaText(c.name, text[:at]+text[end:]))(t); !strings.Contains(got, c.written) {
			t.Errorf("%s: no %s in %s", c.name, c.written, got)
		}
	}
}

func schemaFile(t *testing.T, name string) string {
	return string(must.Get(os.ReadFile(filepath.Join(root, "docs", "reference", "schema", name+".json")))(t))
}

// TestKeysAreOnPages: each struct of a report has a section of a page. Small ones may be explained with the key that holds
// them: all their keys stand somewhere.
func TestKeysAreOnPages(t *testing.T) {
	var pages string
	for _, path := range must.Get(filepath.Glob(filepath.Join(root, "docs", "reference", "*.md")))(t) {
		pages += string(must.Get(os.ReadFile(path))(t))
	}
	structs := map[string]reflect.Type{}
	for _, r := range reports {
		for _, of := range r.roots {
			gather(structs, of)
		}
	}
	for name, of := range structs {
		if strings.Contains(pages, "<!-- generated: keys "+name+" -->\n") {
			continue
		}
		for _, field := range reportFields(of) {
			if !strings.Contains(pages, "`"+field.key+"`") {
				t.Errorf("no page explains %s.%s: it needs a heading, `<!-- generated: keys %[1]s -->` and `<!-- end -->`; then `make docs`", name, field.key)
			}
		}
	}
}
