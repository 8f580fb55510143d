package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/diff"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/render"
)

// diffRun is `bcdump diff`.
type diffRun struct {
	reading
	tableFlags
	factsFlags
	ignore  []string
	fail    []string
	judge   string
	same    bool // session, captured twice
	look    render.DiffOptions
	differs bool // what the run found
}

func newDiff(s *streams) *command {
	return &command{runner: &diffRun{reading: reading{streams: s}, judge: "both"}, memory: factsMemory, Command: cobra.Command{
		Use:   "diff A B",
		Short: "Show what is different between two captures, without ids, times and addresses",
		Long: `Compare two captures; A is the reference. Made for a server against the stock game, or
against itself before a change. Ids, addresses, times and sequence numbers differ in any two
captures and are brought into a form that means the same in both: docs/reference/diff.md says how.

The summary has the ten most significant differences, each with both figures and a command
that shows it on either side. The sections tell where the conversation parts, which messages
look different, are sent more often or at other times, what is relayed, which rules are
broken on one side only. Numbers that may differ by chance are left out.

The exit status is 1 if there are differences, 0 if there are none. --fail names the sections that count;
--judge server takes what the server does by itself. docs/guides/ci.md is about CI.`,
		Example: `  bcdump diff stock.pcap mine.pcap
  bcdump diff --only conversation,layout stock.pcap mine.pcap
  bcdump diff --ignore '0x2C *' --ignore 'rules:*' stock.pcap mine.pcap
  bcdump diff --judge server --fail conversation,layout,relays stock.pcap mine.pcap
  bcdump diff --same-session server.pcap client.pcap
  bcdump diff -o json stock.pcap mine.pcap | jq -r '.differences[].text'`,
		Args: counted(cobra.ExactArgs(2)),
	}}
}

func (o *diffRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "text", "json")
	addChoices(cmd, &o.only, "only", "compare these sections only", diff.Sections())
	flags.StringSliceVar(&o.ignore, "ignore", nil, "leave out differences whose key matches `KEY`, such as '0x2C *' or 'rules:*' (repeatable)")
	addChoice(cmd, &o.judge, "judge", "", "compare what `WHO` does; what a server passes on is its client's", "server", "client", "both")
	addChoices(cmd, &o.fail, "fail", "end with status 1 for differences in these sections only", diff.Sections())
	addTop(cmd, &o.top, "show at most `N` differences of a section (default 20)")
	flags.BoolVar(&o.same, "same-session", false, "compare one session captured at two places: pair datagrams, and list what was lost between")
	o.addFacts(cmd, "")
	o.addUnfiltered(cmd)
	addWidth(cmd, &o.width, wideText)
	o.addManners(cmd)
	completeWith(cmd, "ignore", completeIgnore)
}

func (o *diffRun) run(_ *cobra.Command, files []string) error {
	if err := o.check(files); err != nil {
		return err
	}
	if err := o.checkFacts(); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.late = true
	o.look = render.DiffOptions{Options: o.looks(&o.tableFlags), CommandA: o.commandFor(files[0]), CommandB: o.commandFor(files[1])}
	ended := o.into(o.compare)
	return unless(o.differs, ended)
}

// check says which flag is wrong.
func (o *diffRun) check(files []string) error {
	if o.same && (len(o.only)+len(o.ignore)+len(o.fail) > 0 || o.judge != "both") {
		return errors.New("--same-session compares datagrams and has no sections; leave out --only, --ignore, --judge and --fail")
	}
	if files[0] == "-" && files[1] == "-" {
		return errors.New("diff: standard input can be only one of the captures")
	}
	for _, pattern := range o.ignore {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("--ignore: %q is not a pattern such as '0x2C *': %w", pattern, err)
		}
	}
	return nil
}

// commandFor gives the commands that show lines of a file.
func (o *diffRun) commandFor(file string) func(figures.Query) string {
	count := o.command([]string{file})
	return func(q figures.Query) string {
		command := strings.TrimSuffix(count(q, ""), " | wc -l")
		return strings.Replace(command, "bcdump decode -q", "bcdump decode", 1)
	}
}

// compare reads both captures and shows what differs, unless one of them could not be read.
func (o *diffRun) compare(out io.Writer) (worst int, err error) {
	return o.both(func(a, b *decode.Capture) error {
		var looks [2]*diff.Looks
		var sights [2]*diff.Sights
		var errs [2]error
		one := diff.Options{Only: o.only, Ignore: o.ignore, Judge: o.judge}
		if o.judge == "both" {
			one.Judge = ""
		}
		options := [2]diff.Options{one, one}
		var held [2]facts.Options
		for i, c := range []*decode.Capture{a, b} {
			held[i], errs[i] = o.held(c, &o.factsFlags, nil)
			options[i].Filter = held[i].Condition()
			o.some = false // --from and --to may mean another time in either
		}
		read := func(i int, c *decode.Capture) {
			if o.same {
				sights[i], errs[i] = diff.SightsOf(c, held[i])
				return
			}
			var all *facts.Facts
			if all, errs[i] = facts.Read(c, held[i]); errs[i] == nil {
				looks[i] = diff.Look(all, options[i])
			}
		}
		if errs[0] == nil && errs[1] == nil {
			var second sync.WaitGroup
			if o.options.Jobs == 1 {
				read(1, b)
			} else {
				second.Go(func() { read(1, b) })
			}
			read(0, a)
			second.Wait()
		}
		if err := cmp.Or(errs[:]...); err != nil {
			return err
		}
		if o.same {
			return o.shown(out, diff.Session(sights[0], sights[1]))
		}
		return o.shown(out, diff.Of(looks[0], looks[1], options[0]))
	})
}

// shown writes what was found.
func (o *diffRun) shown(out io.Writer, d *figures.Diff) error {
	o.differs = slices.ContainsFunc(d.Differences, func(x figures.Difference) bool { return len(o.fail) == 0 || slices.Contains(o.fail, x.Section) })
	if o.output == "json" {
		return render.WriteJSON(out, d)
	}
	return render.WriteDiff(out, d, o.look)
}

// completeIgnore offers the sections.
func completeIgnore(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, s := range diff.Sections() {
		list = append(list, s+":*")
	}
	return list, unending
}
