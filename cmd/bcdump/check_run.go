package main

import (
	"fmt"
	"io"

	"bcdump/decode"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// judgeAll reads the files one after the other and shows the verdicts on each.
func (o *checkRun) judgeAll(out io.Writer) (worst int, err error) {
	show := oneBelowAnother(out, render.WriteCheck, o.verdicts())
	worst, err = o.each(func(c *decode.Capture) error {
		f, err := check.Of(c.Name(), c, o.wanted)
		if err != nil {
			return err
		}
		if o.baseline != nil {
			o.baseline.Accept(f, o.strict)
		}
		o.report.Files = append(o.report.Files, *f)
		if !f.Judged() && !o.quiet && o.output != "text" { // which says so itself
			o.warn("%s: no rule could be judged", c.Name())
		}
		if o.output != "text" {
			return nil
		}
		return show(f)
	})
	if err != nil {
		return worst, err
	}
	if err := o.keepBaseline(worst); err != nil {
		return worst, err
	}
	return worst, o.finish(out)
}

// finish writes the forms of the output that hold all captures.
func (o *checkRun) finish(out io.Writer) error {
	o.report.Sum()
	switch o.output {
	case "json":
		return render.WriteJSON(out, &o.report)
	case "junit":
		return render.WriteCheckJUnit(out, &o.report, o.fails)
	}
	return nil
}

// fails reports whether a verdict fails the run.
func (o *checkRun) fails(r *figures.CheckRule) bool {
	severity, known := check.ParseSeverity(r.Severity)
	least, _ := check.ParseSeverity(o.severity)
	return known && r.Verdict == figures.Failed && severity <= least
}

func (o *checkRun) anyFails() bool {
	for i := range o.report.Files {
		for j := range o.report.Files[i].Rules {
			if o.fails(&o.report.Files[i].Rules[j]) {
				return true
			}
		}
	}
	return false
}

// keepBaseline writes the file of --update-baseline, unless some of the captures could not be read: it
// would accept less than there is.
func (o *checkRun) keepBaseline(worst int) error {
	switch {
	case o.update == "":
		return nil
	case worst == exitNothing || worst == exitInterrupted:
		o.complain(fmt.Errorf("--update-baseline: %s is not written: not all captures could be read", o.update))
		return nil
	}
	accepted := check.BaselineOf(o.report.Files)
	if err := o.streams.toFile("--update-baseline", o.update, func(w io.Writer) error { return render.WriteJSON(w, accepted) }); err != nil {
		return err
	}
	if !o.quiet {
		o.streams.tell(terminal.Style{}, "bcdump:", fmt.Sprintf("%s: broken rules accepted: %d", o.update, len(accepted.Rules)))
	}
	return nil
}
