package browse

import (
	"os"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// goalOfKeys is how long a key may take to the new screen.
const goalOfKeys = 16 * time.Millisecond

// TestGoalOfKeys presses keys at the far end of a large capture, without a terminal. BCDUMP_GOALS names the
// capture; `make bench-browse` sets it. It fails if half of the uses of a key take longer than the goal.
func TestGoalOfKeys(t *testing.T) {
	path := os.Getenv("BCDUMP_GOALS")
	if path == "" {
		t.Skip("BCDUMP_GOALS names no capture: this is for make bench-browse")
	}
	begun := time.Now()
	s := open(t, path, 100, 40, Options{})
	t.Logf("%d messages listed in %s", s.count(), time.Since(begun).Round(time.Millisecond))
	last := s.count() - 1
	for _, from := range []struct {
		name string
		at   int
		step int
	}{{"far end", last, -101}, {"middle", last / 2, 1009}, {"start", 0, 101}} {
		for _, key := range []string{"up", "pgup", "down", "pgdown", "n", "N", "o", "p", "P", "c", "C", "!", "D", "tab", "home", "end"} {
			reportKey(t, s, from.name, key, func(i int) int { return min(max(from.at+i*from.step, 0), last) })
		}
	}
}

// reportKey presses a key at some places, and says how long it takes.
func reportKey(t *testing.T, s *screen, from, key string, at func(i int) int) {
	t.Helper()
	var took []time.Duration
	for i := range 20 {
		s.asked = nil // what the key before asked
		s.panes.turnTo(messagesPane)
		s.list.pick(at(i))
		began := time.Now()
		if k, ok := named[key]; ok {
			s.Update(tea.KeyPressMsg(k))
		} else {
			s.Update(tea.KeyPressMsg{Code: rune(key[0]), Text: key})
		}
		_ = s.View()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	t.Logf("%-12s %-10s half of them within %8s, all within %8s", from, key, took[len(took)/2].Round(time.Microsecond), took[len(took)-1].Round(time.Microsecond))
	if took[len(took)/2] > goalOfKeys {
		t.Errorf("%s from %s takes %s", key, from, took[len(took)/2])
	}
}
