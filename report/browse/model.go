package browse

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/printable"
	"bcdump/report/facts"
	"bcdump/report/records"
	"bcdump/report/terminal"
)

// Options say what is shown and how.
type Options struct {
	// Open opens the capture, and says what of it is to be read; it may wait for a pipe to speak.
	Open func() (*decode.Capture, facts.Options, error)
	// Name is what the capture is called in the header.
	Name string
	// Start is the time of the first frame; zero = that of the first message is taken for it.
	Start capture.Time
	// At is the frame to begin with; 0 = the first.
	At int64
	// Filter is the expression that messages have to match at the start; "" = all are shown.
	Filter string
	// Protocol is the only one that there can be; "" = any.
	Protocol decode.Protocol
	// Zone is where the clock of the times is; nil = UTC.
	Zone *time.Location
	// Color says whether there are colours. What is chosen is marked in any case.
	Color bool
	// Follow begins at the end, and stays there while messages come.
	Follow bool
	// Actions are what s, T, r and w do.
	Actions Actions
	// Differences finds what players see otherwise; nil = nobody can.
	Differences func(Work) ([]Difference, error)
	// History is the file where filters are remembered; "" = they are for this session only.
	History string
}

// Model is what one who browses sees: a tea.Model.
type Model struct {
	messages
	options Options
	keys    []binding
	look    looks

	width, height int
	panes         panes
	list          list
	fields        fieldPane
	bytes         bytePane
	asked         *dialog // nil = nothing is
	bottom        int     // lines of the dialog or of the keys, below the panes
	notice        notice
	screen        string
	cursor        *tea.Cursor

	running sync.WaitGroup // what goes on beside the screen
	run     int            // counts what the user had begun there
	stop    chan struct{}  // closed when nobody waits for the last of it; nil = none goes on
	wanted  string         // the text that was looked for last, in lower case; "" = none was
	seen    *seen          // what the filter line completes
	line    filterLine
	stops   []stop                         // where one was before jumps
	hidden  struct{ before, under string } // the filter before Acks were hidden, and the one under which they are
	summary decode.Summary
	over    error // why the capture was not read to its end: there is no more memory; nil = it was
	failure error // why the model ended
}

// notice is a line for the user, in place of the keys.
type notice struct {
	text string
	bad  bool
}

// New makes the model of a capture.
func New(o Options) *Model {
	m := &Model{options: o, seen: newSeen(), keys: keyTable()}
	m.name, m.growing = o.Name, &facts.Growing{}
	m.list = list{messages: &m.messages, chose: m.show, marks: map[string]int{}, follow: o.Follow, chosen: -1, wanted: -1}
	m.list.text = records.TextOptions{Start: o.Start, Zone: o.Zone}
	m.line = filterLine{look: &m.look, history: newHistory(o.History), values: m.seen.values, protocol: o.Protocol}
	m.dress(false)
	if o.Filter != "" {
		m.newFilter(o.Filter)
	}
	return m
}

// dress gives everything its colours.
func (m *Model) dress(light bool) {
	m.look = looks{Palette: terminal.NewPalette(m.options.Color), chosen: terminal.Chosen(), color: m.options.Color, light: light}
	if m.look.color && light {
		m.look.Palette = terminal.LightPalette()
	}
	m.list.text.Color, m.list.text.Light = m.look.color, light
}

// Init is of tea.Model: it begins to read.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.do(m.open), tea.RequestBackgroundColor) }

// Complete reports whether the capture was read to its end.
func (m *Model) Complete() bool { return m.complete && m.over == nil }

// Over is why the capture was not read to its end, if there was not memory enough; nil = there was.
func (m *Model) Over() error { return m.over }

// Err is why the model ended, if it did not end because it was asked to.
func (m *Model) Err() error { return m.failure }

// Stop ends what goes on in the background, and waits for it. Options.Interrupt of the capture has to
// be closed before.
func (m *Model) Stop() {
	m.end()
	m.running.Wait()
}

// Panicked is an error that no input should be able to cause.
type Panicked struct {
	Reason any
	Stack  []byte
}

func panicked(reason any) error { return &Panicked{reason, debug.Stack()} }

func (p *Panicked) Error() string { return fmt.Sprintf("internal error: %v", p.Reason) }

