// Command gencorpus writes the captures of testdata/pcaps: `go generate ./cmd/gencorpus`.
// It writes the same bytes every time; docs/dev/testing.md says what each file is.
package main

//go:generate go run . ../../testdata/pcaps

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gencorpus DIRECTORY")
		os.Exit(2)
	}
	if err := writeAll(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gencorpus:", err)
		os.Exit(1)
	}
}

func writeAll(dir string) error {
	for _, f := range files() {
		path := filepath.Join(dir, f.name)
		if old, err := os.ReadFile(path); err == nil && f.same(old) {
			continue
		}
		if err := os.WriteFile(path, f.content(), 0o644); err != nil {
			return err
		}
		fmt.Println("written:", path)
	}
	return nil
}
