package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/stats"
	"bcdump/report/stats/tables"
)

// statsRun is `bcdump stats`.
type statsRun struct {
	reading
	tableFlags
	factsFlags
	counted  []string // by the values of which keys messages are counted
	by       []string
	interval time.Duration
	csv      render.CSVForm
	known    []string // what --only names
	report   stats.Options
}

func newStats(s *streams) *command {
	return &command{runner: &statsRun{reading: reading{streams: s}, tableFlags: tableFlags{top: 10}}, memory: countMemory, Command: cobra.Command{
		Use:   "stats FILE...",
		Short: "Summarise captures: bandwidth, opcodes, flags, reliability, joins",
		Long: `Summarise captures: what uses the bandwidth, who sent which messages and
flags, how reliable each link was, how the host relayed messages, how clients joined.
Several files make one report. FILE may be anything that "bcdump decode" reads.

Every number has a query: a filter expression with which "bcdump decode --filter" prints
exactly that many lines. --queries shows it below the row; JSON and CSV have it too.
docs/reference/stats.md explains the tables.

docs/guides/many-captures.md says what to do with more captures than one run should read.`,
		Example: `  bcdump stats battle.pcap
  bcdump stats --only opcodes,flags --top 0 battle.pcap
  bcdump stats --only flags --by object --queries battle.pcap
  bcdump stats --count fields.class_name,fields.event_name,dir battle.pcap
  bcdump stats -o csv --only bandwidth --interval 10s battle.pcap > bandwidth.csv
  bcdump stats -o json battle.pcap | jq '.links[] | {name, rtt_ms, unacked}'`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *statsRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "table", "json", "csv")
	sections := tables.List()
	var aside []string
	for i := range sections {
		if sections[i].Apart() && !o.streams.entities {
			aside = append(aside, sections[i].Name)
		} else {
			o.known = append(o.known, sections[i].Name)
		}
	}
	o.addOnly(cmd, o.known, aside...)
	o.addAll(cmd, "")
	addChoices(cmd, &o.by, "by", "split the tables further", stats.Splits())
	flags.DurationVar(&o.interval, "interval", time.Second, "count bandwidth over time in steps of `TIME`, such as 500ms, 10s, 1m")
	addTop(cmd, &o.top, "show at most `N` rows of a table and sum up the rest; 0 = all")
	flags.BoolVar(&o.queries, "queries", false, "print below each row the command that reproduces it")
	flags.StringSliceVar(&o.counted, "count", nil, "in place of the tables: count the messages by the values of each `KEY` (any key of a filter; several with commas)")
	completeWith(cmd, "count", completeFilter)
	o.addFacts(cmd, "with --count, which holds the capture in memory: ")
	o.addCSV(cmd)
	o.addLocal(cmd)
	o.inputFlags.add(cmd)
	addWidth(cmd, &o.width, wideTables)
	o.addManners(cmd)
}

func (o *statsRun) run(cmd *cobra.Command, files []string) (err error) {
	if len(o.counted) > 0 {
		return o.counting(cmd, files)
	}
	if cmd.Flags().Changed("memory") {
		return errors.New("--memory needs --count; the tables take about 55 MB, however long a capture is")
	}
	if err := o.checkSpan(); err != nil {
		return err
	}
	if o.csv, err = o.check(o.output, o.known); err != nil {
		return err
	}
	if o.interval <= 0 {
		return fmt.Errorf("--interval: %v is not a valid step: must be more than 0", o.interval)
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late = true
	o.report = stats.Options{Jobs: o.options.Jobs, By: o.by, Only: o.only, Interval: o.interval, Filter: o.filter, Bare: o.output == "table"}
	o.options.NoLedger = len(o.only) > 0 && !slices.Contains(o.only, "bytes")
	o.report.Savings = slices.Contains(o.only, "savings") || len(o.only) == 0 && o.output != "table"
	return o.into(o.write)
}

// write reads all files and shows the report, unless none could be read.
func (o *statsRun) write(out io.Writer) (worst int, err error) {
	s := stats.New(o.report)
	worst, err = o.each(func(c *decode.Capture) error {
		if _, err := o.span(c, &o.spanFlags, s.Narrow); err != nil {
			return err
		}
		return s.File(c.Name(), c)
	})
	if err != nil || o.opened == 0 {
		return worst, err
	}
	return worst, o.shown(out, s.Report())
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
		return tables.JSON(out, &report)
	case "csv":
		return tables.CSV(out, &report, o.only[0], o.csv == render.ForSpreadsheets)
	}
	look := o.looks(&o.tableFlags)
	look.Lines = o.streams.height - 2 // the last one, and the prompt
	return tables.Text(out, &report, look)
}
