package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/filter"
	"bcdump/decode/suggest"
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
	addJobs(cmd, &f.jobs, "use this many workers; the output is the same")
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
	addWrite(cmd, &f.write, "write to `FILE` instead of standard output")
}

// addWrite adds the flag for a file that is written instead of standard output, which "-" stands for.
func addWrite(cmd *cobra.Command, to *string, about string) {
	cmd.Flags().FuncP("write", "w", about, func(path string) error {
		if *to = path; path == "-" {
			*to = ""
		}
		return nil
	})
}

func (f *outputFlags) addForm(cmd *cobra.Command, forms ...string) {
	addChoice(cmd, &f.output, "output", "o", "output format", forms...)
}

func (f *outputFlags) addColor(cmd *cobra.Command) {
	addChoice(cmd, &f.color, "color", "", "use colour", colors...)
	cmd.Flags().Lookup("color").NoOptDefVal = "always"
}

// colors are what --color takes. It may stand alone, as in other programs, before a word that is a file.
var colors = []string{"auto", "always", "never"}

// joinedColors joins --color and the word that belongs to it.
func joinedColors(args []string) (joined []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(joined, args[i:]...)
		}
		if arg == "--color" && i+1 < len(args) && args[i+1] != "-" {
			if _, err := os.Stat(args[i+1]); slices.Contains(colors, args[i+1]) || err != nil && !strings.HasPrefix(args[i+1], "-") {
				i++
				arg += "=" + args[i]
			}
		}
		joined = append(joined, arg)
	}
	return joined
}

// addManners adds those that stand last.
func (f *outputFlags) addManners(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.addColor(cmd)
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print no warnings on standard error, and no heading")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print on standard error what was read and skipped")
	flags.BoolVar(&f.noProgress, "no-progress", false, "show no progress on standard error")
	flags.BoolVar(&f.noPager, "no-pager", false, "print long output directly on a terminal, not through PAGER or less")
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
func (f *tableFlags) addOnly(cmd *cobra.Command, known []string, aside ...string) {
	addChoices(cmd, &f.only, "only", "show these tables only", known, aside...)
}

// addAll adds --all, of commands that show on a terminal what answers the question at once.
func (f *tableFlags) addAll(cmd *cobra.Command, and string) {
	cmd.Flags().BoolVar(&f.all, "all", false, "show on a terminal all that a pipe would get"+and)
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
	cmd.Flags().BoolVar(&f.raw, "csv-raw", false, "write CSV text unmodified, without protection against spreadsheet formulas")
}

// form is that of CSV, if that is the output.
func (f *csvFlags) form(output string) (render.CSVForm, error) {
	switch {
	case !f.raw:
		return render.ForSpreadsheets, nil
	case output != "csv":
		return 0, errors.New("--csv-raw needs -o csv")
	}
	return render.ForPrograms, nil
}

// misuse is what is wrong with the value of a flag, said in full.
type misuse struct {
	error
	word string // the flag with the word that is not known, as gone has it; "" = it is something else
}

// choice is the value of a flag that is one of some words.
type choice struct {
	to    *string
	flag  string
	known []string
}

// addChoice adds such a flag. What to holds before is what it is if nobody gives it; nothing = the
// first word.
func addChoice(cmd *cobra.Command, to *string, name, short, about string, known ...string) {
	if *to == "" {
		*to = known[0]
	}
	cmd.Flags().VarP(&choice{to, name, known}, name, short, about+": "+strings.Join(known, ", "))
	complete(cmd, name, known...)
}

func (c *choice) String() string { return *c.to }
func (c *choice) Type() string   { return "string" }

func (c *choice) Set(word string) error {
	if err := oneOf("--"+c.flag, word, c.known...); err != nil {
		return misuse{err, "--" + c.flag + " " + word}
	}
	*c.to = word
	return nil
}

// choices is the value of a flag that takes several words, with commas between.
type choices struct {
	to    *[]string
	flag  string
	known []string
	aside []string // what is accepted, and shown to those who nearly know it
}

// addChoices adds such a flag.
func addChoices(cmd *cobra.Command, to *[]string, name, about string, known []string, aside ...string) {
	cmd.Flags().Var(&choices{to, name, known, aside}, name, about+": `LIST` of "+strings.Join(known, ", "))
	completeWith(cmd, name, listed(known))
}

