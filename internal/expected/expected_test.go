package expected_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"bcdump/internal/expected"
)

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(form string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(form, args...))
}
func (r *recorder) Fatalf(form string, args ...any) { r.Errorf(form, args...) }

// What is not as written fails, and UPDATE=1 writes it.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	t.Setenv("UPDATE", "1")
	expected.File(t, path, "one\n")
	t.Setenv("UPDATE", "")
	expected.File(t, path, "one\n")
	r := &recorder{TB: t}
	if expected.File(r, path, "two\n"); len(r.said) != 1 {
		t.Errorf("%q", r.said)
	}
}

// A schema that refers to others refuses what it does not know.
func TestSchema(t *testing.T) {
	for _, name := range []string{"stats", "overview"} {
		r := &recorder{TB: t}
		if expected.SchemaOf(t, name).Holds(r, []byte("{\"v\":1,\"another\":1}\n")); len(r.said) != 1 {
			t.Errorf("%s: %q", name, r.said)
		}
	}
	r := &recorder{TB: t}
	expected.SchemaOf(t, "hash").Refuses(r, `{"v":1,"hashes":[{"text":"60","hash":"0x7E0CE243"}]}`+"\n", [][2]string{{"60", "61"}, {"none", ""}, {`"v":1`, `"v":2`}})
	if len(r.said) != 3 { // the first change is allowed, the second changes nothing
		t.Errorf("%q", r.said)
	}
}
