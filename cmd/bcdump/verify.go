package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"bcdump/report/golden"
)

// verifyOptions are the flags of `bcdump verify`.
type verifyOptions struct {
	streams                              *streams
	paths                                []string
	output, write, junit, goldens, color string
	update, dryRun                       bool
	quiet, noProgress                    bool
	most, jobs                           int
	settings                             settingFlags
}

func newVerify(s *streams) *cobra.Command {
	o := verifyOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "verify PATH...",
		Short: "Decode captures and compare them with what they decoded to before",
		Long: `Decode captures and compare each with its golden, a text file of what it decoded to
before. Says which message of which frame has changed, and which field. PATH is a
capture, or a folder: then all captures in it and below, told by their content.

The golden of battle.pcap is battle.pcap.golden beside it, or within the folder that
--goldens names. --update writes those that are missing or differ, and lists what
changed. Flags that a capture has to be decoded with, such as --ship, are kept in its
golden when they are given with --update, and used from then on.

The exit status is 1 if anything differs, if a golden or a capture is missing, or if
one cannot be read.`,
		Example: `  bcdump verify --update captures/      make the goldens, or accept what has changed
  bcdump verify captures/               compare
  bcdump verify --update --dry-run .    list what --update would change
  bcdump verify --junit results.xml .   for a CI service`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			o.paths = paths
			o.settings.changed = cmd.Flags().Changed
			if err := o.check(); err != nil {
				return err
			}
			return o.run()
		},
	}
	o.add(cmd)
	return cmd
}

func (o *verifyOptions) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&o.update, "update", false, "write the goldens that are missing or differ, and list what changed")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --update: only list what would change")
	flags.StringVar(&o.goldens, "goldens", "", "goldens lie in `FOLDER`, not beside the captures")
	flags.StringVarP(&o.output, "output", "o", "text", "form of the output: text, json")
	flags.StringVarP(&o.write, "write", "w", "", "write to `FILE` instead of standard output")
	flags.StringVar(&o.junit, "junit", "", "write the results to `FILE` too, as JUnit XML")
	flags.IntVar(&o.most, "max", 20, "list at most `N` changes of a capture; all are counted")
	o.settings.add(cmd)
	flags.IntVarP(&o.jobs, "jobs", "j", 0, "captures to decode at once; never changes the output (default: one per processor)")
	flags.StringVar(&o.color, "color", "auto", "colour: auto, always, never")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "no table if all is well")
	flags.BoolVar(&o.noProgress, "no-progress", false, "no progress on standard error")
	complete := func(name string, values ...string) {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("output", "text", "json")
	complete("color", "auto", "always", "never")
	complete("proto", "bc")
	complete("dialect", "auto", "stock", "openbc")
}

func (o *verifyOptions) check() error {
	if err := oneOf("--output", o.output, "text", "json"); err != nil {
		return err
	}
	if err := oneOf("--color", o.color, "auto", "always", "never"); err != nil {
		return err
	}
	switch {
	case o.dryRun && !o.update:
		return errors.New("--dry-run lists what --update would change; give both")
	case o.jobs < 0:
		return fmt.Errorf("--jobs: %d workers are not possible", o.jobs)
	case o.most < 0:
		return fmt.Errorf("--max: %d is less than nothing", o.most)
	case o.settings.changed(golden.Full) && !o.update:
		return errors.New("--full says how goldens are written; give --update too")
	}
	if o.jobs == 0 {
		o.jobs = runtime.GOMAXPROCS(0)
	}
	return o.settings.check()
}

// run gives status 1 if anything is wrong.
func (o *verifyOptions) run() error {
	for _, path := range o.paths {
		if path == "-" {
			return errors.New("verify reads files and folders, not standard input")
		}
	}
	cases, err := golden.Find(o.paths, o.goldens)
	if err == nil && len(cases) == 0 {
		err = errors.New("there is no capture in what was named")
	}
	if err != nil {
		o.complain(err)
		return status(exitNothing)
	}
	ok, err := o.verify(cases)
	if err != nil && !closedPipe(err) {
		o.complain(err)
		ok = false
	}
	if !ok {
		return status(exitNothing)
	}
	return nil
}

// verify runs all cases and writes what came out; the error is one of the output.
func (o *verifyOptions) verify(cases []golden.Case) (ok bool, err error) {
	out, err := newOutput(o.write, captures(cases), o.streams)
	if err != nil {
		return false, err
	}
	colored := o.color == "always" || o.color == "auto" && o.streams.outTerminal && !o.streams.plain && o.write == ""
	text := golden.Text{W: out, Color: colored, Quiet: o.quiet, DryRun: o.dryRun}
	var results golden.Results
	ok = true
	progress, done := o.progress(cases)
	err = golden.Run(cases, o.config(), func(r *golden.Result) error {
		done(r)
		ok = ok && r.OK()
		results.Add(r)
		if o.output == "json" {
			return nil
		}
		return text.Add(r)
	})
	progress.stop()
	switch {
	case err != nil:
	case o.output == "json":
		err = results.WriteJSON(out, o.dryRun)
	default:
		err = text.End()
	}
	if finishErr := out.finish(err == nil); err == nil {
		err = finishErr
	}
	if junitErr := o.writeJUnit(cases, &results); err == nil || closedPipe(err) {
		err = errors.Join(junitErr, err)
	}
	return ok, err
}

func (o *verifyOptions) config() *golden.Config {
	return &golden.Config{
		Settings: o.settings.over, Decode: decodeSettings,
		Jobs: o.jobs, Limit: o.most, Update: o.update, DryRun: o.dryRun,
	}
}

func (o *verifyOptions) writeJUnit(cases []golden.Case, results *golden.Results) error {
	if o.junit == "" {
		return nil
	}
	out, err := newOutput(o.junit, captures(cases), o.streams)
	if err != nil {
		return err
	}
	err = results.WriteJUnit(out)
	return errors.Join(err, out.finish(err == nil))
}

// captures gives the files that must not be written over.
func captures(cases []golden.Case) (paths []string) {
	for _, c := range cases {
		paths = append(paths, c.Capture, c.Golden)
	}
	return paths
}

// progress shows how much has been verified; done is told of each result.
func (o *verifyOptions) progress(cases []golden.Case) (p *progress, done func(*golden.Result)) {
	s := o.streams
	if o.noProgress || o.quiet || !s.errTerminal || s.outTerminal && o.write == "" {
		return nil, func(*golden.Result) {}
	}
	var read atomic.Int64
	total := int64(0)
	for _, c := range cases {
		total += sizeOf(c.Capture)
	}
	p = startProgress(s.err, fmt.Sprintf("%d captures", len(cases)), total, read.Load)
	return p, func(r *golden.Result) { read.Add(sizeOf(r.Capture)) }
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func (o *verifyOptions) complain(err error) {
	fmt.Fprintf(o.streams.err, "%s %v\n", o.streams.emphasis(color.FgRed, "bcdump:"), err)
}
