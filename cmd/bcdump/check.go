package main

import (
	"fmt"
	"io"
	"os"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/internal/atomicfile"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/render"
)

// checkOptions are the flags of `bcdump check`, checked.
type checkOptions struct {
	reading
	form     string
	judge    check.Options
	severity check.Severity // the least that fails the run
	baseline *check.Baseline
	update   string // the baseline to write; "" = none
	show     render.Options
	report   figures.Check
}

// checkFlags are the flags as they are written.
type checkFlags struct {
	inputFlags
	outputFlags
	rules                                   []string
	judge, severity, baseline, update, rule string
	list, queries                           bool
	top, width                              int
}

// newCheck makes the command.
func newCheck(s *streams) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check whether a server and its clients behave like the stock game",
		Long: `Check captures against the rules of the stock game: what a server and a client of 2002
always do on the wire. A rule is kept, broken (with the frames of the first violations), or
not judged, with the reason. Capture at the server, with two clients in the game: that judges
nearly everything. FILE may be anything that "bcdump decode" reads.

The exit status is 1 if a rule of severity error is broken; --severity warning lowers the
bar. --update-baseline writes down what is broken today, --baseline accepts it from then on.

docs/rules.md lists the rules; --explain ID says more about one.`,
		Example: `  bcdump check battle.pcap
  bcdump check --judge server --severity warning battle.pcap
  bcdump check --rules 'join-*' --queries battle.pcap
  bcdump check --update-baseline known.json battle.pcap
  bcdump check --baseline known.json -o junit battle.pcap > results.xml
  bcdump check --explain relay-weapons-all-peers`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !f.list && f.rule == "" {
				return fmt.Errorf("check needs a FILE, or --list, or --explain ID")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, files []string) error {
			if f.list || f.rule != "" {
				return f.tell(s)
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

// checkForms are the forms of the output, the usual one first.
var checkForms = []string{"text", "json", "junit"}

func (f *checkFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, checkForms...)
	flags.StringSliceVar(&f.rules, "rules", nil, "judge only rules whose ID matches `GLOB`, such as 'join-*' (repeatable)")
	flags.StringVar(&f.judge, "judge", "both", "who is judged: server, client, both")
	flags.StringVar(&f.severity, "severity", "error", "the least severity for exit status 1: error, warning, info")
	flags.StringVar(&f.baseline, "baseline", "", "accept the violations that `FILE` lists")
	flags.StringVar(&f.update, "update-baseline", "", "write what is broken today to `FILE`")
	flags.BoolVar(&f.list, "list", false, "list all rules")
	flags.StringVar(&f.rule, "explain", "", "explain the rule `ID`")
	flags.IntVar(&f.top, "top", 0, "show at most `N` violations of a rule (default 5)")
	flags.BoolVar(&f.queries, "queries", false, "show below each broken rule a command that prints its messages")
	f.addDecoding(cmd)
	f.addJobs(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the text in characters (default: that of the terminal)")
	f.addManners(cmd)
	complete(cmd, "judge", "server", "client", "both")
	complete(cmd, "severity", "error", "warning", "info")
	complete(cmd, "explain", ruleIDs()...)
}

func ruleIDs() (ids []string) {
	for _, r := range check.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// tell lists the rules, or explains one.
func (f *checkFlags) tell(s *streams) error {
	if err := f.checkOutput(checkForms...); err != nil {
		return err
	}
	if f.rule != "" && !slices.Contains(ruleIDs(), f.rule) {
		return fmt.Errorf("--explain: there is no rule %q%s", f.rule, proposal(f.rule, ruleIDs()))
	}
	list := check.List()
	if f.rule != "" {
		list = slices.DeleteFunc(list, func(r figures.RuleText) bool { return r.ID != f.rule })
	}
	show := render.Options{Width: f.room(s, f.width), Color: f.color == "always" || f.color == "auto" && s.outTerminal && !s.plain}
	switch {
	case f.output == "json":
		return render.WriteJSON(s.out, list)
	case f.rule != "":
		return render.WriteRule(s.out, &list[0], show)
	}
	return render.WriteRules(s.out, list, show)
}

// check turns the flags into options, or says which one is wrong.
func (f *checkFlags) check(s *streams, files []string) (o *checkOptions, err error) {
	if err := f.checkOutput(checkForms...); err != nil {
		return nil, err
	}
	if err := checkWidth(f.width); err != nil {
		return nil, err
	}
	if f.top < 0 {
		return nil, fmt.Errorf("--top: must be 0 or more, not %d", f.top)
	}
	options, err := f.options(s)
	if err != nil {
		return nil, err
	}
	o = &checkOptions{reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags), form: f.output, update: f.update}
	o.late = true
	o.report = figures.Check{Version: figures.Version, Files: []figures.CheckFile{}}
	o.show = render.Options{Top: f.top, Width: f.room(s, f.width), Fold: f.lineWidth(s, f.width) > 0, Color: o.color}
	if f.queries {
		o.show.Command = f.command(files)
	}
	return o, f.ruled(o)
}

// ruled takes which rules are judged, and how strictly.
func (f *checkFlags) ruled(o *checkOptions) (err error) {
	if o.judge.Judge, err = parseJudge(f.judge); err != nil {
		return err
	}
	if o.severity, err = parseSeverity(f.severity); err != nil {
		return err
	}
	if o.judge.Want, err = wantedRules(f.rules); err != nil {
		return err
	}
	if f.baseline == "" {
		return nil
	}
	file, err := os.Open(f.baseline)
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
	}
	defer func() { _ = file.Close() }()
	if o.baseline, err = check.ReadBaseline(file); err != nil {
		return fmt.Errorf("--baseline: %s: %w", f.baseline, err)
	}
	return nil
}

func parseJudge(word string) (check.Who, error) {
	for _, w := range []check.Who{check.Server, check.Client, check.Both} {
		if w.String() == word {
			return w, nil
		}
	}
	return check.Both, oneOf("--judge", word, "server", "client", "both")
}

func parseSeverity(word string) (check.Severity, error) {
	for _, s := range []check.Severity{check.Error, check.Warning, check.Info} {
		if s.String() == word {
			return s, nil
		}
	}
	return check.Error, oneOf("--severity", word, "error", "warning", "info")
}

// wantedRules makes a filter of globs; nil = all rules.
func wantedRules(globs []string) (func(*check.Rule) bool, error) {
	for _, glob := range globs {
		found := slices.ContainsFunc(ruleIDs(), func(id string) bool { ok, _ := path.Match(glob, id); return ok })
		if _, err := path.Match(glob, ""); err != nil || !found {
			return nil, fmt.Errorf("--rules: no rule matches %q; bcdump check --list lists them%s", glob, proposal(glob, ruleIDs()))
		}
	}
	if len(globs) == 0 {
		return nil, nil
	}
	return func(r *check.Rule) bool {
		return slices.ContainsFunc(globs, func(glob string) bool { ok, _ := path.Match(glob, r.ID); return ok })
	}, nil
}

// run reads the files one after the other and shows the verdicts on each.
func (o *checkOptions) run(out io.Writer) (worst int, err error) {
	limitMemory(reportMemory, half)
	spareMemory()
	between := ""
	worst, err = o.each(func(c *decode.Capture) error {
		f, err := check.Of(c.Name(), c, o.judge)
		if err != nil {
			return err
		}
		if o.baseline != nil {
			o.baseline.Accept(f)
		}
		o.report.Files = append(o.report.Files, *f)
		if o.form != "text" {
			return nil
		}
		if _, err := io.WriteString(out, between); err != nil {
			return err
		}
		between = "\n"
		return render.WriteCheck(out, f, o.show)
	})
	if err == nil {
		err = o.conclude(out)
	}
	return o.judged(worst), err
}

// conclude writes what is known when all captures have been read.
func (o *checkOptions) conclude(out io.Writer) error {
	for i := range o.report.Files {
		for j := range o.report.Files[i].Rules {
			o.report.Summary.Add(&o.report.Files[i].Rules[j])
		}
	}
	if err := o.keepBaseline(); err != nil {
		return err
	}
	switch o.form {
	case "json":
		return render.WriteJSON(out, &o.report)
	case "junit":
		return render.WriteCheckJUnit(out, &o.report, o.fails)
	}
	return nil
}

// fails reports whether a verdict fails the run.
func (o *checkOptions) fails(r *figures.CheckRule) bool {
	severity, err := parseSeverity(r.Severity)
	return err == nil && r.Verdict == figures.Failed && severity <= o.severity
}

// judged is the status of the run: violations outweigh damage.
func (o *checkOptions) judged(worst int) int {
	for i := range o.report.Files {
		for j := range o.report.Files[i].Rules {
			if o.fails(&o.report.Files[i].Rules[j]) {
				return exitNothing
			}
		}
	}
	return worst
}

func (o *checkOptions) keepBaseline() error {
	if o.update == "" {
		return nil
	}
	file, err := atomicfile.Create(o.update)
	if err != nil {
		return fmt.Errorf("--update-baseline: %w", err)
	}
	if err := render.WriteJSON(file, check.BaselineOf(o.report.Files)); err != nil {
		file.Discard()
		return fmt.Errorf("--update-baseline: %w", err)
	}
	return file.Commit()
}
