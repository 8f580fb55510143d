package browse

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
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
