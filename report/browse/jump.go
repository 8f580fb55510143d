package browse

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/report/facts"
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

// seek gives what goes to the nearest message behind this one, or before it, of which something is so and that the
// filter keeps; like gives nil if nothing is like the chosen one.
func seek(step int, named string, like func(*messages, int) func(int, *facts.Row) bool) func(*Model) tea.Cmd {
	where := map[int]string{1: " behind this one", -1: " before this one"}[step]
	return func(m *Model) tea.Cmd {
		n := -1
		if is := like(&m.messages, m.list.chosen); is != nil {
			n = m.nearest(m.list.chosen, step, is)
		}
		if n < 0 {
			m.say("no " + named + where)
			return nil
		}
		m.jump(n)
		return nil
	}
}

// nextNote goes to the next message with a note.
func (m *Model) nextNote() tea.Cmd {
	n := m.nearest(m.list.chosen, 1, m.noted(m.list.chosen))
	if n < 0 {
		m.say("no message with a note behind this one, Acks and repeats aside")
		return nil
	}
	m.jump(n)
	var notes []string
	for _, d := range m.list.current.Diagnostics() {
		notes = append(notes, "! "+d.Text)
	}
	m.say(strings.Join(notes, "  "))
	return nil
}

// nextDeath goes to the next death: to the first of the messages that tell of it and that the filter keeps.
func (m *Model) nextDeath() tea.Cmd {
	list := m.deaths.told()
	for i, d := range list {
		if d.number > m.list.chosen && d.number < m.all() && m.kept(d.number) && (m.filter == nil && d.first || m.filter != nil && m.firstKept(list[:i+1])) {
			m.jump(d.number)
			return nil
		}
	}
	m.say("no death behind this one")
	return nil
}

// firstKept reports whether the filter keeps none of the messages before the last of these that tell of the same death.
func (m *Model) firstKept(list []telling) bool {
	last := list[len(list)-1]
	for i := len(list) - 1; i >= 0; i-- {
		if d := list[i]; d.object == last.object && d.server == last.server {
			if i < len(list)-1 && m.kept(d.number) {
				return false
			}
			if d.first {
				return true
			}
		}
	}
	return true
}

// otherEnd goes to the message that belongs to the chosen one, or lets the user choose if there are
// several.
func (m *Model) otherEnd() tea.Cmd {
	related := m.related(m.list.chosen)
	switch len(related) {
	case 0:
		m.say("nothing belongs to this message")
		return nil
	case 1:
		m.jump(related[0].number)
		m.say(string(related[0].tie))
		return nil
	}
	n := &menu{look: &m.look, title: "What belongs to this message"}
	for _, r := range related {
		text := fmt.Sprintf("frame %d  %s  %s", m.facts.FrameAt(r.number), m.message(r.number).Title(), r.tie)
		n.choices = append(n.choices, choice{text, func() tea.Cmd { m.jump(r.number); return nil }})
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
	n := -1
	if m.facts != nil {
		n = min(m.facts.From(frame), m.all()-1)
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

// placeAt finds the first message of the list from a time on.
func (m *Model) placeAt(at capture.Time) int {
	return sort.Search(m.count(), func(place int) bool { return !m.timeOf(place).Before(at) })
}

// timeOf is the time of the message at a place of the list.
func (m *Model) timeOf(place int) capture.Time {
	return m.facts.Datagram(m.facts.Row(m.number(place)).Datagram).Time()
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
	r := m.list.current
	if r == nil {
		return ""
	}
	if object := match.About(r); object != 0 {
		return fmt.Sprintf("0x%08X", object)
	}
	return r.Client
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
		if only, err = onlyThis(m.list.current, path, m.facts.Name); err == nil {
			not, err = notThis(m.list.current, path, m.facts.Name)
			return path, only, not, err
		}
	}
	return path, "", "", err
}
