package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// commands are all of them.
func commands(s *streams) []*command {
	return []*command{
		newDecode(s), newBrowse(s), newStats(s), newTimeline(s), newMatch(s), newCheck(s), newDesync(s), newDiff(s), newReport(s), newExport(s),
		newFiles(s), newHash(s), newOpcodes(s), newShare(s), newShips(s), newSynth(s), newVerify(s), newVersion(s), newWhy(s),
	}
}

// run executes one command line and gives its exit status.
func run(args []string, s streams) int {
	args = joinedColors(args)
	if s.pager != nil {
		s.pager.streams, s.out = &s, s.pager
		defer s.pager.end()
	}
	out := &checked{Writer: s.out}
	s.out = out
	s.entities = slices.ContainsFunc(args, func(word string) bool { return strings.TrimPrefix(word, "--proto=") == "entity-state" })
	root := newRoot(&s, args...)
	root.SetArgs(args)
	if len(args) > 1 && args[0] == "completion" && args[1] == "bash" {
		root.InitDefaultCompletionCmd()
		if bash, _, err := root.Find(args[:2]); err == nil {
			bash.RunE = func(*cobra.Command, []string) error { return bashCompletion(root, out) }
		}
	}
	show := root.HelpFunc()
	var wrong error
	root.SetHelpFunc(func(cmd *cobra.Command, given []string) {
		if cmd == root {
			wrong = noCommand(root, cmd.Flags().Args()) // as in "bcdump nonsense --help"
		}
		if wrong == nil {
			show(cmd, given)
		}
	})
	err := cmp.Or(root.Execute(), wrong)
	var done status
	switch {
	case errors.As(err, &done):
		return int(done)
	case closedPipe(out.err):
		return exitOK
	case out.err != nil:
		s.complain(out.err)
		return exitNothing
	case err != nil:
		s.complain(err)
		return exitUsage
	}
	return exitOK
}

// newRoot makes the tree of commands. If the first of the words names one of them, it has no other.
func newRoot(s *streams, words ...string) *cobra.Command {
	look := &overviewRun{reading: reading{streams: s}}
	var version *bool
	root := &cobra.Command{
		Use:   "bcdump [FILE...]",
		Short: "Decode captures of Star Trek: Bridge Commander multiplayer traffic",
		Long: `bcdump reads captures (pcap, pcapng; plain, gzip or zstd) of the multiplayer
traffic of Star Trek: Bridge Commander and says what is in them: every message,
deciphered, reassembled, named, field by field.

bcdump FILE says on one screen what a capture is, who played, and what to mend first; of
several files or of folders a line each, the worst first. A file that is named like a
command is written with its folder: ./stats.`,
		Example: `  bcdump battle.pcap
  bcdump why battle.pcap
  bcdump check battle.pcap`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE: func(cmd *cobra.Command, paths []string) error {
			switch {
			case *version:
				return versionRun{s}.run(cmd, nil)
			case len(paths) == 0:
				return cmd.Help()
			}
			return look.run(cmd, paths)
		},
	}
	look.add(root)
	version = root.Flags().Bool("version", false, "print the version") // -v is --verbose elsewhere
	root.SetFlagErrorFunc(wrongFlag)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetHelpCommand(newHelp())
	all := commands(s)
	named := func(c *command) bool { return len(words) > 0 && c.Name() == words[0] }
	if one := slices.IndexFunc(all, named); one >= 0 {
		root.CompletionOptions.DisableDefaultCmd = true
		root.AddCommand(all[one].made(s))
	} else {
		for _, c := range all {
			root.AddCommand(c.made(s))
		}
		root.AddCommand(
			topic("exit-status", "What the exit status says", func() string { return exitStatusHelp }),
			topic("filter", "The language of --filter", func() string { return filterHelp(s.entities) }),
			topic("notes", "What the notes on messages say, and what to do", notesHelp),
		)
	}
	s.fitHelp(root)
	return root
}

// topic is a help text without a command: `bcdump help NAME` shows it. The text is
// made when it is asked for, so that it costs nothing at start-up.
func topic(name, short string, text func() string) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { c.Print(text()) })
	return c
}
