package enclosed_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"bcdump/internal/enclosed"
	"bcdump/internal/must"
)

// tests stand for those of a package.
type tests func()

func (f tests) Run() int { f(); return 0 }

// TestRun: whatever is left in a home, in a folder of settings, of temporary files or beside the source fails
// the tests; what they clear away, and what the go command keeps, does not.
func TestRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("homes have other variables")
	}
	before := map[string]string{}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "TMPDIR", "GOCACHE", "GOMODCACHE", "GOPATH", "GOENV"} {
		before[name] = os.Getenv(name)
	}
	folder := t.TempDir()
	t.Chdir(t.TempDir())
	leave := func(name string) tests {
		return func() {
			must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
			must.Do(t, os.WriteFile(name, nil, 0o600))
		}
	}
	for name, want := range map[string]int{
		"a.txt": 1, "$HOME/.bcdump_history": 1, "$XDG_CONFIG_HOME/wireshark/bcdump.lua": 1, "$XDG_STATE_HOME/a": 1, "$TMPDIR/b": 1, "$XDG_CONFIG_HOME/go/telemetry/c": 0,
	} {
		for name, value := range before {
			t.Setenv(name, value) // as no package finds those of another
		}
		t.Setenv("TMPDIR", folder)
		if got := enclosed.Run(tests(func() { leave(os.ExpandEnv(name))() })); got != want {
			t.Errorf("%s: %d", name, got)
		}
		_ = os.Remove("a.txt")
	}
}
