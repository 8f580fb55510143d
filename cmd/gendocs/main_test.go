package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/heavy"
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

// TestExceptionsAreUsed takes each exception away: one that changes nothing is about a field
// that is gone, or says what its encoding says anyway.
func TestExceptionsAreUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("writes the schemas a hundred times")
	}
	shared := facts(sharedFacts...)
	type part struct {
		table map[string]string
		make  func() (string, error)
	}
	parts := map[string]part{
		"keySchemas":            {keySchemas, lineSchema},
		"keyRules":              {keyRules, lineSchema},
		"valueSchemas":          {valueSchemas, lineSchema},
		"listRules":             {listRules, lineSchema},
		"objectRules":           {objectRules, lineSchema},
		"gameRulesWhenComplete": {gameRulesWhenComplete, lineSchema},
	}
	for _, r := range reports {
		make := func() (text string, err error) {
			for _, other := range reports {
				if other.doc == r.doc { // they share their facts
					t, e := other.schema("", "")
					text, err = text+t, errors.Join(err, e)
				}
			}
			return text, err
		}
		parts[r.name+" facts"], parts[r.name+" lists"], parts[r.name+" rules"] = part{r.facts, make}, part{r.lists, make}, part{r.rules, make}
	}
	for name, c := range parts {
		whole := must.Get(c.make())(t)
		for _, key := range heavy.Some(slices.Sorted(maps.Keys(c.table)), 5) {
			value := c.table[key]
			if shared[key] != "" {
				continue // a report need not have all that reports share
			}
			delete(c.table, key)
			if less, err := c.make(); err == nil && less == whole {
				t.Errorf("%s: %q makes no difference", name, key)
			}
			c.table[key] = value
		}
	}
}

// Without its exception a value that follows from others could be anything.
func TestUnknownEncoding(t *testing.T) {
	special := valueSchemas["StateUpdate.owner_slot"]
	defer func() { valueSchemas["StateUpdate.owner_slot"] = special }()
	delete(valueSchemas, "StateUpdate.owner_slot")
	if _, err := lineSchema(); err == nil || !strings.Contains(err.Error(), "what StateUpdate.owner_slot may be") {
		t.Error(err)
	}
}

func TestLayOut(t *testing.T) {
	got, err := layOut(`{"b": {"type": "string", "pattern": "^a, \"b\": \\.$"}, "a": ["word"]}`)
	if want := `{"b": {"type": "string", "pattern": "^a, \"b\": \\.$"}, "a": ["word"]}` + "\n"; err != nil || got != want {
		t.Errorf("%s, want %s; %v", got, want, err)
	}
	for _, wrong := range []string{`{"a": }`, `{"a": 1, "a": 2}`} {
		if got, err := layOut(wrong); err == nil {
			t.Errorf("%s gives %s", wrong, got)
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
