package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/render"
	"bcdump/report/timeline"
)

// timelineOptions are the flags of `bcdump timeline`, checked.
type timelineOptions struct {
	reading
	form     string
	csv      render.CSVForm
	summary  bool
	overview bool // no rows: a table for each player
	show     render.Options
	report   timeline.Options
}

// timelineFlags are the flags as they are written.
type timelineFlags struct {
	inputFlags
	outputFlags
	csvFlags
	localFlag
	of               []string
	from, to, every  string
	summary, queries bool
	width            int
}

// timelineForms are the forms of the output, the usual one first.
var timelineForms = []string{"table", "json", "csv"}

// newTimeline makes the command.
func newTimeline(s *streams) *cobra.Command {
	var f timelineFlags
	cmd := &cobra.Command{
		Use:   "timeline FILE...",
		Short: "Show what happened to each ship, over time",
		Long: `Show what happened to each ship: position, speed, hull, shields, power, who fired at
whom, who died. The table has one block per player's ship and leaves out
updates so that it fits a few screens; --every 0 shows every StateUpdate. JSON and CSV
have one row for each update and event.

--summary shows figures instead: how often updates come, how long until all subsystems
were sent, what was lost, clocks, distances, power settings.

For the entity-state protocol it shows each player, enemy and bullet; CSV has them with
--proto entity-state.`,
		Example: `  bcdump timeline battle.pcap
  bcdump timeline --of Cady2 --every 1s battle.pcap
  bcdump timeline --of 0x3FFFFFFF --from 22:09:00 --to 22:10:00 --every 0 battle.pcap
  bcdump timeline -o csv battle.pcap > battle.csv
  bcdump timeline --summary --queries battle.pcap`,
		Args: counted(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			o, err := f.check(s, files, cmd.Flags().Changed("every"))
			if err != nil {
				return err
			}
			return o.into(o.writeAll)
		},
	}
	f.add(cmd)
	return cmd
}

func (f *timelineFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, timelineForms...)
	flags.StringArrayVar(&f.of, "of", nil, "only what `WHAT` means: object id, player, class, \"Cady2's Akira\"; id or type of an entity (repeatable)")
	flags.StringVar(&f.from, "from", "", "from `TIME` on: 2026-02-14T22:08:10Z, 22:08:10 on the capture's first day (UTC, or as --local says), or +90s after its first frame")
	flags.StringVar(&f.to, "to", "", "up to `TIME`, which is not included")
	flags.StringVar(&f.every, "every", "", "of the updates of a ship keep one in `TIME`, such as 1s or 500ms; 0 = all")
	flags.BoolVar(&f.summary, "summary", false, "figures of each ship instead of rows (table, json)")
	flags.BoolVar(&f.queries, "queries", false, "with --summary: below each row the command that counts it again")
	completeWith(cmd, "of", completeOf)
	f.csvFlags.add(cmd)
	f.localFlag.add(cmd)
	f.inputFlags.add(cmd)
	flags.IntVar(&f.width, "width", 0, "width of the tables in characters (default: that of the terminal)")
	f.addManners(cmd)
}

// check turns the flags into options, or says which one is wrong.
func (f *timelineFlags) check(s *streams, files []string, every bool) (*timelineOptions, error) {
	if err := f.checkOutput(timelineForms...); err != nil {
		return nil, err
	}
	switch {
	case f.summary && f.output == "csv":
		return nil, fmt.Errorf("--summary: there is no CSV form of it; take -o json")
	case f.queries && !f.summary:
		return nil, fmt.Errorf("--queries: the rows of a timeline count nothing; it goes with --summary")
	}
	csv, options, err := checkTables(s, f.width, f.output, &f.csvFlags, &f.inputFlags)
	if err != nil {
		return nil, err
	}
	options.NoLedger = true // nobody is shown it
	o := &timelineOptions{
		reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags), form: f.output, csv: csv, summary: f.summary,
		overview: f.output == "table" && !f.summary && !every,
		report:   timeline.Options{Of: f.of, Filter: f.filter, NameFiles: len(files) > 1},
	}
	o.report.NoSummary = !o.summary
	o.late = o.overview || o.summary
	o.zone = f.shown()
	o.report.Zone = o.zone
	o.show = render.Options{Width: f.room(s, f.width), Fold: f.lineWidth(s, f.width) > 0, Color: o.color}
	if f.queries {
		o.show.Command = f.command(files)
	}
	if err := f.times(&o.report); err != nil {
		return nil, err
	}
	return o, nil
}

