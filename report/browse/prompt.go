package browse

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"bcdump/internal/printable"
)

// prompt asks for a text in the last line.
type prompt struct {
	question string
	text     string
	answer   func(m *Model, text string) tea.Cmd
}

func (p *prompt) press(m *Model, key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc", "ctrl+g":
		m.prompt = nil
	case "enter":
		m.prompt = nil
		return p.answer(m, p.text)
	case "backspace", "ctrl+h":
		_, size := utf8.DecodeLastRuneInString(p.text)
		p.text = p.text[:len(p.text)-size]
	case "ctrl+u":
		p.text = ""
	default:
		p.text += key.Text
	}
	return nil
}

// line draws the question and as much of the end of the text as there is room for.
func (p *prompt) line(width int) string {
	shown := " " + p.question + " " + printable.Text(p.text) + "▏"
	return scrolled(shown, max(wide(shown)-width, 0), width)
}
