package browse

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/filter"
	"bcdump/report/facts"
	"bcdump/report/records"
	"bcdump/report/tally"
)

// stop is where one was before a jump.
type stop struct {
	number int
	filter *filtered
}

// leave remembers where one is, to come back.
func (m *Model) leave() {
	const most = 100 // jumps that are remembered
	if m.list.chosen >= 0 {
		m.stops = append(m.stops, stop{m.list.chosen, m.filter})
	}
	m.stops = m.stops[max(len(m.stops)-most, 0):]
}

// jump goes to a message from which one can come back.
func (m *Model) jump(number int) {
	if number == m.list.chosen {
		return
	}
	m.leave()
	if !m.kept(number) {
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
	m.filter = last.filter
	m.list.jump(m.place(last.number))
	m.list.wanted = last.number // the filter may not have seen it yet
	return m.grow()
}

// seek gives what goes to the nearest message behind this one, or before it, of which something is so and that is shown;
// like gives nil if nothing is like the chosen one.
func seek(step int, none string, like func(*messages, int) func(int, *facts.Row) bool) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		n := -1
		if is := like(&m.messages, m.list.chosen); is != nil {
			n = m.nearest(m.list.chosen, step, is)
		}
		if n < 0 {
			m.say(none)
			return nil
		}
		m.jump(n)
		return nil
	}
}

// nextNote goes to the next message with a note, and says it.
func (m *Model) nextNote() tea.Cmd {
	before := m.list.chosen
	seek(1, "no message with a note behind this one, Acks and repeats aside", (*messages).noted)(m)
	if m.list.chosen != before {
		var notes []string
		for _, d := range m.list.current.Diagnostics() {
			notes = append(notes, "! "+d.Text)
		}
		m.say(strings.Join(notes, "  "))
	}
	return nil
}

// otherEnd goes to the message that belongs to the chosen one, or lets the user choose if there are
// several.
func (m *Model) otherEnd() tea.Cmd {
	list := m.related(m.list.chosen)
	switch len(list) {
	case 0:
		m.say("nothing belongs to this message")
		return nil
	case 1:
		m.jump(list[0].number)
		m.say(string(list[0].tie))
		return nil
	}
	var choices []choice
	for _, r := range list {
		text := fmt.Sprintf("frame %d  %s  %s", m.facts.FrameAt(r.number), m.message(r.number).Title(), r.tie)
		choices = append(choices, choice{text, func() tea.Cmd { m.jump(r.number); return nil }})
	}
	m.offer("What belongs to this message", choices)
	return nil
}

func (m *Model) askFrame() tea.Cmd {
	d := m.ask(" go to frame: ", "", m.goToFrame)
	write := d.key
	d.key = func(k tea.KeyPressMsg) tea.Cmd {
		if k.Keystroke() == "g" && d.text.text() == "" {
			m.asked = nil
			return m.toEnd(false)
		}
		return write(k)
	}
	return nil
}

// goToFrame chooses the first message of a frame, or the next one that the list has, and says so.
func (m *Model) goToFrame(text string) tea.Cmd {
	frame, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		m.complain("not the number of a frame: " + text)
		return nil
	}
	m.leave()
	if m.facts != nil {
		m.list.jump(m.place(min(m.facts.From(frame), m.all()-1)))
	}
	switch r := m.list.current; {
	case r == nil || r.Frame == frame:
	case r.Frame < frame && m.busy():
		m.say(fmt.Sprintf("there is no frame %d yet", frame))
	case m.filter != nil:
		m.say(fmt.Sprintf("the filter keeps nothing of frame %d; this is the nearest message that it keeps", frame))
	case r.Frame < frame:
		m.say(fmt.Sprintf("there is no message from frame %d on; this is the last one", frame))
	default:
		m.say(fmt.Sprintf("frame %d has no message; this is the next one", frame))
	}
	return nil
}

func (m *Model) askTime() tea.Cmd {
	m.ask(" go to time (22:09:14.5, +90s): ", "", func(text string) tea.Cmd {
		moment, err := tally.ParseMoment(strings.TrimSpace(text))
		if err != nil {
			m.complain(err.Error())
			return nil
		}
		m.leave()
		m.list.jump(m.placeAt(moment.Time(m.list.text.Start, m.options.Zone)))
		return nil
	})
	return nil
}

// placeAt finds the first message of the list from a time on.
func (m *Model) placeAt(at capture.Time) int {
	return sort.Search(m.count(), func(place int) bool { return !m.timeOf(place).Before(at) })
}

// timeOf is the time of the message at a place of the list.
func (m *Model) timeOf(place int) capture.Time {
	return m.facts.Time(m.facts.Datagram(m.facts.Row(m.number(place)).Datagram))
}

func (m *Model) askMark() tea.Cmd {
	return m.letter(" mark: a letter", func(letter string) tea.Cmd {
		if m.list.chosen >= 0 && letter != "" {
			m.list.marks[letter] = m.list.chosen
			m.say("marked: ' and " + letter + " come back here")
		}
		return nil
	})
}

