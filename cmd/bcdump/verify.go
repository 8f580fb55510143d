package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/internal/atomicfile"
	"bcdump/internal/foreign"
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
		Short: "Compare what captures decode to with what an earlier version of bcdump made of them",
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
	flags.StringVar(&r.goldens, "goldens", "", "look for goldens in `FOLDER`, not beside the captures")
	r.addOutput(cmd, "text", "json")
	flags.StringVar(&r.junit, "junit", "", "write the results to `FILE` too, as JUnit XML")
	addNumber(cmd, &number{to: &r.most, flag: "max"}, "list at most `N` changes of a capture; all are counted")
	r.addDecoding(cmd)
	addJobs(cmd, &r.jobs, "decode this many captures at once; the output is the same")
	r.addColor(cmd)
	addWidth(cmd, &r.width, wideLines)
	flags.BoolVarP(&r.quiet, "quiet", "q", false, "print no table if all is well")
	flags.BoolVar(&r.noProgress, "no-progress", false, "show no progress on standard error")
	r.settings = settings{given: r.decoding, changed: flags.Changed}
}

func (r *verifyRun) run(_ *cobra.Command, paths []string) error {
	switch {
	case slices.Contains(paths, "-"):
		return errors.New("verify cannot read standard input; name files or folders")
	case r.dryRun && !r.update:
		return errors.New("--dry-run lists what --update would change; give both")
	case r.write != "" && r.junit != "" && sameTarget(r.write, r.junit):
		return fmt.Errorf("--junit: %s is the file of --write; choose another name", r.junit)
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
	r.cases, err = verify.Find(paths, r.goldens, r.passedOver)
	if err == nil && len(r.cases) == 0 {
		err = errors.New("found no capture; name a capture, or a folder that has some")
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
	if !total.AllOK() || r.missed {
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

// form is a output format.
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

// settings are the flags that change what a capture decodes to, as a golden keeps them: under their
// names.
type settings struct {
	given   decodingFlags
	changed func(flag string) bool
}

// now gives the values of a flag that were given now. One that was set back to its default has none.
func (s *settings) now(d *decoding, golden string) (values []string) {
	for _, value := range s.given[d.name] {
		switch {
		case value == "":
		case d.file:
			values = append(values, within(golden, value))
		default:
			values = append(values, value)
		}
	}
	return values
}

// within gives a path as seen from the folder of a golden, so that both can be moved or
// checked out elsewhere together.
func within(golden, path string) string {
	from, errFrom := filepath.Abs(filepath.Dir(golden))
	to, errTo := filepath.Abs(path)
	if errFrom != nil || errTo != nil {
		return path
	}
	relative, err := filepath.Rel(from, to)
	if err != nil {
		return to
	}
	return filepath.ToSlash(relative)
}

// kept gives the settings that a golden keeps, with each that was given now in place of
// the one of that name.
func (s *settings) kept(path string, before []verify.Setting) (kept []verify.Setting) {
	for i := range decodings {
		d := &decodings[i]
		if s.changed(d.name) {
			for _, value := range s.now(d, path) {
				kept = append(kept, verify.Setting{Name: d.name, Value: value})
			}
			continue
		}
		for _, was := range before {
			if was.Name == d.name {
				kept = append(kept, was)
			}
		}
	}
	return kept
}

// decodeSettings makes options of settings. The ship file is named as seen from the
// folder of the golden.
func decodeSettings(path string, kept []verify.Setting) (o decode.Options, err error) {
	for _, s := range kept {
		if !slices.ContainsFunc(decodings, func(d decoding) bool { return d.name == s.Name }) {
			return o, fmt.Errorf("%q is not a known setting", s.Name)
		}
	}
	for i := range slices.Backward(decodings) {
		d := &decodings[i]
		for _, s := range kept {
			if s.Name != d.name {
				continue
			}
			if d.file {
				s.Value = besides(path, s.Value)
				if err := foreign.Ordinary(s.Value); err != nil {
					return o, err
				}
			}
			if err := d.take(&o, s.Value); err != nil {
				return o, err
			}
		}
	}
	return o, nil
}

// besides gives a path that was written as seen from the folder of a golden.
func besides(golden, name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(golden), name)
}

// junitFile keeps the test cases of --junit in a file of their own until the sums that stand before
// them are known. nil = there is no --junit.
type junitFile struct {
	*verify.JUnit
	cases    *atomicfile.File // goes when the program ends, whatever ends it
	buffered *bufio.Writer
}

// checkJUnit refuses to write over what is read, before the work and not after it.
func (r *verifyRun) checkJUnit() error {
	if r.junit == "" {
		return nil
	}
	if err := checkTarget(r.junit, r.inputs); err != nil {
		return fmt.Errorf("--junit: %w", err)
	}
	return nil
}

func (r *verifyRun) newJUnit() (*junitFile, error) {
	if r.junit == "" {
		return nil, nil
	}
	cases, err := atomicfile.Temporary("bcdump-junit-*")
	if err != nil {
		return nil, fmt.Errorf("--junit: %w", err)
	}
	j := &junitFile{cases: cases, buffered: bufio.NewWriter(cases)}
	j.JUnit = verify.NewJUnit(j.buffered)
	return j, nil
}

func (j *junitFile) add(one *verify.Result) error {
	if j == nil {
		return nil
	}
	return j.Add(one)
}

func (j *junitFile) discard() {
	if j != nil {
		j.cases.Discard()
	}
}

// writeJUnit writes the file of --junit.
func (r *verifyRun) writeJUnit(j *junitFile) error {
	if j == nil {
		return nil
	}
	junit := r.reading
	junit.write = r.junit
	return junit.into(func(w io.Writer) (int, error) { return exitOK, j.copyTo(w) })
}

func (j *junitFile) copyTo(w io.Writer) error {
	if err := j.buffered.Flush(); err != nil {
		return err
	}
	cases, err := os.Open(j.cases.Name())
	if err != nil {
		return err
	}
	defer func() { _ = cases.Close() }()
	return j.Write(w, cases)
}
