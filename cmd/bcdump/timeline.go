package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// timelineRun is `bcdump timeline`.
type timelineRun struct {
	reading
	tableFlags
	of []string
	spanFlags
	every    string
	summary  bool
	overview bool // no rows: a table for each player
	csv      render.CSVForm
	report   timeline.Options
}

func newTimeline(s *streams) *command {
	return &command{runner: &timelineRun{reading: reading{streams: s}}, memory: countMemory, Command: cobra.Command{
		Use:   "timeline FILE...",
		Short: "Show what happened to each ship, over time",
		Long: `Show what happened to each ship: position, speed, hull, shields, power, who fired at
whom, who died. The table has one block per player's ship and leaves out
updates so that it fits a few screens; --every 0 shows every StateUpdate. JSON and CSV
have one row for each update and event.

--summary shows figures instead: how often updates come, how long until all subsystems
were sent, what was lost, clocks, distances, power settings.`,
		Example: `  bcdump timeline battle.pcap
  bcdump timeline --of Cady2 --every 1s battle.pcap
  bcdump timeline --of 0x3FFFFFFF --from 22:09:00 --to 22:10:00 --every 0 battle.pcap
  bcdump timeline -o csv battle.pcap > battle.csv
  bcdump timeline --summary --queries battle.pcap`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *timelineRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "table", "json", "csv")
	flags.StringArrayVar(&o.of, "of", nil, "show only `WHAT`: an object id, a player, a class, \"Cady2's Akira\" (repeatable)")
	if o.streams.entities {
		cmd.Long += "\n\nOf entity-state it shows each player, enemy and bullet; CSV has them with --proto entity-state."
		cmd.Flag("of").Usage = "show only `WHAT`: an id, a name or a type of an entity (repeatable)"
	}
	o.addSpan(cmd)
	flags.StringVar(&o.every, "every", "", "show one update per ship every `TIME`, such as 1s or 500ms; 0 = all")
	flags.BoolVar(&o.summary, "summary", false, "show figures of each ship instead of rows (table, json)")
	flags.BoolVar(&o.queries, "queries", false, "with --summary: print below each row the command that reproduces it")
	completeWith(cmd, "of", completeOf)
	o.addCSV(cmd)
	o.addLocal(cmd)
	o.inputFlags.add(cmd)
	addWidth(cmd, &o.width, wideTables)
	o.addManners(cmd)
}

func (o *timelineRun) run(cmd *cobra.Command, files []string) (err error) {
	switch {
	case o.summary && o.output == "csv":
		return fmt.Errorf("--summary has no CSV; use -o json")
	case o.queries && !o.summary:
		return fmt.Errorf("--queries needs --summary: rows of a timeline count nothing")
	}
	if o.csv, err = o.check(o.output, nil); err != nil {
		return err
	}
	if err := o.reading.over(files); err != nil {
		return err
	}
	o.options.NoLedger = true // nobody is shown it
	o.overview = o.output == "table" && !o.summary && !cmd.Flags().Changed("every")
	o.late = o.overview || o.summary
	o.report = timeline.Options{Of: o.of, Jobs: o.options.Jobs, Filter: o.filter, NameFiles: len(files) > 1, Zone: o.zone()}
	if !o.summary {
		o.report.Asked = timeline.ForRows
	}
	if err := o.times(&o.report); err != nil {
		return err
	}
	return o.into(o.writeAll)
}

// times reads the flags that are times.
func (o *timelineRun) times(x *timeline.Options) (err error) {
	if err := o.checkSpan(); err != nil {
		return err
	}
	x.From, x.To = o.begin, o.end
	x.Every, err = everyOf(o.every)
	return err
}

// everyOf reads --every.
func everyOf(text string) (every time.Duration, err error) {
	if text == "" || text == "0" {
		return 0, nil
	}
	if every, err = time.ParseDuration(text); err != nil || every < 0 {
		err = fmt.Errorf("--every: %q is not a valid time; expected something like 1s, 500ms or 0", text)
	}
	return every, err
}

// writeAll reads all files into one timeline and gives their worst status; the error is one
// of the output. If none of them could be read there is no output.
func (o *timelineRun) writeAll(out io.Writer) (worst int, err error) {
	buffer := bufio.NewWriter(out)
	var t *timeline.Timeline // nil until there is a capture: a table of CSV begins with a header
	var finish func(*timeline.Timeline) error
	worst, err = o.each(func(c *decode.Capture) error {
		if t == nil {
			if finish, err = o.rows(buffer); err != nil {
				return err
			}
			t = timeline.New(o.report)
		}
		return t.File(c.Name(), c)
	})
	if err != nil || t == nil {
		return worst, err
	}
	switch absent := o.tellAbsent(t); {
	case absent > 0 && absent == len(o.of):
		return worst, status(exitUsage)
	case absent > 0:
		worst = exitUsage
	}
	if err := finish(t); err != nil {
		return worst, err
	}
	return worst, buffer.Flush()
}

// rows sets what takes the rows as they come, and gives what writes the rest when all is
// read. A table of CSV has rows of one protocol.
func (o *timelineRun) rows(w *bufio.Writer) (finish func(*timeline.Timeline) error, err error) {
	var row func(any) error
	switch {
	case o.summary:
		return func(t *timeline.Timeline) error { return o.writeSummary(w, t) }, nil
	case o.overview:
		return func(t *timeline.Timeline) error {
			view := t.Overview()
			figures.InZone(&view, o.zone())
			return render.WriteOverview(w, &view, o.looks(&o.tableFlags))
		}, nil
	case o.output == "json":
		row = render.JSONLines(w)
	case o.output == "csv":
		row, err = render.TimelineCSV(w, o.csv, o.options.Protocol == decode.EntityState)
	default:
		row = render.TimelineTables(w, o.looks(&o.tableFlags), len(o.of) == 1)
	}
	if row = inZone(row, o.zone()); slices.Contains(o.files, "-") { // somebody may be waiting
		o.report.Row = func(r any) error { return errors.Join(row(r), w.Flush()) }
	} else {
		o.report.Row = row
	}
	return func(*timeline.Timeline) error { return nil }, err
}

// inZone brings the times of rows into a zone.
func inZone(row func(any) error, zone *time.Location) func(any) error {
	return func(r any) error {
		figures.InZone(r, zone)
		return row(r)
	}
}

func (o *timelineRun) writeSummary(w io.Writer, t *timeline.Timeline) error {
	summary := t.Summary()
	figures.InZone(&summary, o.zone())
	if o.output == "json" {
		return render.WriteJSON(w, &summary)
	}
	return render.WriteTimelineSummary(w, &summary, o.looks(&o.tableFlags))
}

// tellAbsent says what was asked for and is not there, and what is. It gives how many names and ids nobody has.
func (o *timelineRun) tellAbsent(t *timeline.Timeline) (absent int) {
	for _, f := range t.Outside() {
		o.warn("%s: no frame in the time of --from and --to; the capture is from %s to %s", f.Name, f.First, f.Last)
	}
	words, there := t.Absent()
	if len(there.Names)+len(there.IDs) == 0 { // the output says that there is nothing
		return 0
	}
	for _, word := range words {
		if _, err := strconv.ParseUint(word, 0, 32); err == nil {
			o.complain(fmt.Errorf("--of: there is no object %s; objects are %s", word, ids(there.IDs)))
			continue
		}
		o.complain(&tally.UnknownError{None: "--of: nothing", Word: word, Known: slices.Collect(maps.Keys(there.Names))})
	}
	return len(words)
}

// ids lists objects with what they are called, those with a name first.
func ids(there map[string]string) string {
	order := func(a, b string) int {
		return cmp.Or(cmp.Compare(there[b], there[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	list := slices.SortedFunc(maps.Keys(there), order)
	for i, id := range list {
		if name := there[id]; name != "" && name != id {
			list[i] += " (" + name + ")"
		}
	}
	return tally.SomeOf(list)
}
