package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/internal/foreign"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// checkRun is `bcdump check`.
type checkRun struct {
	reading
	tableFlags
	factsFlags
	rules                                   []string
	judge, severity, accepted, update, rule string
	list, strict                            bool

	wanted   check.Options
	baseline *check.Baseline // of accepted; nil = none
	report   figures.Check
}

func newCheck(s *streams) *command {
	o := &checkRun{reading: reading{streams: s}, judge: "both"}
	return &command{runner: o, memory: factsMemory, Command: cobra.Command{
		Use:   "check FILE...",
		Short: "Check whether a server and its clients behave like the stock game",
		Long: `Check captures against the rules of the stock game: what a server and a client of 2002
always do on the wire. A rule is kept, broken (with the frames of the first violations), or
not judged, with the reason. Rules that one behaviour breaks have one cause; WHAT IS WRONG says what
to mend first, by what players notice. Capture at the server, with two clients in the game: that judges
nearly everything. FILE may be anything that "bcdump decode" reads.

The exit status is 1 if a rule of severity error is broken; --severity warning lowers the
bar. --update-baseline writes down what is broken today, with status 0; --baseline accepts
that from then on: only another rule fails, or one that is broken more often beyond doubt.

docs/reference/rules.md lists the rules; --explain ID says more about one. docs/guides/ci.md is about CI.`,
		Example: `  bcdump check battle.pcap
  bcdump check --judge server --severity warning battle.pcap
  bcdump check --rules 'join-*' --queries battle.pcap
  bcdump check --update-baseline known.json battle.pcap
  bcdump check --baseline known.json -o junit -w results.xml battle.pcap
  bcdump check --explain relay-weapons-all-peers`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !o.list && o.rule == "" {
				return fmt.Errorf("check needs a FILE, or --list, or --explain ID")
			}
			return nil
		},
	}}
}

func (o *checkRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "text", "json", "junit")
	flags.StringSliceVar(&o.rules, "rules", nil, "judge only rules whose ID matches `GLOB`, such as 'join-*' (repeatable, or with commas)")
	addChoice(cmd, &o.judge, "judge", "", "judge `WHO`", "server", "client", "both")
	addChoice(cmd, &o.severity, "severity", "", "fail (status 1) from this `LEVEL` up", check.Severities...)
	flags.StringVar(&o.accepted, "baseline", "", "accept the violations that `FILE` lists")
	flags.BoolVar(&o.strict, "strict", false, "with --baseline: fail on every increase, however small")
	flags.StringVar(&o.update, "update-baseline", "", "write what is broken today to `FILE`")
	flags.BoolVar(&o.list, "list", false, "list all rules, or those of --rules and --judge, and the causes")
	flags.StringVar(&o.rule, "explain", "", "explain the rule or cause `ID` at length")
	o.addAll(cmd, ", and the rules that are kept, with how often")
	addTop(cmd, &o.top, "show at most `N` violations of a rule, 20 at most (default 5)")
	flags.BoolVar(&o.queries, "queries", false, "print below each broken rule the command that shows its messages")
	o.addFacts(cmd, "")
	o.addUnfiltered(cmd)
	addWidth(cmd, &o.width, wideText)
	o.addManners(cmd)
	completeWith(cmd, "rules", listed(check.IDs()))
	complete(cmd, "explain", check.ListedIDs()...)
}

func (o *checkRun) run(_ *cobra.Command, files []string) error {
	if o.list || o.rule != "" {
		return o.tell()
	}
	if err := o.prepare(files); err != nil {
		return err
	}
	ended := o.into(o.judgeAll)
	// What is broken is accepted by the baseline that is being written.
	return unless(o.update == "" && o.anyFails(), ended)
}

// tell lists the rules, or explains one.
func (o *checkRun) tell() error {
	if err := oneOf("--output", o.output, "text", "json"); err != nil {
		return err
	}
	list, err := o.listed()
	if err != nil {
		return err
	}
	return o.into(func(out io.Writer) (int, error) {
		switch {
		case o.output == "json":
			return exitOK, render.WriteJSON(out, list)
		case o.rule != "":
			return exitOK, render.WriteRule(out, &list[0], o.looks(&tableFlags{}))
		}
		return exitOK, render.WriteRules(out, list, o.looks(&tableFlags{}))
	})
}

