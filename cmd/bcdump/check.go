package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"bcdump/internal/foreign"
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
	strict   bool   // any larger share than that of the baseline fails
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
	list, queries, strict                   bool
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
not judged, with the reason. Rules that one behaviour breaks have one cause; CAUSES says what
to mend first, by what players notice. Capture at the server, with two clients in the game: that judges
nearly everything. FILE may be anything that "bcdump decode" reads.

The exit status is 1 if a rule of severity error is broken; --severity warning lowers the
bar. --update-baseline writes down what is broken today, with status 0; --baseline accepts
that from then on: only another rule fails, or one that is broken more often beyond doubt.

docs/rules.md lists the rules; --explain ID says more about one. docs/ci.md is about CI.`,
		Example: `  bcdump check battle.pcap
  bcdump check --judge server --severity warning battle.pcap
  bcdump check --rules 'join-*' --queries battle.pcap
  bcdump check --update-baseline known.json battle.pcap
  bcdump check --baseline known.json -o junit -w results.xml battle.pcap
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
			return o.judged(o.into(o.run))
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
	flags.StringSliceVar(&f.rules, "rules", nil, "judge only rules whose ID matches `GLOB`, such as 'join-*' (repeatable, or with commas)")
	flags.StringVar(&f.judge, "judge", "both", "judge `WHO`: server, client, both")
	flags.StringVar(&f.severity, "severity", "error", "the least `LEVEL` that fails the run (status 1): error, warning, info")
	flags.StringVar(&f.baseline, "baseline", "", "accept the violations that `FILE` lists")
	flags.BoolVar(&f.strict, "strict", false, "with --baseline: a rule fails that is broken more often at all")
	flags.StringVar(&f.update, "update-baseline", "", "write what is broken today to `FILE`")
	flags.BoolVar(&f.list, "list", false, "list all rules, or those of --rules and --judge, and the causes")
	flags.StringVar(&f.rule, "explain", "", "explain the rule or cause `ID` at length")
	flags.IntVar(&f.top, "top", 0, "show at most `N` violations of a rule, 20 at most (default 5)")
	flags.BoolVar(&f.queries, "queries", false, "show below each broken rule a command that prints its messages")
	f.addDecoding(cmd)
	f.addJobs(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the text in characters (default: that of the terminal)")
	f.addManners(cmd)
	complete(cmd, "judge", "server", "client", "both")
	complete(cmd, "severity", "error", "warning", "info")
	completeList(cmd, "rules", ruleIDs())
	complete(cmd, "explain", listedIDs()...)
}

// listedIDs are those of rules and of causes.
func listedIDs() (ids []string) {
	for _, r := range check.List() {
		ids = append(ids, r.ID)
	}
	return ids
}

func ruleIDs() (ids []string) {
	for _, r := range check.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// tell lists the rules, or explains one.
func (f *checkFlags) tell(s *streams) error {
	if err := f.checkOutput("text", "json"); err != nil {
		return err
	}
	if err := checkWidth(f.width); err != nil {
		return err
	}
	list, err := f.listed()
	if err != nil {
		return err
	}
	show := render.Options{Width: f.room(s, f.width), Color: f.colored(s)}
	r := reading{streams: s, write: f.write}
	return r.into(func(out io.Writer) (int, error) {
		switch {
		case f.output == "json":
			return exitOK, render.WriteJSON(out, list)
		case f.rule != "":
			return exitOK, render.WriteRule(out, &list[0], show)
		}
		return exitOK, render.WriteRules(out, list, show)
	})
}

// listed gives the rules that are asked for: one, or all that --rules and --judge name.
func (f *checkFlags) listed() (list []figures.RuleText, err error) {
	if f.rule != "" && !slices.Contains(listedIDs(), f.rule) {
		return nil, fmt.Errorf("--explain: there is no rule or cause %q; bcdump check --list lists them%s", f.rule, proposal(f.rule, listedIDs()))
	}
	judge, err := parseJudge(f.judge)
	if err != nil {
		return nil, err
	}
	want, err := wantedRules(f.rules)
	if err != nil {
		return nil, err
	}
	for _, r := range check.List() {
		if f.rule == r.ID || f.rule == "" && want(r.ID) && (judge == check.Both || r.Judges == "both" || r.Judges == judge.String()) {
			list = append(list, r)
		}
	}
	return list, nil
}

// check turns the flags into options, or says which one is wrong.
func (f *checkFlags) check(s *streams, files []string) (o *checkOptions, err error) {
	if err := f.checkOutput(checkForms...); err != nil {
		return nil, err
	}
	if err := checkWidth(f.width); err != nil {
		return nil, err
	}
	if err := notNegative("--top", f.top); err != nil {
		return nil, err
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
		o.show.Command = f.shows(files)
	}
	o.besides = func(yield func(input) bool) {
		if f.baseline != "" {
			s.inputAt(f.baseline, "the file of --baseline", yield)
		}
	}
	return o, f.ruled(o)
}

// shows gives the commands that print messages of a capture.
func (f *checkFlags) shows(files []string) func(figures.Query, string) string {
	line := f.showing(files)
	return func(q figures.Query, file string) string {
		if file == stdinName && slices.Contains(files, "-") {
			file = "-"
		}
		return line(q, file)
	}
}

// ruled takes which rules are judged, and how strictly.
func (f *checkFlags) ruled(o *checkOptions) (err error) {
	if o.judge.Judge, err = parseJudge(f.judge); err != nil {
		return err
	}
	if o.severity, err = parseSeverity(f.severity); err != nil {
		return err
	}
	want, err := wantedRules(f.rules)
	if err != nil {
		return err
	}
	o.judge.Want = func(r *check.Rule) bool { return want(r.ID) }
	return f.baselines(o)
}

// baselines reads what is accepted, and looks where the new baseline is to go before the work.
func (f *checkFlags) baselines(o *checkOptions) error {
	switch {
	case f.update == "":
	case f.write != "" && sameTarget(f.update, f.write):
		return fmt.Errorf("--update-baseline: %s is what --write writes", f.update)
	default:
		captures := reading{streams: o.streams, files: o.files, shipFile: o.shipFile}
		if err := checkTarget(f.update, captures.inputs); err != nil {
			return fmt.Errorf("--update-baseline: %w", err)
		}
	}
	if o.strict = f.strict; f.baseline == "" {
		if f.strict {
			return errors.New("--strict goes with --baseline")
		}
		return nil
	}
	err := foreign.With(f.baseline, func(in *foreign.Reader) (err error) {
		o.baseline, err = check.ReadBaseline(in)
		return err
	})
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
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

// wantedRules makes a filter of globs; no glob = all rules.
func wantedRules(globs []string) (func(id string) bool, error) {
	for _, glob := range globs {
		if _, err := path.Match(glob, ""); err != nil {
			return nil, fmt.Errorf("--rules: %q is no pattern, such as 'join-*': %w", glob, err)
		}
		if !slices.ContainsFunc(ruleIDs(), func(id string) bool { return matches(glob, id) }) {
			return nil, fmt.Errorf("--rules: no rule matches %q; bcdump check --list lists them%s", glob, proposal(glob, ruleIDs()))
		}
	}
	return func(id string) bool {
		return len(globs) == 0 || slices.ContainsFunc(globs, func(glob string) bool { return matches(glob, id) })
	}, nil
}

func matches(glob, id string) bool {
	ok, _ := path.Match(glob, id)
	return ok
}
