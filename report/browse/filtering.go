package browse

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
)

// askFilter opens the filter line.
func (m *Model) askFilter() tea.Cmd {
	m.line.Open(m.filterText())
	m.asked = lineDialog{m.line, m.newFilter}
	return nil
}

// newFilter shows what an expression keeps; "" = all messages. One can come back to what was shown.
func (m *Model) newFilter(text string) tea.Cmd {
	var f *filtered
	if text != "" {
		filter, err := decode.NewFilter(text)
		if err != nil {
			m.complain(err.Error())
			return nil
		}
		if never := filter.Never(m.options.Protocol); never != nil {
			m.complain(never.Error())
		}
		f = &filtered{text: text, filter: filter}
	}
	m.leave()
	cmd := m.restore(f)
	m.list.rearranged()
	return cmd
}

// quiet keeps what is neither an Ack nor sent again.
const quiet = `type not in ["ack", "keepalive"] && !(notes contains "retransmit")`

// hideQuiet hides Acks and what is sent again, or shows them.
func (m *Model) hideQuiet() tea.Cmd {
	now := m.filterText()
	if now != "" && now == m.hidden.under {
		return m.newFilter(m.hidden.before)
	}
	m.hidden.before, m.hidden.under = now, joined(now, quiet)
	return m.newFilter(m.hidden.under)
}

// resume lets the filter go on until it has seen all messages. One that is set before anything is read
// begins with that.
func (m *Model) resume() tea.Cmd {
	f := m.filter
	if m.capture == nil || f.complete() || f.stop != nil {
		return nil
	}
	f.stop = make(chan struct{})
	stop := f.stop
	return tea.Batch(m.work.do(func() tea.Msg { return m.match(f, stop) }), tick())
}

// match fills a filter in the background, until it has seen all messages.
func (m *Model) match(f *filtered, stop <-chan struct{}) tea.Msg {
	f.working.Lock() // another one may be about to end
	defer f.working.Unlock()
	ended := func() bool { return closed(stop) || m.work.stopped() }
	for !ended() {
		last := m.work.built.Load()
		if all := m.growing.Now(); all != nil {
			f.scan(all, ended)
		}
		switch {
		case ended():
			return nil
		case last:
			return matched{f}
		}
		select {
		case <-stop:
		case <-m.work.halt:
		case <-time.After(interval):
		}
	}
	return nil
}

// matched says that a filter has seen all messages.
type matched struct{ filter *filtered }

func (f matched) arrive(m *Model) (tea.Cmd, bool) {
	f.filter.done = true
	m.list.shown = -1
	m.list.grow()
	if all := m.growing.Now(); f.filter == m.filter && all != nil && len(all.Summary.Players) > 0 && !all.Summary.MorePlayers {
		if bad := f.filter.filter.NoPlayer(all.Summary.Players); bad != nil {
			m.complain(bad.Error())
		}
	}
	return nil, f.filter == m.filter
}
