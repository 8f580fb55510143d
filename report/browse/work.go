package browse

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/report/facts"
)

// work is what goes on in the background.
type work struct {
	running sync.WaitGroup
	halt    chan struct{} // closed to end it
	once    sync.Once
	built   atomic.Bool // no more messages come
}

func newWork() *work { return &work{halt: make(chan struct{})} }

// do gives a command that stop waits for. A panic in it becomes a message.
func (w *work) do(f func() tea.Msg) tea.Cmd {
	return func() (msg tea.Msg) {
		w.running.Add(1)
		defer w.running.Done()
		defer func() {
			if r := recover(); r != nil {
				msg = failed{panicked(r)}
			}
		}()
		return f()
	}
}

// guard lets stop wait for actions, and makes errors of panics in them.
func (w *work) guard(a Actions) Actions {
	for _, f := range []*func(Work) ([]string, error){&a.Stats, &a.Timeline, &a.Report, &a.Write} {
		if do := *f; do != nil {
			*f = func(about Work) (lines []string, err error) {
				w.running.Add(1)
				defer w.running.Done()
				defer func() {
					if r := recover(); r != nil {
						err = panicked(r)
					}
				}()
				return do(about)
			}
		}
	}
	return a
}

// stopped reports whether it is to end.
func (w *work) stopped() bool { return closed(w.halt) }

func (w *work) stop() {
	w.once.Do(func() { close(w.halt) })
	w.running.Wait()
}

// Panicked is an error that no input should be able to cause.
type Panicked struct {
	Reason any
	Stack  []byte
}

func panicked(reason any) error { return &Panicked{reason, debug.Stack()} }

func (p *Panicked) Error() string { return fmt.Sprintf("internal error: %v", p.Reason) }

// background is news of the work in the background.
type background interface {
	arrive(m *Model) (cmd tea.Cmd, changed bool)
}

// failed ends the program.
type failed struct{ err error }

func (f failed) arrive(m *Model) (tea.Cmd, bool) {
	m.failure = f.err
	return tea.Quit, true
}

// opened says that the capture is open.
type opened struct {
	capture *decode.Capture
	facts   facts.Options
}

func (m *Model) open() tea.Msg {
	c, o, err := m.options.Open()
	if err != nil {
		return failed{err}
	}
	return opened{c, o}
}

func (o opened) arrive(m *Model) (tea.Cmd, bool) {
	m.capture = o.capture
	return tea.Batch(m.work.do(func() tea.Msg { return m.read(o) }), tick(), m.resume()), true
}

// read reads the capture.
func (m *Model) read(o opened) tea.Msg {
	defer m.work.built.Store(true)
	o.facts.Growing = m.growing
	f, err := facts.Read(o.capture, o.facts)
	return built{f, err}
}

// built says that no more will be read.
type built struct {
	facts *facts.Facts
	err   error
}

func (b built) arrive(m *Model) (tea.Cmd, bool) {
	var over *facts.BudgetError
	if errors.As(b.err, &over) {
		m.ends.over = b.err
		m.complain(b.err.Error())
	} else if b.err != nil {
		m.failure = b.err
		return tea.Quit, true
	}
	m.refresh()
	m.ends.summary = b.facts.Summary
	m.complete = true
	m.grow()
	if m.options.Follow && m.notice.text == "" {
		m.say("the capture has ended: nothing more will come")
	}
	return nil, true
}

// interval is how often what grows is drawn again at most.
const interval = time.Second / 30

// ticked is the moment to look what has grown.
type ticked struct{}

func tick() tea.Cmd { return tea.Tick(interval, func(time.Time) tea.Msg { return ticked{} }) }

func (ticked) arrive(m *Model) (cmd tea.Cmd, changed bool) {
	if m.busy() {
		cmd = tick()
	}
	return cmd, m.grow()
}

// grow takes in what has come, and reports whether there is anything.
func (m *Model) grow() bool {
	if !m.complete {
		m.refresh()
	}
	if m.all() == 0 {
		return m.list.grow()
	}
	grown := m.ends.look(&m.messages)
	if start := &m.list.text.Start; start.IsZero() {
		*start = m.ends.first
	}
	grown = m.list.grow() || grown
	m.list.differences.place(&m.messages)
	m.begin()
	return grown
}

// begin goes to the frame that one wants to begin with, once there is such a message.
func (m *Model) begin() {
	at := m.options.At
	if at == 0 {
		return
	}
	if m.facts.From(at) < m.all() || m.complete {
		m.options.At = 0
		m.goToFrame(strconv.FormatInt(at, 10))
	}
}
