// Package manual writes man pages and completions of a command tree, as they lie below share. In come commands; out
// go files. It is not in the program: what it is made of would cost its start 7 ms.
package manual

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write writes below folder: man/man1, man/man7 of help topics, and completions; that of bash comes from bash. The pages
// are of a version and a date.
func Write(folder string, root *cobra.Command, bash func(io.Writer) error, version string, date time.Time) error {
	root.DisableAutoGenTag = true // its date is that of the run
	header := &doc.GenManHeader{Section: "1", Date: &date, Source: root.Name() + " " + version, Manual: root.Name()}
	files := map[string]func(io.Writer) error{
		"bash-completion/completions/bcdump":    bash,
		"zsh/site-functions/_bcdump":            root.GenZshCompletion,
		"fish/vendor_completions.d/bcdump.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell/bcdump.ps1":                 root.GenPowerShellCompletionWithDesc,
	}
	for _, cmd := range root.Commands() {
		if !cmd.Runnable() {
			name := root.Name() + "-" + cmd.Name()
			files["man/man7/"+name+".7"] = func(w io.Writer) error {
				_, err := w.Write(topic(name, cmd, header))
				return err
			}
		}
	}
	man1 := filepath.Join(folder, "man", "man1")
	if err := os.MkdirAll(man1, 0o755); err != nil {
		return err
	}
	failed := doc.GenManTree(root, header, man1)
	for name, write := range files {
		var text bytes.Buffer
		path := filepath.Join(folder, filepath.FromSlash(name))
		failed = errors.Join(failed, write(&text), os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text.Bytes(), 0o644))
	}
	return failed
}

// topic is the page of a help text that belongs to no command.
func topic(name string, cmd *cobra.Command, header *doc.GenManHeader) []byte {
	const fence = "```\n"
	page := fmt.Sprintf("%% %q \"7\" %q %q %q\n# NAME\n%s \\- %s\n\n# DESCRIPTION\n%s%s%s\n\n# SEE ALSO\n**%s(1)**\n",
		strings.ToUpper(name), header.Date.Format("Jan 2006"), header.Source, header.Manual, name, cmd.Short, fence, Topic(cmd), fence, header.Manual)
	return md2man.Render([]byte(page))
}

// Topic is what `bcdump help TOPIC` prints.
func Topic(cmd *cobra.Command) string {
	var text bytes.Buffer
	cmd.SetOut(&text)
	cmd.SetErr(&text)
	cmd.HelpFunc()(cmd, nil)
	return text.String()
}
