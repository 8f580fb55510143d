package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/count"
	"bcdump/report/render"
	"bcdump/report/table"
)

// needs is the memory of a run.
func (o *statsRun) needs(usual memory) memory {
	if len(o.counted) > 0 {
		return factsMemory
	}
	return usual
}

// counting is `bcdump stats --count`.
func (o *statsRun) counting(cmd *cobra.Command, files []string) error {
	for _, name := range []string{"only", "by", "interval", "all"} {
		if cmd.Flags().Changed(name) {
			return errors.New("--" + name + " is about the tables of stats; leave it out with --count")
		}
	}
	if err := o.checkFacts(); err != nil {
		return err
	}
	counted, err := count.New(o.counted, o.filter)
	var bad *filter.Error
	if errors.As(err, &bad) {
		o.streams.tell(o.streams.palette().Damage, "bcdump:", "--count:")
		o.streams.point(bad)
		return status(exitUsage)
	}
	if err != nil {
		return err
	}
	if o.csv, err = o.check(o.output, nil); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late, o.options.NoLedger = true, true
	return o.into(func(out io.Writer) (worst int, err error) {
		worst, err = o.each(func(c *decode.Capture) error {
			f, err := o.facts(c, &o.factsFlags, counted.Narrow)
			if err != nil {
				return err
			}
			return counted.Add(f)
		})
		if err != nil || o.opened == 0 {
			return worst, err
		}
		return worst, o.counts(out, counted)
	})
}

// counts shows what was counted.
func (o *statsRun) counts(out io.Writer, counted *count.Count) error {
	counts := counted.Counts()
	tables := counted.Tables(&counts)
	switch o.output {
	case "json":
		return table.JSON(out, counts)
	case "csv":
		return table.CSV(out, &tables[0], o.csv == render.ForSpreadsheets)
	}
	return table.Text(out, tables, o.looks(&o.tableFlags))
}
