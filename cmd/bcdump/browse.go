package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/filter"
	"bcdump/report/browse"
	"bcdump/report/facts"
	"bcdump/report/terminal"
)

// browseRun is `bcdump browse`.
type browseRun struct {
	reading
	factsFlags
	path    string
	actions browseActions
	// forgetful says that filters are not kept for the next time.
	forgetful bool
	at        int // the frame to begin with
}

func newBrowse(s *streams) *command {
	return &command{runner: &browseRun{reading: reading{streams: s}}, memory: factsMemory, Command: cobra.Command{
		Use:   "browse FILE",
		Short: "Look through a capture in the terminal, message by message",
		Long: `Look through a capture in the terminal: the messages, and of the chosen one the fields and
the bytes, with a filter that can be changed at any time. FILE may be anything that "bcdump
decode" reads; of "-", standard input, messages are shown as they come, and keys are read from
the terminal. Press ? for the keys, q to quit. For screen readers, and for terminals without
abilities (TERM=dumb), there is "bcdump decode --explain".`,
		Example: `  bcdump browse battle.pcap
  bcdump browse -f 'name == "TorpedoFire"' battle.pcap
  bcdump browse --at 3106 battle.pcap
  tcpdump -U -w - udp | bcdump browse -`,
		Args: counted(cobra.ExactArgs(1)),
	}}
}

func (o *browseRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	addNumber(cmd, &number{to: &o.at, flag: "at"}, "start at frame `N`")
	flags.BoolVar(&o.forgetful, "no-history", false, "neither load nor save the history of filters")
	o.addFacts(cmd, "")
	o.addLocal(cmd)
	o.inputFlags.add(cmd)
	o.addColor(cmd)
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no warnings on standard error at the end")
}

func (o *browseRun) run(_ *cobra.Command, files []string) error {
	if err := o.checkFacts(); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.options.Filter = nil    // all messages are read, and then filtered
	o.options.NoLedger = true // nobody is shown it
	o.options.Copies = true
	o.path = files[0]
	o.actions = browseActions{input: &o.inputFlags, local: o.local, color: o.colored(), file: o.path, span: o.factsFlags.words(), memory: o.size}
	return o.browse()
}

// browse shows the capture until the user has seen enough, and says then what was wrong with it.
func (o *browseRun) browse() error {
	if !o.streams.outTerminal || os.Getenv("TERM") == "dumb" {
		o.complain(errors.New("browse: standard output is not a terminal that can show panes; use \"bcdump decode\""))
		return status(exitUsage)
	}
	if o.path == "-" && o.streams.typed() {
		o.complain(errors.New("browse: standard input is the terminal, where keys come from; pipe a capture into it, or name a file"))
		return status(exitUsage)
	}
	stop := make(chan struct{})
	o.options.Interrupt = stop
	x, err := o.opener()
	if err != nil {
		o.complain(err)
		return status(exitNothing)
	}
	defer func() { _ = x.close() }()
	m := browse.New(o.model(x))
	err = o.runScreen(m)
	close(stop)
	m.Stop()
	return o.end(err, m, x)
}

func (o *browseRun) model(x *opener) browse.Options {
	b := browse.Options{
		Open: x.open, Name: x.name, Start: x.start, Filter: o.filter, At: int64(o.at), Protocol: o.options.Protocol, Zone: o.zone(), Color: o.colored(),
		Follow: o.path == "-",
	}
	if !o.forgetful {
		b.History = browse.HistoryFile()
	}
	if x.kept != nil {
		o.actions.stdin, o.actions.size = x.kept.reopen, x.kept.size.Load
	}
	b.Actions, b.Differences = o.actions.actions(), o.actions.differences
	return b
}

// runScreen gives the terminal to the model.
func (o *browseRun) runScreen(m *browse.Model) error {
	options := []tea.ProgramOption{tea.WithOutput(os.Stdout), tea.WithoutSignalHandler()}
	keys, err := o.keys()
	if err != nil {
		return err
	}
	if keys != nil {
		defer func() { _ = keys.Close() }()
		options = append(options, tea.WithInput(keys))
	}
	p := tea.NewProgram(m, options...)
	defer o.streams.interrupts.leaving(func() {
		p.Kill()
		p.Wait()
	})()
	_, err = p.Run()
	if errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrProgramPanic) {
		select {} // who killed it, a signal, ends the program too
	}
	return err
}

