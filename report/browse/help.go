package browse

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/report/terminal"
)

// help is a viewer of the list of all keys.
type help struct{ viewer }

func newHelp(l *looks, width int) *help {
	h := &help{newViewer("keys", helpLines(l, width))}
	h.viewer.paint = l.viewerPaint()
	return h
}

func (h *help) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	if h.Key(k) || k.String() == "?" {
		m.close()
	}
	return nil
}

func (h *help) paste(p tea.PasteMsg)                       { h.Paste(p) }
func (h *help) lines(_ *Model, width, height int) []string { return h.Lines(width, height) }
func (h *help) column(width int) int                       { return h.Column(width) }
func (h *help) full() bool                                 { return true }

// helpLines list the keys by section.
func helpLines(l *looks, width int) (lines []string) {
	for _, s := range sections() {
		lines = append(lines, "", " "+l.Name.Paint(s.title))
		for _, b := range s.bindings {
			line := terminal.Fold("   "+padded(b.show, keyWidth)+b.about, max(width, 2*keyWidth), keyWidth+3)
			lines = append(lines, strings.Split(line, "\n")...)
		}
	}
	return lines
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