func (m *Model) askMarked() tea.Cmd {
	return m.letter(" go to mark: a letter, or ' for where the last jump began", func(letter string) tea.Cmd {
		switch n, ok := m.list.marks[letter]; {
		case ok:
			m.jump(n)
		case letter == "'":
			return m.back()
		case letter != "":
			m.say("there is no mark " + letter)
		}
		return nil
	})
}

// begin ends what goes on for the user, and begins something else: a number, and what is closed when nobody waits for it.
func (m *Model) begin() (run int, stop chan struct{}) {
	m.end()
	m.run++
	m.stop = make(chan struct{})
	return m.run, m.stop
}

// end ends what goes on for the user.
func (m *Model) end() {
	if m.stop != nil {
		close(m.stop)
		m.stop = nil
	}
}

// ended reports whether nobody waits any more for what was begun under a number.
func (m *Model) ended(run int) bool { return m.stop == nil || m.run != run }

func (m *Model) askText() tea.Cmd {
	m.ask(" find text: ", "", func(text string) tea.Cmd {
		if text != "" {
			m.wanted = strings.ToLower(text)
		}
		return again(1)(m)
	})
	return nil
}

// again gives what goes to the next message with the text, or the one before; as long as none was looked for, to the next
// of this kind.
func again(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		switch {
		case m.facts == nil:
			return nil
		case m.wanted == "":
			return seek(step, noneOf("message of this kind", step), (*messages).sameKind)(m)
		}
		run, _ := m.begin()
		m.say("looking for " + m.wanted + "; Esc: no longer")
		return m.find(run, step, m.list.chosen, m.wanted)
	}
}

// noneOf says that there is no message of some kind in a direction.
func noneOf(what string, step int) string {
	return "no " + what + map[int]string{1: " behind this one", -1: " before this one"}[step]
}

// find looks for a text in the lines and the fields of messages, for a moment at a time, beside the screen.
func (m *Model) find(run, step, from int, text string) tea.Cmd {
	among := m.messages // as they are now
	return m.do(func() done {
		among.reader = among.facts.Reader()
		line, until, found, b := records.Text(records.TextOptions{})(), time.Now().Add(interval), false, []byte(nil)
		n := among.nearest(from, step, func(n int, _ *facts.Row) bool {
			r := among.reader.At(n)
			b = line(b[:0], r)
			found = has(string(b), text) || fieldWith(records.Entries(r), text) >= 0
			return found || time.Now().After(until)
		})
		return func(m *Model) tea.Cmd {
			switch {
			case m.ended(run):
				return nil
			case n >= 0 && !found:
				return m.find(run, step, n, text)
			}
			m.end()
			if m.notice = (notice{}); n < 0 {
				says := noneOf("message", step) + " has " + text
				if strings.ContainsAny(text, "=<>&|") {
					says += "; f takes filters"
				}
				m.say(says)
				return nil
			}
			m.jump(n)
			if i := fieldWith(m.fields.entries, text); i >= 0 {
				m.fields.chosen = i
				m.bytes.follow(m.fields.entry())
			}
			return nil
		}
	})
}

func has(text, wanted string) bool { return strings.Contains(strings.ToLower(text), wanted) }

// fieldWith is the first field whose value has a text; -1 = there is none.
func fieldWith(list []records.Entry, text string) int {
	return slices.IndexFunc(list, func(e records.Entry) bool { return e.Field != nil && has(records.ValueOf(e.Field), text) })
}

// Difference is where a player begins to see something else than the owner of a ship, or all others.
type Difference struct {
	Frame  int64
	Object uint32 // the ship; 0 = it is about none
	Text   string
}

// differences are those of the capture, once somebody has asked: looking for them reads all of it.
type differences struct {
	texts map[int]string // by the number of the message with which they begin
	later []Difference   // those in frames that are not read yet
	asked int            // how many messages there were; 0 = nobody has asked
}

// differs stands before messages with which a difference begins.
const differs = "≠"

// place finds the messages of differences, as far as they are read: in their frame that of the ship.
func (x *differences) place(among *messages) {
	x.later = slices.DeleteFunc(x.later, func(d Difference) bool {
		first := among.facts.From(d.Frame)
		if first == among.all() {
			return false
		}
		at := first
		for n := first; n < among.all() && among.facts.FrameAt(n) == d.Frame; n++ {
			if among.about(n) == d.Object {
				at = n
				break
			}
		}
		if text := x.texts[at]; text != "" {
			d.Text = text + "; " + d.Text
		}
		x.texts[at] = d.Text
		return true
	})
}

