package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const corpus = "../../testdata/pcaps"

// The captures in the repository are those that the generator writes, and no others.
func TestFilesAreWhatIsWritten(t *testing.T) {
	known := map[string]bool{"TESTLIST": true, "golden": true}
	total := 0
	for _, f := range files() {
		if known[f.name] {
			t.Errorf("%s is in the list twice", f.name)
		}
		known[f.name] = true
		old, err := os.ReadFile(filepath.Join(corpus, f.name))
		if err != nil {
			t.Errorf("%v: run `go generate ./cmd/gencorpus`", err)
			continue
		}
		total += len(old)
		if !f.same(old) {
			t.Errorf("%s is not what the generator writes: run `go generate ./cmd/gencorpus`", f.name)
		}
	}
	if total > 1<<20 {
		t.Errorf("%d bytes of captures: they are to stay below 1 MB", total)
	}
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !known[strings.TrimSuffix(e.Name(), ".golden")] {
			t.Errorf("nothing writes %s", e.Name())
		}
	}
}

// Written again into an empty folder, every file comes out; written once more,
// nothing changes.
func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	if err := writeAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, f := range files() {
		b, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil || !f.same(b) {
			t.Errorf("%s: %d bytes, %v", f.name, len(b), err)
		}
	}
}
