package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bcdump/decode/suggest"
	"bcdump/internal/printable"
	"bcdump/report/verify"
)

// asks separates an error from what may have been meant instead, a line each.
const asks = "\n\nDid you mean this?\n"

// missing gives the text of an error. Of a file that is not there, it says which one may have been meant.
func missing(err error) string {
	var of *fs.PathError
	if !errors.As(err, &of) || of.Op != "open" && of.Op != "stat" || !errors.Is(of.Err, fs.ErrNotExist) {
		return err.Error()
	}
	text := strings.Replace(err.Error(), of.Error(), of.Path+": there is no such file", 1)
	folder, name := filepath.Split(of.Path)
	d, err := os.Open(cmp.Or(folder, "."))
	if err != nil {
		return text
	}
	defer func() { _ = d.Close() }()
	names, _ := d.Readdirnames(1000)
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasSuffix(n, verify.Extension) })
	slices.Sort(names)
	longer := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasPrefix(n, name+".") })
	if len(longer) == 0 { // all names end alike: the words in front of that are compared
		var stems []string
		first := map[string]string{}
		for _, n := range names {
			stem, _, _ := strings.Cut(n, ".")
			if first[stem] == "" {
				stems, first[stem] = append(stems, stem), n
			}
		}
		stem, _, _ := strings.Cut(name, ".")
		for _, near := range suggest.Near(stem, stems) {
			longer = append(longer, first[near])
		}
	}
	for i, n := range longer {
		longer[i] = printable.Text(folder + n)
	}
	return text + meant(longer[:min(len(longer), 3)]...)
}

// proposal is the end of an error about a word that is not known; "" if it is like none that is.
func proposal(word string, known []string) string { return meant(suggest.Near(word, known)...) }

func meant(words ...string) string {
	if len(words) == 0 {
		return ""
	}
	return asks + "  " + strings.Join(words, "\n  ") + "\n"
}