// nextDifference goes to the next difference that is shown. They are looked for beside the screen when they are
// asked for first, and again when more of a pipe has come and none is left.
func (m *Model) nextDifference() tea.Cmd {
	x := &m.list.differences
	next := func() bool {
		x.place(&m.messages)
		for _, n := range slices.Sorted(maps.Keys(x.texts)) {
			if n > m.list.chosen && m.kept(n) {
				m.jump(n)
				m.say(differs + " " + x.texts[n])
				return true
			}
		}
		if m.say("no player begins to see something else behind this one"); len(x.texts)+len(x.later) == 0 {
			m.say("no player saw something else: see bcdump desync")
		}
		return false
	}
	switch {
	case m.options.Differences == nil:
		m.say("this cannot be done here")
		return nil
	case m.facts == nil:
		m.say("nothing of the capture is there yet")
		return nil
	case next(), x.asked > 0 && (!m.options.Follow || x.asked == m.all()):
		return nil
	}
	m.say("looking for what players saw otherwise; Esc: no longer")
	run, halt := m.begin()
	of, work := m.all(), Work{Width: m.width, Progress: func(float64) {}, Stop: halt}
	return m.do(func() done {
		list, err := m.options.Differences(work)
		return func(m *Model) tea.Cmd {
			if m.ended(run) {
				return nil
			}
			m.end()
			if err != nil {
				m.complain("not done: " + err.Error())
				return nil
			}
			*x = differences{texts: map[int]string{}, later: list, asked: max(of, 1)}
			next()
			return nil
		}
	})
}

// ship is what `bcdump timeline --of` may be asked about the chosen message: the object that it is
// about, else the client; "" = neither.
func (m *Model) ship() string {
	r := m.list.current
	if r == nil {
		return ""
	}
	if object := m.about(m.list.chosen); object != 0 {
		return fmt.Sprintf("0x%08X", object)
	}
	return r.Client
}

// askFilter opens the filter line.
func (m *Model) askFilter() tea.Cmd {
	m.seen.look(m.facts)
	m.line.open(m.filterText())
	m.asked = &dialog{lines: m.line.lines, column: m.line.column, text: &m.line.editor, pasted: m.line.settle, key: func(k tea.KeyPressMsg) tea.Cmd {
		finished, cancelled := m.line.press(k)
		if finished || cancelled {
			m.asked = nil
		}
		if finished {
			return m.newFilter(m.line.expression())
		}
		return nil
	}}
	return nil
}

// newFilter shows what an expression keeps; "" = all messages. One can come back to what was shown.
func (m *Model) newFilter(text string) tea.Cmd {
	var f *filtered
	if text != "" {
		compiled, err := decode.NewFilter(text)
		if err != nil {
			m.complain(err.Error())
			return nil
		}
		if never := compiled.Never(m.options.Protocol); never != nil {
			m.complain(never.Error())
		}
		f = &filtered{text: text, filter: compiled}
	}
	m.leave()
	if m.filter = f; m.list.wanted < 0 {
		m.list.wanted = m.list.chosen
	}
	return m.grow()
}

// sift lets the filter see, beside the screen, what it has not seen yet, for a moment at a time.
func (m *Model) sift() tea.Cmd {
	f, all := m.filter, m.facts
	switch {
	case f == nil || f.busy || all == nil:
		return nil
	case f.seen == all.Rows():
		if s := &m.summary; m.complete && !f.told && len(s.Players) > 0 && !s.MorePlayers {
			if bad := f.filter.NoPlayer(s.Players); bad != nil {
				m.complain(bad.Error())
			}
			f.told = true
		}
		return nil
	}
	f.busy = true
	from := f.seen
	return m.do(func() done {
		kept, seen := f.scan(all, from, time.Now().Add(3*interval)) // each start costs, where others work too
		return func(m *Model) tea.Cmd {
			f.kept, f.seen, f.busy = append(f.kept, kept...), seen, false
			return m.grow()
		}
	})
}

// quiet keeps what is neither an Ack nor sent again.
const quiet = `type not in ["ack", "keepalive"] && !(notes contains "retransmit")`

// hideQuiet hides Acks and what is sent again, or shows them.
func (m *Model) hideQuiet() tea.Cmd {
	now := m.filterText()
	if now != "" && now == m.hidden.under {
		return m.newFilter(m.hidden.before)
	}
	m.hidden.before, m.hidden.under = now, filter.And(now, quiet)
	return m.newFilter(m.hidden.under)
}

// fieldMenu offers what can be done with the chosen field: it is one of the message, or of its header.
func (m *Model) fieldMenu() tea.Cmd {
	e := m.fields.entry()
	if e == nil || e.Datagram {
		m.say("filters do not know this field")
		return nil
	}
	path := "fields." + e.Field.Path
	only, not, err := onlyThis(m.list.current, path, m.facts.Name)
	if err != nil {
		path = e.Field.Path
		only, not, err = onlyThis(m.list.current, path, m.facts.Name)
	}
	if err != nil {
		m.say(err.Error())
		return nil
	}
	l, column := &m.list, "add as a column"
	at := slices.Index(l.columns, path)
	if at >= 0 {
		column = "take the column away"
	}
	m.offer(path, []choice{
		{"only this value: " + only, func() tea.Cmd { return m.newFilter(filter.And(m.filterText(), only)) }},
		{"not this value: " + not, func() tea.Cmd { return m.newFilter(filter.And(m.filterText(), not)) }},
		{column, func() tea.Cmd {
			if at >= 0 {
				l.columns = slices.Delete(l.columns, at, at+1)
			} else {
				l.columns = append(l.columns, path)
			}
			return nil
		}},
	})
	return nil
}
