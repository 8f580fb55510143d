package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestBundleIsCommitted bundles the page again: the same bytes are in the repository.
func TestBundleIsCommitted(t *testing.T) {
	page := filepath.Join("..", "..", "report", "page")
	files, err := Bundle(filepath.Join(page, "web"))
	if _, missing := os.Stat(filepath.Join(page, "web", "node_modules")); errors.Is(missing, fs.ErrNotExist) {
		t.Skip("no node_modules; `npm ci` in report/page/web brings them")
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(page, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("report/page/%s is not what its sources make (%v): `go generate ./report/page`", name, err)
		}
	}
}
