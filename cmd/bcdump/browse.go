package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/browse"
)

// browseRun is `bcdump browse`.
type browseRun struct {
	reading
	path    string
	actions browseActions
	// forgetful says that filters are not kept for the next time.
	forgetful bool
	at        int // the frame to begin with
}

func newBrowse(s *streams) *command {
	return &command{runner: &browseRun{reading: reading{streams: s}}, memory: browseMemory, Command: cobra.Command{
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
	addNumber(cmd, &number{to: &o.at, flag: "at"}, "begin at frame `N`")
	flags.BoolVar(&o.forgetful, "no-history", false, "filters are neither taken from earlier sessions nor kept for later ones")
	o.addLocal(cmd)
	o.inputFlags.add(cmd)
	o.addColor(cmd)
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "no warnings on standard error at the end")
}

func (o *browseRun) run(_ *cobra.Command, files []string) error {
	if err := o.over(files); err != nil {
		return err
	}
	o.options.Filter = nil    // the index has all messages
	o.options.NoLedger = true // nobody is shown it
	o.path = files[0]
	o.actions = browseActions{input: &o.inputFlags, local: o.local, color: o.colored(), file: o.path}
	return o.browse()
}

// browse shows the capture until the user has seen enough, and says then what was wrong with it.
func (o *browseRun) browse() error {
	if !o.streams.outTerminal || os.Getenv("TERM") == "dumb" {
		o.complain(errors.New("browse: standard output is no terminal that can show panes; take \"bcdump decode\""))
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
	if o.path == "-" {
		o.actions.stdin, o.actions.size = x.reopen, x.size
	}
	b.Actions = o.actions.actions()
	return b
}

// reopen gives once more what has come so far.
func (x *opener) reopen(options decode.Options) (*decode.Capture, error) {
	if index := x.index.Load(); index != nil {
		return index.Reopen(options)
	}
	return nil, decode.ErrNotBegun
}

// size is how many bytes that is.
func (x *opener) size() int64 {
	if index := x.index.Load(); index != nil {
		return index.Size()
	}
	return 0
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
	index := x.index.Load()
	if index == nil {
		return nil
	}
	if result := o.tellDamage(index); result != exitOK {
		return status(result)
	}
	return nil
}

// tellDamage says what is wrong with what was read.
func (o *browseRun) tellDamage(x *decode.Index) int {
	sum := x.Summary()
	return o.tellFaults(x.Name(), &sum)
}

// opener opens the capture: a file at once, so that there is no screen if it cannot be, and standard input
// when the screen is there.
type opener struct {
	name  string
	index atomic.Pointer[decode.Index] // nil until it is open
	start capture.Time                 // zero = not known
	open  func() (*decode.Index, error)
}

func (o *browseRun) opener() (*opener, error) {
	if o.path == "-" {
		return o.inputOpener(o.streams.in), nil
	}
	index, err := decode.OpenIndex(o.path, o.options)
	if err != nil {
		return nil, err
	}
	start, _ := index.Start()
	if err := o.checkZone(index.Name(), index.Info()); err != nil {
		return nil, errors.Join(err, index.Close())
	}
	x := &opener{name: index.Name(), start: start, open: func() (*decode.Index, error) { return index, nil }}
	x.index.Store(index)
	return x, nil
}

func (o *browseRun) inputOpener(in io.Reader) *opener {
	x := &opener{name: stdinName}
	x.open = func() (*decode.Index, error) {
		index, err := decode.NewIndex(stdinName, in, o.options)
		if err != nil {
			return nil, err
		}
		x.index.Store(index)
		return index, o.checkZone(stdinName, index.Info())
	}
	return x
}

func (x *opener) close() error {
	if index := x.index.Load(); index != nil {
		return index.Close()
	}
	return nil
}
