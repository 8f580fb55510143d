package browse

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/report/terminal"
)

// KeyGroup is some of the keys, for the help and for documents.
type KeyGroup struct {
	Title string
	Keys  []Key
}

// Key is what one key does.
type Key struct {
	Keys, About string // as people read them
}

// help is a viewer of the list of all keys.
type help struct{ viewer }

func newHelp(groups []KeyGroup, l *looks, width int) *help {
	h := &help{newViewer("keys", helpLines(groups, l, width))}
	h.viewer.paint = l.viewerPaint()
	return h
}

func (h *help) key(k tea.KeyPressMsg) (closed bool, answer func() tea.Cmd) {
	return h.Key(k) || k.String() == "?", nil
}

func (h *help) full() bool { return true }

// helpLines list the keys by section.
func helpLines(groups []KeyGroup, l *looks, width int) (lines []string) {
	for _, g := range groups {
		lines = append(lines, "", " "+l.Name.Paint(g.Title))
		for _, k := range g.Keys {
			line := terminal.Fold("   "+padded(k.Keys, keyWidth)+k.About, max(width, 2*keyWidth), keyWidth+3)
			lines = append(lines, strings.Split(line, "\n")...)
		}
	}
	return lines
}

const keyWidth = 14
