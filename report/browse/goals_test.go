package browse

import (
	"os"
	"slices"
	"strconv"
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
	reportJumps(t, s)
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

// reportJumps goes to messages anywhere, as to a frame.
func reportJumps(t *testing.T, s *screen) {
	t.Helper()
	var took []time.Duration
	for i := range 100 {
		s.press("g")
		for _, digit := range strconv.FormatInt(s.frameAt(s.count()*(i*61%100)/100), 10) {
			s.press(string(digit))
		}
		began := time.Now()
		s.Update(tea.KeyPressMsg(named["enter"]))
		_ = s.View()
		took = append(took, time.Since(began))
	}
	report(t, "anywhere", "jump", took)
}

// frameAt gives the frame of a message.
func (s *screen) frameAt(n int) int64 { return s.index.NewCursor().At(n).Frame }

// reportKey presses a key at some places, and says how long it takes.
func reportKey(t *testing.T, s *screen, from, key string, at func(i int) int) {
	t.Helper()
	var took []time.Duration
	for i := range 20 {
		s.asked = nil // what the key before asked
		s.panes.turnTo(messagesPane)
		s.list.pick(s.Model, at(i))
		began := time.Now()
		if k, ok := named[key]; ok {
			s.Update(tea.KeyPressMsg(k))
		} else {
			s.Update(tea.KeyPressMsg{Code: rune(key[0]), Text: key})
		}
		_ = s.View()
		took = append(took, time.Since(began))
	}
	report(t, from, key, took)
}

// report says how long a key takes.
func report(t *testing.T, from, key string, took []time.Duration) {
	t.Helper()
	slices.Sort(took)
	half, all := took[len(took)/2], took[len(took)-1]
	t.Logf("%-10s %-8s half of them within %8s, all within %8s", from, key, half.Round(time.Microsecond), all.Round(time.Microsecond))
	if half > goalOfKeys {
		t.Errorf("%s from %s takes %s", key, from, half)
	}
}
