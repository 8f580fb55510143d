package browse

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/report/terminal"
)

// acting is a screen with actions, on the first message of a ship.
func acting(t *testing.T, a Actions) *screen {
	s := open(t, session, 100, 30, Options{Actions: a})
	s.list.pick(s.first("StateUpdate"))
	return s
}

// below is what stands below the panes, without colours.
func (s *screen) below() string {
	lines := s.lines()
	for i := range lines {
		lines[i] = strings.TrimSpace(ansi.Strip(lines[i]))
	}
	return strings.Join(lines[s.height-max(s.bottom, 1):], "\n")
}

// echo is an action that gives what it was told.
func echo(w Work) ([]string, error) {
	w.Progress(0.5)
	return []string{fmt.Sprintf("about %q of %q", w.Filter, w.Ship), fmt.Sprintf("%q %v", w.Path, w.Replace)}, nil
}

func TestActionShows(t *testing.T) {
	for _, key := range []string{"s", "T", "r"} {
		s := acting(t, Actions{Stats: echo, Timeline: echo, Report: echo})
		s.press("f", `name == "StateUpdate"`, "enter")
		_, cmd := s.Update(press(key))
		if text := s.below(); !strings.Contains(text, ": 0 %   Esc stops it") {
			t.Errorf("%s: %q", key, text)
		}
		s.do(cmd)
		s.give(nil)
		if body := s.body(); !s.asked.full || body[0] != `about "name == \"StateUpdate\"" of "0x3FFFFFFF"` || body[1] != `"" false` {
			t.Errorf("%s: %q", key, body[:2])
		}
		if s.press("q"); s.asked != nil {
			t.Errorf("%s: it stays", key)
		}
	}
}

// TestActionOnLight: what actions paint can be read on a light background too.
func TestActionOnLight(t *testing.T) {
	dark, light := terminal.NewPalette(true), terminal.LightPalette()
	table := func(p terminal.Palette) []string {
		return []string{p.ToServer.Paint("C>S") + " " + p.ToClient.Paint("S>C"), p.Note.Paint("note") + p.Damage.Paint("damage")}
	}
	for _, background := range []bool{false, true} {
		s := open(t, session, 100, 30, Options{Color: true, Actions: Actions{Stats: func(Work) ([]string, error) { return table(dark), nil }}})
		s.dress(background)
		s.press("s")
		want := table(dark)
		if background {
			want = table(light)
		}
		if got := []string{strings.TrimRight(s.lines()[1], " "), strings.TrimRight(s.lines()[2], " ")}; !slices.Equal(got, want) {
			t.Errorf("light %v: %q, want %q", background, got, want)
		}
	}
}

// TestNoAction: what there is no action for begins nothing, and what is told goes with the next key.
func TestNoAction(t *testing.T) {
	s := acting(t, Actions{Timeline: echo})
	for _, key := range []string{"s", "r", "w"} {
		if s.press(key); s.asked != nil || s.notice.text != "this cannot be done here" {
			t.Errorf("%s: %q", key, s.notice.text)
		}
	}
	s.press("gg")
	if s.list.current.Client = ""; s.notice.text != "" {
		t.Error("what is told stays")
	}
	if s.press("T"); !strings.HasPrefix(s.notice.text, "No ship is at hand") {
		t.Errorf("%q", s.notice.text)
	}
}

func TestActionFails(t *testing.T) {
	s := acting(t, Actions{Stats: func(Work) ([]string, error) { return nil, errors.New("no\x1b[31m such file") }})
	if s.press("s"); s.below() != `Not done: no\x1b[31m such file` {
		t.Errorf("%q", s.below())
	}
}

