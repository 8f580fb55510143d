package main

import (
	"cmp"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/overview"
	"bcdump/report/render"
)

// overviewRun is `bcdump FILE...`.
type overviewRun struct {
	reading
	tableFlags
	factsFlags
	all []*figures.CaptureOverview
}

func (o *overviewRun) add(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	o.addOutput(cmd, "text", "json")
	o.addFacts(cmd, "")
	addJobs(cmd, &o.jobs, "use this many workers; the output is the same")
	o.addManners(cmd)
}

// run shows one capture on a screen, or several in a line each.
func (o *overviewRun) run(_ *cobra.Command, paths []string) error {
	if err := o.checkFacts(); err != nil {
		return err
	}
	if err := o.over(paths); err != nil {
		return err
	}
	o.options.NoLedger = true // nobody is shown it
	if o.late = true; o.streams.takeMemory != nil {
		o.streams.takeMemory(factsMemory)
	}
	return o.into(func(out io.Writer) (worst int, err error) {
		if worst, err = o.each(o.look); err != nil {
			return worst, err
		}
		return worst, o.tell(out)
	})
}

func (o *overviewRun) look(c *decode.Capture) error {
	read, err := o.held(c, &o.factsFlags, nil)
	if err != nil {
		return err
	}
	x, err := overview.Of(c.Name(), c, read)
	if err != nil {
		return err
	}
	path := c.Name()
	if path == stdinName {
		path = "-"
	}
	x.Next = overview.Next(x, path, quoted)
	o.all = append(o.all, x)
	return nil
}

// tell writes what was found: of several captures the worst first.
func (o *overviewRun) tell(out io.Writer) error {
	slices.SortStableFunc(o.all, func(a, b *figures.CaptureOverview) int {
		return cmp.Or(cmp.Compare(a.Weight(), b.Weight()), cmp.Compare(len(b.Causes), len(a.Causes)), cmp.Compare(len(b.Problems), len(a.Problems)))
	})
	if o.output == "json" {
		for _, x := range o.all {
			if err := render.WriteJSON(out, x); err != nil {
				return err
			}
		}
		return nil
	}
	if len(o.files) == 1 && len(o.all) == 1 {
		return render.WriteCaptureOverview(out, o.all[0], o.looks(&o.tableFlags))
	}
	return render.WriteCaptureList(out, o.all, o.looks(&o.tableFlags))
}
