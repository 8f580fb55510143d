package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/figures"
	"bcdump/report/records"
	"bcdump/report/render"
	"bcdump/report/tally"
	"bcdump/report/terminal"
	"bcdump/report/verify"
)

// reading is one run of a command over captures: its flags, and what becomes of them.
type reading struct {
	inputFlags
	outputFlags
	localFlag
	streams *streams
	files   []string
	options decode.Options
	besides iter.Seq[input] // what else is read; nil = nothing
	opened  int             // files that could be opened so far
	players []string        // names of those in the captures so far
	crowded bool            // there were more
	met     bool            // some capture has what was asked for by name
	unknown error           // a *tally.UnknownError of another one; nil = all have it
	missed  bool            // a folder below one that was named cannot be read
	// late says that the output follows when all is read, so that progress does not
	// get into it.
	late bool
}

// over takes the captures that are read, those in folders too, or says which flag is wrong.
func (r *reading) over(paths []string) (err error) {
	if r.options, err = r.read(r.streams); err != nil {
		return err
	}
	if r.files, err = r.captures(paths); err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	r.options.Interrupt = r.streams.interrupts.channel()
	if r.noPager || slices.Contains(r.files, "-") { // what comes is shown at once
		r.streams.unpaged()
	}
	return err
}

// captures gives the files that are named, and in place of each folder the captures in it and below.
func (r *reading) captures(paths []string) (files []string, err error) {
	for _, path := range paths {
		if path == "-" || !isFolder(path) {
			files = append(files, path)
			continue
		}
		before := len(files)
		err := verify.Captures(path, func(found, _ string) error {
			files = append(files, found)
			return nil
		}, r.passedOver)
		if err == nil && len(files) == before {
			err = fmt.Errorf("%s: there is no capture in this folder", path)
		}
		if err != nil {
			return files, err
		}
	}
	return files, nil
}

// passedOver says what of a folder is not looked at. What could not be read makes the run fail at its end.
func (r *reading) passedOver(path string, why error) {
	r.missed = r.missed || !errors.Is(why, verify.ErrLoop)
	if r.quiet {
		return
	}
	var inPath *fs.PathError
	if errors.As(why, &inPath) {
		why = inPath.Err
	}
	r.warn("%s: %v; passed over", path, why)
}

// colored reports whether the output has colours.
func (r *reading) colored() bool { return r.outputFlags.colored(r.streams) }

// looks say how tables are shown.
func (r *reading) looks(f *tableFlags) render.Options {
	o := render.Options{Only: f.only, Top: f.top, Width: r.room(r.streams), Fold: r.lineWidth(r.streams) > 0, Color: r.colored()}
	o.Brief = !f.all && len(f.only) == 0 && r.streams.outTerminal && r.write == ""
	if f.queries {
		o.Command = r.command(r.files)
	}
	return o
}

// into lets produce write the output. It gives the status of the run, which is the
// worst that produce met, as an error.
func (r *reading) into(produce func(io.Writer) (worst int, err error)) error {
	r.warnOfFilter()
	out, err := newOutput(r.write, r.inputs, r.streams)
	if err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	worst, err := produce(out)
	complete := err == nil
	if closedPipe(err) {
		err = nil
	}
	partly := worst == exitNothing && r.opened > 0
	if finishErr := out.finish(complete && (worst != exitNothing || partly)); err == nil {
		err = finishErr
	}
	var done status
	switch {
	case errors.As(err, &done):
		worst = int(done)
	case err != nil:
		r.complain(err)
		worst = exitNothing
	}
	if err == nil && partly && r.write != "" {
		r.warn("%s holds what could be read; not all files could", r.write)
	}
	if worst != exitOK {
		return status(worst)
	}
	return nil
}

// warnOfFilter says that nothing can pass the filter, if it is so.
func (r *reading) warnOfFilter() {
	never := r.options.Filter.Never(r.options.Protocol)
	if never == nil || r.quiet {
		return
	}
	r.warn("--filter:")
	r.streams.point(never)
}

// inputs gives the files that are read, which are not written over, one after the other: there
// may be many.
func (r *reading) inputs(yield func(input) bool) {
	for _, path := range r.files {
		if !r.streams.inputAt(path, "one of the captures", yield) {
			return
		}
	}
	for _, path := range r.decoding[shipsFlag] {
		if !r.streams.inputAt(path, "the file of --ships", yield) {
			return
		}
	}
	if r.besides != nil {
		r.besides(yield)
	}
}

