//go:build unix

package browse

import (
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// goalOfKeys is how long a key may take to the new screen.
const goalOfKeys = 16 * time.Millisecond

// TestGoalOfKeys presses keys at the far end of a large capture, without a terminal. BCDUMP_GOALS names the
// capture; `make bench-browse` sets it. It fails if half of the uses of a key take more processor time than
// the goal: on a machine that does nothing else, a key takes as long.
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
	for _, text := range []string{`name == "TorpedoFire"`, `type == "ack"`, `player == "Kang" && fields.object == "0x3FFFFFFF"`, `frame > 1000 && notes contains "retransmit"`, quiet, `fields.flags contains "position"`} {
		reportFilter(t, s, text)
	}
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
	var took times
	for i := range 100 {
		s.press("g")
		for _, digit := range strconv.FormatInt(s.frameAt(s.count()*(i*61%100)/100), 10) {
			s.press(string(digit))
		}
		began, spent := time.Now(), processor()
		s.Update(tea.KeyPressMsg(named["enter"]))
		_ = s.View()
		took.add(time.Since(began), processor()-spent)
	}
	report(t, "anywhere", "jump", took)
}

// frameAt gives the frame of a message.
func (s *screen) frameAt(n int) int64 { return s.message(n).Frame }

// reportKey presses a key at some places, and says how long it takes.
func reportKey(t *testing.T, s *screen, from, key string, at func(i int) int) {
	t.Helper()
	var took times
	for i := range 20 {
		s.asked = nil // what the key before asked
		s.panes.turnTo(messagesPane)
		s.list.pick(at(i))
		began, spent := time.Now(), processor()
		if k, ok := named[key]; ok {
			s.Update(tea.KeyPressMsg(k))
		} else {
			s.Update(tea.KeyPressMsg{Code: rune(key[0]), Text: key})
		}
		_ = s.View()
		took.add(time.Since(began), processor()-spent)
	}
	report(t, from, key, took)
}

// times are how long a key took each time, by the clock and of processor time.
type times struct{ clock, spent []time.Duration }

func (x *times) add(clock, spent time.Duration) {
	x.clock, x.spent = append(x.clock, clock), append(x.spent, spent)
}

// processor is the processor time of this process so far.
func processor() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// report says how long a key takes.
func report(t *testing.T, from, key string, took times) {
	t.Helper()
	slices.Sort(took.clock)
	slices.Sort(took.spent)
	half, last := len(took.spent)/2, len(took.spent)-1
	t.Logf("%-10s %-8s half of them within %8s (%8s of processor time), all within %8s (%8s)", from, key,
		took.clock[half].Round(time.Microsecond), took.spent[half].Round(time.Microsecond),
		took.clock[last].Round(time.Microsecond), took.spent[last].Round(time.Microsecond))
	if took.spent[half] > goalOfKeys {
		t.Errorf("%s from %s takes %s", key, from, took.spent[half])
	}
}

// goalOfFilter is how long a filter over all messages may take.
const goalOfFilter = time.Second

// reportFilter filters all messages.
func reportFilter(t *testing.T, s *screen, text string) {
	t.Helper()
	began := time.Now()
	s.do(s.newFilter(text))
	s.give(nil)
	took := time.Since(began)
	t.Logf("%d of %d messages kept by %s within %s", s.count(), s.all(), text, took.Round(time.Millisecond))
	if took > goalOfFilter {
		t.Errorf("%s takes %s", text, took)
	}
	s.do(s.newFilter(""))
	s.give(nil)
}
