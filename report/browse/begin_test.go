package browse

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/facts"
)

// Who asks for a frame begins there; a frame without a message gives the next one.
func TestBeginAtFrame(t *testing.T) {
	s := open(t, session, 120, 30, Options{At: 26})
	if r := s.list.current; r == nil || r.Frame != 26 {
		t.Errorf("at %s", s.here())
	}
	s = open(t, session, 120, 30, Options{At: 1 << 40})
	if r := s.list.current; r == nil || s.list.chosen != s.count()-1 {
		t.Errorf("at %s", s.here())
	}
}

// Keys that come before the capture is open do no harm, and the filter that one began with holds.
func TestKeysBeforeOpen(t *testing.T) {
	for _, b := range keyTable() {
		key := b.keys[0]
		if slices.Contains([]string{"q", "ctrl+z", "ctrl+l"}, key) || named[key].Code == 0 && len(key) > 1 {
			continue
		}
		t.Run(key, func(t *testing.T) {
			t.Parallel() // it waits
			s := unopened(t, session, Options{Filter: `name == "Chat"`})
			s.give(tea.WindowSizeMsg{Width: 120, Height: 30})
			s.press(key, "esc", "esc")
			s.do(s.Init())
			s.give(nil)
			if kinds := s.kinds(); len(kinds) != 1 || kinds["Chat"] == 0 {
				t.Error(kinds)
			}
		})
	}
}

// TestGrows: what comes of a pipe is shown as it comes, to the last message, also under a filter.
func TestGrows(t *testing.T) {
	data := must.Get(os.ReadFile(session))(t)
	in, out := io.Pipe()
	go func() { _, _ = out.Write(data[:len(data)/2]) }()
	s := &screen{t: t, Model: New(Options{Name: "-", Filter: `type == "ack"`, Open: func() (*decode.Capture, facts.Options, error) {
		c, err := decode.Open("-", in, decode.Options{Jobs: 2, Copies: true})
		return c, facts.Options{}, err
	}})}
	t.Cleanup(s.Stop)
	s.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	came := make(chan tea.Msg)
	var begin func(cmd tea.Cmd)
	begin = func(cmd tea.Cmd) { // everything beside everything else
		go func() {
			switch msg := cmd().(type) {
			case nil:
			case tea.BatchMsg:
				for _, cmd := range msg {
					if cmd != nil {
						begin(cmd)
					}
				}
			default:
				came <- msg
			}
		}()
	}
	until := func(is func() bool) {
		for !is() || s.filter.busy {
			if _, cmd := s.Update(<-came); cmd != nil {
				begin(cmd)
			}
		}
	}
	begin(s.Model.do(s.Model.open))
	until(func() bool { return s.all() >= 500 && s.count() >= 100 })
	if header := s.lines()[0]; !strings.Contains(header, " reading") || s.Complete() || s.list.current == nil {
		t.Errorf("%s", header)
	}
	go func() {
		_, _ = out.Write(data[len(data)/2:])
		_ = out.Close()
	}()
	until(func() bool { return !s.busy() })
	want := open(t, session, 100, 30, Options{Filter: `type == "ack"`})
	if header := s.lines()[0]; s.all() != want.all() || s.count() != want.count() || strings.Contains(header, "reading") || !s.Complete() {
		t.Errorf("%d of %d, want %d of %d: %s", s.count(), s.all(), want.count(), want.all(), header)
	}
}

// TestBehindLast: behind the last message that a filter keeps there is none.
func TestBehindLast(t *testing.T) {
	s := open(t, session, 100, 30, Options{Filter: `type == "ack"`})
	s.press("t", "+9999s", "enter", "G", "*", "n", "up")
	if s.list.current == nil || s.number(s.count()) != -1 || s.list.chosen >= s.all() {
		t.Error(s.here())
	}
}
