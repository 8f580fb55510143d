package browse

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/outline"
	"bcdump/report/timeline"
)

// stop is where one was before a jump.
type stop struct {
	number int
	filter *filtered
}

// mostStops is how many jumps are remembered.
const mostStops = 100

// leave remembers where one is, to come back.
func (m *Model) leave() {
	if m.list.chosen < 0 {
		return
	}
	m.stops = append(m.stops, stop{m.list.chosen, m.filter})
	if len(m.stops) > mostStops {
		m.stops = m.stops[1:]
	}
}

// jump goes to a message from which one can come back.
func (m *Model) jump(number int) {
	if number == m.list.chosen {
		return
	}
	m.leave()
	if m.filter != nil && !m.filter.has(number) {
		m.filter = nil
		m.say("the filter does not keep this message and is off; Backspace goes back to it")
	}
	m.list.jump(m.place(number))
}

// back goes to where one was before the last jump, under the filter that there was.
func (m *Model) back() tea.Cmd {
	if len(m.stops) == 0 {
		m.say("there was no jump")
		return nil
	}
	last := m.stops[len(m.stops)-1]
	m.stops = m.stops[:len(m.stops)-1]
	var cmd tea.Cmd
	if last.filter != m.filter {
		cmd = m.restore(last.filter)
	}
	m.list.wanted = last.number
	m.list.rearranged()
	m.list.jump(m.place(last.number))
	if !m.filter.complete() {
		m.list.wanted = last.number
	}
	return cmd
}

// restore shows what a filter keeps that was there before; nil = all messages.
func (m *Model) restore(f *filtered) tea.Cmd {
	m.filter.pause()
	m.filter = f
	return m.resume()
}

// toNext goes to the nearest message behind this one that is something, and that the filter keeps.
func toNext(what outline.Search, named string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.seek((*outline.Outline).Next, what, m.kept, "no "+named+" behind this one")
		return nil
	}
}

// toPrevious is toNext backwards.
func toPrevious(what outline.Search, named string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.seek((*outline.Outline).Previous, what, m.kept, "no "+named+" before this one")
		return nil
	}
}

// nextNote goes to the next message with a note, and says that.
func (m *Model) nextNote() tea.Cmd {
	if !m.seek((*outline.Outline).Next, outline.WithNote, m.kept, "no message with a note behind this one, Acks and repeats aside") {
		return nil
	}
	var notes []string
	for _, d := range m.list.current.Diagnostics() {
		notes = append(notes, "! "+d.Text)
	}
	m.say(strings.Join(notes, "  "))
	return nil
}

// nextDeath goes to the next death: to the first of the messages that tell of it and that the filter keeps.
func (m *Model) nextDeath() tea.Cmd {
	what, wanted := outline.WithDeath, m.kept
	if m.filter != nil {
		what, wanted = outline.WithExplosion, m.firstKept
	}
	m.seek((*outline.Outline).Next, what, wanted, "no death behind this one")
	return nil
}

// mostTellings is how far back the first telling of a death is looked for. The host tells all clients at once.
const mostTellings = 256

// firstKept reports whether the filter keeps a message that tells of a death, and none of those before it that
// tell of the same one.
func (m *Model) firstKept(n int) bool {
	if !m.kept(n) {
		return false
	}
	told := m.outline.Row(n)
	for row, ok, at, back := told, true, n, 0; ok && back < mostTellings; back++ {
		if row.Object == told.Object && m.outline.SameServer(row.Link, told.Link) {
			if at != n && m.kept(at) {
				return false
			}
			if row.Flags&outline.Death != 0 {
				return true
			}
		}
		at, ok = m.outline.Previous(at, outline.WithExplosion)
		row = m.outline.Row(at)
	}
	return false
}

