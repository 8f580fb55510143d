package browse

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/internal/printable"
	"bcdump/report/facts"
	"bcdump/report/records"
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
	details
	options Options
	work    *work
	keys    []binding
	look    looks

	width, height int
	panes         panes
	list          list
	ends          ends

	capture *decode.Capture // nil until it is open
	deaths  deaths
	seen    *seen // what the filter line completes
	line    *filterLine
	runner  actionRunner
	asked   dialog // nil = nothing is
	bottom  int    // lines of the dialog or of the keys, below the panes
	cursor  *tea.Cursor
	stops   []stop // where one was before jumps
	search  search
	hidden  struct{ before, under string } // the filter before Acks were hidden, and the one under which they are
	notice  notice
	failure error // why it ended
	screen  string
}

// notice is a line for the user, in place of the keys.
type notice struct {
	text string
	bad  bool
}

// New makes the model of a capture.
func New(o Options) *Model {
	m := &Model{options: o, work: newWork(), seen: newSeen()}
	m.name, m.ends.zone = o.Name, o.Zone
	watch := m.seen.watcher()
	m.growing = &facts.Growing{Each: func(a *match.Match, number int, r *decode.Record) {
		watch(r)
		m.deaths.take(a, number, r)
	}}
	m.list = list{messages: &m.messages, chose: m.show, marks: marks{}, follow: o.Follow, chosen: -1, wanted: -1}
	m.list.text = records.TextOptions{Start: o.Start, Zone: o.Zone}
	m.line = newFilterLine(newFilterHistory(o.History), m.seen.values)
	m.line.protocol = o.Protocol
	m.runner.actions = m.work.guard(o.Actions)
	m.keys = keyTable()
	m.dress(false)
	if o.Filter != "" {
		m.newFilter(o.Filter)
	}
	return m
}

// dress gives everything its colours.
func (m *Model) dress(light bool) {
	m.look = newLook(m.options.Color, light)
	m.line.paint = linePaint{prompt: m.look.Name.Paint, fault: m.look.Damage.Paint, dim: m.look.Dim.Paint, chosen: m.look.chosen.Paint}
	m.runner.paint, m.runner.light = m.look.viewerPaint(), light
	m.list.text.Color, m.list.text.Light = m.look.color, m.look.light
	m.list.forget()
}

// Init is of tea.Model: it begins to read.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.work.do(m.open), tea.RequestBackgroundColor)
}

// Complete reports whether the capture was read to its end.
func (m *Model) Complete() bool { return m.complete && m.ends.over == nil }

// Over is why the capture was not read to its end, if there was not memory enough; nil = there was.
func (m *Model) Over() error { return m.ends.over }

// Err is why the model ended, if it did not end because it was asked to.
func (m *Model) Err() error { return m.failure }

// Stop ends what goes on in the background, and waits for it. Options.Interrupt of the capture has to
// be closed before.
func (m *Model) Stop() {
	m.endSearch()
	m.work.stop()
}

// Update is of tea.Model: it takes a key or another event, and draws.
func (m *Model) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer m.rescue(&cmd)
	cmd, changed := m.take(msg)
	if m.failure != nil {
		return m, tea.Quit
	}
	if changed {
		m.draw()
	}
	return m, cmd
}

// take gives what is to be done after an event, and whether there is something new to see.
func (m *Model) take(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dress(!msg.IsDark())
	case tea.KeyPressMsg:
		return m.press(msg), true
	case tea.PasteMsg:
		if d := m.dialog(); d != nil {
			d.paste(msg)
		}
	case tea.MouseMsg:
		return m.mouse(msg), true
	case background:
		return msg.arrive(m)
	default:
		return m.runner.Update(msg)
	}
	return nil, true
}

// rescue makes an error of a panic, so that the terminal is left as it was.
func (m *Model) rescue(cmd *tea.Cmd) {
	if r := recover(); r != nil {
		m.failure = panicked(r)
		*cmd = tea.Quit
	}
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

// press gives a key to whom it is for.
func (m *Model) press(key tea.KeyPressMsg) tea.Cmd {
	m.notice = notice{}
	m.runner.Settle()
	if key.Keystroke() == "ctrl+z" {
		return tea.Suspend
	}
	if d := m.dialog(); d != nil {
		return m.give(d, key)
	}
	if b := m.binding(key.String()); b != nil {
		return b.do(m)
	}
	return nil
}

// dialog is the one that is open; nil = none.
func (m *Model) dialog() dialog {
	if m.runner.active() {
		return actionDialog{&m.runner}
	}
	return m.asked
}

// close ends the dialog.
func (m *Model) close() { m.asked = nil }

// give lets the dialog take a key.
func (m *Model) give(d dialog, key tea.KeyPressMsg) tea.Cmd {
	closed, answer := d.key(key)
	if closed {
		m.close()
	}
	if answer == nil {
		return nil
	}
	return answer()
}

// say and complain are the door of all that the last lines tell; much of it is what others wrote.
func (m *Model) say(text string)      { m.notice = notice{text: printable.Text(text)} }
func (m *Model) complain(text string) { m.notice = notice{text: printable.Text(text), bad: true} }
