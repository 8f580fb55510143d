package browse

import (
	tea "charm.land/bubbletea/v2"

	"bcdump/internal/printable"
)

// dialog takes all keys until it is done. It stands below the panes, or covers them.
type dialog interface {
	key(m *Model, k tea.KeyPressMsg) tea.Cmd
	paste(p tea.PasteMsg)
	lines(m *Model, width, height int) []string // as many as height at most
	column(width int) int                       // where the cursor stands: on the last line if it is full, else the first; -1 = nowhere
	full() bool
}

// mostDialogLines is how many lines below the panes there are for dialogs.
const mostDialogLines = 10

// dialog is the one that is open; nil = none.
func (m *Model) dialog() dialog {
	if m.runner.active() {
		return actionDialog{&m.runner}
	}
	return m.asked
}

// close ends the dialog.
func (m *Model) close() { m.asked = nil }

// keysOnly is for dialogs without a text to write.
type keysOnly struct{}

func (keysOnly) paste(tea.PasteMsg) {}
func (keysOnly) column(int) int     { return -1 }
func (keysOnly) full() bool         { return false }

// question asks for a text in the last line.
type question struct {
	editor
	asks   string
	answer func(m *Model, text string) tea.Cmd
}

func (q *question) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.Keystroke() {
	case "esc", "ctrl+c", "ctrl+g":
		m.close()
	case "enter":
		m.close()
		return q.answer(m, q.text)
	default:
		q.editor.key(k)
	}
	return nil
}

func (q *question) paste(p tea.PasteMsg) { q.insert(p.Content) }
func (q *question) full() bool           { return false }

func (q *question) lines(_ *Model, width, _ int) []string {
	shown, _, _ := q.window(max(width-columns(q.asks), 1))
	return []string{q.asks + shown}
}

func (q *question) column(width int) int {
	_, cursor, _ := q.window(max(width-columns(q.asks), 1))
	return min(columns(q.asks)+cursor, width-1)
}

// letter asks for one character.
type letter struct {
	keysOnly
	asks   string
	answer func(m *Model, letter string) tea.Cmd
}

func (l *letter) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	m.close()
	if k.Text == "" {
		return nil
	}
	return l.answer(m, k.Text)
}

func (l *letter) lines(*Model, int, int) []string { return []string{l.asks} }

// lineDialog is the filter line.
type lineDialog struct{ line *filterLine }

func (d lineDialog) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	done, cancelled := d.line.Key(k)
	if done || cancelled {
		m.close()
	}
	if done {
		return m.newFilter(d.line.Text())
	}
	return nil
}

func (d lineDialog) paste(p tea.PasteMsg)                       { d.line.Paste(p) }
func (d lineDialog) lines(_ *Model, width, height int) []string { return d.line.Lines(width, height) }
func (d lineDialog) column(width int) int                       { return d.line.Column(width) }
func (d lineDialog) full() bool                                 { return false }

// actionDialog is an action that goes on, or what came of it.
type actionDialog struct{ runner *actionRunner }

func (d actionDialog) key(_ *Model, k tea.KeyPressMsg) tea.Cmd { return d.runner.Key(k) }
func (d actionDialog) paste(p tea.PasteMsg)                    { d.runner.paste(p) }
func (d actionDialog) column(width int) int                    { return d.runner.Column(width) }
func (d actionDialog) full() bool                              { return d.runner.Full() }

func (d actionDialog) lines(_ *Model, width, height int) []string {
	return d.runner.Lines(width, height)
}

// menu offers choices.
type menu struct {
	keysOnly
	title   string
	choices []choice
	chosen  int
}

// choice is one of a menu.
type choice struct {
	text string
	do   func(m *Model) tea.Cmd
}

func (n *menu) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch name := k.Keystroke(); name {
	case "down", "j", "tab":
		n.chosen = (n.chosen + 1) % len(n.choices)
	case "up", "k", "shift+tab":
		n.chosen = (n.chosen + len(n.choices) - 1) % len(n.choices)
	case "enter", "o":
		m.close()
		return n.choices[n.chosen].do(m)
	case "esc", "q", "ctrl+c":
		m.close()
	default:
		return n.number(m, name)
	}
	return nil
}

// number takes the number of a choice.
func (n *menu) number(m *Model, key string) tea.Cmd {
	if len(key) != 1 || key[0] < '1' || int(key[0]-'1') >= len(n.choices) {
		return nil
	}
	m.close()
	return n.choices[key[0]-'1'].do(m)
}

func (n *menu) lines(m *Model, width, height int) []string {
	lines := []string{m.look.Name.Paint(" " + printable.Text(n.title))}
	top := max(min(n.chosen-(height-2)/2, len(n.choices)-height+1), 0)
	for i := top; i < len(n.choices) && len(lines) < height; i++ {
		text := printable.Text(n.choices[i].text)
		if i < 9 {
			text = string(rune('1'+i)) + "  " + text
		} else {
			text = "   " + text
		}
		lines = append(lines, m.look.row(scrolled(text, 0, width-1), i == n.chosen, true, width, ""))
	}
	return lines
}
