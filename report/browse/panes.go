package browse

import (
	"strings"
)

// pane is one of the three.
type pane int

const (
	messagesPane pane = iota
	fieldsPane
	bytesPane
	paneCount
)

var paneTitles = [paneCount]string{"messages", "fields", "bytes"}

// panes is how the screen is shared.
type panes struct {
	hidden [paneCount]bool
	focus  pane
	// taller is how many rows the messages have more than half, and wider how many columns the fields.
	taller, wider int
	areas         [paneCount]area // where they are; without rows = not on the screen
	single        bool            // there is room for one only
}

// area is a rectangle of the screen, in characters.
type area struct{ x, y, width, height int }

func (a area) has(x, y int) bool {
	return x >= a.x && x < a.x+a.width && y >= a.y && y < a.y+a.height
}

const (
	headerLines = 1
	// narrow and low are the least for more than one pane.
	narrow, low  = 80, 16
	leastRows    = 3
	leastColumns = 20
)

// arrange gives each pane its place.
func (m *Model) arrange() {
	p := &m.panes
	p.areas = [paneCount]area{}
	width, top, height := m.width, headerLines, m.bodyHeight()
	p.single = width < narrow || m.height < low
	lower := !p.hidden[fieldsPane] || !p.hidden[bytesPane]
	switch {
	case p.single:
		p.areas[p.focus] = area{0, top + 1, width, max(height-1, 0)}
		return
	case p.hidden[messagesPane]:
		p.arrangeLower(area{0, top + 1, width, height - 1})
		return
	case !lower:
		p.areas[messagesPane] = area{0, top, width, height}
		return
	}
	upper := min(max((height-1)/2+p.taller, leastRows), height-1-leastRows)
	p.taller = upper - (height-1)/2
	p.areas[messagesPane] = area{0, top, width, upper}
	p.arrangeLower(area{0, top + upper + 1, width, height - 1 - upper})
}

// arrangeLower shares the lower part between fields and bytes.
func (p *panes) arrangeLower(a area) {
	switch {
	case p.hidden[bytesPane]:
		p.areas[fieldsPane] = a
	case p.hidden[fieldsPane]:
		p.areas[bytesPane] = a
	default:
		half := max((a.width-1)/2, a.width-1-widthOfBytes(mostPerRow))
		left := min(max(half+p.wider, leastColumns), a.width-1-leastColumns)
		p.wider = left - half
		p.areas[fieldsPane] = area{a.x, a.y, left, a.height}
		p.areas[bytesPane] = area{a.x + left + 1, a.y, a.width - left - 1, a.height}
	}
}

// turn gives the focus to the next pane that is shown, or the one before.
func (p *panes) turn(by int) {
	for range paneCount {
		p.focus = (p.focus + pane(by) + paneCount) % paneCount
		if !p.hidden[p.focus] {
			return
		}
	}
}

// turnTo gives the focus to a pane, if it is shown.
func (p *panes) turnTo(which pane) {
	if p.single || !p.hidden[which] {
		p.focus = which
	}
}

// toggle hides a pane or shows it. The last one stays.
func (p *panes) toggle(which pane) {
	if p.single {
		p.hidden[which], p.focus = false, which
		return
	}
	p.hidden[which] = !p.hidden[which]
	if p.hidden == [paneCount]bool{true, true, true} {
		p.hidden[which] = false
	}
	if p.hidden[p.focus] {
		p.turn(1)
	}
}

// resize gives the pane with the focus more room.
func (p *panes) resize(by int) {
	switch p.focus {
	case messagesPane:
		p.taller += by
	case fieldsPane:
		p.wider += 2 * by
	default:
		p.wider -= 2 * by
	}
}

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
		return m.list.lines(m, a, focused)
	case fieldsPane:
		return m.fields.lines(m, a, focused)
	}
	return m.bytes.lines(m, a, focused)
}
