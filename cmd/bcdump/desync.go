package main

import (
	"bufio"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/desync"
	"bcdump/report/figures"
	"bcdump/report/render"
)

// desyncRun is `bcdump desync`.
type desyncRun struct {
	reading
	tableFlags
	factsFlags
	csv     render.CSVForm
	options desync.Options
	every   string
	other   string // capture at a client
	judge   string
	fail    bool
	differs bool
}

func newDesync(s *streams) *command {
	return &command{runner: &desyncRun{reading: reading{streams: s}, judge: "both"}, memory: factsMemory, Command: cobra.Command{
		Use:   "desync FILE...",
		Short: "Show what each player saw of the battle, and how wrong it was",
		Long: `Show whether all players saw the same battle. What the host sent to a client is all that
this client knew; the owner's reports say where a ship really was. First comes who saw
something else: ships that were never created for a player or went on after their end,
wrong conditions, positions that are off, updates that stayed out; then, for each player
and ship, how old and how far off the view was. Capture at the server.

docs/reference/desync.md says what is measured, and from when on it counts.`,
		Example: `  bcdump desync battle.pcap
  bcdump desync --of Ace --only views battle.pcap
  bcdump desync --every 1s -o csv battle.pcap > drift.csv
  bcdump desync --same-session client.pcap server.pcap
  bcdump desync -o json battle.pcap | jq -r '.findings[].text'`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *desyncRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "text", "json", "csv")
	o.addOnly(cmd, render.DesyncTables())
	o.top = 20
	addTop(cmd, &o.top, "show at most `N` rows of a table; 0 = all")
	flags.StringVar(&o.options.Of, "of", "", "show only what `PLAYER` saw")
	flags.StringVar(&o.options.Ship, "sees", "", "show only views of `SHIP`: its owner, class or id")
	addChoice(cmd, &o.judge, "judge", "", "show only the faults of `WHO`: what the host told, or an owner whose reports jump", figures.DesyncServer, figures.DesyncClient, "both")
	flags.StringVar(&o.every, "every", "", "write rows over time instead, one per view every `TIME`, such as 1s (csv, json)")
	flags.StringVar(&o.other, "same-session", "", "read `OTHER`, the same session captured at a client, and leave out updates that did not arrive there")
	flags.BoolVar(&o.fail, "fail", false, "exit with 1 if a player saw something else")
	o.addCSV(cmd)
	o.addLocal(cmd)
	o.addFacts(cmd, "")
	o.addUnfiltered(cmd)
	addWidth(cmd, &o.width, wideTables)
	o.addManners(cmd)
}

func (o *desyncRun) run(_ *cobra.Command, files []string) (err error) {
	tables := render.DesyncTables()
	switch {
	case o.every != "" && o.output == "text":
		return errors.New("--every writes csv and json only; add -o csv")
	case o.every != "" && len(o.only) > 0:
		return errors.New("--every writes no tables; leave out --only")
	case o.every != "":
		if o.options.Every, err = everyOf(o.every); err != nil {
			return err
		}
		tables = nil
	}
	if o.judge != "both" {
		o.options.Judge = o.judge
	}
	if o.other != "" && len(files) != 1 {
		return errors.New("--same-session needs exactly one FILE, captured at the host")
	}
	if o.csv, err = o.check(o.output, tables); err != nil {
		return err
	}
	if o.other != "" {
		files = append(files, o.other)
	}
	if err := o.checkFacts(); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late = len(files) == 1
	ended := o.into(o.views)
	return unless(o.fail && o.differs, ended)
}

// views reads the captures and shows what was seen.
func (o *desyncRun) views(out io.Writer) (worst int, err error) {
	buffer := bufio.NewWriter(out)
	show := o.shows(buffer)
	one := func(c *decode.Capture, options desync.Options) error {
		f, err := o.facts(c, &o.factsFlags, nil)
		if err != nil {
			return err
		}
		d, err := desync.Of(f, options)
		if err != nil {
			return err
		}
		o.differs = o.differs || len(d.Findings) > 0
		figures.InZone(d, o.zone())
		return errors.Join(show(d), buffer.Flush())
	}
	if o.other == "" {
		return o.each(func(c *decode.Capture) error { return one(c, o.options) })
	}
	return o.both(func(a, b *decode.Capture) error {
		options := o.options
		options.Arrived = desync.NewWitness(b)
		return one(a, options)
	})
}

// shows gives what shows the views of a capture in the form that was asked for.
func (o *desyncRun) shows(out io.Writer) func(*figures.Desync) error {
	switch {
	case o.every != "":
		write := inZone(render.DesyncRows(out, o.output, o.csv), o.zone())
		o.options.Row = func(row *figures.DesyncRow) error { return write(row) }
		return func(*figures.Desync) error { return nil }
	case o.output == "json":
		return func(d *figures.Desync) error { return render.WriteJSON(out, d) }
	case o.output == "csv":
		write := render.DesyncCSV(out, o.only[0], o.csv)
		return func(d *figures.Desync) error {
			if len(o.files) == 1 {
				return write(d, "")
			}
			return write(d, d.Name)
		}
	}
	return oneBelowAnother(out, render.WriteDesync, o.looks(&o.tableFlags))
}
