package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/outside"
	"bcdump/report/stats"
	"bcdump/report/terminal"
)

// TestSchemas holds the JSON of every command that has a schema, found by walking the tree, against
// it: of the shipped captures, a third of them in an ordinary run, and in a heavy one of those outside. What a
// flag --by splits is held split too.
func TestSchemas(t *testing.T) {
	captures, err := filepath.Glob("../../testdata/pcaps/*")
	if err != nil {
		t.Fatal(err)
	}
	captures = slices.DeleteFunc(captures, func(path string) bool {
		return strings.HasSuffix(path, ".golden") || strings.HasSuffix(path, "TESTLIST")
	})
	captures = slices.DeleteFunc(captures, func(path string) bool { return len(path)%heavy.Scale(3, 1) != 0 })
	if heavy.On() && outside.Set() {
		captures = append(captures, outside.Captures(t)...)
	}
	t.Run("overview", func(t *testing.T) {
		t.Parallel()
		holdsSchema(t, newRoot(&streams{}), "overview", captures)
	})
	tried := 0
	for _, cmd := range newRoot(&streams{}).Commands() {
		if _, err := os.Stat("../../docs/" + cmd.Name() + ".schema.json"); err != nil || cmd.Name() == "hash" { // of texts, not of captures
			continue
		}
		tried++
		t.Run(cmd.Name(), func(t *testing.T) {
			t.Parallel()
			holdsSchema(t, cmd, cmd.Name(), captures)
		})
	}
	if tried < 8 {
		t.Errorf("only %d commands", tried)
	}
}

func holdsSchema(t *testing.T, cmd *cobra.Command, schema string, captures []string) {
	s := expected.SchemaOf(t, schema)
	spoken := 0
	for i, path := range captures {
		args := slices.Concat(strings.Fields(cmd.CommandPath())[1:], []string{"-o", "json", path})
		if cmd.Name() == "diff" {
			args = append(args, captures[(i+1)%len(captures)])
		}
		if by := cmd.Flags().Lookup("by"); by != nil && i%2 == 1 {
			args = append(args, "--by", strings.Join(stats.Splits(), ","))
		}
		var out bytes.Buffer
		run(args, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(io.Discard)})
		lines := 0
		spoken += out.Len()
		for line := range bytes.Lines(out.Bytes()) {
			if lines++; lines > 20 { // of decode: package records looks at all
				break
			}
			if err := s.Check(line); err != nil {
				t.Errorf("%v: %v", args, err)
				break
			}
		}
	}
	if spoken < 1000*len(captures) && !slices.Contains([]string{"decode", "desync", "why", "bcdump"}, cmd.Name()) {
		t.Errorf("%d bytes of %d captures", spoken, len(captures))
	}
}
