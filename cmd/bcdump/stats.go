package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/internal/foreign"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/stats"
)

// statsRun is `bcdump stats`.
type statsRun struct {
	reading
	tableFlags
	by       []string
	interval time.Duration
	merge    bool // the files are parts
	csv      render.CSVForm
	report   stats.Options
}

func newStats(s *streams) *command {
	return &command{runner: &statsRun{reading: reading{streams: s}, tableFlags: tableFlags{top: 10}}, memory: countMemory, Command: cobra.Command{
		Use:   "stats FILE...",
		Short: "Summarise captures: problems, bandwidth, opcodes, flags, reliability, joins",
		Long: `Summarise captures: what is wrong, what uses the bandwidth, who sent which messages and
flags, how reliable each link was, how the host relayed messages, how clients joined.
Several files make one report. FILE may be anything that "bcdump decode" reads.

Every number has a query: a filter expression with which "bcdump decode --filter" prints
exactly that many lines. --queries shows it below the row; JSON and CSV have it too.
docs/reference/stats.md explains the tables.

A report can be counted in parts, on several machines too: -o part writes what was counted
of some captures, and --merge makes of such files the report that all captures together
give, in the order of the files. docs/guides/many-captures.md says more.`,
		Example: `  bcdump stats battle.pcap
  bcdump stats --only opcodes,flags --top 0 battle.pcap
  bcdump stats --only flags --by object --queries battle.pcap
  bcdump stats -o csv --only bandwidth --interval 10s battle.pcap > bandwidth.csv
  bcdump stats -o json battle.pcap | jq '.links[] | {name, rtt_ms, unacked}'
  bcdump stats -o part -w battle.part battle.pcap
  bcdump stats --merge battle.part`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *statsRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "table", "json", "csv", "part")
	o.addOnly(cmd, render.StatsLists())
	o.addAll(cmd)
	addChoices(cmd, &o.by, "by", "split the tables further", stats.Splits())
	flags.DurationVar(&o.interval, "interval", time.Second, "count bandwidth over time in steps of `TIME`, such as 500ms, 10s, 1m")
	addTop(cmd, &o.top, "show at most `N` rows of a table and sum up the rest; 0 = all")
	flags.BoolVar(&o.queries, "queries", false, "print below each row the command that reproduces it")
	flags.BoolVar(&o.merge, "merge", false, "make one report of parts, the files that -o part writes")
	o.addCSV(cmd)
	o.addLocal(cmd)
	o.inputFlags.add(cmd)
	addWidth(cmd, &o.width, wideTables)
	o.addManners(cmd)
}

func (o *statsRun) run(cmd *cobra.Command, files []string) (err error) {
	if err := o.checkParts(cmd); err != nil {
		return err
	}
	if o.csv, err = o.check(o.output, render.StatsLists()); err != nil {
		return err
	}
	if o.interval <= 0 {
		return fmt.Errorf("--interval: %v is not a valid step: must be more than 0", o.interval)
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late = true
	o.report = stats.Options{By: o.by, Interval: o.interval, Filter: o.filter, Zone: o.zone()}
	if o.output == "table" {
		o.report.Buckets = stats.ChartOnly
	}
	o.report.Savings = slices.Contains(o.only, "savings") || len(o.only) == 0 && o.output != "table"
	if len(o.only) == 0 || slices.Contains(o.only, "problems") {
		o.report.Rules = check.Problems
	}
	return o.into(o.write)
}

// write reads all files and shows the report, unless none could be read.
func (o *statsRun) write(out io.Writer) (worst int, err error) {
	count := o.count
	if o.merge {
		count = o.mergeParts
	}
	counted, worst, err := count()
	if err != nil || counted == nil {
		return worst, err
	}
	if o.output == "part" {
		return worst, counted.WritePart(out)
	}
	return worst, o.shown(out, counted.Report())
}

// count counts all captures; nil = none could be read.
func (o *statsRun) count() (counted *stats.Stats, worst int, err error) {
	s := stats.New(o.report)
	worst, err = o.each(func(c *decode.Capture) error {
		counted = s
		return s.File(c.Name(), c)
	})
	return counted, worst, err
}

// shown shows the report.
func (o *statsRun) shown(out io.Writer, report figures.Stats) (err error) {
	if o.options.Zone != nil {
		for i := range report.Files {
			report.Files[i].Local = false
		}
	}
	figures.InZone(&report, o.zone())
	switch o.output {
	case "json":
		report.Only = o.only
		return render.WriteStatsJSON(out, &report)
	case "csv":
		return render.WriteStatsCSV(out, &report, o.only[0], o.csv)
	}
	return render.WriteStats(out, &report, o.looks(&o.tableFlags))
}

// checkParts looks at the flags that do not go with parts.
func (o *statsRun) checkParts(cmd *cobra.Command) error {
	switch {
	case o.local && o.merge:
		return errors.New("--local: texts in parts have times in UTC; leave it out with --merge")
	case o.output != "part" && !o.merge:
		return nil
	case o.local:
		return errors.New("--local: parts have times in UTC; leave it out with -o part")
	case o.output == "part" && (len(o.only) > 0 || o.queries):
		return errors.New("a part has all tables; use --only and --queries with --merge")
	case !o.merge:
		return nil
	}
	// The flags that say what is counted: parts bring it with them.
	countedWith := []string{"by", "interval", "filter"}
	for i := range decodings {
		countedWith = append(countedWith, decodings[i].name)
	}
	for _, name := range countedWith {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s does not go with --merge: parts are as they were counted", name)
		}
	}
	return nil
}

// mergeParts makes one report of all parts; nil = none could be read.
func (o *statsRun) mergeParts() (counted *stats.Stats, worst int, err error) {
	for _, path := range o.files {
		p, err := o.part(path)
		if err == nil && counted != nil {
			if err = counted.Join(p); err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
		} else if err == nil {
			counted = p
		}
		if err != nil {
			o.complain(err)
			worst = exitNothing
		}
	}
	if counted == nil {
		return nil, worst, nil
	}
	o.opened = len(o.files)
	return counted, worse(worst, o.damaged(counted.Files())), nil
}

func (o *statsRun) part(path string) (p *stats.Stats, err error) {
	if path == "-" {
		return stats.ReadPart(o.streams.in)
	}
	err = foreign.With(path, func(in *foreign.Reader) (err error) {
		p, err = stats.ReadPart(in)
		return err
	})
	return p, err
}

// damaged warns of captures that were damaged when they were counted.
func (o *statsRun) damaged(files []figures.File) (result int) {
	for i := range files {
		f := &files[i]
		if f.Damage == nil {
			continue
		}
		result = exitDamaged
		if !o.quiet {
			o.warn("%s: was damaged at byte %d when it was counted: %s", f.Name, f.Damage.Offset, f.Damage.Text)
		}
	}
	return result
}
