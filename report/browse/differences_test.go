package browse

import (
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestDifferences: d goes from one message with which a player begins to see something else to the next, says what, and
// marks them. They are looked for once.
func TestDifferences(t *testing.T) {
	asked := 0
	var list []Difference
	s := open(t, session, 120, 30, Options{Differences: func(Work) ([]Difference, error) { asked++; return list, nil }})
	var at []int // updates that are not the first message of their frame
	for n := range s.all() {
		if n > 500 && s.facts.Row(n).Object != 0 && s.facts.FrameAt(n) == s.facts.FrameAt(n-1) && s.facts.Row(n).Object != s.facts.Row(n-1).Object && len(at) < 2 {
			at = append(at, n)
		}
	}
	a, b := s.facts.FrameAt(at[0]), s.facts.FrameAt(at[1])
	object := s.facts.Row(at[0]).Object
	list = []Difference{{b, 0, "Kang \x1b[2J"}, {a, object, "Ace sees it"}, {a, object, "Kang too"}, {1 << 40, 0, "never"}}
	first := s.facts.From(b)
	for _, want := range []struct {
		chosen int
		says   string
	}{{at[0], "≠ Ace sees it; Kang too"}, {first, `≠ Kang \x1b[2J`}, {first, "no player begins to see something else behind this one"}} {
		if s.press("d"); s.list.chosen != want.chosen || s.notice.text != want.says {
			t.Errorf("%s, %q, want %d, %q", s.here(), s.notice.text, want.chosen, want.says)
		}
	}
	s.press("up")
	if body := ansi.Strip(strings.Join(s.body(), "\n")); strings.Count(body, "\n"+differs) != 2 {
		t.Errorf("marks in\n%s", body)
	}
	s.press("gg", "f", "name == 'Chat'", "enter", "d")
	if s.filter == nil || s.notice.text != "no player begins to see something else behind this one" || asked != 1 {
		t.Errorf("among what the filter keeps: %q, asked %d times", s.notice.text, asked)
	}
}

// TestNoDifferences: where there is none, or none can be found, it is said, and Esc ends the search.
func TestNoDifferences(t *testing.T) {
	for want, find := range map[string]func(Work) ([]Difference, error){
		"this cannot be done here":                        nil,
		"no player saw something else: see bcdump desync": func(Work) ([]Difference, error) { return nil, nil },
		"not done: it is broken":                          func(Work) ([]Difference, error) { return nil, errors.New("it is broken") },
	} {
		s := open(t, session, 120, 30, Options{Differences: find})
		if s.press("d"); s.notice.text != want {
			t.Errorf("%q, want %q", s.notice.text, want)
		}
	}
	var stop <-chan struct{}
	s := open(t, session, 120, 30, Options{Differences: func(w Work) ([]Difference, error) {
		stop = w.Stop
		return []Difference{{Frame: 900}}, nil
	}})
	_, look := s.Update(press("d"))
	if !strings.HasPrefix(s.notice.text, "looking for what players saw otherwise") {
		t.Errorf("%q", s.notice.text)
	}
	s.press("esc")
	if s.give(look()); s.list.chosen != 0 || !(&Work{Stop: stop}).Stopped() {
		t.Errorf("it goes on: %s", s.here())
	}
}

// TestDifferencesOfPipe: what has come since is looked at when nothing that is known is left.
func TestDifferencesOfPipe(t *testing.T) {
	asked := 0
	s := open(t, session, 120, 30, Options{Follow: true, Differences: func(Work) ([]Difference, error) {
		asked++
		return []Difference{{Frame: int64(400 * asked)}}, nil
	}})
	s.press("gg", "d")
	s.list.differences.asked-- // a message more has come
	if s.press("d"); asked != 2 || s.list.current.Frame != 800 {
		t.Errorf("asked %d times: %s", asked, s.here())
	}
	if s.press("d"); asked != 2 {
		t.Errorf("asked %d times, and nothing has come", asked)
	}
}