// each opens the files in turn, gives them to take, and says what was wrong with them.
// It gives their worst status; the error is one of take, and ends the run.
func (r *reading) each(take func(c *decode.Capture) error) (worst int, err error) {
	r.streams.interrupts.heed(true)
	defer r.streams.interrupts.heed(false)
	if r.missed {
		worst = exitNothing
	}
	for _, path := range r.files {
		result, err := r.one(path, take)
		if err != nil {
			return worst, err
		}
		if worst = worse(worst, result); worst == exitInterrupted {
			return worst, nil
		}
	}
	return worst, r.checkNames()
}

// checkNames says which name that was asked for nobody has in any of the captures.
func (r *reading) checkNames() error {
	if r.unknown != nil && !r.met {
		r.complain(r.unknown)
		return status(exitUsage)
	}
	if bad := r.options.Filter.NoPlayer(r.players); bad != nil && r.opened > 0 && !r.crowded {
		r.streams.tell(r.streams.palette().Damage, "bcdump:", "--filter:")
		r.streams.point(bad)
		return status(exitUsage)
	}
	return nil
}

func (r *reading) one(path string, take func(c *decode.Capture) error) (result int, err error) {
	c, err := r.open(path)
	if errors.Is(err, capture.ErrStopped) {
		return exitInterrupted, nil
	}
	if err != nil {
		r.complain(err)
		return exitNothing, nil
	}
	if err := r.checkZone(c.Name(), c.Info()); err != nil {
		r.complain(err)
		_ = c.Close()
		return exitNothing, nil
	}
	r.opened++
	defer func() { _ = c.Close() }()
	p, end := r.progress(path, c), r.streams.watched(c)
	err = take(c)
	end()
	p.stop()
	if errors.As(err, new(*tally.UnknownError)) { // another capture may have it
		err, r.unknown = nil, err
	} else {
		r.met = r.met || err == nil
	}
	if err != nil {
		return exitOK, err
	}
	sum := c.Summary()
	r.players, r.crowded = append(r.players, sum.Players...), r.crowded || sum.MorePlayers
	return r.conclude(c), nil
}

// checkZone refuses to show times in a zone that nobody knows the moment of.
func (r *reading) checkZone(name string, info capture.Info) error {
	if r.local && r.options.Zone == nil && info.Local {
		return fmt.Errorf("%s: --local: a packet_trace.log has the times of its server's clock; say with --zone where that was", name)
	}
	return nil
}

// worse orders statuses: a file that could not be read at all outweighs damage, and who has
// interrupted the program knows it best.
func worse(a, b int) int {
	if a == exitInterrupted || b == exitInterrupted {
		return exitInterrupted
	}
	if a == exitNothing || b == exitNothing {
		return exitNothing
	}
	if a == exitDamaged || b == exitDamaged {
		return exitDamaged // which may be why nothing of the game is there
	}
	return max(a, b)
}

// unless gives the status of a run whose verdict outweighs how the reading ended: bad = what was read is not
// as it should be.
func unless(bad bool, ended error) error {
	if !bad {
		return ended
	}
	reading := status(exitOK)
	errors.As(ended, &reading)
	return status(worse(int(reading), exitNothing))
}

// stdinName is what standard input is called; its path is "-".
const stdinName = "standard input"

func (r *reading) open(path string) (*decode.Capture, error) {
	switch {
	case path == "-" && r.streams.again != nil:
		return r.streams.again(r.options)
	case path == "-":
		return decode.Open(stdinName, r.streams.in, r.options)
	}
	return decode.OpenFile(path, r.options)
}

func (r *reading) progress(path string, c *decode.Capture) *progress {
	s := r.streams
	mixed := s.outTerminal && r.write == "" && !r.late
	if r.noProgress || r.quiet || !s.errTerminal || mixed {
		return nil
	}
	file, err := os.Stat(path)
	if err != nil || !file.Mode().IsRegular() {
		return nil
	}
	return startProgress(s.err, path, file.Size(), c.BytesRead)
}

