package browse

import (
	tea "charm.land/bubbletea/v2"

	"bcdump/internal/printable"
)

// dialog takes all keys until it is done. It stands below the panes, or covers them.
type dialog interface {
	// key takes a key. closed ends the dialog; then answer, if there is one, says what is to be done.
	key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd)
	paste(p tea.PasteMsg)
	lines(width, height int) []string // as many as height at most
	column(width int) int             // where the cursor stands: on the last line if it is full, else the first; -1 = nowhere
	full() bool
}

// mostDialogLines is how many lines below the panes there are for dialogs.
const mostDialogLines = 10

// keysOnly is for dialogs without a text to write.
type keysOnly struct{}

func (keysOnly) paste(tea.PasteMsg) {}
func (keysOnly) column(int) int     { return -1 }
func (keysOnly) full() bool         { return false }

// question asks for a text in the last line.
type question struct {
	editor
	asks   string
	answer func(text string) tea.Cmd
	atOnce string // a first letter that does something else; "" = none
	do     func() tea.Cmd
}

func (q *question) key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd) {
	switch k.Keystroke() {
	case "esc", "ctrl+c", "ctrl+g":
		return true, nil
	case "enter":
		return true, func() tea.Cmd { return q.answer(q.text) }
	case q.atOnce:
		if q.text == "" {
			return true, q.do
		}
	}
	q.editor.key(k)
	return false, nil
}

func (q *question) paste(p tea.PasteMsg) { q.insert(p.Content) }
func (q *question) full() bool           { return false }

func (q *question) lines(width, _ int) []string {
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
	answer func(letter string) tea.Cmd
}

func (l *letter) key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd) {
	if k.Text == "" {
		return true, nil
	}
	return true, func() tea.Cmd { return l.answer(k.Text) }
}

func (l *letter) lines(int, int) []string { return []string{l.asks} }

// lineDialog is the filter line.
type lineDialog struct {
	*filterLine
	answer func(text string) tea.Cmd
}

func (d lineDialog) key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd) {
	done, cancelled := d.Key(k)
	if done {
		return true, func() tea.Cmd { return d.answer(d.Text()) }
	}
	return cancelled, nil
}

func (d lineDialog) full() bool { return false }

// actionDialog is an action that goes on, or what came of it.
type actionDialog struct{ *actionRunner }

func (d actionDialog) key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd) {
	return false, func() tea.Cmd { return d.Key(k) }
}

// menu offers choices.
type menu struct {
	keysOnly
	look    *looks
	title   string
	choices []choice
	chosen  int
}

// choice is one of a menu.
type choice struct {
	text string
	do   func() tea.Cmd
}

func (n *menu) key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd) {
	switch name := k.Keystroke(); name {
	case "down", "j", "tab":
		n.chosen = (n.chosen + 1) % len(n.choices)
	case "up", "k", "shift+tab":
		n.chosen = (n.chosen + len(n.choices) - 1) % len(n.choices)
	case "enter", "o":
		return true, n.choices[n.chosen].do
	case "esc", "q", "ctrl+c":
		return true, nil
	default:
		return n.number(name)
	}
	return false, nil
}

// number takes the number of a choice.
func (n *menu) number(key string) (closed bool, answer func() tea.Cmd) {
	if len(key) != 1 || key[0] < '1' || int(key[0]-'1') >= len(n.choices) {
		return false, nil
	}
	return true, n.choices[key[0]-'1'].do
}

func (n *menu) lines(width, height int) []string {
	lines := []string{n.look.Name.Paint(" " + printable.Text(n.title))}
	top := max(min(n.chosen-(height-2)/2, len(n.choices)-height+1), 0)
	for i := top; i < len(n.choices) && len(lines) < height; i++ {
		text := printable.Text(n.choices[i].text)
		if i < 9 {
			text = string(rune('1'+i)) + "  " + text
		} else {
			text = "   " + text
		}
		lines = append(lines, n.look.row(scrolled(text, 0, width-1), i == n.chosen, true, width, ""))
	}
	return lines
}
