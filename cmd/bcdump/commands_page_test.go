package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"bcdump/internal/must"
)

// TestCommandsPage compares docs/reference/commands.md with the commands, as cobra describes them.
func TestCommandsPage(t *testing.T) {
	var page bytes.Buffer
	var write func(*cobra.Command)
	write = func(cmd *cobra.Command) {
		if cmd.Runnable() && !cmd.Hidden && !strings.Contains(cmd.CommandPath(), "completion") {
			var one bytes.Buffer
			must.Do(t, doc.GenMarkdown(cmd, &one))
			text, _, _ := strings.Cut(one.String(), "### SEE ALSO") // other pages, which are none here
			for i, part := range strings.SplitAfter(text, "```\n") {
				if i%2 == 1 { // examples are those of the help, which are run there
					page.WriteString("<!-- not run: as --help has it -->\n```\n" + part)
				} else {
					page.WriteString(strings.TrimSuffix(part, "```\n"))
				}
			}
		}
		for _, c := range cmd.Commands() {
			write(c)
		}
	}
	write(newRoot(&streams{}))
	generated(t, "commands", "commands", page.String())
}

// generated compares what a page of docs/reference has between two marks. UPDATE=1, or `make docs`, writes it.
func generated(t *testing.T, page, mark, text string) {
	t.Helper()
	path, begin, end := "../../docs/reference/"+page+".md", "<!-- generated: "+mark+" -->\n", "<!-- end -->\n"
	old := string(must.Get(os.ReadFile(path))(t))
	head, rest, begins := strings.Cut(old, begin)
	was, foot, ends := strings.Cut(rest, end)
	switch {
	case !begins || !ends:
		t.Fatal("the marks are missing")
	case was == text:
	case os.Getenv("UPDATE") == "":
		t.Fatalf("%s is not that of the program: `make docs` writes it", path)
	default:
		must.Do(t, os.WriteFile(path, []byte(head+begin+text+end+foot), 0o600))
	}
}