// conclude says what was wrong with the capture and, if asked, what it held.
func (r *reading) conclude(c *decode.Capture) int {
	sum := c.Summary()
	if r.verbose {
		r.streams.tellPage(records.SummaryText(c.Name(), &sum))
	}
	if r.options.Filter != nil && sum.Matched == 0 && !r.quiet && r.options.Filter.Never(r.options.Protocol) == nil { // which was said
		r.streams.tell(r.streams.palette().Note, "bcdump:", fmt.Sprintf("%s: 0 of %d messages matched", c.Name(), sum.Records))
	}
	return worse(r.tellFaults(c.Name(), &sum), r.tellNoGame(c.Name(), &sum))
}

// tellNoGame says what was there if a capture that was read to its end has no datagram of the game.
func (r *reading) tellNoGame(name string, sum *decode.Summary) int {
	if !sum.NoGame() || r.streams.interrupts.happened() {
		return exitOK
	}
	if !r.quiet {
		r.warn("%s: no datagram of the game; %s", name, sum.There())
	}
	return exitNoGame
}

// tellFaults says what was wrong with a capture.
func (r *reading) tellFaults(name string, sum *decode.Summary) int {
	if n := sum.Missed(); n > 0 && !r.quiet {
		r.warn("%s: %s had to be forgotten to keep memory bounded; repeats, fragments and names around it may be misjudged (see -v)", name, terminal.Counted(n, "thing", "things"))
	}
	if n := sum.Skipped[capture.OtherLink]; n > 0 && !r.quiet {
		r.warn("%s: %d frames are of a link type that cannot be read: %s", name, n, unreadable(sum.Info.Links))
	}
	result := exitOK
	if r.streams.interrupts.happened() {
		result = exitInterrupted
		r.tellOfInterrupt(name, sum)
	}
	if sum.DamageCount == 0 {
		return result
	}
	if !r.quiet {
		for _, d := range sum.Damage {
			r.warn("%s: %s", name, d)
		}
		if more := sum.DamageCount - int64(len(sum.Damage)); more > 0 {
			r.warn("%s: %d more places are damaged", name, more)
		}
	}
	return worse(result, exitDamaged)
}

// tellOfInterrupt says how much of a capture the output covers.
func (r *reading) tellOfInterrupt(name string, sum *decode.Summary) {
	if r.quiet {
		return
	}
	until := ""
	if !sum.Clock.Last.IsZero() {
		until = ", until " + string(sum.Clock.Last.AppendRFC3339(nil, 6))
	}
	r.warn("%s: interrupted after %d frames%s; the output covers these", name, sum.Frames, until)
}

// unreadable names the link types that cannot be read: the first few, a damaged file
// may have many.
func unreadable(types []uint16) string {
	const shown = 8
	var names []string
	for _, link := range types {
		if !capture.CanRead(link) {
			names = append(names, capture.LinkName(link))
		}
	}
	if more := len(names) - shown; more > 0 {
		names = append(names[:shown], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// both opens both captures and gives them to take, unless one of them cannot be read.
func (r *reading) both(take func(a, b *decode.Capture) error) (worst int, err error) {
	files := r.files
	r.files = files[:1]
	other := exitOK
	worst, err = r.each(func(a *decode.Capture) (err error) {
		r.files, r.noProgress = files[1:], true // there is one line for progress
		other, err = r.each(func(b *decode.Capture) error { return take(a, b) })
		if err == nil && other == exitNothing { // nothing of a was read either
			return status(exitNothing)
		}
		return err
	})
	r.files = files
	return worse(worst, other), err
}

// perFile shows what of finds in each capture, one after the other.
func perFile[T any](r *reading, of func(*decode.Capture) (*T, error), show func(*T) error) (worst int, err error) {
	return r.each(func(c *decode.Capture) error {
		x, err := of(c)
		if err != nil {
			return err
		}
		figures.InZone(x, r.zone())
		return show(x)
	})
}

// oneBelowAnother shows what each of several captures holds, with an empty line between.
func oneBelowAnother[T any](out io.Writer, show func(io.Writer, *T, render.Options) error, o render.Options) func(*T) error {
	between := ""
	return func(x *T) error {
		if _, err := io.WriteString(out, between); err != nil {
			return err
		}
		between = "\n"
		return show(out, x, o)
	}
}

func (r *reading) warn(format string, args ...any) {
	r.streams.tell(r.streams.palette().Note, "bcdump: warning:", fmt.Sprintf(format, args...))
}

func (r *reading) complain(err error) { r.streams.complain(err) }
