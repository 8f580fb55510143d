package browse

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/terminal"
)

// Options say what is shown and how.
type Options struct {
	// Open begins the index; it may wait for a pipe to speak.
	Open func() (*decode.Index, error)
	// Name is what the capture is called in the header.
	Name string
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
}

// Model is what one who browses sees: a tea.Model.
type Model struct {
	options Options
	work    *work
	index   *decode.Index // nil until it is open
	start   capture.Time  // of the capture
	keys    []binding
	look    look

	width, height int
	panes         panes
	list          list
	fields        fieldPane
	bytes         bytePane
	filter        *filtered // nil = all messages are shown
	ends          ends
	current       *decode.Record // the chosen one, which stays; nil = there is none

	overlay overlay // what covers the panes; nil = nothing
	prompt  *prompt // what is asked in the last line; nil = nothing
	notice  notice
	failure error // why it ended
	screen  string
}

// overlay covers the panes, and takes all keys until it is done.
type overlay interface {
	key(m *Model, key tea.KeyPressMsg) tea.Cmd
	lines(m *Model, width, height int) []string
}

// notice is a line for the user, in place of the keys.
type notice struct {
	text string
	bad  bool
}

// New makes the model of a capture.
func New(o Options) *Model {
	m := &Model{options: o, work: newWork(), look: newLook(o.Color, false), panes: newPanes()}
	m.list.follow = o.Follow
	m.list.rows = map[int]string{}
	m.keys = keyTable()
	m.list.wanted = -1
	return m
}

// Init is of tea.Model: it begins to read.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.work.do(m.open), tea.RequestBackgroundColor)
}

// Err is why the model ended, if it did not end because it was asked to.
func (m *Model) Err() error { return m.failure }

// Stop ends what goes on in the background, and waits for it. Options.Interrupt of the index has to be
// closed before.
func (m *Model) Stop() { m.work.stop() }

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
		m.look = newLook(m.options.Color, !msg.IsDark())
		m.list.forget()
	case tea.KeyPressMsg:
		return m.press(msg), true
	case tea.PasteMsg:
		m.paste(msg.Content)
	case tea.MouseMsg:
		return m.mouse(msg), true
	case background:
		return msg.arrive(m)
	default:
		return nil, false
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
	v.WindowTitle = "bcdump " + m.options.Name
	return v
}

// press gives a key to whom it is for.
func (m *Model) press(key tea.KeyPressMsg) tea.Cmd {
	m.notice = notice{}
	switch {
	case key.String() == "ctrl+c":
		return tea.Quit
	case key.String() == "ctrl+z":
		return tea.Suspend
	case m.prompt != nil:
		return m.prompt.press(m, key)
	case m.overlay != nil:
		return m.overlay.key(m, key)
	}
	if b := m.binding(key.String()); b != nil {
		return b.do(m)
	}
	return nil
}

// paste puts text into what is asked.
func (m *Model) paste(text string) {
	if m.prompt == nil {
		return
	}
	for _, r := range text {
		m.prompt.press(m, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (m *Model) say(text string)      { m.notice = notice{text: text} }
func (m *Model) complain(text string) { m.notice = notice{text: text, bad: true} }

// look is how things look.
type look struct {
	terminal.Palette
	chosen       terminal.Style
	color, light bool
}

func newLook(color, light bool) look {
	l := look{Palette: terminal.NewPalette(color), chosen: terminal.Chosen(), color: color, light: light}
	if color && light {
		l.Palette = terminal.LightPalette()
	}
	return l
}