// TestActionStops: Esc closes Stop, and what the action says later is not shown.
func TestActionStops(t *testing.T) {
	stopped := false
	s := acting(t, Actions{Stats: func(w Work) ([]string, error) {
		select {
		case <-w.Stop:
			stopped = true
		case <-time.After(time.Minute):
		}
		return []string{"late", "later"}, nil
	}})
	_, cmd := s.Update(press("s"))
	if s.Update(press("x")); s.asked == nil {
		t.Fatal("any key stops it")
	}
	s.Update(press("esc"))
	if s.below() != "Stopped" || s.asked != nil {
		t.Errorf("%q", s.below())
	}
	s.do(cmd)
	if s.give(nil); !stopped || s.below() != "Stopped" || s.asked != nil {
		t.Errorf("%v, %q", stopped, s.below())
	}
}

// TestActionProgress: how far it is is drawn again as long as it runs.
func TestActionProgress(t *testing.T) {
	var told Work
	s := acting(t, Actions{Stats: func(w Work) ([]string, error) { told = w; return nil, nil }})
	_, cmd := s.Update(press("s"))
	batch := cmd().(tea.BatchMsg)
	look, ended := batch[0], batch[1]()
	for share, want := range map[float64]string{0.5: "stats: 50 %", 1: "stats: 100 %", 7: "stats: 100 %", -1: "stats: 0 %"} {
		told.Progress(share)
		if _, look = s.Update(look()); !strings.HasPrefix(s.below(), want) || look == nil {
			t.Fatalf("%v: %q", share, s.below())
		}
	}
	s.Update(ended)
	if _, again := s.Update(look()); again != nil {
		t.Error("it goes on when it is over")
	}
}

func TestWriteAction(t *testing.T) {
	var asked []Work
	s := acting(t, Actions{Write: func(w Work) ([]string, error) {
		if asked = append(asked, w); w.Path == "there.pcap" && !w.Replace {
			return nil, fmt.Errorf("write: %w", &ExistsError{Path: w.Path})
		}
		return []string{"Written: " + w.Path}, nil
	}})
	s.press("f", "frame > 1", "enter")
	name := func(text string) {
		s.press("w")
		s.give(tea.PasteMsg{Content: text})
		if c := s.View().Cursor; !strings.HasPrefix(s.below(), strings.TrimSpace("write to: "+text)+"\n.pcap .pcapng packets") || c == nil || c.X != len("write to: "+text) {
			t.Errorf("%q, %v", s.below(), c)
		}
		s.press("enter")
	}
	if name(""); s.asked != nil || len(asked) > 0 {
		t.Error("an empty name writes something")
	}
	if name("new.txt"); s.below() != "Written: new.txt" {
		t.Errorf("%q", s.below())
	}
	for answer, want := range map[string]string{"y": "Written: there.pcap", "n": "Not written", "enter": "Not written", "esc": "Not written"} {
		if name("there.pcap"); s.below() != "there.pcap is there already. Replace it? y/n" {
			t.Errorf("%q", s.below())
		}
		if s.press(answer); s.below() != want {
			t.Errorf("%s: %q", answer, s.below())
		}
	}
	if s.press("w", "a", "esc"); s.asked != nil || asked[0].Filter != "frame > 1" {
		t.Errorf("%+v", asked[0])
	}
}

// TestCommandIsCopied: y gives the command of what is on the screen, to the clipboard too.
func TestCommandIsCopied(t *testing.T) {
	s := acting(t, Actions{
		Stats:   echo,
		Command: func(key string, w Work) string { return "bcdump " + key + " -f '" + w.Filter + "'" },
	})
	copied := func(key, want string) {
		_, cmd := s.Update(press(key))
		if fmt.Sprint(reflect.ValueOf(cmd())) != want || s.below() != "Copied: "+want || s.asked != nil {
			t.Errorf("%s: %q", key, s.below())
		}
	}
	s.press("f", "frame > 1", "enter")
	copied("Y", "bcdump Y -f 'frame > 1'")
	if s.press("s"); !strings.HasSuffix(s.below(), "n N next  y command  q close") {
		t.Errorf("%q", s.below())
	}
	copied("y", "bcdump s -f 'frame > 1'")
	s.press("s", "/")
	if s.press("y"); s.asked == nil || s.below() != "/y" {
		t.Errorf("y is no character of a search: %q", s.below())
	}
}