// seek goes to the nearest message in a direction that is something, and that is wanted.
func (m *Model) seek(step func(*outline.Outline, int, outline.Search) (int, bool), what outline.Search, wanted func(int) bool, none string) bool {
	n, ok := step(m.outline, m.list.chosen, what)
	for ok && !wanted(n) {
		n, ok = step(m.outline, n, what)
	}
	if !ok {
		m.say(none)
		return false
	}
	m.jump(n)
	return true
}

// ties say what another message is to the chosen one.
var ties = map[outline.Tie]string{
	outline.Acknowledged: "the message that this Ack acknowledges",
	outline.Answer:       "the Ack of this message",
	outline.Original:     "the message of a client, of which this is a copy",
	outline.Copy:         "a copy of this message, passed on by the host",
	outline.FirstCopy:    "the message that this one repeats",
	outline.Again:        "this message, sent again",
	outline.PartOf:       "the message that this part belongs to",
	outline.PartHere:     "a part of this message",
}

// otherEnd goes to the message that belongs to the chosen one, or lets the user choose if there are
// several.
func (m *Model) otherEnd() tea.Cmd {
	related := m.outline.Related(m.list.chosen)
	switch len(related) {
	case 0:
		m.say("nothing belongs to this message")
		return nil
	case 1:
		m.jump(related[0].Number)
		m.say(ties[related[0].Tie])
		return nil
	}
	n := &menu{look: &m.look, title: "What belongs to this message"}
	for _, r := range related {
		row := m.outline.Row(r.Number)
		text := fmt.Sprintf("frame %d  %s  %s", row.Frame, m.outline.Title(row.Kind), ties[r.Tie])
		n.choices = append(n.choices, choice{text, func() tea.Cmd { m.jump(r.Number); return nil }})
	}
	m.asked = n
	return nil
}

func (m *Model) askFrame() tea.Cmd {
	m.asked = &question{asks: " go to frame: ", answer: m.goToFrame, atOnce: "g", do: func() tea.Cmd { return m.toEnd(false) }}
	return nil
}

// goToFrame chooses the first message of a frame, or the next one that the list has.
func (m *Model) goToFrame(text string) tea.Cmd {
	frame, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		m.complain("not the number of a frame: " + text)
		return nil
	}
	n, ok := m.outline.First(frame)
	if !ok {
		n = m.outline.Len() - 1
	}
	m.leave()
	m.list.jump(m.place(n))
	m.sayNoFrame(frame)
	return nil
}

// sayNoFrame says why another frame than the wanted one is chosen.
func (m *Model) sayNoFrame(wanted int64) {
	r := m.list.current
	switch {
	case r == nil || r.Frame == wanted:
	case r.Frame < wanted && m.busy():
		m.say(fmt.Sprintf("there is no frame %d yet", wanted))
	case m.filter != nil:
		m.say(fmt.Sprintf("the filter keeps nothing of frame %d; this is the nearest message that it keeps", wanted))
	case r.Frame < wanted:
		m.say(fmt.Sprintf("there is no message from frame %d on; this is the last one", wanted))
	default:
		m.say(fmt.Sprintf("frame %d has no message; this is the next one", wanted))
	}
}

func (m *Model) askTime() tea.Cmd {
	m.asked = &question{asks: " go to time (22:09:14.5, +90s): ", answer: m.goToTime}
	return nil
}

// goToTime chooses the first message from a time on.
func (m *Model) goToTime(text string) tea.Cmd {
	moment, err := timeline.ParseMoment(strings.TrimSpace(text))
	if err != nil {
		m.complain(err.Error())
		return nil
	}
	m.leave()
	m.list.jump(m.placeAt(moment.Time(m.list.text.Start, m.options.Zone)))
	return nil
}

// placeAt finds the first message of the list from a time on. Traffic is even, so the search begins where
// the times at both ends let expect it, and goes away from there in growing steps: few messages are far.
func (m *Model) placeAt(at capture.Time) int {
	low, high := 0, m.count()
	if high == 0 {
		return 0
	}
	guess, step := m.guess(at, high-1), 256
	if m.timeOf(guess).Before(at) {
		for low = guess + 1; low+step < high && m.timeOf(low+step).Before(at); step *= 4 {
			low += step + 1
		}
		high = min(low+step, high)
	} else {
		for high = guess; high-step > 0 && !m.timeOf(high-step).Before(at); step *= 4 {
			high -= step
		}
		low = max(high-step, 0)
	}
	return low + sort.Search(high-low, func(i int) bool { return !m.timeOf(low + i).Before(at) })
}

