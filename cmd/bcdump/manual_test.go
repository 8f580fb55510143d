package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"bcdump/cmd/bcdump/internal/manual"
	"bcdump/internal/must"
)

// TestManual writes the man pages and the completions from the commands, and looks whether they
// hold what the commands do.
func TestManual(t *testing.T) {
	folder := t.TempDir()
	writeManual(t, folder)
	root := newRoot(&streams{})
	for _, cmd := range append(root.Commands(), root) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		section := "1"
		if !cmd.Runnable() {
			section = "7"
		}
		page := plainPage(t, filepath.Join(folder, "man", "man"+section, name+"."+section))
		wants := []string{name + " - " + cmd.Short}
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden { // which an earlier version had
				wants = append(wants, "--"+f.Name)
			}
		})
		for line := range strings.Lines(cmd.Example) {
			wants = append(wants, strings.TrimSpace(line))
		}
		if section == "7" {
			wants = append(wants, manual.Topic(cmd))
		}
		for word := range strings.FieldsSeq(cmd.Long) {
			wants = append(wants, word)
		}
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s(%s) does not hold %q", name, section, want)
			}
		}
	}
	for _, name := range []string{
		"bash-completion/completions/bcdump", "zsh/site-functions/_bcdump", "fish/vendor_completions.d/bcdump.fish", "powershell/bcdump.ps1",
	} {
		if text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name))); err != nil || !bytes.Contains(text, []byte("__complete")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestManualIsReproducible: another run writes the same bytes.
func TestManualIsReproducible(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	writeManual(t, one)
	writeManual(t, other)
	files := 0
	err := filepath.WalkDir(one, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		name, _ := filepath.Rel(one, path)
		a, errA := os.ReadFile(path)
		b, errB := os.ReadFile(filepath.Join(other, name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v %v", name, errA, errB)
		}
		return nil
	})
	if err != nil || files < 15 {
		t.Errorf("%d files, %v", files, err)
	}
}

// writeManual writes man pages and completions below folder.
func writeManual(t *testing.T, folder string) {
	t.Helper()
	root := newRoot(&streams{out: io.Discard})
	bash := func(w io.Writer) error { return bashCompletion(root, w) }
	must.Do(t, manual.Write(folder, root, bash, "1.2", time.Unix(1771106880, 0).UTC()))
}

var roff = regexp.MustCompile(`\\f[A-Z]|(?m:^\.[A-Z]+.*$)`)

// plainPage is the text of a man page.
func plainPage(t *testing.T, path string) string {
	t.Helper()
	page := roff.ReplaceAllString(string(must.Get(os.ReadFile(path))(t)), "")
	return strings.NewReplacer(`\-`, "-", `\\`, `\`, `\&`, "", `\[dq]`, `"`, `\[aq]`, "'", `\(aq`, "'").Replace(page)
}
