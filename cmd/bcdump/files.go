package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/files"
	"bcdump/report/installation"
	"bcdump/report/render"
)

// filesRun is `bcdump files`.
type filesRun struct {
	reading
	tableFlags
	against string // folder or file; "" = none
}

func newFiles(s *streams) *command {
	return &command{runner: &filesRun{reading: reading{streams: s}}, memory: reportMemory, Command: cobra.Command{
		Use:   "files FILE...",
		Short: "Show which files the clients have, what differs, and why a host refused somebody",
		Long: `Show what the clients answered to the checksum requests of the host: which client has which
files by round, what differs between the clients, from the published list, and from a folder
on disk (--against), and which file probably led to a refusal: SystemChecksumFail, or Boot
with reason 4. FILE may be anything that "bcdump decode" reads.

docs/reference/files.md explains the tables and how surely a file is known.`,
		Example: `  bcdump files battle.pcap
  bcdump files --against ~/games/bc battle.pcap
  bcdump files --only refusals battle.pcap
  bcdump files --only files --top 0 battle.pcap
  bcdump files -o json battle.pcap | jq '.refusals[] | [.player, .cause, .text]'`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (f *filesRun) add(cmd *cobra.Command) {
	f.addOutput(cmd, "table", "json")
	cmd.Flags().StringVar(&f.against, "against", "", "compare with `FOLDER|FILE`: an installation, or what \"bcdump hash --files\" wrote as JSON")
	f.addOnly(cmd, render.FilesTables())
	addTop(cmd, &f.top, "show at most `N` rows of a table; 0 = all")
	f.addLocal(cmd)
	f.inputFlags.add(cmd)
	addWidth(cmd, &f.width, wideTables)
	f.addManners(cmd)
}

func (f *filesRun) run(_ *cobra.Command, paths []string) error {
	if err := f.over(paths); err != nil {
		return err
	}
	f.late, f.reading.options.NoLedger = len(paths) == 1, true // nobody is shown it
	f.besides = func(yield func(input) bool) {
		if f.against != "" {
			f.streams.inputAt(f.against, "what --against names", yield)
		}
	}
	return f.into(func(out io.Writer) (worst int, err error) {
		options := files.Options{AgainstName: f.against}
		if options.Against, err = f.installation(); err != nil {
			return exitNothing, err
		}
		return perFile(&f.reading, func(c *decode.Capture) (*figures.Files, error) { return files.Of(c.Name(), c, options) }, f.shows(out))
	})
}

// installation reads what the answers are held against; nil = nothing.
func (f *filesRun) installation() (*figures.Installation, error) {
	if f.against == "" {
		return nil, nil
	}
	info, err := os.Stat(f.against)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	if !info.IsDir() {
		x, err := installation.Read(f.against)
		if err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
		return x, nil
	}
	x, err := installation.Of(f.against)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	if !f.quiet {
		f.streams.tellProblems("--against: ", x)
	}
	return x, nil
}

// shows gives what shows the files of a capture in the form that was asked for.
func (f *filesRun) shows(out io.Writer) func(*figures.Files) error {
	if f.output == "json" {
		return func(x *figures.Files) error {
			x.Only = f.only
			return render.WriteFilesJSON(out, x)
		}
	}
	return oneBelowAnother(out, render.WriteFiles, f.looks(&f.tableFlags))
}
