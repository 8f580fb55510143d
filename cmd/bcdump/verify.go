package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"bcdump/report/verify"
)

// verifyRun is `bcdump verify`.
type verifyRun struct {
	reading
	settings
	junit, goldens string
	update, dryRun bool
	most           int
	cases          []verify.Case
}

func newVerify(s *streams) *command {
	return &command{runner: &verifyRun{reading: reading{streams: s}, most: 20}, memory: countMemory, Command: cobra.Command{
		Use:   "verify PATH...",
		Short: "Check that captures still decode to what they did before",
		Long: `Decode captures and compare each with its golden, a file that holds what it decoded to
before. Reports which message of which frame has changed, and which field. PATH is a
capture, or a folder: then all captures in it and its subfolders, recognised by content.

The golden of battle.pcap is battle.pcap.golden beside it, or within the folder that
--goldens names. --update writes those that are missing or differ, and lists what
changed. Flags that a capture has to be decoded with, such as --ship, are kept in its
golden when they are given with --update, and used from then on.

The exit status is 1 if anything differs, if a golden or a capture is missing, or if
one cannot be read.`,
		Example: `  bcdump verify --update captures/      # make the goldens, or accept what has changed
  bcdump verify captures/               # compare
  bcdump verify --update --dry-run .    # list what --update would change
  bcdump verify --junit results.xml .   # for a CI service`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (r *verifyRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&r.update, "update", false, "write the goldens that are missing or differ, and list what changed")
	flags.BoolVar(&r.dryRun, "dry-run", false, "with --update: only list what would change")
	flags.StringVar(&r.goldens, "goldens", "", "goldens lie in `FOLDER`, not beside the captures")
	r.addOutput(cmd, "text", "json")
	flags.StringVar(&r.junit, "junit", "", "write the results to `FILE` too, as JUnit XML")
	addNumber(cmd, &number{to: &r.most, flag: "max"}, "list at most `N` changes of a capture; all are counted")
	flags.Bool("full", false, "changes nothing: a golden has every message")
	r.addDecoding(cmd)
	addJobs(cmd, &r.jobs, "captures to decode at once; never changes the output")
	r.addColor(cmd)
	addWidth(cmd, &r.width, wideLines)
	flags.BoolVarP(&r.quiet, "quiet", "q", false, "no table if all is well")
	flags.BoolVar(&r.noProgress, "no-progress", false, "no progress on standard error")
	r.settings = settings{given: r.decoding, changed: flags.Changed}
}

func (r *verifyRun) run(_ *cobra.Command, paths []string) error {
	switch {
	case slices.Contains(paths, "-"):
		return errors.New("verify reads files and folders, not standard input")
	case r.dryRun && !r.update:
		return errors.New("--dry-run lists what --update would change; give both")
	case r.write != "" && r.junit != "" && sameTarget(r.write, r.junit):
		return fmt.Errorf("--junit: %s is what --write writes", r.junit)
	}
	if r.jobs == 0 {
		r.jobs = runtime.GOMAXPROCS(0)
	}
	// The flags can be used, before any capture is read.
	if _, err := decodeSettings("x", r.kept("x", nil)); err != nil {
		return err
	}
	return r.verifyAll(paths)
}

// verifyAll verifies what paths name. The status is 1 if anything is wrong.
func (r *verifyRun) verifyAll(paths []string) (err error) {
	r.cases, err = verify.Find(paths, r.goldens)
	if err == nil && len(r.cases) == 0 {
		err = errors.New("there is no capture in what was named")
	}
	if err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	r.besides = r.inputsOfCases
	if err := r.checkJUnit(); err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	junit, err := r.newJUnit()
	if err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	defer junit.discard()
	var total verify.Total
	if err := r.into(func(w io.Writer) (int, error) { return exitOK, r.verify(w, &total, junit) }); err != nil {
		return err
	}
	if err := r.writeJUnit(junit); err != nil {
		return err
	}
	if !total.AllOK() {
		return status(exitNothing)
	}
	return nil
}

// inputsOfCases gives the captures, the goldens, and the ship files that these name.
func (r *verifyRun) inputsOfCases(yield func(input) bool) {
	for _, c := range r.cases {
		if !r.streams.inputAt(c.Capture, "one of the captures", yield) || !r.streams.inputAt(c.Golden, "one of the goldens", yield) {
			return
		}
		for _, s := range verify.Kept(c.Golden) {
			if s.Name == "ships" && !r.streams.inputAt(besides(c.Golden, s.Value), "the ship file of "+c.Golden, yield) {
				return
			}
		}
	}
}

// form is a form of the output.
type form interface {
	Add(*verify.Result) error
	End() error
}

func (r *verifyRun) form(w io.Writer) form {
	if r.output == "json" {
		return verify.NewJSON(w, r.dryRun)
	}
	return verify.NewText(w, verify.TextOptions{Color: r.colored(), Quiet: r.quiet, DryRun: r.dryRun, Width: r.lineWidth(r.streams)})
}

// verify runs all cases and writes what comes out; the error is one of the output.
func (r *verifyRun) verify(w io.Writer, total *verify.Total, junit *junitFile) error {
	form := r.form(w)
	done, stop := r.follow()
	err := verify.Run(r.cases, r.config(), func(one *verify.Result) error {
		done(one)
		total.Add(one)
		return errors.Join(form.Add(one), junit.add(one))
	})
	stop()
	if err != nil {
		return err
	}
	return form.End()
}

func (r *verifyRun) config() *verify.Config {
	return &verify.Config{
		Settings: r.kept, Decode: decodeSettings,
		Jobs: r.jobs, Limit: r.most, Update: r.update, DryRun: r.dryRun,
	}
}

// follow shows how many bytes have been verified; done is told of each result.
func (r *verifyRun) follow() (done func(*verify.Result), stop func()) {
	mixed := r.streams.outTerminal && r.write == ""
	if r.noProgress || r.quiet || !r.streams.errTerminal || mixed {
		return func(*verify.Result) {}, func() {}
	}
	var read atomic.Int64
	total := int64(0)
	for _, c := range r.cases {
		total += sizeOf(c.Capture)
	}
	p := startProgress(r.streams.err, fmt.Sprintf("%d captures", len(r.cases)), total, read.Load)
	return func(one *verify.Result) { read.Add(sizeOf(one.Capture)) }, p.stop
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
