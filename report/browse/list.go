package browse

import (
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/report/records"
)

// list is the pane of messages.
type list struct {
	*messages
	current     *decode.Record       // the chosen message, to keep; nil = there is none
	chose       func(*decode.Record) // is told of each message that is chosen
	text        records.TextOptions  // how rows are written; its Start is zero until it is known
	render      decode.Renderer      // as it is now; nil = it is to be made
	columns     columnList
	marks       marks
	differences differences
	chosen      int            // number of the chosen message; -1 = there is none
	wanted      int            // number of the one that is chosen as soon as there is such; -1 = none is
	top         int            // place of the first row
	left        int            // columns that are scrolled out
	height      int            // rows that there is room for
	shown       int            // messages when it was drawn last
	follow      bool           // the last message stays chosen
	rows        map[int]string // lines of numbers, those that were shown last
}

// forget lets all lines be made anew.
func (l *list) forget() { l.rows, l.render = map[int]string{}, nil }

// toggleColumn adds a column or takes it away.
func (l *list) toggleColumn(path string) {
	l.columns.toggle(path)
	l.forget()
}

// rearranged finds the chosen message, or one near it, after the filter has changed.
func (l *list) rearranged() {
	if l.wanted < 0 {
		l.wanted = l.chosen
	}
	l.shown = -1
	l.grow()
}

// grow takes in messages that have come, and reports whether there are any.
func (l *list) grow() bool {
	count := l.count()
	if count == l.shown {
		return false
	}
	l.shown = count
	switch {
	case count == 0 && l.busy(): // the other panes go on to show what they have
	case count == 0:
		l.choose(-1)
	case l.follow:
		l.choose(count - 1)
	case l.wanted >= 0:
		l.choose(min(l.place(l.wanted), count-1))
	case l.chosen < 0:
		l.choose(0)
	}
	return true
}

// choose makes the message at a place the chosen one.
func (l *list) choose(place int) {
	number := l.number(place)
	if number != l.chosen || l.current == nil {
		l.chosen = number
		l.take()
	}
	l.reveal(place)
}

// reveal scrolls so that a place is on the screen.
func (l *list) reveal(place int) {
	height := max(l.height, 1)
	l.top = max(min(l.top, place), place-height+1, 0)
}

// pick is choose for the user: the list does not move by itself any more.
func (l *list) pick(place int) {
	last := l.count() - 1
	if last < 0 {
		return
	}
	l.wanted, l.follow = -1, false
	l.choose(min(max(place, 0), last))
}

// jump is pick, with some rows around the message if it was not on the screen.
func (l *list) jump(place int) {
	if place < l.top || place >= l.top+l.height {
		l.top = max(place-l.height/3, 0)
	}
	l.pick(place)
}

// move chooses a message some rows farther down.
func (l *list) move(by int) { l.pick(l.place(l.chosen) + by) }

// take keeps the chosen message, and hands it on.
func (l *list) take() {
	l.current = nil
	if r := l.message(l.chosen); r != nil {
		l.current = r.Clone()
	}
	l.chose(l.current)
}

// lines draws the rows.
func (l *list) lines(look *looks, a area, focused bool) (lines []string) {
	l.height = a.height
	if l.count() == 0 {
		return []string{look.Dim.Paint(l.emptiness())}
	}
	if l.text.Room != a.width-1 {
		l.text.Room = a.width - 1
		l.forget()
	}
	lines = append(lines, " "+look.Dim.Paint(scrolled(l.columns.titles()+l.titles(), l.left, a.width-1)))
	l.height--
	l.reveal(l.place(l.chosen))
	l.top = max(min(l.top, l.count()-l.height), 0)
	kept := make(map[int]string, l.height)
	for i := range l.height {
		n := l.number(l.top + i)
		if n < 0 {
			break
		}
		row := l.row(n)
		kept[n] = row
		lines = append(lines, look.row(scrolled(row, l.left, a.width-1), n == l.chosen, focused, a.width, l.mark(n)))
	}
	l.rows = kept
	return lines
}

// titles stand over the columns of a line.
func (l *list) titles() string {
	plain := l.text
	plain.Color = false
	return strings.TrimRight(records.TextHeader(plain, zoneName(plain.Zone)), "\n")
}

// zoneName is what the clock is called, in the room that there is.
func zoneName(zone *time.Location) string {
	if zone == nil {
		return "UTC"
	}
	return "local"
}

// row gives the line of a message, as `bcdump decode` prints it.
func (l *list) row(number int) string {
	if row, ok := l.rows[number]; ok {
		return row
	}
	if l.render == nil {
		l.render = records.Text(l.text)()
	}
	r := l.message(number)
	if r == nil {
		return ""
	}
	line := l.render([]byte(l.columns.cells(r, l.facts.Name)), r)
	return string(line[:len(line)-1])
}

// marks are letters on messages, by their numbers.
type marks map[string]int

// on is the letter on a message; "" = there is none.
func (k marks) on(number int) (found string) {
	for letter, n := range k {
		if n == number && (found == "" || letter < found) {
			found = letter
		}
	}
	return found
}

// mark is the letter on a message, else the sign of a difference; "" = neither.
func (l *list) mark(number int) string {
	mark := l.marks.on(number)
	if mark == "" && l.differences.texts[number] != "" {
		mark = differs
	}
	return mark
}