// keys is where keys come from when standard input is the capture; nil = from standard input.
func (o *browseRun) keys() (*os.File, error) {
	if o.path != "-" {
		return nil, nil
	}
	in, out, err := tea.OpenTTY()
	if err != nil {
		return nil, fmt.Errorf("standard input is the capture, and there is no terminal to read keys from: %w", err)
	}
	if out != in {
		_ = out.Close()
	}
	return in, nil
}

// end says why it ended and what was wrong with the capture.
func (o *browseRun) end(err error, m *browse.Model, x *opener) error {
	if failure := m.Err(); failure != nil {
		err = failure
	}
	var broken *browse.Panicked
	if errors.As(err, &broken) {
		o.streams.tellPage(string(broken.Stack))
	}
	if err != nil {
		o.complain(err)
		return status(exitNothing)
	}
	if x.capture == nil {
		return nil
	}
	sum := x.capture.Summary()
	result := o.tellFaults(x.name, &sum)
	if m.Complete() {
		result = worse(result, o.tellNoGame(x.name, &sum))
	}
	if over := m.Over(); over != nil {
		o.complain(over)
		result = worse(result, exitDamaged)
	}
	if result != exitOK {
		return status(result)
	}
	return nil
}

// opener opens the capture: a file at once, so that there is no screen if it cannot be, and standard input
// when the screen is there.
type opener struct {
	name    string
	capture *decode.Capture // nil until it is open; of standard input, to be asked when the model has stopped
	start   capture.Time    // zero = not known
	kept    *keptInput      // of standard input
	open    func() (*decode.Capture, facts.Options, error)
}

func (o *browseRun) opener() (*opener, error) {
	if o.path == "-" {
		return o.inputOpener(o.streams.in)
	}
	c, err := decode.OpenFile(o.path, o.options)
	if err != nil {
		return nil, err
	}
	if err := o.checkZone(c.Name(), c.Info()); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	x := &opener{name: c.Name(), capture: c}
	x.start, _ = c.Start()
	read, err := o.part(c)
	x.open = func() (*decode.Capture, facts.Options, error) { return c, read, err }
	return x, nil
}

func (o *browseRun) inputOpener(in io.Reader) (*opener, error) {
	kept, err := keepInput(in)
	if err != nil {
		return nil, err
	}
	x := &opener{name: stdinName, kept: kept}
	x.open = func() (read *decode.Capture, part facts.Options, err error) {
		if x.capture, err = decode.Open(stdinName, kept.in, o.options); err != nil {
			return nil, part, err
		}
		if err := o.checkZone(stdinName, x.capture.Info()); err != nil {
			return nil, part, err
		}
		part, err = o.part(x.capture)
		return x.capture, part, err
	}
	return x, nil
}

// part says what of a capture is read, and tells the actions.
func (o *browseRun) part(c *decode.Capture) (facts.Options, error) {
	span, err := o.span(c, &o.spanFlags, func(s facts.Span) { o.actions.condition = s.Condition() })
	return facts.Options{Budget: o.budget, Span: span}, err
}

func (x *opener) close() error {
	var err error
	if x.capture != nil {
		err = x.capture.Close()
	}
	if x.kept != nil {
		err = errors.Join(err, x.kept.close())
	}
	return err
}

// keptInput keeps standard input so that it can be read again. A plain file is read again itself. Bytes of anything else
// are copied into a temporary file, which is gone when bcdump ends.
type keptInput struct {
	in      io.Reader // to be read; what it gives is kept
	file    *os.File
	from    int64        // in the file
	size    atomic.Int64 // that have come
	ended   atomic.Bool  // nothing more comes
	discard bool         // the file is temporary
}

func keepInput(in io.Reader) (k *keptInput, err error) {
	k = &keptInput{in: in}
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if k.from, err = f.Seek(0, io.SeekCurrent); err == nil {
				k.file = f
				k.size.Store(info.Size() - k.from)
				k.ended.Store(true)
				return k, nil
			}
		}
	}
	if k.file, err = os.CreateTemp("", "bcdump-*"); err != nil {
		return nil, fmt.Errorf("keeping the capture: %w", err)
	}
	k.in, k.discard = &keeping{k, in}, true
	return k, nil
}

// keeping keeps what it reads.
type keeping struct {
	kept *keptInput
	in   io.Reader
}

func (k *keeping) Read(p []byte) (int, error) {
	n, err := k.in.Read(p)
	if n > 0 && n <= len(p) {
		if _, failed := k.kept.file.WriteAt(p[:n], k.kept.size.Load()); failed != nil {
			return 0, fmt.Errorf("keeping the capture in a temporary file: %w", failed)
		}
		k.kept.size.Add(int64(n))
	}
	if err != nil {
		k.kept.ended.Store(true)
	}
	return n, err
}

