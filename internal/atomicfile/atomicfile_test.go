package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// write gives a file its content, in a folder of its own.
func write(t *testing.T, path, text string) {
	t.Helper()
	f := must.Get(Create(path))(t)
	must.Get(f.WriteString(text))(t)
	must.Do(t, f.Commit())
}

func names(t *testing.T, folder string) string {
	t.Helper()
	entries := must.Get(os.ReadDir(folder))(t)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func content(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

// The file is there when it is complete, and nothing else is.
func TestCommit(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	write(t, path, "old")
	f := must.Get(Create(path))(t)
	if _, err := f.WriteString("new"); err != nil || content(t, path) != "old" {
		t.Errorf("%v, %q before it is complete", err, content(t, path))
	}
	if err := f.Commit(); err != nil || content(t, path) != "new" || names(t, folder) != "a" {
		t.Errorf("%v, %q; %s", err, content(t, path), names(t, folder))
	}
	long := filepath.Join(folder, strings.Repeat("n", 255))
	write(t, long, "long")
	if content(t, long) != "long" {
		t.Error("a long name")
	}
}

func TestDiscard(t *testing.T) {
	folder := t.TempDir()
	f := must.Get(Create(filepath.Join(folder, "a")))(t)
	if names(t, folder) == "" {
		t.Error("nothing is written")
	}
	f.Discard()
	if got := names(t, folder); got != "" {
		t.Errorf("left: %s", got)
	}
}

// A file keeps its permissions.
func TestMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no permissions of that kind")
	}
	path := filepath.Join(t.TempDir(), "a")
	for _, mode := range []os.FileMode{0o600, 0o640, 0o755} {
		write(t, path, "text")
		must.Do(t, os.Chmod(path, mode))
		write(t, path, "other")
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%v, expected %v, %v", info.Mode(), mode, err)
		}
	}
}

// Links stay links, also one that leads to nothing yet. A loop is an error.
func TestLinks(t *testing.T) {
	folder := t.TempDir()
	link := func(to, name string) string {
		path := filepath.Join(folder, name)
		if err := os.Symlink(to, path); err != nil {
			t.Skip(err)
		}
		return path
	}
	first := link("second", "first")
	link(filepath.Join(folder, "target"), "second")
	for _, text := range []string{"one", "two"} {
		write(t, first, text)
		if content(t, filepath.Join(folder, "target")) != text || names(t, folder) != "first second target" {
			t.Errorf("%s: %s", text, names(t, folder))
		}
	}
	if target, err := os.Readlink(first); err != nil || target != "second" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	link("loop", "loop")
	if _, err := Create(filepath.Join(folder, "loop")); err == nil {
		t.Error("a link to itself is no error")
	}
}

// What was begun goes when the program ends, and nothing is begun any more.
func TestRemoveUnfinished(t *testing.T) {
	defer func() { unfinished.closed = false }()
	folder := t.TempDir()
	f := must.Get(Create(filepath.Join(folder, "a")))(t)
	RemoveUnfinished()
	if got := names(t, folder); got != "" {
		t.Errorf("left: %s", got)
	}
	if _, err := Create(filepath.Join(folder, "b")); err == nil {
		t.Error("one more is begun")
	}
	if f.Commit() == nil {
		t.Error("what is gone is complete")
	}
}

// TestDevice: what is no ordinary file is written to and stays, also through a link.
func TestDevice(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such devices")
	}
	var paths []string
	if os.Geteuid() != 0 { // with a fault here, root would put a file in the place of the machine's
		link := filepath.Join(t.TempDir(), "link")
		must.Do(t, os.Symlink(os.DevNull, link))
		paths = append(paths, os.DevNull, link)
	}
	if runtime.GOOS == "linux" {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = r.Close(), w.Close() })
		paths = append(paths, fmt.Sprintf("/proc/self/fd/%d", w.Fd())) // as /dev/stdout
	}
	for _, path := range paths {
		write(t, path, "text")
		must.Get(Create(path))(t).Discard()
		if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
			t.Errorf("%s is no device any more: %v, %v", path, info, err)
		}
	}
	if _, err := Create(t.TempDir()); err == nil {
		t.Error("a folder is a file")
	}
}

// TestTemporary: a link that somebody put where temporary files lie is not followed.
func TestTemporary(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", folder)
	if err := os.Symlink(filepath.Join(elsewhere, "a"), filepath.Join(folder, "bcdump-x")); err != nil {
		t.Skip(err)
	}
	f := must.Get(Temporary("bcdump-x"))(t)
	if filepath.Dir(f.Name()) != folder || names(t, elsewhere) != "" {
		t.Errorf("%s, and elsewhere %q", f.Name(), names(t, elsewhere))
	}
	f.Discard()
	if got := names(t, folder); got != "bcdump-x" {
		t.Errorf("%q is left", got)
	}
}

// TestRemoveAbandoned: what a killed program left goes, what is being written stays.
func TestRemoveAbandoned(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, ".a.1")
	must.Do(t, os.WriteFile(path, nil, 0o600))
	f := must.Get(Create(filepath.Join(folder, "b")))(t)
	for _, left := range []string{path, f.Name()} {
		if err := RemoveAbandoned(left); err != nil && runtime.GOOS != "windows" {
			t.Error(err)
		}
	}
	if err := f.Commit(); err != nil || names(t, folder) != "b" {
		t.Errorf("%v, %q", err, names(t, folder))
	}
}
