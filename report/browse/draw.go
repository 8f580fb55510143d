package browse

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// draw makes the screen.
func (m *Model) draw() {
	if m.width <= 0 || m.height <= 0 {
		return
	}
	footer := m.footer()
	m.bottom = len(footer)
	lines := filled(append([]string{m.header()}, m.body()...), m.height-len(footer))
	lines = append(lines, footer...)
	for i := range lines {
		lines[i] = fit(lines[i], m.width)
	}
	m.screen = strings.Join(lines, "\n")
	m.placeCursor()
}

// body draws what is between header and footer.
func (m *Model) body() []string {
	m.panes.arrange(m.width, m.bodyHeight(), m.width < narrow || m.height < low)
	if d := m.dialog(); d != nil && d.full() {
		return d.lines(m.width, m.bodyHeight())
	}
	return m.paneLines()
}

// header draws the line at the top.
func (m *Model) header() string { return m.ends.header(&m.list, &m.look, m.width) }

// bodyHeight is how many lines there are between header and footer.
func (m *Model) bodyHeight() int { return max(m.height-headerLines-m.bottom, 0) }

// rule draws the line above panes, with their titles at some columns, and at its end where the chosen
// field lies.
func (m *Model) rule(titles []pane, columns []int) string {
	var b strings.Builder
	for i, which := range titles {
		b.WriteString(m.look.Dim.Paint(strings.Repeat("─", max(columns[i]-wide(b.String()), 0))))
		title := " " + paneTitles[which] + " "
		if which == m.panes.focus {
			title = m.look.chosen.Paint(title)
		} else {
			title = m.look.Dim.Paint(title)
		}
		b.WriteString(title)
	}
	place := m.fields.place()
	if room := m.width - wide(b.String()) - 1; wide(place) <= room {
		b.WriteString(m.look.Dim.Paint(strings.Repeat("─", room-wide(place)) + place + "─"))
	}
	b.WriteString(m.look.Dim.Paint(strings.Repeat("─", max(m.width-wide(b.String()), 0))))
	return b.String()
}

// paneLines draws the panes.
func (m *Model) paneLines() (lines []string) {
	a := &m.panes.areas
	if m.panes.single {
		return append([]string{m.rule([]pane{messagesPane, fieldsPane, bytesPane}, []int{1, 0, 0})}, m.paneContent(m.panes.focus)...)
	}
	if a[messagesPane].height > 0 {
		lines = filled(m.paneContent(messagesPane), a[messagesPane].height)
	}
	fields, bytes := a[fieldsPane], a[bytesPane]
	switch {
	case fields.height > 0 && bytes.height > 0:
		lines = append(lines, m.rule([]pane{fieldsPane, bytesPane}, []int{1, bytes.x}))
		return append(lines, m.beside(fields, bytes)...)
	case fields.height > 0:
		lines = append(lines, m.rule([]pane{fieldsPane}, []int{1}))
		return append(lines, m.paneContent(fieldsPane)...)
	case bytes.height > 0:
		lines = append(lines, m.rule([]pane{bytesPane}, []int{1}))
		return append(lines, m.paneContent(bytesPane)...)
	}
	return lines
}

// beside draws fields and bytes with a line between.
func (m *Model) beside(fields, bytes area) (lines []string) {
	left, right := filled(m.paneContent(fieldsPane), fields.height), filled(m.paneContent(bytesPane), bytes.height)
	for i := range left {
		lines = append(lines, fit(left[i], fields.width)+m.look.Dim.Paint("│")+right[i])
	}
	return lines
}

func (m *Model) paneContent(which pane) []string {
	a, focused := m.panes.areas[which], which == m.panes.focus
	switch which {
	case messagesPane:
		return m.list.lines(&m.look, a, focused)
	case fieldsPane:
		return m.fields.lines(&m.look, a, focused)
	}
	return m.bytes.lines(&m.look, a, focused)
}

// footer draws the lines below the panes: a dialog, what is to be said, or the keys.
func (m *Model) footer() []string {
	switch d := m.dialog(); {
	case d != nil && d.full():
		return nil
	case d != nil:
		return d.lines(m.width, m.roomBelow())
	case m.notice.text != "":
		return m.notice.lines(&m.look, m.width, m.roomBelow())
	}
	return []string{m.keyLine()}
}

// roomBelow is how many lines there may be below the panes.
func (m *Model) roomBelow() int { return max(min(mostDialogLines, m.height-headerLines-leastRows), 1) }

// lines draws what is said, in as many lines as it takes.
func (n notice) lines(look *looks, width, most int) (lines []string) {
	paint := look.Note.Paint
	if n.bad {
		paint = look.Damage.Paint
	}
	for _, line := range folded(n.text, max(width-1, 1)) {
		lines = append(lines, " "+paint(line))
	}
	return lines[:min(len(lines), most)]
}

// placeCursor shows the cursor of the terminal where text is written.
func (m *Model) placeCursor() {
	m.cursor = nil
	d := m.dialog()
	if d == nil {
		return
	}
	if x := d.column(m.width); x >= 0 {
		y := m.height - m.bottom
		if d.full() {
			y = m.height - 1
		}
		m.cursor = tea.NewCursor(x, y)
	}
}
