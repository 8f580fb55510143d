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

// TestCommandsPage compares docs/reference/commands.md with the commands, as cobra describes them. UPDATE=1, or
// `make docs`, writes it.
func TestCommandsPage(t *testing.T) {
	const path, begin, end = "../../docs/reference/commands.md", "<!-- generated: commands -->\n", "<!-- end -->\n"
	old := must.Get(os.ReadFile(path))(t)
	head, rest, begins := bytes.Cut(old, []byte(begin))
	_, foot, ends := bytes.Cut(rest, []byte(end))
	if !begins || !ends {
		t.Fatal("the marks are missing")
	}
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
	text := string(head) + begin + page.String() + end + string(foot)
	if text == string(old) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatal("the page is not that of the commands: `make docs` writes it")
	}
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}
