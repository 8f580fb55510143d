package browse

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/filter"
)

// filtered is a filter, and the messages that it has kept so far.
type filtered struct {
	kept
	text string
	stop chan struct{} // closed when nobody needs it any more
	once sync.Once
	done atomic.Bool // it has seen all messages
}

func (f *filtered) end() {
	if f != nil {
		f.once.Do(func() { close(f.stop) })
	}
}

// setFilter shows what an expression keeps; "" = all.
func (m *Model) setFilter(text string) tea.Cmd {
	if text == "" {
		m.filter.end()
		m.filter = nil
		m.list.rearranged(m)
		return nil
	}
	expression, err := decode.NewFilter(text)
	if err != nil {
		m.complain(brief(err))
		return nil
	}
	if never := expression.Never(m.options.Protocol); never != nil {
		m.complain(brief(never))
	}
	m.filter.end()
	f := &filtered{text: text, stop: make(chan struct{})}
	m.filter = f
	m.list.rearranged(m)
	return tea.Batch(m.work.do(func() tea.Msg { return m.match(f, expression) }), tick())
}

// brief is the first line of an error about a filter.
func brief(err error) string {
	var bad *filter.Error
	if errors.As(err, &bad) {
		return bad.Error()
	}
	return err.Error()
}

// match fills a filter in the background, until the index has all messages.
func (m *Model) match(f *filtered, expression *decode.Filter) tea.Msg {
	for {
		last := m.work.built.Load()
		seen, _ := f.counts()
		if err := m.index.Match(expression, seen, f.stop, f.add); err != nil {
			return failed{err}
		}
		if last {
			f.done.Store(true)
			return matched{f}
		}
		select {
		case <-f.stop:
			return nil
		case <-m.work.halt:
			return nil
		case <-time.After(interval):
		}
	}
}

// matched says that a filter has seen all messages.
type matched struct{ filter *filtered }

func (f matched) arrive(m *Model) (tea.Cmd, bool) {
	if f.filter != m.filter {
		return nil, false
	}
	m.list.grow(m)
	if _, count := m.filter.counts(); count == 0 {
		m.say("no message matches")
	}
	return nil, true
}
