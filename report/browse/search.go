package browse

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/records"
)

// search looks for a text in the lines and the fields of messages, beside the screen.
type search struct {
	text string        // in lower case; "" = nothing was looked for
	runs int           // counts those that were begun
	stop chan struct{} // closed when nobody waits for the last one; nil = none goes on
}

// searched is what a search has come to.
type searched struct{ run, step, number int }

func (m *Model) askText() tea.Cmd {
	m.asked = &question{asks: " find text: ", answer: func(text string) tea.Cmd {
		if text != "" {
			m.search.text = strings.ToLower(text)
		}
		return m.again(1)
	}}
	return nil
}

// again goes to the next message with the text, or the one before; as long as none was looked for, to the next of
// this kind.
func (m *Model) again(step int) tea.Cmd {
	switch s := &m.search; {
	case m.facts == nil:
		return nil
	case s.text == "":
		return seek(step, "message of this kind", (*messages).sameKind)(m)
	}
	s := m.beginSearch()
	m.say("looking for " + s.text + "; Esc: no longer")
	look := lookout{text: s.text, line: records.Text(records.TextOptions{})(), stop: s.stop, halt: m.work.halt}
	run, from, among := s.runs, m.list.chosen, m.messages // as they are now
	among.reader = m.facts.Reader()
	return m.work.do(func() tea.Msg {
		return searched{run, step, among.nearest(from, step, func(n int, _ *facts.Row) bool {
			return look.stopped() || look.in(among.reader.At(n))
		})}
	})
}

// beginSearch begins one, and ends the one before.
func (m *Model) beginSearch() *search {
	m.endSearch()
	m.search.runs++
	m.search.stop = make(chan struct{})
	return &m.search
}

// endSearch ends the one that goes on.
func (m *Model) endSearch() {
	if m.search.stop != nil {
		close(m.search.stop)
		m.search.stop = nil
	}
}

func (s searched) arrive(m *Model) (tea.Cmd, bool) {
	if s.run != m.search.runs || m.search.stop == nil {
		return nil, false
	}
	m.search.stop, m.notice = nil, notice{}
	if s.number < 0 {
		m.say(map[int]string{1: "no message behind this one has ", -1: "no message before this one has "}[s.step] + m.search.text)
		return nil, true
	}
	m.jump(s.number)
	for i := range m.fields.entries {
		if e := &m.fields.entries[i]; e.Field != nil && has(records.ValueOf(e.Field), m.search.text) {
			m.fields.choose(i)
			m.bytes.follow(e)
			break
		}
	}
	return nil, true
}

// compared is what a search for differences has come to.
type compared struct {
	run, of int
	list    []Difference
	err     error
}

// nextDifference goes to the next difference that the filter keeps. They are looked for beside the screen when they are
// asked for first, and again when more of a pipe has come and none is left.
func (m *Model) nextDifference() tea.Cmd {
	x := &m.list.differences
	switch {
	case m.toDifference():
		return nil
	case m.facts == nil || m.options.Differences == nil:
		m.say("this cannot be done here")
		return nil
	case x.asked > 0 && (!m.options.Follow || x.asked == m.all()):
		m.noDifference()
		return nil
	}
	m.beginSearch()
	m.say("looking for what players saw otherwise; Esc: no longer")
	run, of, work := m.search.runs, m.all(), Work{Width: m.width, Progress: func(float64) {}, Stop: m.search.stop}
	return m.work.do(func() tea.Msg {
		list, err := m.options.Differences(work)
		return compared{run, of, list, err}
	})
}

func (c compared) arrive(m *Model) (tea.Cmd, bool) {
	if c.run != m.search.runs || m.search.stop == nil {
		return nil, false
	}
	m.search.stop, m.notice = nil, notice{}
	if c.err != nil {
		m.complain("not done: " + c.err.Error())
		return nil, true
	}
	m.list.differences = differences{texts: map[int]string{}, later: c.list, asked: max(c.of, 1)}
	if !m.toDifference() {
		m.noDifference()
	}
	return nil, true
}

// toDifference goes to the next difference among those that are known, and says what it is.
func (m *Model) toDifference() bool {
	x := &m.list.differences
	x.place(&m.messages)
	n := x.next(m.list.chosen, m.kept)
	if n < 0 {
		return false
	}
	m.jump(n)
	m.say(differs + " " + x.texts[n])
	return true
}

func (m *Model) noDifference() {
	if x := &m.list.differences; len(x.texts)+len(x.later) == 0 {
		m.say("no player saw something else: see bcdump desync")
		return
	}
	m.say("no player begins to see something else behind this one")
}

// lookout looks for a text in messages, until nobody waits for it.
type lookout struct {
	text       string
	line       decode.Renderer
	stop, halt <-chan struct{}
	b          []byte
}

func (l *lookout) stopped() bool { return closed(l.stop) || closed(l.halt) }

// in reports whether a message has the text.
func (l *lookout) in(r *decode.Record) bool {
	if l.b = l.line(l.b[:0], r); has(string(l.b), l.text) {
		return true
	}
	entries := records.Entries(r)
	for i := range entries {
		if o := entries[i].Field; o != nil && has(records.ValueOf(o), l.text) {
			return true
		}
	}
	return false
}

func has(text, wanted string) bool { return strings.Contains(strings.ToLower(text), wanted) }
