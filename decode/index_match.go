package decode

import (
	"runtime/debug"
	"sync"

	"bcdump/decode/internal/checkpoints"
	"bcdump/decode/internal/pipeline"
	"bcdump/decode/query"
	"bcdump/decode/record"
)

// Match applies a filter to the messages from number n on, with as many workers as the options say. take
// is told in order which of them it keeps: kept[i] is about message first+i. It ends with the last message
// that there is when it gets there, when stop is closed, or at the first error of take.
func (x *Index) Match(filter *Filter, n int, stop <-chan struct{}, take func(first int, kept []bool) error) error {
	m := newMatching(x, filter, stop)
	defer m.end()
	return m.run(max(n, 0), take)
}

func (m *matching) run(n int, take func(first int, kept []bool) error) error {
	go m.handOut(n)
	for s := range m.order {
		select {
		case <-s.done:
		case <-m.stop:
			return nil
		}
		if m.stop != nil && closed(m.stop) {
			return nil
		}
		if s.broken != nil {
			panic(s.broken)
		}
		if err := take(s.first, s.kept); err != nil {
			return err
		}
	}
	return nil
}

// matching is one run of a filter over the messages of an index.
type matching struct {
	index *Index
	stop  <-chan struct{}
	over  chan struct{} // nobody wants more
	order chan *stretch // what was handed out
	idle  chan *matcher // workers without a stretch
	busy  sync.WaitGroup
}

// stretch is a run of messages that one worker takes.
type stretch struct {
	first int
	kept  []bool
	done  chan struct{}
	// broken is why nobody has finished it. Match panics with it: a panic on a goroutine of its own would
	// leave whoever called no chance to put the terminal in order.
	broken *pipeline.Panic
}

// matcher is what one worker keeps.
type matcher struct {
	*query.Matcher
	decoder record.Decoder
	run     *checkpoints.Run // the last one
}

// mostMatchers is as many workers as a run of all stages has at most.
const mostMatchers = 16

func newMatching(x *Index, filter *Filter, stop <-chan struct{}) *matching {
	jobs := min(x.capture.options.Jobs, mostMatchers)
	m := &matching{index: x, stop: stop, over: make(chan struct{}), order: make(chan *stretch, jobs), idle: make(chan *matcher, jobs)}
	for range jobs {
		m.idle <- &matcher{Matcher: filter.Matcher(x.Name())}
	}
	return m
}

// end waits until nobody works any more.
func (m *matching) end() {
	close(m.over)
	for range m.order {
	}
	m.busy.Wait()
}

// handOut gives stretches to workers, in order. The last one may still be growing.
func (m *matching) handOut(n int) {
	defer close(m.order)
	for last := false; !last && n < m.index.Len(); {
		var w *matcher
		select {
		case w = <-m.idle:
		case <-m.over:
			return
		case <-m.stop:
			return
		}
		end := m.index.points.StretchEnd(n)
		last = end == m.index.Len()
		s := &stretch{first: n, kept: make([]bool, end-n), done: make(chan struct{})}
		m.busy.Add(1)
		go m.match(w, s)
		select {
		case m.order <- s:
		case <-m.over:
			return
		}
		n = end
	}
}

// match works on a stretch.
func (m *matching) match(w *matcher, s *stretch) {
	defer m.busy.Done()
	defer func() {
		if reason := recover(); reason != nil {
			s.broken = &pipeline.Panic{Reason: reason, Stack: debug.Stack()}
		}
		close(s.done)
		m.idle <- w
	}()
	w.run = m.index.points.Run(s.first, checkpoints.Stretch, w.run)
	for w.run.At() < s.first+len(s.kept) && !m.stopped() {
		if !w.batch(s) {
			return
		}
	}
}

func (m *matching) stopped() bool { return closed(m.over) || m.stop != nil && closed(m.stop) }

// batch works on the next batch; false = there is none.
func (w *matcher) batch(s *stretch) bool {
	b := w.run.Next()
	if b == nil {
		return false
	}
	at := w.run.At() - len(b.Records) - s.first
	for i := max(-at, 0); i < len(b.Records) && at+i < len(s.kept); i++ {
		w.decoder.Take(&b.Records[i])
		s.kept[at+i] = w.Match(&b.Records[i])
	}
	w.run.GiveBack(b)
	return true
}
