package main

import (
	"io"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	scoreboard "bcdump/report/match"
	"bcdump/report/render"
)

// matchRun is `bcdump match`.
type matchRun struct {
	reading
	tableFlags
	csv render.CSVForm
}

func newMatch(s *streams) *command {
	return &command{runner: &matchRun{reading: reading{streams: s}}, memory: reportMemory, Command: cobra.Command{
		Use:   "match FILE...",
		Short: "Show the match: who played, who killed whom, what was said, who won",
		Long: `Show the match as its players saw it: map and winner; each player with ships, kills,
shots and how they left; each kill with its weapon and how certain that is; chat; joins
and leaves. --only presence lists each connection. FILE may be anything that "bcdump
decode" reads; each file is a match of its own.

docs/reference/match.md explains the tables, and how killers and weapons are found.`,
		Example: `  bcdump match battle.pcap
  bcdump match --only kills --top 20 battle.pcap
  bcdump match --only presence battle.pcap
  bcdump match -o csv --only players battle.pcap > players.csv
  bcdump match -o json battle.pcap | jq '.kills[] | [.time, .killer, .victim, .weapon]'`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (m *matchRun) add(cmd *cobra.Command) {
	m.addOutput(cmd, "table", "json", "csv")
	m.addOnly(cmd, render.MatchTables())
	addTop(cmd, &m.top, "show at most `N` rows of a table; 0 = all")
	m.addCSV(cmd)
	m.addLocal(cmd)
	m.addUnfiltered(cmd)
	addWidth(cmd, &m.width, wideTables)
	m.addManners(cmd)
}

func (m *matchRun) run(_ *cobra.Command, files []string) (err error) {
	if m.csv, err = m.check(m.output, render.MatchTables()); err != nil {
		return err
	}
	if err := m.over(files); err != nil {
		return err
	}
	m.late, m.options.NoLedger = len(m.files) == 1, true // nobody is shown it
	return m.into(func(out io.Writer) (worst int, err error) {
		show, err := m.shows(out)
		if err != nil {
			return exitOK, err
		}
		return perFile(&m.reading, func(c *decode.Capture) (*figures.Match, error) {
			return scoreboard.Of(c.Name(), c, scoreboard.Options{Ships: m.options.Ships})
		}, show)
	})
}

// shows gives what shows a match in the form that was asked for.
func (m *matchRun) shows(out io.Writer) (func(*figures.Match) error, error) {
	switch m.output {
	case "json":
		return func(x *figures.Match) error {
			x.Only = m.only
			return render.WriteMatchJSON(out, x)
		}, nil
	case "csv":
		write, err := render.MatchCSV(out, m.only[0], m.csv)
		return func(x *figures.Match) error {
			if len(m.files) == 1 {
				return write(x, "")
			}
			return write(x, x.Name)
		}, err
	}
	return oneBelowAnother(out, render.WriteMatch, m.looks(&m.tableFlags)), nil
}
