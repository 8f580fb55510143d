package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"bcdump/internal/must"
)

// TestManual writes the man pages and the completions from the commands, and looks whether they
// hold what the commands do. They are written to the folder MANUAL, as they lie below share, if it
// names one (`make manual`), and come from a test so that no Markdown parser is in the program.
// SOURCE_DATE_EPOCH is the date, VERSION the version on the pages.
func TestManual(t *testing.T) {
	folder := cmp.Or(os.Getenv("MANUAL"), t.TempDir())
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
			wants = append(wants, helpText(cmd))
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
	t.Setenv("SOURCE_DATE_EPOCH", "1771106880")
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
	root.DisableAutoGenTag = true // its date is that of the run
	for _, name := range []string{"man/man1", "man/man7", "bash-completion/completions", "zsh/site-functions", "fish/vendor_completions.d", "powershell"} {
		must.Do(t, os.MkdirAll(filepath.Join(folder, filepath.FromSlash(name)), 0o755))
	}
	epoch, _ := strconv.ParseInt(cmp.Or(os.Getenv("SOURCE_DATE_EPOCH"), "0"), 10, 64)
	date := time.Unix(epoch, 0).UTC()
	header := &doc.GenManHeader{Section: "1", Date: &date, Source: "bcdump " + cmp.Or(os.Getenv("VERSION"), versionText()), Manual: "bcdump"}
	must.Do(t, doc.GenManTree(root, header, filepath.Join(folder, "man", "man1")))
	for _, cmd := range root.Commands() {
		if cmd.Runnable() {
			continue
		}
		name := "bcdump-" + cmd.Name()
		keep(t, filepath.Join(folder, "man", "man7", name+".7"), topicPage(name, cmd, header))
	}
	for name, generate := range map[string]func(io.Writer) error{
		"bash-completion/completions/bcdump":    func(w io.Writer) error { return bashCompletion(root, w) },
		"zsh/site-functions/_bcdump":            root.GenZshCompletion,
		"fish/vendor_completions.d/bcdump.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell/bcdump.ps1":                 root.GenPowerShellCompletionWithDesc,
	} {
		var script bytes.Buffer
		must.Do(t, generate(&script))
		keep(t, filepath.Join(folder, filepath.FromSlash(name)), script.Bytes())
	}
}

// topicPage is the page of a help text that belongs to no command.
func topicPage(name string, topic *cobra.Command, header *doc.GenManHeader) []byte {
	page := fmt.Sprintf("%% %q \"7\" %q %q %q\n# NAME\n%s \\- %s\n\n# DESCRIPTION\n%s\n%s%s\n\n# SEE ALSO\n**bcdump(1)**\n",
		strings.ToUpper(name), header.Date.Format("Jan 2006"), header.Source, header.Manual, name, topic.Short, fence, helpText(topic), fence)
	return md2man.Render([]byte(page))
}

// helpText is what `bcdump help TOPIC` prints.
func helpText(topic *cobra.Command) string {
	var text bytes.Buffer
	topic.SetOut(&text)
	topic.SetErr(&text)
	topic.HelpFunc()(topic, nil)
	return text.String()
}

var roff = regexp.MustCompile(`\\f[A-Z]|(?m:^\.[A-Z]+.*$)`)

// plainPage is the text of a man page.
func plainPage(t *testing.T, path string) string {
	t.Helper()
	page := roff.ReplaceAllString(string(must.Get(os.ReadFile(path))(t)), "")
	return strings.NewReplacer(`\-`, "-", `\\`, `\`, `\&`, "", `\[dq]`, `"`, `\[aq]`, "'", `\(aq`, "'").Replace(page)
}

func keep(t *testing.T, path string, text []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(path, text, 0o644))
}