// listed gives the rules and causes that are asked for: one, or all that --rules and --judge name.
func (o *checkRun) listed() ([]figures.RuleText, error) {
	if o.rule != "" {
		list := slices.DeleteFunc(check.List(), func(r figures.RuleText) bool { return r.ID != o.rule })
		if len(list) == 0 {
			return nil, fmt.Errorf("--explain: there is no rule or cause %q; bcdump check --list lists them%s", o.rule, proposal(o.rule, check.ListedIDs()))
		}
		return list, nil
	}
	matches, err := o.matches()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(check.List(), func(r figures.RuleText) bool {
		return !matches(r.ID) || o.judge != "both" && r.Judges != "both" && r.Judges != o.judge
	}), nil
}

// matches tells of the id of a rule whether --rules names it.
func (o *checkRun) matches() (func(id string) bool, error) {
	matches, bad, err := check.Matching(o.rules)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--rules: %q is not a pattern such as 'join-*': %w", bad, err)
	case bad != "":
		return nil, fmt.Errorf("--rules: no rule matches %q; bcdump check --list lists them%s", bad, proposal(bad, check.IDs()))
	}
	return matches, nil
}

// prepare looks at the flags before the work.
func (o *checkRun) prepare(files []string) error {
	if err := o.checkFacts(); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late, o.options.NoLedger = true, true // nobody is shown it
	o.report = figures.Check{Version: figures.Version, Files: []figures.CheckFile{}}
	o.besides = func(yield func(input) bool) {
		if o.accepted != "" {
			o.streams.inputAt(o.accepted, "the file of --baseline", yield)
		}
	}
	matches, err := o.matches()
	if err != nil {
		return err
	}
	o.wanted.Judge, _ = check.ParseWho(o.judge)
	if len(o.rules) > 0 {
		o.wanted.Want = func(r *check.Rule) bool { return matches(r.ID) }
	}
	return o.baselines()
}

// verdicts say how verdicts are shown.
func (o *checkRun) verdicts() render.Options {
	looks := o.looks(&o.tableFlags)
	looks.Kept = o.all
	looks.Brief = looks.Brief && len(o.rules) == 0 && o.top == 0 && !o.queries // which ask for violations
	if line := o.showing(o.files); o.queries {
		looks.Command = func(q figures.Query, file string) string {
			if file == stdinName && slices.Contains(o.files, "-") {
				file = "-"
			}
			return line(q, file)
		}
	}
	return looks
}

// baselines reads what is accepted, and looks where the new baseline is to go before the work.
func (o *checkRun) baselines() error {
	switch {
	case o.update == "":
	case o.write != "" && sameTarget(o.update, o.write):
		return fmt.Errorf("--update-baseline: %s is the file of --write; choose another name", o.update)
	default:
		captures := o.reading
		captures.besides = nil // the old baseline is replaced
		if err := checkTarget(o.update, captures.inputs); err != nil {
			return fmt.Errorf("--update-baseline: %w", err)
		}
	}
	if o.accepted == "" {
		if o.strict {
			return errors.New("--strict needs --baseline FILE")
		}
		return nil
	}
	err := foreign.With(o.accepted, func(in *foreign.Reader) (err error) {
		o.baseline, err = check.ReadBaseline(in)
		return err
	})
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
	}
	return nil
}

// judgeAll reads the files one after the other and shows the verdicts on each.
func (o *checkRun) judgeAll(out io.Writer) (worst int, err error) {
	show := oneBelowAnother(out, render.WriteCheck, o.verdicts())
	worst, err = o.each(func(c *decode.Capture) error {
		wanted := o.wanted
		if wanted.Read, err = o.held(c, &o.factsFlags, nil); err != nil {
			return err
		}
		f, err := check.Of(c.Name(), c, wanted)
		if err != nil {
			return err
		}
		if o.baseline != nil {
			o.baseline.Accept(f, o.strict)
		}
		if sum := c.Summary(); sum.NoGame() {
			f.NoGame = sum.There()
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
	return r.Verdict == figures.Failed && slices.Index(check.Severities, r.Severity) <= slices.Index(check.Severities, o.severity)
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
