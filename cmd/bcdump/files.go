package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/installation"
	"bcdump/report/inventory"
	"bcdump/report/render"
)

// filesOptions are the flags of `bcdump files`, checked.
type filesOptions struct {
	reading
	form    string
	against string // folder or file; "" = none
	show    render.Options
}

// filesFlags are the flags as they are written.
type filesFlags struct {
	inputFlags
	outputFlags
	localFlag
	against    string
	only       []string
	top, width int
}

// newFiles makes the command.
func newFiles(s *streams) *cobra.Command {
	var f filesFlags
	cmd := &cobra.Command{
		Use:   "files FILE...",
		Short: "Show which files the clients have, what differs, and why a host refused somebody",
		Long: `Show what the clients answered to the checksum requests of the host: which client has which
files by round, what differs between the clients, from the published list, and from a folder
on disk (--against), and which file probably led to a refusal: SystemChecksumFail, or Boot
with reason 4. FILE may be anything that "bcdump decode" reads.

docs/files.md explains the tables and how surely a file is known.`,
		Example: `  bcdump files battle.pcap
  bcdump files --against ~/games/bc battle.pcap
  bcdump files --only refusals battle.pcap
  bcdump files --only files --top 0 battle.pcap
  bcdump files -o json battle.pcap | jq '.refusals[] | [.player, .cause, .text]'`,
		Args: counted(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, files []string) error {
			o, err := f.check(s, files)
			if err != nil {
				return err
			}
			return o.into(o.run)
		},
	}
	f.add(cmd)
	return cmd
}

// filesForms are the forms of the output, the usual one first.
var filesForms = []string{"table", "json"}

func (f *filesFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, filesForms...)
	flags.StringVar(&f.against, "against", "", "compare with `FOLDER|FILE`: an installation, or what \"bcdump hash --files\" wrote as JSON")
	flags.StringSliceVar(&f.only, "only", nil, "show these tables only: `LIST` of "+strings.Join(render.FilesTables(), ", "))
	flags.IntVar(&f.top, "top", 0, "show at most `N` rows of a table; 0 = all")
	f.localFlag.add(cmd)
	f.inputFlags.add(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the tables in characters (default: that of the terminal)")
	f.addManners(cmd)
	completeList(cmd, "only", render.FilesTables())
}

// check turns the flags into options, or says which one is wrong.
func (f *filesFlags) check(s *streams, files []string) (*filesOptions, error) {
	if err := f.checkOutput(filesForms...); err != nil {
		return nil, err
	}
	if err := checkOnly(f.only, f.output, render.FilesTables()); err != nil {
		return nil, err
	}
	if err := notNegative("--top", f.top); err != nil {
		return nil, err
	}
	_, options, err := checkTables(s, f.width, f.output, &csvFlags{}, &f.inputFlags)
	if err != nil {
		return nil, err
	}
	o := &filesOptions{reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags), form: f.output, against: f.against}
	o.late, o.zone = len(files) == 1, f.shown()
	o.show = render.Options{Only: f.only, Top: f.top, Width: f.room(s, f.width), Color: o.color}
	o.besides = func(yield func(input) bool) {
		if f.against != "" {
			s.inputAt(f.against, "what --against names", yield)
		}
	}
	return o, nil
}

// run reads the files one after the other and shows each.
func (o *filesOptions) run(out io.Writer) (worst int, err error) {
	limitMemory(reportMemory, half)
	options := inventory.Options{AgainstName: o.against}
	if options.Against, err = o.installation(); err != nil {
		return exitNothing, err
	}
	show := o.shows(out)
	return o.each(func(c *decode.Capture) error {
		f, err := inventory.Of(c.Name(), c, options)
		if err != nil {
			return err
		}
		figures.InZone(f, o.zone)
		return show(f)
	})
}

// installation reads what the answers are held against; nil = nothing.
func (o *filesOptions) installation() (*figures.Installation, error) {
	if o.against == "" {
		return nil, nil
	}
	info, err := os.Stat(o.against)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	if !info.IsDir() {
		x, err := installation.Read(o.against)
		if err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
		return x, nil
	}
	x, err := installation.Of(o.against)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	if !o.quiet {
		o.streams.tellProblems("--against: ", x)
	}
	return x, nil
}

// shows gives what shows the files of a capture in the form that was asked for.
func (o *filesOptions) shows(out io.Writer) func(*figures.Files) error {
	if o.form == "json" {
		return func(f *figures.Files) error {
			f.Only = o.show.Only
			return render.WriteFilesJSON(out, f)
		}
	}
	return oneBelowAnother(out, render.WriteFiles, o.show)
}
