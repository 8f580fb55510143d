package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/compare"
	"bcdump/report/figures"
	"bcdump/report/normal"
	"bcdump/report/render"
)

// diffOptions are the flags of `bcdump diff`, checked.
type diffOptions struct {
	reading
	form    string
	compare compare.Options
	same    bool // session, captured twice
	show    render.DiffOptions
	differs bool // what the run found
}

// diffFlags are the flags as they are written.
type diffFlags struct {
	inputFlags
	outputFlags
	only, ignore []string
	same         bool
	top, width   int
}

// newDiff makes the command.
func newDiff(s *streams) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show what is different between two captures, without ids, times and addresses",
		Long: `Compare two captures; A is the reference. Made for a server against the stock game, or
against itself before a change. Ids, addresses, times and sequence numbers differ in any two
captures and are brought into a form that means the same in both: docs/diff.md says how.

The summary has the ten most significant differences, each with both figures and a command
that shows it on either side. The sections tell where the conversation parts, which messages
look different, are sent more often or at other times, what is relayed, which rules are
broken on one side only. Numbers that may differ by chance are left out.

The exit status is 1 if there are differences, 0 if there are none.`,
		Example: `  bcdump diff stock.pcap mine.pcap
  bcdump diff --only conversation,layout stock.pcap mine.pcap
  bcdump diff --ignore '0x2C *' --ignore 'rules:*' stock.pcap mine.pcap
  bcdump diff --same-session server.pcap client.pcap
  bcdump diff -o json stock.pcap mine.pcap | jq -r '.differences[].text'`,
		Args: counted(cobra.ExactArgs(2)),
		RunE: func(_ *cobra.Command, files []string) error {
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

// diffForms are the forms of the output, the usual one first.
var diffForms = []string{"text", "json"}

func (f *diffFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, diffForms...)
	flags.StringSliceVar(&f.only, "only", nil, "compare these sections only: `LIST` of "+strings.Join(compare.Sections(), ", "))
	flags.StringSliceVar(&f.ignore, "ignore", nil, "leave out what has a `KEY` that matches, such as '0x2C *' or 'rules:*' (repeatable)")
	flags.IntVar(&f.top, "top", 0, "show at most `N` differences of a section (default 20)")
	flags.BoolVar(&f.same, "same-session", false, "A and B are one session, captured at two places: pair datagrams, tell what was lost between")
	f.addDecoding(cmd)
	f.addJobs(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the text in characters (default: that of the terminal)")
	f.addManners(cmd)
	completeList(cmd, "only", compare.Sections())
	completeWith(cmd, "ignore", completeIgnore)
}

// check turns the flags into options, or says which one is wrong.
func (f *diffFlags) check(s *streams, files []string) (*diffOptions, error) {
	if err := f.checkOutput(diffForms...); err != nil {
		return nil, err
	}
	if f.same && len(f.only)+len(f.ignore) > 0 {
		return nil, errors.New("--same-session: it compares datagrams, and has no sections to choose with --only or --ignore")
	}
	if files[0] == "-" && files[1] == "-" {
		return nil, errors.New("diff: standard input can be only one of the captures")
	}
	if err := checkOnly(f.only, f.output, compare.Sections()); err != nil {
		return nil, err
	}
	for _, pattern := range f.ignore {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("--ignore: %q is no pattern, such as '0x2C *': %w", pattern, err)
		}
	}
	if err := notNegative("--top", f.top); err != nil {
		return nil, err
	}
	if err := checkWidth(f.width); err != nil {
		return nil, err
	}
	options, err := f.options(s)
	if err != nil {
		return nil, err
	}
	o := &diffOptions{
		reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags),
		form:    f.output, same: f.same, compare: compare.Options{Only: f.only, Ignore: f.ignore},
	}
	o.late = true
	o.show.Options = render.Options{Top: f.top, Width: f.room(s, f.width), Color: o.color}
	o.show.CommandA, o.show.CommandB = f.commandFor(files[0]), f.commandFor(files[1])
	return o, nil
}

// commandFor gives the commands that show lines of a file.
func (f *diffFlags) commandFor(file string) func(figures.Query) string {
	count := f.command([]string{file})
	return func(q figures.Query) string {
		command := strings.TrimSuffix(count(q, ""), " | wc -l")
		return strings.Replace(command, "bcdump decode -q", "bcdump decode", 1)
	}
}

// run reads both captures and shows what differs, unless one of them could not be read.
func (o *diffOptions) run(out io.Writer) (worst int, err error) {
	limitMemory(2*reportMemory, half)
	spareMemory(checkPercent)
	if o.same {
		return o.session(out)
	}
	return o.both(func(a, b *decode.Capture) error {
		var sides [2]*figures.Normal
		if err := o.read(a, b, &sides); err != nil {
			return err
		}
		return o.shown(out, compare.Of(sides[0], sides[1], o.compare))
	})
}

// both opens both captures and gives them to take, unless one of them cannot be read.
func (o *diffOptions) both(take func(a, b *decode.Capture) error) (worst int, err error) {
	files := o.files
	o.files = files[:1]
	other := exitOK
	worst, err = o.each(func(a *decode.Capture) (err error) {
		o.files, o.noProgress = files[1:], true // there is one line for progress
		other, err = o.each(func(b *decode.Capture) error { return take(a, b) })
		return err
	})
	o.files = files
	return worse(worst, other), err
}

// read brings both captures into normal form, beside one another if there may be several workers.
func (o *diffOptions) read(a, b *decode.Capture, sides *[2]*figures.Normal) error {
	var errs [2]error
	form := normal.Options{NoRules: len(o.compare.Only) > 0 && !slices.Contains(o.compare.Only, "rules")}
	one := func(i int, c *decode.Capture) { sides[i], errs[i] = normal.Of(c.Name(), c, form) }
	if o.options.Jobs == 1 {
		one(0, a)
		one(1, b)
		return errors.Join(errs[:]...)
	}
	var second sync.WaitGroup
	second.Go(func() { one(1, b) })
	one(0, a)
	second.Wait()
	return errors.Join(errs[:]...)
}

// shown writes what was found.
func (o *diffOptions) shown(out io.Writer, d *figures.Diff) error {
	o.differs = !d.Equal
	if o.form == "json" {
		return render.WriteJSON(out, d)
	}
	return render.WriteDiff(out, d, o.show)
}

// session reads both captures side by side and shows what became of their datagrams.
func (o *diffOptions) session(out io.Writer) (worst int, err error) {
	return o.both(func(a, b *decode.Capture) error {
		x, y := normal.NewWitness(a.Name(), a), normal.NewWitness(b.Name(), b)
		s := compare.Session(x.Sightings(), y.Sightings(), [2]compare.Naming{x.Name, y.Name})
		return o.shown(out, compare.Same(x.File(), y.File(), s))
	})
}

// judged gives the status of a run, as an error, from that of its reading: differences outweigh
// damage.
func (o *diffOptions) judged(ended error) error {
	if !o.differs {
		return ended
	}
	reading := status(exitOK)
	errors.As(ended, &reading)
	return status(worse(int(reading), exitNothing))
}

// completeIgnore offers the sections.
func completeIgnore(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, s := range compare.Sections() {
		list = append(list, s+":*")
	}
	return list, unending
}
