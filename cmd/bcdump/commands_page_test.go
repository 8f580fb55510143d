package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bcdump/internal/must"
)

// TestCommandsPage compares docs/reference/commands.md with the commands. UPDATE=1, or `make docs`, writes it.
func TestCommandsPage(t *testing.T) {
	const path, begin, end = "../../docs/reference/commands.md", "<!-- generated: commands -->\n", "<!-- end -->\n"
	old := must.Get(os.ReadFile(path))(t)
	head, rest, begins := bytes.Cut(old, []byte(begin))
	_, foot, ends := bytes.Cut(rest, []byte(end))
	if !begins || !ends {
		t.Fatal("the marks are missing")
	}
	text := string(head) + begin + commandsPage() + end + string(foot)
	if text == string(old) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatal("the page is not that of the commands: `make docs` writes it")
	}
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}

// manyCommands is how many commands have a flag in common that stands in the first table.
const manyCommands = 5

func commandsPage() string {
	var all []*cobra.Command
	var gather func(*cobra.Command)
	gather = func(cmd *cobra.Command) {
		if cmd.Runnable() && !cmd.Hidden && cmd.Name() != "help" && !strings.Contains(cmd.CommandPath(), "completion") {
			all = append(all, cmd)
		}
		for _, c := range cmd.Commands() {
			gather(c)
		}
	}
	gather(newRoot(&streams{}))
	uses, shared := map[string]int{}, []*pflag.Flag{}
	for _, cmd := range all {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				uses[f.Name+f.Usage]++
				if uses[f.Name+f.Usage] == manyCommands {
					shared = append(shared, f)
				}
			}
		})
	}
	var b strings.Builder
	b.WriteString("## Flags of many commands\n\n" + flagTable(shared))
	for _, cmd := range all {
		var own []*pflag.Flag
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" && uses[f.Name+f.Usage] < manyCommands {
				own = append(own, f)
			}
		})
		fmt.Fprintf(&b, "\n## %s\n\n`%s`\n\n%s.\n", cmd.CommandPath(), cmd.UseLine(), cmd.Short)
		if len(own) > 0 {
			b.WriteString("\n" + flagTable(own))
		}
	}
	return b.String()
}

func flagTable(flags []*pflag.Flag) string {
	var b strings.Builder
	b.WriteString("| Flag | Does |\n|------|------|\n")
	for _, f := range flags {
		value, about := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			name += " " + strings.ReplaceAll(value, "|", `\|`)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, strings.ReplaceAll(about, "|", `\|`))
	}
	return b.String()
}
