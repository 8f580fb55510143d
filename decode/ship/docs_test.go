package ship

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"bcdump/internal/must"
)

func readDocs(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile("../../docs/" + name))(t))
}

// People copy the example, so it has to load.
func TestDocsExample(t *testing.T) {
	_, rest, _ := strings.Cut(readDocs(t, "guides/mods.md"), "```json\n")
	example, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("no example")
	}
	if got := load(t, example).ByKey("courier"); got == nil || len(got.Subsystems) != 5 {
		t.Errorf("courier: %+v", got)
	}
	// The mistake that the section about checking shows.
	broken := edit{`"type": "power", "object_index": 2`, `"type": "power", "object_index": "2"`}.of(t, example)
	_, err := Load("courier.json", strings.NewReader(broken))
	if err == nil || !strings.Contains(readDocs(t, "guides/mods.md"), "    "+err.Error()+"\n") {
		t.Errorf("not in the docs: %v", err)
	}
}

func TestDocsNameEveryKey(t *testing.T) {
	docs := readDocs(t, "reference/ship-files.md")
	for _, words := range [][]string{
		keysOf(reflect.TypeFor[document]()), keysOf(reflect.TypeFor[draft]()), keysOf(reflect.TypeFor[entry]()), keysOf(reflect.TypeFor[part]()),
		keysOf(reflect.TypeFor[slot]()), keysOf(reflect.TypeFor[Window]()), keysOf(reflect.TypeFor[projectile]()), keysOf(reflect.TypeFor[system]()),
		kindNames, formatNames, tailNames, layoutNames,
	} {
		for _, word := range words {
			if !strings.Contains(docs, "`"+word+"`") {
				t.Errorf("docs/reference/ship-files.md does not mention %q", word)
			}
		}
	}
}