// done is what the end of something beside the screen does to the model.
type done func(*Model) tea.Cmd

// do gives a command that Stop waits for. A panic in it ends the program.
func (m *Model) do(f func() done) tea.Cmd {
	return func() (msg tea.Msg) {
		m.running.Add(1)
		defer m.running.Done()
		defer func() {
			if r := recover(); r != nil {
				msg = failed(panicked(r))
			}
		}()
		return f()
	}
}

func failed(err error) done {
	return func(m *Model) tea.Cmd {
		m.failure = err
		return tea.Quit
	}
}

// Update is of tea.Model: it takes a key or another event, and draws. A panic becomes an error, so that the terminal is
// left as it was.
func (m *Model) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer func() {
		if r := recover(); r != nil {
			cmd = failed(panicked(r))(m)
		}
	}()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dress(!msg.IsDark())
	case tea.KeyPressMsg:
		cmd = m.press(msg)
	case tea.PasteMsg:
		if d := m.asked; d != nil && d.text != nil {
			d.text.insert(msg.Content)
			if d.pasted != nil {
				d.pasted()
			}
		}
	case tea.MouseMsg:
		m.mouse(msg)
	case done:
		cmd = msg(m)
	}
	if m.failure == nil {
		m.draw()
	}
	return m, cmd
}

// press gives a key to whom it is for.
func (m *Model) press(key tea.KeyPressMsg) tea.Cmd {
	m.notice = notice{}
	if key.Keystroke() == "ctrl+z" {
		return tea.Suspend
	}
	if m.asked != nil {
		return m.asked.key(key)
	}
	if b := m.binding(key.String()); b != nil {
		return b.do(m)
	}
	return nil
}

// View is of tea.Model: it gives the screen as Update has drawn it.
func (m *Model) View() tea.View {
	v := tea.NewView(m.screen)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "bcdump " + printable.Text(m.name)
	v.Cursor = m.cursor
	return v
}

// say and complain are the door of all that the last lines tell; much of it is what others wrote.
func (m *Model) say(text string)      { m.notice = notice{text: printable.Text(text)} }
func (m *Model) complain(text string) { m.notice = notice{text: printable.Text(text), bad: true} }

// open opens the capture, which is then read while others may look at it.
func (m *Model) open() done {
	c, o, err := m.options.Open()
	if err != nil {
		return failed(err)
	}
	o.Growing = m.growing
	return func(m *Model) tea.Cmd {
		return tea.Batch(m.do(func() done {
			f, err := facts.Read(c, o)
			return func(m *Model) tea.Cmd { return m.read(f, err) }
		}), tick())
	}
}

// read takes in that no more will be read.
func (m *Model) read(f *facts.Facts, err error) tea.Cmd {
	var over *facts.BudgetError
	if errors.As(err, &over) {
		m.over = err
		m.complain(err.Error())
	} else if err != nil {
		return failed(err)(m)
	}
	m.summary, m.complete = f.Summary, true
	if m.options.Follow && m.notice.text == "" {
		m.say("the capture has ended: nothing more will come")
	}
	return m.grow()
}

// interval is how often what grows is drawn again at most.
const interval = time.Second / 30

// tick looks again and again what has grown.
func tick() tea.Cmd {
	return tea.Tick(interval, func(time.Time) tea.Msg {
		return done(func(m *Model) tea.Cmd {
			if m.complete {
				return nil
			}
			return tea.Batch(m.grow(), tick())
		})
	})
}

// grow takes in what has come, and lets the filter see it.
func (m *Model) grow() tea.Cmd {
	if now := m.growing.Now(); now != nil && (m.facts == nil || now.Rows() > m.all()) {
		m.facts, m.reader = now, now.Reader()
	}
	if m.all() > 0 {
		if start := &m.list.text.Start; start.IsZero() {
			*start = m.facts.Time(m.facts.Datagram(0))
		}
		m.list.differences.place(&m.messages)
	}
	m.list.settle()
	if at := m.options.At; at > 0 && (m.complete || m.all() > 0 && m.facts.From(at) < m.all()) {
		m.options.At = 0
		m.goToFrame(fmt.Sprint(at))
	}
	return m.sift()
}