// guess is where a time would be if messages came evenly.
func (m *Model) guess(at capture.Time, last int) int {
	begin, whole := m.timeOf(0), m.timeOf(last).Sub(m.timeOf(0))
	if whole <= 0 {
		return 0
	}
	return min(max(int(float64(at.Sub(begin))/float64(whole)*float64(last)), 0), last)
}

// timeOf is the time of the message at a place of the list.
func (m *Model) timeOf(place int) (at capture.Time) {
	if r := m.list.cursor.At(m.number(place)); r != nil {
		at = r.Time
	}
	return at
}

func (m *Model) askMark() tea.Cmd {
	m.asked = &letter{asks: " mark: a letter", answer: func(letter string) tea.Cmd {
		if m.list.chosen >= 0 {
			m.list.marks[letter] = m.list.chosen
			m.say("marked: ' and " + letter + " come back here")
		}
		return nil
	}}
	return nil
}

func (m *Model) askMarked() tea.Cmd {
	m.asked = &letter{asks: " go to mark: a letter, or ' for where the last jump began", answer: m.goToMark}
	return nil
}

func (m *Model) goToMark(letter string) tea.Cmd {
	if letter == "'" {
		return m.back()
	}
	if n, ok := m.list.marks[letter]; ok {
		m.jump(n)
	} else {
		m.say("there is no mark " + letter)
	}
	return nil
}

// ship is what `bcdump timeline --of` may be asked about the chosen message: the object that it is
// about, else the client; "" = neither.
func (m *Model) ship() string {
	if row := m.outline.Row(m.list.chosen); row.Object != 0 {
		return fmt.Sprintf("0x%08X", row.Object)
	}
	if m.list.current == nil {
		return ""
	}
	return m.list.current.Client
}

// act begins the action of a key.
func act(key string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		filter := m.filterText()
		if r := m.list.current; key == "y" && r != nil {
			filter = fmt.Sprintf("frame == %d", r.Frame)
			if r.Proto == decode.BC {
				filter += fmt.Sprintf(" && index == %d", r.Index)
			}
		}
		cmd, ok := m.runner.Begin(key, filter, m.ship(), m.width)
		if !ok {
			m.say("this cannot be done here")
		}
		return cmd
	}
}

// fieldMenu offers what can be done with the chosen field.
func (m *Model) fieldMenu() tea.Cmd {
	e := m.fields.entry()
	if e == nil || e.Datagram {
		m.say("filters do not know this field")
		return nil
	}
	path, only, not, err := m.filtersOf(e.Field)
	if err != nil {
		m.say(err.Error())
		return nil
	}
	column := "add as a column"
	if m.list.columns.find(path) >= 0 {
		column = "take the column away"
	}
	m.asked = &menu{look: &m.look, title: path, choices: []choice{
		{"only this value: " + only, func() tea.Cmd { return m.newFilter(joined(m.filterText(), only)) }},
		{"not this value: " + not, func() tea.Cmd { return m.newFilter(joined(m.filterText(), not)) }},
		{column, func() tea.Cmd { m.list.toggleColumn(path); return nil }},
	}}
	return nil
}

// filtersOf gives the filters for the value of a field: it is one of the message, or of its header.
func (m *Model) filtersOf(o *decode.Owned) (path, only, not string, err error) {
	for _, path = range []string{"fields." + o.Path, o.Path} {
		if only, err = onlyThis(m.list.current, path, m.index.Name()); err == nil {
			not, err = notThis(m.list.current, path, m.index.Name())
			return path, only, not, err
		}
	}
	return path, "", "", err
}