func (c *choices) String() string { return strings.Join(*c.to, ",") }
func (c *choices) Type() string   { return "strings" }

func (c *choices) Set(list string) error {
	if list == "" {
		return nil
	}
	for word := range strings.SplitSeq(list, ",") {
		known := c.known
		if len(suggest.Near(word, c.aside)) > 0 {
			known = slices.Concat(known, c.aside)
		}
		if err := oneOf("--"+c.flag, word, known...); err != nil {
			return misuse{err, "--" + c.flag + " " + word}
		}
		*c.to = append(*c.to, word)
	}
	return nil
}

// number is the value of a flag that counts: from 0 to most.
type number struct {
	to       *int
	flag     string
	most     int // 0 = any
	tooMuch  string
	shortest string
}

// addNumber adds such a flag. What to holds before is what it is if nobody gives it.
func addNumber(cmd *cobra.Command, n *number, about string) {
	cmd.Flags().VarP(n, n.flag, n.shortest, about)
}

func (n *number) String() string { return strconv.Itoa(*n.to) }
func (n *number) Type() string   { return "int" }

func (n *number) Set(word string) error {
	value, err := strconv.ParseInt(word, 0, 64)
	switch {
	case err != nil:
		return err
	case value < 0:
		return misuse{fmt.Errorf("--%s: must be 0 or more, not %d", n.flag, value), ""}
	case n.most > 0 && value > int64(n.most):
		return misuse{fmt.Errorf("--%s: %d %s are too many, at most %d", n.flag, value, n.tooMuch, n.most), ""}
	}
	*n.to = int(value)
	return nil
}

// addTop adds --top, which limits what is shown.
func addTop(cmd *cobra.Command, top *int, about string) {
	addNumber(cmd, &number{to: top, flag: "top"}, about)
}

// addWidth adds --width of something whose lines are as wide as the terminal.
func addWidth(cmd *cobra.Command, width *int, what string) {
	addNumber(cmd, &number{to: width, flag: "width", most: terminal.MaxWidth, tooMuch: "characters"}, "width of the "+what)
}

// What --width is about.
const (
	wideTables = "tables in characters (default: terminal width)"
	wideText   = "text in characters (default: terminal width)"
	// Lines that are as long as they are when a program reads them.
	wideLines = "lines in `COLUMNS` (default: terminal width; unlimited when piped)"
)

// maxJobs is the most that --jobs takes. Far fewer workers are started: see docs/reference/limits.md.
//
//limit:maxJobs What the user writes | `--jobs` | refused | TestScripts
const maxJobs = 1024

func addJobs(cmd *cobra.Command, jobs *int, about string) {
	addNumber(cmd, &number{to: jobs, flag: "jobs", shortest: "j", most: maxJobs, tooMuch: "workers"}, about+" (default: one per processor)")
}

func oneOf(flag, value string, known ...string) error {
	if slices.Contains(known, value) {
		return nil
	}
	known = strings.Fields(strings.Join(known, " ")) // without the empty one
	return fmt.Errorf("%s: %q is not known; expected %s%s", flag, value, strings.Join(known, ", "), proposal(value, known))
}

// localFlag says that times are shown as a clock on the wall shows them.
type localFlag struct{ local bool }

func (f *localFlag) addLocal(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.local, "local", false, "show times in the time zone of this machine, or of TZ (default: UTC)")
}

// zone is that in which times are shown; nil = UTC.
func (f *localFlag) zone() *time.Location {
	if f.local {
		return time.Local
	}
	return nil
}

// offset names the clock at a time: "UTC+01:00".
func offset(at capture.Time, zone *time.Location) string {
	return "UTC" + time.Unix(at.Sec, 0).In(zone).Format("-07:00")
}

// shortZone names the clock at a time in at most five letters: "CET".
func shortZone(at capture.Time, zone *time.Location) string {
	if zone == nil {
		return "UTC"
	}
	if name := time.Unix(at.Sec, 0).In(zone).Format("MST"); len(name) <= len("local") {
		return name
	}
	return "local"
}
