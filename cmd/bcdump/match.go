package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/scoreboard"
)

// matchOptions are the flags of `bcdump match`, checked.
type matchOptions struct {
	reading
	form  string
	table string // of CSV
	csv   render.CSVForm
	show  render.Options
}

// matchFlags are the flags as they are written.
type matchFlags struct {
	inputFlags
	outputFlags
	csvFlags
	localFlag
	only       []string
	top, width int
}

// newMatch makes the command.
func newMatch(s *streams) *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match FILE...",
		Short: "Show the match: who played, who killed whom, what was said, who won",
		Long: `Show the match as its players saw it: map and winner; each player with ships, kills,
shots and how they left; each kill with its weapon and how certain that is; chat; joins
and leaves. --only presence lists each connection. FILE may be anything that "bcdump
decode" reads; each file is a match of its own.

docs/match.md explains the tables, and how killers and weapons are found.`,
		Example: `  bcdump match battle.pcap
  bcdump match --only kills --top 20 battle.pcap
  bcdump match --only presence battle.pcap
  bcdump match -o csv --only players battle.pcap > players.csv
  bcdump match -o json battle.pcap | jq '.kills[] | [.time, .killer, .victim, .weapon]'`,
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

// matchForms are the forms of the output, the usual one first.
var matchForms = []string{"table", "json", "csv"}

func (f *matchFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, matchForms...)
	flags.StringSliceVar(&f.only, "only", nil, "show these tables only: `LIST` of "+strings.Join(render.MatchTables(), ", "))
	flags.IntVar(&f.top, "top", 0, "show at most `N` rows of a table; 0 = all")
	f.csvFlags.add(cmd)
	f.localFlag.add(cmd)
	f.addDecoding(cmd)
	f.addJobs(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the tables in characters (default: that of the terminal)")
	f.addManners(cmd)
	completeList(cmd, "only", render.MatchTables())
}

// check turns the flags into options, or says which one is wrong.
func (f *matchFlags) check(s *streams, files []string) (*matchOptions, error) {
	if err := f.checkOutput(matchForms...); err != nil {
		return nil, err
	}
	if err := checkOnly(f.only, f.output, render.MatchTables()); err != nil {
		return nil, err
	}
	if err := notNegative("--top", f.top); err != nil {
		return nil, err
	}
	csv, options, err := checkTables(s, f.width, f.output, &f.csvFlags, &f.inputFlags)
	if err != nil {
		return nil, err
	}
	o := &matchOptions{reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags), form: f.output, csv: csv}
	o.late, o.zone = len(files) == 1, f.shown()
	o.show = render.Options{Only: f.only, Top: f.top, Width: f.room(s, f.width), Fold: f.lineWidth(s, f.width) > 0, Color: o.color}
	if f.output == "csv" {
		o.table = f.only[0]
	}
	return o, nil
}

// run reads the files one after the other and shows each.
func (o *matchOptions) run(out io.Writer) (worst int, err error) {
	limitMemory(reportMemory, half)
	show, err := o.shows(out)
	if err != nil {
		return exitOK, err
	}
	return o.each(func(c *decode.Capture) error {
		m, err := scoreboard.Of(c.Name(), c, scoreboard.Options{Ships: o.options.Ships})
		if err != nil {
			return err
		}
		figures.InZone(m, o.zone)
		return show(m)
	})
}

// shows gives what shows a match in the form that was asked for.
func (o *matchOptions) shows(out io.Writer) (func(*figures.Match) error, error) {
	switch o.form {
	case "json":
		return func(m *figures.Match) error {
			m.Only = o.show.Only
			return render.WriteMatchJSON(out, m)
		}, nil
	case "csv":
		write, err := render.MatchCSV(out, o.table, o.csv)
		return func(m *figures.Match) error {
			if len(o.files) == 1 {
				return write(m, "")
			}
			return write(m, m.Name)
		}, err
	}
	return oneBelowAnother(out, render.WriteMatch, o.show), nil
}
