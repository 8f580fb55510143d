package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestCorpusScript: tools/corpus.sh still makes what lies in testdata/pcaps. The others are those of decode/synth/corpus.
func TestCorpusScript(t *testing.T) {
	heavy.SkipRace(t, "runs processes")
	bash, err := exec.LookPath("bash")
	if err != nil || testing.Short() {
		t.Skip("no bash, or no time")
	}
	folder := t.TempDir()
	if out, err := exec.Command(bash, "../../tools/corpus.sh", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content := func(path string) []byte {
		b := must.Get(os.ReadFile(path))(t)
		if filepath.Ext(path) == ".gz" { // its bytes depend on the release of the compressor
			return must.Get(io.ReadAll(must.Get(gzip.NewReader(bytes.NewReader(b)))(t)))(t)
		}
		return b
	}
	entries := must.Get(os.ReadDir(folder))(t)
	for _, e := range entries {
		if !bytes.Equal(content(filepath.Join(folder, e.Name())), content(filepath.Join(corpusDir, e.Name()))) {
			t.Errorf("%s is not what tools/corpus.sh makes: run it", e.Name())
		}
	}
	if len(entries) < 11 {
		t.Errorf("only %d captures", len(entries))
	}
}