// reopen gives once more what has come so far.
func (k *keptInput) reopen(options decode.Options) (*decode.Capture, error) {
	ended, size := k.ended.Load(), k.size.Load()
	if size == 0 {
		return nil, errors.New("nothing of the capture has come yet")
	}
	var again io.Reader = io.NewSectionReader(k.file, k.from, size)
	if !ended {
		again = io.MultiReader(again, stopped{})
	}
	return decode.Open(stdinName, again, options)
}

// stopped ends the reading of a capture that may still grow.
type stopped struct{}

func (stopped) Read([]byte) (int, error) { return 0, capture.ErrStopped }

func (k *keptInput) close() error {
	if !k.discard {
		return nil
	}
	return errors.Join(k.file.Close(), os.Remove(k.file.Name()))
}

// browseActions are what `bcdump browse` does with what is browsed: each is one of the other commands, run
// beside the screen with streams of its own.
type browseActions struct {
	input *inputFlags
	local bool   // times are shown as --local shows them
	color bool   // what is shown has colours
	file  string // "-" = standard input
	// span and memory are what --from, --to and --memory say, condition the filter that the first two are.
	span              []string
	memory, condition string
	// stdin reads again what has come of standard input so far; size is how many bytes that is. Both nil
	// if a file is browsed.
	stdin func(decode.Options) (*decode.Capture, error)
	size  func() int64
}

func (b *browseActions) actions() browse.Actions {
	return browse.Actions{
		Stats:    func(w browse.Work) ([]string, error) { return b.shown(w, b.stats(w)) },
		Timeline: func(w browse.Work) ([]string, error) { return b.shown(w, b.timeline(w), b.summary(w)) },
		Report:   b.report,
		Write:    b.write,
		Command:  b.command,
	}
}

// command is the line that one would write in a shell.
func (b *browseActions) command(key string, w browse.Work) string {
	words := b.decode(w)
	switch key {
	case "y":
		words = b.words(w.Filter, "decode", "--explain")
	case "s":
		words = b.stats(w)
	case "T":
		words = b.timeline(w)
	case "r":
		words = b.page(w)
	case "w":
		words, _ = b.kept(w)
	}
	return commandLine(append([]string{"bcdump"}, words...))
}

// Below are the words of the commands. The ship decides what a timeline is about, not the filter: that
// would leave out what happened to the ship.

func (b *browseActions) decode(w browse.Work) []string {
	return b.words(filter.And(b.condition, w.Filter), "decode")
}

func (b *browseActions) stats(w browse.Work) []string {
	words := append([]string{"stats"}, b.span...)
	if b.memory != "" && b.memory != defaultBudget {
		words = append(words, "--memory", b.memory)
	}
	return b.words(w.Filter, words...)
}

func (b *browseActions) timeline(w browse.Work) []string {
	return b.words("", append([]string{"timeline", "--of", w.Ship}, b.span...)...)
}

func (b *browseActions) summary(w browse.Work) []string {
	return b.words("", append([]string{"timeline", "--of", w.Ship, "--summary"}, b.span...)...)
}

func (b *browseActions) page(w browse.Work) []string {
	if w.Replace {
		return b.words("", "report", "--force")
	}
	return b.words("", "report")
}

// writeForms are the flags of the forms that the endings of names ask for.
var writeForms = map[string][]string{
	pcapName: nil, pcapngName: nil, ".txt": nil, ".json": {"-o", "json"}, ".jsonl": {"-o", "json"}, ".csv": {"-o", "csv"},
}

// kept are the words of the command that writes what the filter keeps.
func (b *browseActions) kept(w browse.Work) ([]string, error) {
	form, ok := writeForms[strings.ToLower(filepath.Ext(w.Path))]
	if !ok {
		return nil, fmt.Errorf("%s: the name says what is written: .pcap or .pcapng packets, .json, .jsonl or .csv messages, .txt text", w.Path)
	}
	return b.words(filter.And(b.condition, w.Filter), append(append([]string{"decode"}, form...), "-w", w.Path)...), nil
}

func (b *browseActions) words(expression string, command ...string) []string {
	words := append(slices.Clone(command), b.input.words()...)
	if b.local && command[0] != "report" {
		words = append(words, "--local")
	}
	if expression != "" {
		words = append(words, "-f", expression)
	}
	return append(words, fileWords([]string{b.file})...)
}

