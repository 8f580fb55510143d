package render_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/expected"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// The structs of the report, its schema and its document are held together here.

const documentPath = "../../docs/reference/stats.md"

// schemaFile is what the tests ask of the text of the schema.
type schemaFile struct {
	Properties ordered `json:"properties"`
	Defs       map[string]struct {
		Properties ordered `json:"properties"`
	} `json:"$defs"`
}

// ordered is the keys of an object in their order.
type ordered []string

func (o *ordered) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		*o = append(*o, key.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
	}
	return nil
}

// TestStructsAreDescribed compares the keys of each struct with those of the schema and
// of the document, in their order.
func TestStructsAreDescribed(t *testing.T) {
	var s schemaFile
	must.Do(t, json.Unmarshal(expected.Read(t, "../../docs/reference/schema/stats.json"), &s))
	document := string(expected.Read(t, documentPath))
	structs := map[string][]string{}
	keysOf(reflect.TypeFor[figures.Stats](), structs)
	if diff := cmp.Diff(structs["stats"], []string(s.Properties)); diff != "" {
		t.Errorf("keys of the report and of the schema: %s", diff)
	}
	if diff := cmp.Diff(structs["stats"], documented(document, "## JSON\n")); diff != "" {
		t.Errorf("keys of the report and of the document: %s", diff)
	}
	delete(structs, "stats")
	for name, keys := range structs {
		if diff := cmp.Diff(keys, []string(s.Defs[name].Properties)); diff != "" {
			t.Errorf("keys of %s and of the schema: %s", name, diff)
		}
		if diff := cmp.Diff(keys, documented(document, "### `"+name+"`\n")); diff != "" {
			t.Errorf("keys of %s and of the document: %s", name, diff)
		}
	}
	for name, def := range s.Defs {
		if len(def.Properties) > 0 && structs[name] == nil {
			t.Errorf("the schema describes %s, which is no part of the report", name)
		}
	}
}

// sameKeys compares the keys of a report and of each struct within it with those of its
// schema and of its document; names has those that the document calls otherwise.
func sameKeys(t *testing.T, s schemaFile, document string, report reflect.Type, whole string, names map[string]string) {
	t.Helper()
	structs := map[string][]string{}
	keysOf(report, structs)
	for name, keys := range structs {
		heading, there := "## JSON\n", []string(s.Properties)
		if name != whole {
			if names[name] != "" {
				name = names[name]
			}
			heading, there = "### `"+name+"`\n", s.Defs[name].Properties
		}
		if diff := cmp.Diff(keys, there); diff != "" {
			t.Errorf("keys of %s and of the schema: %s", name, diff)
		}
		if diff := cmp.Diff(keys, documented(document, heading)); diff != "" {
			t.Errorf("keys of %s and of the document: %s", name, diff)
		}
	}
}

// keysOf collects the keys of a struct and of all within it, by its name in the schema.
func keysOf(t reflect.Type, structs map[string][]string) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			keys = append(keys, keysOf(f.Type, map[string][]string{})...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue // for other reports, not for JSON
		}
		keys = append(keys, name)
		inner := f.Type
		for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && inner != reflect.TypeFor[figures.Time]() {
			keysOf(inner, structs)
		}
	}
	structs[snake(t.Name())] = keys
	return keys
}

var capital = regexp.MustCompile("(.)([A-Z])")

func snake(name string) string {
	return strings.ToLower(capital.ReplaceAllString(name, "${1}_${2}"))
}

// documented gives the keys that the table below a heading lists.
func documented(document, heading string) (keys []string) {
	_, section, _ := strings.Cut(document, "\n"+heading)
	section, _, _ = strings.Cut(section, "\n## ")
	section, _, _ = strings.Cut(section, "\n### ")
	const key = "`[a-z0-9][a-z0-9_-]*`"
	for _, m := range regexp.MustCompile("(?m)^\\| ("+key+"(?:, "+key+")*) \\|").FindAllStringSubmatch(section, -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			keys = append(keys, strings.Trim(name, "`"))
		}
	}
	return keys
}
