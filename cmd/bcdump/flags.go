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
	filter   string
	decoding decodingFlags
	jobs     int
}

func (f *inputFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.filter, "filter", "f", "", "keep messages for which `EXPR` is true (see: bcdump help filter)")
	completeWith(cmd, "filter", completeFilter)
	f.addUnfiltered(cmd)
}

// addUnfiltered adds those of commands that are about all messages.
func (f *inputFlags) addUnfiltered(cmd *cobra.Command) {
	f.addDecoding(cmd)
	addJobs(cmd, &f.jobs, "workers; never changes the output")
}

// read gives the options of the flags, or says which one is wrong.
func (f *inputFlags) read(s *streams) (o decode.Options, err error) {
	o.Jobs = f.jobs
	if err := f.decoding.apply(&o, s); err != nil {
		return o, err
	}
	o.Filter, err = newFilter(f.filter, s)
	return o, err
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
	noPager                    bool
	width                      int // 0 = that of the terminal
}

// addOutput adds those that stand first; forms are those of the output, the usual one first.
func (f *outputFlags) addOutput(cmd *cobra.Command, forms ...string) {
	f.addForm(cmd, forms...)
	cmd.Flags().StringVarP(&f.write, "write", "w", "", "write to `FILE` instead of standard output")
}

func (f *outputFlags) addForm(cmd *cobra.Command, forms ...string) {
	addChoice(cmd, &f.output, "output", "o", "form of the output", forms...)
}

func (f *outputFlags) addColor(cmd *cobra.Command) {
	addChoice(cmd, &f.color, "color", "", "colour", "auto", "always", "never")
}

// addManners adds those that stand last.
func (f *outputFlags) addManners(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.addColor(cmd)
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no warnings on standard error, no heading")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "say on standard error what was read and skipped")
	flags.BoolVar(&f.noProgress, "no-progress", false, "no progress on standard error")
	flags.BoolVar(&f.noPager, "no-pager", false, "on a terminal, long output as it is; else it goes through PAGER, or less")
}

// colored reports whether the output has colours.
func (f *outputFlags) colored(s *streams) bool {
	return f.color == "always" || f.color == "auto" && s.outTerminal && !s.plain && f.write == ""
}

// room is the width of tables.
func (f *outputFlags) room(s *streams) int {
	switch {
	case f.width > 0:
		return f.width
	case f.write != "":
		return terminal.DefaultWidth
	}
	return s.width
}

// lineWidth is the width of lines that may go to a file; 0 = as wide as they are.
func (f *outputFlags) lineWidth(s *streams) int {
	if f.write != "" {
		return f.width
	}
	return s.room(f.width)
}

// tableFlags are those of commands that show tables.
type tableFlags struct {
	only    []string
	top     int
	queries bool
	all     bool
	csvFlags
}

// addOnly adds --only, which names some of the tables.
func (f *tableFlags) addOnly(cmd *cobra.Command, known []string) {
	addChoices(cmd, &f.only, "only", "show these tables only", known)
}

// addAll adds --all, of commands that show on a terminal what answers the question at once.
func (f *tableFlags) addAll(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.all, "all", false, "on a terminal, all that there is to say, as in a pipe")
}

// check gives the form of CSV. A file of it holds one table.
func (f *tableFlags) check(output string, known []string) (render.CSVForm, error) {
	if output == "csv" && known != nil && len(f.only) != 1 {
		return 0, fmt.Errorf("CSV has one table; choose it with --only: %s", strings.Join(known, ", "))
	}
	return f.form(output)
}

// csvFlags are those of commands that write tables as CSV.
type csvFlags struct{ raw bool }

func (f *csvFlags) addCSV(cmd *cobra.Command) {
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
