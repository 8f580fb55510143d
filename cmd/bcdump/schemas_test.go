package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/stats"
	"bcdump/report/terminal"
)

// TestSchemas holds the JSON of every command that has a schema, found by walking the tree, against
// it: of invented battles, of the shipped captures, a fifth of them in an ordinary run, and in a heavy one of
// those outside. What a flag --by splits is held split too, and a key that nobody knows is refused.
func TestSchemas(t *testing.T) {
	heavy.SkipRace(t, "scripts run the same commands")
	captures := must.Get(filepath.Glob("../../testdata/pcaps/*"))(t)
	captures = slices.DeleteFunc(captures, func(path string) bool {
		return strings.HasSuffix(path, ".golden") || strings.HasSuffix(path, "TESTLIST")
	})
	captures = slices.DeleteFunc(captures, func(path string) bool { return len(path)%heavy.Scale(5, 1) != 0 })
	if heavy.On() && outside.Set() {
		captures = append(captures, outside.Captures(t)...)
	}
	battles := schemaBattles(t)
	inTurn := func(k int) []string { return append(heavy.InTurn(captures, k, 2, 2), battles...) } // each command has every second one
	t.Run("overview", func(t *testing.T) {
		t.Parallel()
		holdsSchema(t, newRoot(&streams{}), "overview", inTurn(0))
	})
	tried := 0
	for _, cmd := range newRoot(&streams{}).Commands() {
		if _, err := os.Stat("../../docs/reference/schema/" + cmd.Name() + ".json"); err != nil || !takesCaptures([]string{cmd.Name()}) {
			continue
		}
		tried++
		k := tried
		t.Run(cmd.Name(), func(t *testing.T) {
			t.Parallel()
			holdsSchema(t, cmd, cmd.Name(), inTurn(k))
		})
	}
	if tried < 8 {
		t.Errorf("only %d commands", tried)
	}
}

// schemaBattles are invented battles of both dialects, and a capture with updates of ships of no player.
func schemaBattles(t *testing.T) (paths []string) {
	folder := t.TempDir()
	for _, dialect := range []message.Dialect{message.Stock, message.OpenBC} {
		var b bytes.Buffer
		o := battle.Options{Players: 5, Duration: heavy.Scale(25*time.Second, time.Minute), Seed: 8, Start: time.Unix(1.7e9, 0), Loss: 0.02, Duplicate: 0.02, Reorder: 0.02, Dialect: dialect}
		must.Get(recorder.Record(&b, o, recorder.Options{}))(t)
		paths = append(paths, filepath.Join(folder, dialect.String()))
		write(t, paths[len(paths)-1], b.Bytes())
	}
	f := newPcap()
	for _, id := range [][]byte{{0, 0, 0, 0}, {5, 0, 0, 0}, {0, 0, 0, 0x80}, {0xFF, 0xFF, 0xFF, 0xFF}} {
		f.game(transport.NewData(false, 0), slices.Concat([]byte{0x1C}, id, []byte{0, 0, 0x48, 0x41, 0x10, 0, 0x40})...)
	}
	path := filepath.Join(folder, "none.pcap")
	write(t, path, f.data)
	return append(paths, path)
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
			if more := append([]byte(`{"another":1,`), line[1:]...); lines == 1 && s.Check(more) == nil {
				t.Errorf("%v: a key that nobody knows is accepted", args)
				break
			}
		}
	}
	if spoken < 1000*len(captures) && !slices.Contains([]string{"decode", "desync", "why", "bcdump"}, cmd.Name()) {
		t.Errorf("%d bytes of %d captures", spoken, len(captures))
	}
}
