// Package outside finds captures that cannot be shipped with the project. In comes the environment
// variable BCDUMP_SHARED, a folder; out come paths and bytes of what its subfolder captures
// holds. Without the variable a test that asks is skipped. It knows nothing of captures but how
// their names end, and only tests may import it.
package outside

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// Variable is the environment variable that names the folder.
const Variable = "BCDUMP_SHARED"

// Set tells whether there is a folder: for tests that take its captures beside others.
func Set() bool { return os.Getenv(Variable) != "" }

// Path gives the path of something in the folder, or skips the test.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	if !Set() {
		t.Skip(Variable + " is not set")
	}
	return filepath.Join(append([]string{os.Getenv(Variable)}, parts...)...)
}

// Folder gives the path of the folder with the captures, or skips the test.
func Folder(t testing.TB) string {
	t.Helper()
	return Path(t, "captures")
}

// ordinary is the largest capture of an ordinary run, in bytes: those up to it hold one of each kind.
const ordinary = 200 << 10

// Captures gives the paths of all captures in the order of their names, or skips the test: in an ordinary
// run those of at most 200 KiB. That there are none fails it.
func Captures(t testing.TB) []string {
	t.Helper()
	paths := must.Get(filepath.Glob(filepath.Join(Folder(t), "*")))(t)
	paths = slices.DeleteFunc(paths, func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || info.Size() > heavy.Scale[int64](ordinary, 1<<40) || filepath.Ext(path) != ".pcap" && filepath.Ext(path) != ".pcapng"
	})
	if len(paths) == 0 {
		t.Fatalf("no captures in %s", Folder(t))
	}
	return paths
}

// Read gives those of Captures up to a size in bytes by name, or skips the test.
func Read(t testing.TB, largest int64) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, path := range Captures(t) {
		info := must.Get(os.Stat(path))(t)
		if info.Size() > largest {
			continue
		}
		files[filepath.Base(path)] = must.Get(os.ReadFile(path))(t)
	}
	if len(files) == 0 {
		t.Fatalf("no captures of at most %d bytes in %s", largest, Folder(t))
	}
	return files
}
