package browse

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/printable"
	"bcdump/report/records"
	"bcdump/report/terminal"
)

// looks is how things look.
type looks struct {
	terminal.Palette
	chosen       terminal.Style
	color, light bool
}

// gutter stands before the chosen row: a mark that is seen without colours too.
const gutter = "▌"

// row draws a row of a list, with its mark: the gutter of the chosen one, or a letter.
func (l *looks) row(text string, chosen, focused bool, width int, mark string) string {
	switch {
	case !chosen && mark != "":
		return l.Note.Paint(fit(mark, 1)) + text
	case !chosen:
		return " " + text
	case mark == "":
		mark = gutter
	}
	if !focused {
		return fit(mark, 1) + l.Name.Paint(ansi.Strip(text))
	}
	return fit(mark, 1) + l.chosen.Paint(fit(ansi.Strip(text), width-1))
}

// pane is one of the three.
type pane int

const (
	messagesPane pane = iota
	fieldsPane
	bytesPane
	paneCount
)

var paneTitles = [paneCount]string{"messages", "fields", "bytes"}

// area is a rectangle of the screen, in characters.
type area struct{ x, y, width, height int }

// panes is how the screen is shared.
type panes struct {
	hidden [paneCount]bool
	focus  pane
	// taller is how many rows the messages have more than half, and wider how many columns the fields.
	taller, wider int
	areas         [paneCount]area // where they are; without rows = not on the screen
	single        bool            // there is room for one only
}

const (
	headerLines = 1
	// narrow and low are the least for more than one pane.
	narrow, low  = 80, 16
	leastRows    = 3
	leastColumns = 20
)

// arrange gives each pane its place in the lines below the header. small = there is room for one only.
func (p *panes) arrange(width, height int, small bool) {
	p.areas, p.single = [paneCount]area{}, small
	lower := area{0, headerLines + 1, width, height - 1}
	switch {
	case p.single:
		p.areas[p.focus] = area{0, headerLines + 1, width, max(height-1, 0)}
		return
	case p.hidden[fieldsPane] && p.hidden[bytesPane]:
		p.areas[messagesPane] = area{0, headerLines, width, height}
		return
	case !p.hidden[messagesPane]:
		upper := min(max((height-1)/2+p.taller, leastRows), height-1-leastRows)
		p.taller = upper - (height-1)/2
		p.areas[messagesPane] = area{0, headerLines, width, upper}
		lower.y, lower.height = lower.y+upper, lower.height-upper
	}
	left := width
	switch {
	case p.hidden[fieldsPane]:
		left = -1
	case !p.hidden[bytesPane]:
		half := max((width-1)/2, width-1-widthOfBytes(mostPerRow))
		left = min(max(half+p.wider, leastColumns), width-1-leastColumns)
		p.wider = left - half
	}
	if !p.hidden[fieldsPane] {
		p.areas[fieldsPane] = area{0, lower.y, left, lower.height}
	}
	if !p.hidden[bytesPane] {
		p.areas[bytesPane] = area{left + 1, lower.y, width - left - 1, lower.height}
	}
}

