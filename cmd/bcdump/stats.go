package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/stats"
)

// statsOptions are the flags of `bcdump stats`, checked.
type statsOptions struct {
	reading
	form   string
	merge  bool // the files are parts
	csv    render.CSVForm
	show   render.Options
	report stats.Options
}

// statsFlags are the flags as they are written.
type statsFlags struct {
	inputFlags
	outputFlags
	csvFlags
	localFlag
	only, by   []string
	interval   time.Duration
	top, width int
	queries    bool
	merge      bool
}

// newStats makes the command.
func newStats(s *streams) *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use:   "stats FILE...",
		Short: "Summarise captures: problems, bandwidth, opcodes, flags, reliability, joins",
		Long: `Summarise captures: what is wrong, what uses the bandwidth, who sent which messages and
flags, how reliable each link was, how the host relayed messages, how clients joined.
Several files make one report. FILE may be anything that "bcdump decode" reads.

Every number has a query: a filter expression with which "bcdump decode --filter" prints
exactly that many lines. --queries shows it below the row; JSON and CSV have it too.
docs/stats.md explains the tables.

A report can be counted in parts, on several machines too: -o part writes what was counted
of some captures, and --merge makes of such files the report that all captures together
give, in the order of the files. docs/scale.md says more.`,
		Example: `  bcdump stats battle.pcap
  bcdump stats --only opcodes,flags --top 0 battle.pcap
  bcdump stats --only flags --by object --queries battle.pcap
  bcdump stats -o csv --only bandwidth --interval 10s battle.pcap > bandwidth.csv
  bcdump stats -o json battle.pcap | jq '.links[] | {name, rtt_ms, unacked}'
  bcdump stats -o part -w battle.part battle.pcap
  bcdump stats --merge battle.part`,
		Args: counted(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := f.checkParts(cmd); err != nil {
				return err
			}
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

// statsForms are the forms of the output, the usual one first.
var statsForms = []string{"table", "json", "csv", "part"}

func (f *statsFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, statsForms...)
	flags.StringSliceVar(&f.only, "only", nil, "show these tables only: `LIST` of "+strings.Join(render.StatsLists(), ", "))
	flags.StringSliceVar(&f.by, "by", nil, "split the tables further: `LIST` of "+strings.Join(stats.Splits(), ", "))
	flags.DurationVar(&f.interval, "interval", time.Second, "step of the bandwidth over time: `TIME` such as 500ms, 10s, 1m")
	flags.IntVar(&f.top, "top", 10, "show at most `N` rows of a table and sum up the rest; 0 = all")
	flags.BoolVar(&f.queries, "queries", false, "show below each row a command that counts it again")
	flags.BoolVar(&f.merge, "merge", false, "the files are parts, written with -o part: make one report of them")
	f.csvFlags.add(cmd)
	f.localFlag.add(cmd)
	f.inputFlags.add(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the tables in characters (default: that of the terminal)")
	f.addManners(cmd)
	completeList(cmd, "only", render.StatsLists())
	completeList(cmd, "by", stats.Splits())
}

// check turns the flags into options, or says which one is wrong.
func (f *statsFlags) check(s *streams, files []string) (*statsOptions, error) {
	if err := f.checkOutput(statsForms...); err != nil {
		return nil, err
	}
	if err := checkOnly(f.only, f.output, render.StatsLists()); err != nil {
		return nil, err
	}
	for _, by := range f.by {
		if err := oneOf("--by", by, stats.Splits()...); err != nil {
			return nil, err
		}
	}
	if f.interval <= 0 {
		return nil, fmt.Errorf("--interval: %v is not a valid step: must be more than 0", f.interval)
	}
	if err := notNegative("--top", f.top); err != nil {
		return nil, err
	}
	csv, options, err := checkTables(s, f.width, f.output, &f.csvFlags, &f.inputFlags)
	if err != nil {
		return nil, err
	}
	o := &statsOptions{
		reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags),
		form:    f.output, merge: f.merge, csv: csv,
		report: stats.Options{By: f.by, Interval: f.interval, Filter: f.filter, ChartOnly: f.output == "table"},
	}
	o.late = true
	if len(f.only) == 0 || slices.Contains(f.only, "problems") {
		o.report.Rules = check.Problems
	}
	o.zone = f.shown()
	o.report.Zone = o.zone
	o.show = render.Options{Only: f.only, Top: f.top, Width: f.room(s, f.width), Fold: f.lineWidth(s, f.width) > 0, Color: o.color}
	if f.queries {
		o.show.Command = f.command(files)
	}
	return o, nil
}

// run reads all files and shows the report, unless none could be read.
func (o *statsOptions) run(out io.Writer) (worst int, err error) {
	limitMemory(reportMemory, half)
	spareMemory(sparePercent)
	count := o.count
	if o.merge {
		count = o.mergeParts
	}
	counted, worst, err := count()
	if err != nil || counted == nil {
		return worst, err
	}
	if o.form == "part" {
		return worst, counted.WritePart(out)
	}
	return worst, o.write(out, counted.Report())
}

// count counts all captures; nil = none could be read.
func (o *statsOptions) count() (counted *stats.Stats, worst int, err error) {
	s := stats.New(o.report)
	worst, err = o.each(func(c *decode.Capture) error {
		counted = s
		return s.File(c.Name(), c)
	})
	return counted, worst, err
}

// write shows the report.
func (o *statsOptions) write(out io.Writer, report figures.Stats) (err error) {
	if o.options.Zone != nil {
		for i := range report.Files {
			report.Files[i].Local = false
		}
	}
	figures.InZone(&report, o.zone)
	switch o.form {
	case "json":
		report.Only = o.show.Only
		err = render.WriteStatsJSON(out, &report)
	case "csv":
		err = render.WriteStatsCSV(out, &report, o.show.Only[0], o.csv)
	default:
		err = render.WriteStats(out, &report, o.show)
	}
	return err
}