// shown runs commands one after the other and gives what they print.
func (b *browseActions) shown(w browse.Work, commands ...[]string) (lines []string, err error) {
	for i, words := range commands {
		part := w
		part.Progress = func(share float64) { w.Progress((float64(i) + share) / float64(len(commands))) }
		if b.color {
			words = slices.Insert(slices.Clone(words), 1, "--color", "always")
		}
		more, err := b.run(part, words)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// report writes the page of `bcdump report`.
func (b *browseActions) report(w browse.Work) ([]string, error) {
	o := reportRun{force: w.Replace}
	path := o.pageOf(b.file)
	if o.mayWrite(path) != nil {
		return nil, &browse.ExistsError{Path: path}
	}
	said, err := b.run(w, b.page(w))
	if err != nil {
		return nil, err
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	said[0] = "The report is in " + path
	return said, nil
}

// write writes what the filter keeps.
func (b *browseActions) write(w browse.Work) ([]string, error) {
	w.Path = atHome(w.Path)
	words, err := b.kept(w)
	if err != nil {
		return nil, err
	}
	if there, err := os.Stat(w.Path); err == nil && there.Mode().IsRegular() && !w.Replace {
		return nil, &browse.ExistsError{Path: w.Path}
	}
	said, err := b.run(w, words)
	if err != nil {
		return nil, err
	}
	return append([]string{"Written: " + w.Path}, said...), nil
}

// differences asks `bcdump desync` what players see otherwise.
func (b *browseActions) differences(w browse.Work) (list []browse.Difference, err error) {
	lines, err := b.run(w, b.words("", "desync", "-o", "json", "--quiet"))
	if err != nil {
		return nil, err
	}
	var d struct {
		Findings []struct {
			Ship, Text string
			From       struct{ Frame int64 }
		}
	}
	if err := json.Unmarshal([]byte(lines[0]), &d); err != nil {
		return nil, err
	}
	for _, f := range d.Findings {
		object, _ := strconv.ParseUint(f.Ship, 0, 32) // "" = it is about no ship
		list = append(list, browse.Difference{Frame: f.From.Frame, Object: uint32(object), Text: f.Text})
	}
	return list, nil
}

// atHome is a path in which "~" stands for the user's folder.
func atHome(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, "~/"); ok && err == nil {
		return filepath.Join(home, rest)
	}
	return path
}

// run runs a command. It gives what that prints, and what it says beside it.
func (b *browseActions) run(w browse.Work, words []string) ([]string, error) {
	var out, said bytes.Buffer
	s := streams{
		out: &out, err: terminal.NewWriter(&said), width: w.Width, plain: !b.color,
		interrupts: &interrupts{asked: make(chan struct{})},
		unwanted:   w.Stopped,
		watch:      func(c *decode.Capture) func() { return b.watch(w, c) },
		again:      b.stdin,
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-w.Stop:
			close(s.interrupts.asked)
		case <-done:
		}
	}()
	return b.result(w, run(b.withJobs(words), s), out.String(), said.String())
}

// withJobs adds the flag that no command line of ours needs.
func (b *browseActions) withJobs(words []string) []string {
	if b.input.jobs == 0 {
		return words
	}
	return slices.Insert(slices.Clone(words), 1, fmt.Sprintf("--jobs=%d", b.input.jobs))
}

// result turns the status of a command into lines or an error.
func (b *browseActions) result(w browse.Work, status int, out, said string) (lines []string, err error) {
	switch {
	case w.Stopped() || status == exitInterrupted:
		return nil, browse.ErrStopped
	case status == exitNothing || status == exitUsage:
		return nil, errors.New(strings.TrimPrefix(strings.TrimSpace(said), "bcdump: "))
	}
	if out != "" {
		lines = strings.Split(strings.TrimRight(out, "\n"), "\n")
	}
	if said != "" {
		lines = append(append(lines, ""), strings.Split(strings.TrimRight(said, "\n"), "\n")...)
	}
	return lines, nil
}

// watch tells how far a capture has been read, until it is called to its end.
func (b *browseActions) watch(w browse.Work, c *decode.Capture) (end func()) {
	size := b.bytes()
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(progressInterval)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				w.Progress(float64(c.BytesRead()) / float64(max(size, 1)))
			}
		}
	}()
	return func() { close(done) }
}

// bytes is how long the capture is.
func (b *browseActions) bytes() int64 {
	if b.size != nil {
		return b.size()
	}
	info, err := os.Stat(b.file)
	if err != nil {
		return 0
	}
	return info.Size()
}