// noCommand is for the first word of a command line if no command is called so. It may be a
// capture, or a folder of them.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == "-" && !cmd.HasParent() {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil && !cmd.HasParent() {
		return nil
	}
	if use, ok := gone[args[0]]; ok && !cmd.HasParent() {
		return fmt.Errorf("%s is gone: %s", args[0], use)
	}
	if !cmd.HasParent() && strings.ContainsAny(args[0], `./\`) {
		return &fs.PathError{Op: "open", Path: args[0], Err: fs.ErrNotExist}
	}
	hint := proposal(args[0], commandNames(cmd))
	switch {
	case hint != "":
	case cmd.HasParent():
		hint = "; expected " + strings.Join(commandNames(cmd), ", ")
	default:
		hint = ", and there is no such file; bcdump --help lists commands"
	}
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)
}

// counted says of a wrong number of arguments how the command is written.
func counted(right cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if right(cmd, args) == nil {
			return nil
		}
		found := fmt.Sprint(len(args), " arguments")
		if len(args) < 2 {
			found = [...]string{"no argument", "1 argument"}[len(args)]
		}
		return fmt.Errorf("expected %q, found %s", cmd.Parent().CommandPath()+" "+cmd.Use, found)
	}
}

// filesUnless demands files, or none beside flags that ask for something else.
func filesUnless(flags ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if at := slices.IndexFunc(flags, cmd.Flags().Changed); at >= 0 && len(args) > 0 {
			return fmt.Errorf("--%s takes no file; %q is too much", flags[at], args[0])
		} else if at >= 0 {
			return nil
		}
		return counted(cobra.MinimumNArgs(1))(cmd, args)
	}
}

func commandNames(cmd *cobra.Command) (names []string) {
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	return names
}

// wrongFlag says what is wrong with a flag: it proposes those of the command in place of one that is
// not known.
func wrongFlag(cmd *cobra.Command, err error) error {
	command := strings.TrimPrefix(cmd.CommandPath(), "bcdump ")
	var wrong misuse
	if errors.As(err, &wrong) {
		return cmp.Or(instead(command, wrong.word), error(wrong))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f := invalid.GetFlag()
		kind := map[string]string{"bool": "neither true nor false", "duration": "not a time such as 1s or 500ms"}[f.Value.Type()]
		_, usage := pflag.UnquoteUsage(f)
		return fmt.Errorf("--%s: %q is %s (%s)", f.Name, invalid.GetValue(), cmp.Or(kind, "not a number"), usage)
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	if command := noCommand(cmd.Root(), cmd.Flags().Args()); cmd == cmd.Root() && command != nil {
		return command // as in "bcdump FILE -o json"
	}
	word, names, short := unknown.GetSpecifiedName(), []string{}, []string{}
	if err := instead(command, "--"+word); err != nil {
		return err
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, f.Name)
		if f.Shorthand != "" && strings.EqualFold(f.Shorthand, word) {
			short = append(short, "-"+f.Shorthand)
		}
	})
	for _, name := range suggest.Near(word, names) { // of what is like it: one letter is like nothing
		short = append(short, "--"+name)
	}
	return fmt.Errorf("%w%s", err, meant(short...))
}

// gone says what to use in place of what earlier versions took: by command and flag, or a word of a flag.
// docs/reference/compatibility.md lists them.
var gone = map[string]string{
	"stats --merge":                 manyCaptures,
	"stats --output part":           manyCaptures,
	"stats --only most_repeated":    `bcdump decode -f 'copy >= 3' FILE, or bcdump stats --count copy,client FILE`,
	"stats --only entity_over_time": `bcdump timeline --proto entity-state -o csv FILE`,
	"stats --only problems":         `bcdump FILE, or bcdump check FILE`,
	"stats --only update_sizes":     everySize,
	"stats --only size_counts":      everySize,
	"stats --only resends":          `bcdump stats -f 'copy > 1' --count copy,client,dir FILE`,
	"stats --only entity_kinds":     `bcdump timeline --summary FILE`,
	"stats --only entity_players":   `bcdump timeline --summary FILE`,
	"stats --only entity_matches":   `bcdump decode -f 'name in ["StartMatch", "GameOver", "ReturnToMenu"]' FILE`,
	"stats --only bytes_over_time":  `"by_opcode" in "stats -o json --only bandwidth"`,

	"wireshark": `bcdump export wireshark --plugin, and --install`,

	"verify --full":                  "leave it out, a golden has every message",
	"export wireshark --no-comments": `editcap --discard-packet-comments takes them out`,

	"synth --break": otherFaults, "synth --change": otherFaults, "synth --forget": otherFaults, "synth --blind": otherFaults,
	"synth --freeze": otherFaults, "synth --lie": otherFaults, "synth --ghost": otherFaults, "synth --shift": otherFaults,

	"synth --resend": onlyTests, "synth --fragment-order": onlyTests, "synth --start-seq": onlyTests, "synth --shots": onlyTests,
	"synth --link": onlyTests, "synth --vlan": onlyTests, "synth --nanoseconds": onlyTests, "synth --big-endian": onlyTests, "synth --snaplen": onlyTests,
	"synth --compress": "bcdump synth | gzip",
}

const everySize = `bcdump stats --only flags FILE, or each size: bcdump stats -f 'opcode == 0x1C' --count fields.dirty_flags,dir,size FILE`

const otherFaults = "--trouble makes what goes wrong with players; other faults are edits of a capture, in Go (docs/dev/synth.md)"

const onlyTests = "only tests need it, and have it in Go (docs/dev/synth.md)"

const manyCaptures = `name all captures in one command, or "bcdump export parquet" each and ask a query engine (docs/guides/many-captures.md)`

// instead is the error of what is gone; nil = it is not.
func instead(command, word string) error {
	if use, ok := gone[command+" "+word]; ok {
		return fmt.Errorf("%s is gone: %s", word, use)
	}
	return nil
}

// newHelp is the command for help. That of the library takes a topic that it does not know for
// none.
func newHelp() *cobra.Command {
	var proto string
	help := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command or topic",
		ValidArgsFunction: func(help *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, sub := range help.Root().Commands() {
				if !sub.Hidden {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(help *cobra.Command, words []string) error {
			cmd, rest, err := help.Root().Find(words)
			if err != nil || len(rest) > 0 {
				hint := proposal(words[len(words)-1], commandNames(help.Root()))
				return fmt.Errorf("unknown help topic %q%s", strings.Join(words, " "), cmp.Or(hint, "; bcdump --help lists them"))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
	addChoice(help, &proto, "proto", "", "show also what is only of a protocol", "bc", "entity-state")
	return help
}
