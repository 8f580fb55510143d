package browse

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// help is the overlay that lists all keys.
type help struct{ top int }

func (h *help) key(m *Model, key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "down", "j":
		h.top++
	case "up", "k":
		h.top--
	case "pgdown", "space":
		h.top += m.height / 2
	case "pgup", "b":
		h.top -= m.height / 2
	default:
		m.overlay = nil
	}
	return nil
}

func (h *help) lines(m *Model, _, height int) []string {
	lines := helpLines(&m.look)
	h.top = max(min(h.top, len(lines)-height), 0)
	return lines[h.top:]
}

// helpLines list the keys by section.
func helpLines(l *look) (lines []string) {
	for _, s := range sections() {
		lines = append(lines, "", " "+l.Name.Paint(s.title))
		for _, b := range s.bindings {
			lines = append(lines, "   "+padded(b.show, keyWidth)+b.about)
		}
	}
	return append(lines, "", l.Dim.Paint(" any other key closes this"))
}

const keyWidth = 14

// KeyTable lists the keys as a table of Markdown, for the documents.
func KeyTable() string {
	var b strings.Builder
	b.WriteString("| Key | Does |\n|-----|------|\n")
	for _, s := range sections() {
		for _, k := range s.bindings {
			b.WriteString("| " + quotedKeys(k.show) + " | " + k.about + " |\n")
		}
	}
	return b.String()
}

func quotedKeys(show string) string {
	keys := strings.Fields(show)
	for i := range keys {
		keys[i] = "`" + keys[i] + "`"
	}
	return strings.Join(keys, " ")
}
