package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/render"
	"bcdump/report/terminal"
)

// inputFlags say how captures are read, as they are written. Every command that reads
// captures for what is in them has these.
type inputFlags struct {
	filter, port, proto, dialect, shipFile, zone string
	ships                                        []string
	jobs                                         int
}

func (f *inputFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.filter, "filter", "f", "", "keep messages for which `EXPR` is true (see: bcdump help filter)")
	completeWith(cmd, "filter", completeFilter)
	f.addDecoding(cmd)
	f.addJobs(cmd)
}

func (f *inputFlags) addJobs(cmd *cobra.Command) {
	cmd.Flags().IntVarP(&f.jobs, "jobs", "j", 0, "workers; never changes the output (default: one per processor)")
}

// addDecoding adds those that change what a message decodes to.
func (f *inputFlags) addDecoding(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.ships, "ship", nil, "class of an object whose creation is not in the capture: `ID=CLASS`, such as 0x3FFFFFFF=akira (repeatable)")
	flags.StringVar(&f.shipFile, "ships", "", "ship classes of a mod: `FILE` in the form of docs/ships.md")
	flags.StringVar(&f.dialect, "dialect", "auto", "how the server writes subsystem blocks: auto, stock, openbc")
	flags.StringVar(&f.port, "port", "", "take only these UDP ports for the game, and all that is there: `LIST` such as 22101-22201,29900")
	flags.StringVar(&f.proto, "proto", "", "force a protocol: bc, entity-state")
	flags.StringVar(&f.zone, "zone", "", "where the local times of a packet_trace.log were written: `ZONE` such as +01:00 or Europe/Berlin")
	complete(cmd, "proto", "bc", "entity-state")
	complete(cmd, "dialect", "auto", "stock", "openbc")
	completeWith(cmd, "ship", completeShip)
}

// options checks the flags, or says which one is wrong.
func (f *inputFlags) options(s *streams) (o decode.Options, err error) {
	if err := oneOf("--proto", f.proto, "", "bc", "entity-state"); err != nil {
		return o, err
	}
	if err := checkJobs(f.jobs); err != nil {
		return o, err
	}
	o.Jobs = f.jobs
	o.Protocol = decode.Protocol(f.proto)
	if o.Ports, err = parsePorts(f.port); err != nil {
		return o, err
	}
	if o.Dialect, err = parseDialect(f.dialect); err != nil {
		return o, err
	}
	if o.Zone, err = parseZone(f.zone); err != nil {
		return o, err
	}
	if err := f.loadShips(&o, s); err != nil {
		return o, err
	}
	o.Filter, err = newFilter(f.filter, s)
	return o, err
}

// maxJobs is the most that --jobs takes. Far fewer workers are started: see docs/limits.md.
const maxJobs = 1024

func checkJobs(jobs int) error {
	if jobs > maxJobs {
		return fmt.Errorf("--jobs: %d workers are too many, at most %d", jobs, maxJobs)
	}
	return notNegative("--jobs", jobs)
}

// notNegative checks a flag that counts.
func notNegative(flag string, n int) error {
	if n < 0 {
		return fmt.Errorf("%s: must be 0 or more, not %d", flag, n)
	}
	return nil
}

// checkTables checks what all commands that show tables are told.
func checkTables(s *streams, width int, output string, csv *csvFlags, input *inputFlags) (form render.CSVForm, o decode.Options, err error) {
	if err := checkWidth(width); err != nil {
		return form, o, err
	}
	if form, err = csv.form(output); err != nil {
		return form, o, err
	}
	o, err = input.options(s)
	return form, o, err
}

// checkOnly looks at --only, which names some of the tables. A file of CSV holds one.
func checkOnly(only []string, output string, known []string) error {
	if output == "csv" && len(only) != 1 {
		return fmt.Errorf("CSV has one table; choose it with --only: %s", strings.Join(known, ", "))
	}
	for _, name := range only {
		if err := oneOf("--only", name, known...); err != nil {
			return err
		}
	}
	return nil
}

func newFilter(expression string, s *streams) (*decode.Filter, error) {
	if expression == "" {
		return nil, nil
	}
	f, err := decode.NewFilter(expression)
	var bad *filter.Error
	if errors.As(err, &bad) {
		s.tell(s.palette().Damage, "bcdump:", "--filter:")
		s.point(bad)
		return nil, status(exitUsage)
	}
	return f, err
}

// point shows what is wrong with a filter, and where.
func (s *streams) point(e *filter.Error) {
	for _, line := range strings.Split(e.Detail(), "\n") {
		_ = s.err.Folded(s.errWidth, terminal.Span{Text: line})
	}
}

// outputFlags say where the output goes, how it looks, and what is said beside it.
type outputFlags struct {
	output, write, color       string
	quiet, verbose, noProgress bool
}

// add adds those that stand first; forms are those of the output, the usual one first.
func (f *outputFlags) add(cmd *cobra.Command, forms ...string) {
	cmd.Flags().StringVarP(&f.output, "output", "o", forms[0], "form of the output: "+strings.Join(forms, ", "))
	cmd.Flags().StringVarP(&f.write, "write", "w", "", "write to `FILE` instead of standard output")
	complete(cmd, "output", forms...)
}

// addManners adds those that stand last.
func (f *outputFlags) addManners(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.color, "color", "auto", "colour: auto, always, never")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no warnings on standard error, no heading")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "say on standard error what was read and skipped")
	flags.BoolVar(&f.noProgress, "no-progress", false, "no progress on standard error")
	complete(cmd, "color", "auto", "always", "never")
}

// csvFlags are those of commands that write tables as CSV.
type csvFlags struct{ raw bool }

func (f *csvFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.raw, "csv-raw", false, "in CSV, texts as they are, for programs: no quote before what a spreadsheet would run")
}

// form is that of CSV, if that is the output.
func (f *csvFlags) form(output string) (render.CSVForm, error) {
	switch {
	case !f.raw:
		return render.ForSpreadsheets, nil
	case output != "csv":
		return 0, errors.New("--csv-raw: it goes with -o csv")
	}
	return render.ForPrograms, nil
}

func (f *outputFlags) checkOutput(forms ...string) error {
	if err := oneOf("--output", f.output, forms...); err != nil {
		return err
	}
	return oneOf("--color", f.color, "auto", "always", "never")
}

// colored reports whether the output has colours.
func (f *outputFlags) colored(s *streams) bool {
	return f.color == "always" || f.color == "auto" && s.outTerminal && !s.plain && f.write == ""
}

// room is the width of tables, if width does not say it.
func (f *outputFlags) room(s *streams, width int) int {
	switch {
	case width > 0:
		return width
	case f.write != "":
		return terminal.DefaultWidth
	}
	return s.width
}

func oneOf(flag, value string, known ...string) error {
	for _, k := range known {
		if value == k {
			return nil
		}
	}
	known = strings.Fields(strings.Join(known, " ")) // without the empty one
	return fmt.Errorf("%s: %q is not known; expected %s%s", flag, value, strings.Join(known, ", "), proposal(value, known))
}