// times reads the flags that are times.
func (f *timelineFlags) times(o *timeline.Options) (err error) {
	if f.from != "" {
		if o.From, err = timeline.ParseMoment(f.from); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	if f.to != "" {
		if o.To, err = timeline.ParseMoment(f.to); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
	}
	if f.every == "" || f.every == "0" {
		return nil
	}
	if o.Every, err = time.ParseDuration(f.every); err != nil || o.Every < 0 {
		return fmt.Errorf("--every: %q is not a valid time; expected something like 1s, 500ms or 0", f.every)
	}
	return nil
}

// writeAll reads all files into one timeline and gives their worst status; the error is one
// of the output. If none of them could be read there is no output.
func (o *timelineOptions) writeAll(out io.Writer) (worst int, err error) {
	limitMemory(reportMemory, half)
	spareMemory(sparePercent)
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
	if err := finish(t); err != nil {
		return worst, err
	}
	o.tellAbsent(t)
	return worst, buffer.Flush()
}

// atOnce writes each row as it comes; nil if there are none.
func atOnce[T any](row func(*T) error, buffer *bufio.Writer) func(*T) error {
	if row == nil {
		return nil
	}
	return func(r *T) error {
		if err := row(r); err != nil {
			return err
		}
		return buffer.Flush()
	}
}

// rows sets what takes the rows as they come, and gives what writes the rest when all is
// read. A table of CSV has rows of one protocol.
func (o *timelineOptions) rows(w *bufio.Writer) (finish func(*timeline.Timeline) error, err error) {
	defer func() {
		if slices.Contains(o.files, "-") { // somebody may be waiting
			o.report.Row, o.report.EntityRow = atOnce(o.report.Row, w), atOnce(o.report.EntityRow, w)
		}
	}()
	nothing := func(*timeline.Timeline) error { return nil }
	c := &o.report
	switch {
	case o.summary:
		return func(t *timeline.Timeline) error { return o.writeSummary(w, t) }, nil
	case o.overview:
		return func(t *timeline.Timeline) error {
			view := t.Overview()
			figures.InZone(&view, o.zone)
			return render.WriteOverview(w, &view, o.show)
		}, nil
	case o.form == "json":
		c.Row, c.EntityRow = render.TimelineJSON[figures.TimelineRow](w), render.TimelineJSON[figures.EntityRow](w)
	case o.form == "csv" && o.options.Protocol == decode.EntityState:
		c.EntityRow, err = render.EntityTimelineCSV(w, o.csv)
	case o.form == "csv":
		c.Row, err = render.TimelineCSV(w, o.csv)
	default:
		c.Row, c.EntityRow = render.TimelineTables(w, o.show, len(c.Of) == 1)
	}
	c.Row, c.EntityRow = inZone(c.Row, o.zone), inZone(c.EntityRow, o.zone)
	return nothing, err
}

// inZone brings the times of rows into a zone; nil if there are none.
func inZone[T any](row func(*T) error, zone *time.Location) func(*T) error {
	if row == nil || zone == nil {
		return row
	}
	return func(r *T) error {
		shown := *r // the report goes on with its own
		figures.InZone(&shown, zone)
		return row(&shown)
	}
}

func (o *timelineOptions) writeSummary(w io.Writer, t *timeline.Timeline) error {
	summary := t.Summary()
	figures.InZone(&summary, o.zone)
	if o.form == "json" {
		return render.WriteJSON(w, &summary)
	}
	return render.WriteTimelineSummary(w, &summary, o.show)
}
