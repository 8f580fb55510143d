package browse

import (
	"bcdump/decode"
	"bcdump/report/records"
)

// list is the pane of messages. Places count those that the filter keeps, numbers all messages.
type list struct {
	cursor *decode.Cursor
	render decode.Renderer // as it is now; nil = it is to be made
	chosen int             // number of the chosen message; -1 = there is none
	wanted int             // number of the one that is chosen as soon as there is such; -1 = none is
	top    int             // place of the first row
	left   int             // columns that are scrolled out
	height int             // rows that there is room for
	shown  int             // messages when it was drawn last
	follow bool            // the last message stays chosen
	rows   map[int]string  // lines of numbers, those that were shown last
}

func (l *list) open(m *Model) { l.cursor = m.index.NewCursor() }

// forget lets all lines be made anew.
func (l *list) forget() { l.rows, l.render = map[int]string{}, nil }

// count is how many messages the list has.
func (m *Model) count() int {
	if m.index == nil {
		return 0
	}
	if m.filter != nil {
		_, count := m.filter.counts()
		return count
	}
	return m.index.Len()
}

// number is that of the message at a place of the list; -1 = there is none.
func (m *Model) number(place int) int {
	if m.filter != nil {
		return m.filter.at(place)
	}
	if place < 0 || place >= m.count() {
		return -1
	}
	return place
}

// place is that of a message in the list, or of the next one behind it that the list has.
func (m *Model) place(number int) int {
	if m.filter != nil {
		return m.filter.place(max(number, 0))
	}
	return max(number, 0)
}

// rearranged finds the chosen message, or one near it, after the filter has changed.
func (l *list) rearranged(m *Model) {
	if l.wanted < 0 {
		l.wanted = l.chosen
	}
	l.shown = -1
	l.grow(m)
}

// grow takes in messages that have come, and reports whether there are any.
func (l *list) grow(m *Model) bool {
	count := m.count()
	if count == l.shown {
		return false
	}
	l.shown = count
	switch {
	case count == 0 && m.busy(): // the other panes go on to show what they have
	case count == 0:
		l.choose(m, -1)
	case l.follow:
		l.choose(m, count-1)
	case l.wanted >= 0:
		l.choose(m, min(m.place(l.wanted), count-1))
	case l.chosen < 0:
		l.choose(m, 0)
	}
	return true
}

// choose makes the message at a place the chosen one.
func (l *list) choose(m *Model, place int) {
	number := m.number(place)
	if number != l.chosen || m.current == nil {
		l.chosen = number
		m.showRecord()
	}
	l.reveal(place)
}

// reveal scrolls so that a place is on the screen.
func (l *list) reveal(place int) {
	height := max(l.height, 1)
	l.top = max(min(l.top, place), place-height+1, 0)
}

// pick is choose for the user: the list does not move by itself any more.
func (l *list) pick(m *Model, place int) {
	last := m.count() - 1
	if last < 0 {
		return
	}
	l.wanted, l.follow = -1, false
	l.choose(m, min(max(place, 0), last))
}

// jump is pick, with some rows around the message if it was not on the screen.
func (l *list) jump(m *Model, place int) {
	if place < l.top || place >= l.top+l.height {
		l.top = max(place-l.height/3, 0)
	}
	l.pick(m, place)
}

// move chooses a message some rows farther down.
func (l *list) move(m *Model, by int) { l.pick(m, m.place(l.chosen)+by) }

// showRecord puts the chosen message into the other panes.
func (m *Model) showRecord() {
	m.current = nil
	if m.list.chosen >= 0 {
		if r := m.list.cursor.At(m.list.chosen); r != nil {
			m.current = r.Clone()
		}
	}
	m.fields.set(m.current)
	m.bytes.set(m)
}

// lines draws the rows.
func (l *list) lines(m *Model, a area, focused bool) (lines []string) {
	l.height = a.height
	if m.index == nil || m.count() == 0 {
		return []string{m.look.Dim.Paint(m.emptiness())}
	}
	titles := m.columnTitles()
	if titles != "" {
		lines = append(lines, " "+m.look.Dim.Paint(scrolled(titles, l.left, a.width-1)))
		l.height--
	}
	l.reveal(m.place(l.chosen))
	l.top = max(min(l.top, m.count()-l.height), 0)
	kept := make(map[int]string, l.height)
	for i := range l.height {
		n := m.number(l.top + i)
		if n < 0 {
			break
		}
		row := l.row(m, n)
		kept[n] = row
		lines = append(lines, m.look.row(scrolled(row, l.left, a.width-1), n == l.chosen, focused, a.width, m.markOf(n)))
	}
	l.rows = kept
	return lines
}

func (m *Model) emptiness() string {
	switch {
	case m.index == nil:
		return " waiting for " + m.options.Name
	case !m.filter.complete():
		return " filtering ..."
	case m.filter != nil:
		return " no message matches"
	case !m.ends.complete:
		return " reading ..."
	}
	return " no messages"
}

// row gives the line of a message, as `bcdump decode` prints it.
func (l *list) row(m *Model, number int) string {
	if row, ok := l.rows[number]; ok {
		return row
	}
	if l.render == nil {
		l.render = records.Text(records.TextOptions{Color: m.look.color, Light: m.look.light, Start: m.start, Zone: m.options.Zone})()
	}
	r := l.cursor.At(number)
	if r == nil {
		return ""
	}
	line := l.render([]byte(m.cells(r)), r)
	return string(line[:len(line)-1])
}