// turn gives the focus to the next pane that is shown, or the one before.
func (p *panes) turn(by int) {
	for range paneCount {
		if p.focus = (p.focus + pane(by) + paneCount) % paneCount; !p.hidden[p.focus] {
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
	if p.hidden[which] = !p.hidden[which]; p.hidden == [paneCount]bool{true, true, true} {
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

// draw makes the screen: the header, the panes or a dialog, and below them a dialog, what is to be said, or the keys.
func (m *Model) draw() {
	if m.width <= 0 || m.height <= 0 {
		return
	}
	var body, footer []string
	d, below := m.asked, max(min(10, m.height-headerLines-leastRows), 1)
	switch {
	case d != nil && !d.full:
		footer = d.lines(m.width, below)
	case d != nil:
	case m.notice.text != "":
		paint := m.look.Note.Paint
		if m.notice.bad {
			paint = m.look.Damage.Paint
		}
		for _, line := range folded(m.notice.text, max(m.width-1, 1)) {
			footer = append(footer, " "+paint(line))
		}
	default:
		footer = []string{m.keyLine()}
	}
	footer = footer[:min(len(footer), below)]
	m.bottom = len(footer)
	height := max(m.height-headerLines-m.bottom, 0)
	m.panes.arrange(m.width, height, m.width < narrow || m.height < low)
	if d != nil && d.full {
		body = d.lines(m.width, height)
	} else {
		body = m.paneLines()
	}
	lines := append(filled(append([]string{m.header()}, body...), m.height-m.bottom), footer...)
	for i := range lines {
		lines[i] = fit(lines[i], m.width)
	}
	m.screen, m.cursor = strings.Join(lines, "\n"), nil
	if d != nil && d.column != nil {
		if x := d.column(m.width); x >= 0 {
			m.cursor = tea.NewCursor(x, m.height-max(m.bottom, 1))
		}
	}
}

// paneLines draws the panes.
func (m *Model) paneLines() (lines []string) {
	a := &m.panes.areas
	content := func(which pane) []string {
		focused := which == m.panes.focus
		switch which {
		case messagesPane:
			return m.list.lines(&m.look, a[which], focused)
		case fieldsPane:
			return m.fields.lines(&m.look, a[which], focused)
		}
		return m.bytes.lines(&m.look, a[which], focused)
	}
	if m.panes.single {
		return append([]string{m.rule(0, messagesPane, fieldsPane, bytesPane)}, content(m.panes.focus)...)
	}
	if a[messagesPane].height > 0 {
		lines = filled(content(messagesPane), a[messagesPane].height)
	}
	switch fields, bytes := a[fieldsPane], a[bytesPane]; {
	case fields.height > 0 && bytes.height > 0:
		lines = append(lines, m.rule(bytes.x, fieldsPane, bytesPane))
		left, right := filled(content(fieldsPane), fields.height), filled(content(bytesPane), bytes.height)
		for i := range left {
			lines = append(lines, fit(left[i], fields.width)+m.look.Dim.Paint("│")+right[i])
		}
	case fields.height > 0:
		lines = append(append(lines, m.rule(0, fieldsPane)), content(fieldsPane)...)
	case bytes.height > 0:
		lines = append(append(lines, m.rule(0, bytesPane)), content(bytesPane)...)
	}
	return lines
}

// rule draws the line above panes, with their titles, the second one at a column, and at its end where the chosen
// field lies.
func (m *Model) rule(second int, titles ...pane) (line string) {
	fill := func(width int) { line += m.look.Dim.Paint(strings.Repeat("─", max(width-wide(line), 0))) }
	for i, which := range titles {
		style := m.look.Dim
		if which == m.panes.focus {
			style = m.look.chosen
		}
		fill([]int{1, second, 0}[i])
		line += style.Paint(" " + paneTitles[which] + " ")
	}
	if place := m.fields.place(); wide(line)+wide(place) < m.width {
		fill(m.width - 1 - wide(place))
		line += m.look.Dim.Paint(place)
	}
	fill(m.width)
	return line
}

// header draws the line at the top. Where there is little room the filter is worth more than what the capture is.
func (m *Model) header() string {
	name, short := printable.Text(m.name), printable.Text(filepath.Base(m.name))
	var frames int64
	var first, last capture.Time
	if n := m.all(); n > 0 {
		newest := m.facts.Datagram(m.facts.Row(n - 1).Datagram)
		frames, first, last = int64(newest.Frame), m.facts.Time(m.facts.Datagram(0)), m.facts.Time(newest)
	}
	if m.Complete() {
		frames, first, last = m.summary.Frames, m.summary.Clock.First, m.summary.Clock.Last
	}
	counted := terminal.Count(frames) + " frames"
	known := [][]string{{name, counted}, {short, counted}, {short}}
	if !first.IsZero() {
		clock := func(at capture.Time) string { return string(at.AppendClock(nil, m.options.Zone)[:len("22:08:08")]) }
		times := clock(first) + " – " + clock(last)
		known = [][]string{{name, counted, times}, {short, counted, times}, {short, counted}, {short}}
	}
	var remarks []string
	if m.filter != nil {
		remarks = append(remarks, "filter: "+printable.Text(m.filter.text))
	}
	if m.complete && m.summary.NoGame() {
		remarks = append(remarks, m.look.Damage.Paint("! no datagram of the game; "+printable.Text(m.summary.There())))
	}
	if m.summary.DamageCount > 0 {
		remarks = append(remarks, m.look.Damage.Paint("! "+printable.Text(fmt.Sprint(m.summary.Damage[0]))))
	}
	if m.over != nil {
		remarks = append(remarks, m.look.Damage.Paint("! not read to its end"))
	}
	right := m.position()
	room, left := max(m.width-wide(right)-3, 0), ""
	for _, k := range known {
		left = strings.Join(append([]string{m.look.Name.Paint(k[0])}, append(k[1:], remarks...)...), "   ")
		if wide(left) <= room {
			break
		}
	}
	return fit(" "+cut(left, 0, room, more), room+1) + " " + right + " "
}

// position says how many messages there are, and how far things are.
func (m *Model) position() string {
	if m.facts == nil {
		return ""
	}
	text := terminal.Count(int64(m.all()))
	if f := m.filter; f != nil {
		text = terminal.Count(int64(m.count())) + " of " + text
		if f.seen < m.all() {
			text += fmt.Sprintf(" (%d %%)", 100*f.seen/m.all())
		}
	}
	switch {
	case m.complete: // nothing more will come
	case m.list.follow:
		text += " following"
	default:
		text += " reading"
	}
	return text
}

// list is the pane of messages.
type list struct {
	*messages
	current     *decode.Record       // the chosen message; nil = there is none
	chose       func(*decode.Record) // is told of each message that is chosen
	text        records.TextOptions  // how rows are written; its Start is zero until it is known
	columns     []string             // paths of fields that each row shows before the line of the message
	marks       map[string]int       // letters on messages, by their numbers
	differences differences
	chosen      int  // number of the chosen message; -1 = there is none
	wanted      int  // number of the one that is chosen as soon as there is such; -1 = none is
	top         int  // place of the first row
	left        int  // columns that are scrolled out
	height      int  // rows that there is room for
	follow      bool // the last message stays chosen
}

// settle finds the chosen message, or one near it, when there are others to choose from.
func (l *list) settle() {
	switch count := l.count(); {
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
}

// choose makes the message at a place the chosen one, and tells of it.
func (l *list) choose(place int) {
	if number := l.number(place); number != l.chosen || l.current == nil {
		l.chosen, l.current = number, nil
		if number >= 0 {
			l.current = l.facts.Reader().At(number)
		}
		l.chose(l.current)
	}
	l.reveal(place)
}

// reveal scrolls so that a place is on the screen.
func (l *list) reveal(place int) { l.top = max(min(l.top, place), place-max(l.height, 1)+1, 0) }

// pick is choose for the user: the list does not move by itself any more.
func (l *list) pick(place int) {
	if last := l.count() - 1; last >= 0 {
		l.wanted, l.follow = -1, false
		l.choose(min(max(place, 0), last))
	}
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

// lines draws the titles and the rows: each is the line that `bcdump decode` prints.
func (l *list) lines(look *looks, a area, focused bool) (lines []string) {
	if l.height = a.height; l.count() == 0 {
		return []string{look.Dim.Paint(l.emptiness())}
	}
	l.height--
	l.text.Room = a.width - 1
	plain, clock := l.text, "UTC"
	if plain.Color = false; plain.Zone != nil {
		clock = "local"
	}
	titles := l.cells(func(path string) string { return strings.TrimPrefix(path, "fields.") }) + strings.TrimRight(records.TextHeader(plain, clock), "\n")
	lines = append(lines, " "+look.Dim.Paint(cut(titles, l.left, a.width-1, more)))
	l.reveal(l.place(l.chosen))
	l.top = max(min(l.top, l.count()-l.height), 0)
	render := records.Text(l.text)()
	for i := range l.height {
		n := l.number(l.top + i)
		r := l.message(n)
		if r == nil {
			break
		}
		row := string(render([]byte(l.cells(func(path string) string { return cell(r, path, l.facts.Name) })), r))
		mark := ""
		for letter, on := range l.marks {
			if on == n && (mark == "" || letter < mark) {
				mark = letter
			}
		}
		if mark == "" && l.differences.texts[n] != "" {
			mark = differs
		}
		lines = append(lines, look.row(cut(row[:len(row)-1], l.left, a.width-1, more), n == l.chosen, focused, a.width, mark))
	}
	return lines
}

// cells draws what there is in the columns.
func (l *list) cells(of func(path string) string) (line string) {
	const least, most = 8, 24
	for _, path := range l.columns {
		width := min(max(wide(strings.TrimPrefix(path, "fields.")), least), most)
		line += fit(cut(printable.Text(of(path)), 0, width, more), width) + " │ "
	}
	return line
}
