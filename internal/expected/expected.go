// Package expected compares the output of tests with files of testdata, and with the JSON schemas of
// docs. In come texts, out come failures of a test; UPDATE=1 writes the files. It knows nothing of
// what the texts say, and only tests may import it.
package expected

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"bcdump/internal/must"
)

// File compares a text with a file; UPDATE=1 writes it.
func File(t testing.TB, path, got string) {
	t.Helper()
	if before, err := os.ReadFile(path); os.Getenv("UPDATE") != "" && (err != nil || string(before) != got) {
		t.Logf("written: %s", path)
		must.Do(t, os.WriteFile(path, []byte(got), 0o644))
	}
	if diff := cmp.Diff(string(Read(t, path)), got); diff != "" {
		t.Errorf("%s (UPDATE=1 writes it): %s", path, diff)
	}
}

// Read gives the bytes of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

// Schema is one of those in docs.
type Schema struct{ *jsonschema.Schema }

var compiled sync.Map // by name

// SchemaOf gives docs/reference/schema/NAME.json, with those that it refers to.
func SchemaOf(t testing.TB, name string) Schema {
	t.Helper()
	if s, ok := compiled.Load(name); ok {
		return s.(Schema)
	}
	docs := must.Get(folder())(t)
	compiler := jsonschema.NewCompiler()
	all := must.Get(filepath.Glob(filepath.Join(docs, "reference", "schema", "*.json")))(t)
	id := ""
	for _, path := range all { // some refer to others by their ids
		value := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(Read(t, path))))(t)
		its, _ := value.(map[string]any)["$id"].(string)
		must.Do(t, compiler.AddResource(its, value))
		if filepath.Base(path) == name+".json" {
			id = its
		}
	}
	s := must.Get(compiler.Compile(id))(t)
	compiled.Store(name, Schema{s})
	return Schema{s}
}

// folder is docs, seen from the package that is tested.
var folder = sync.OnceValues(func() (string, error) {
	at, err := os.Getwd()
	for ; err == nil && filepath.Dir(at) != at; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return filepath.Join(at, "docs"), nil
		}
	}
	return "", err
})

// Check holds one JSON value against the schema.
func (s Schema) Check(text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// Holds demands that every line is of the schema.
func (s Schema) Holds(t testing.TB, lines []byte) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		if err := s.Check(line); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
	}
}

// Refuses demands that the schema is strict: a text is of it, and with any of the changes no more.
func (s Schema) Refuses(t testing.TB, text string, changes [][2]string) {
	t.Helper()
	s.Holds(t, []byte(text))
	for _, change := range changes {
		wrong := strings.Replace(text, change[0], change[1], 1)
		if wrong == text {
			t.Errorf("%v changes nothing", change)
		}
		if s.Check([]byte(wrong)) == nil {
			t.Errorf("%v is taken", change)
		}
	}
}
