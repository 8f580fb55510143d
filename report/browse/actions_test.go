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

// started runs the commands of a batch that are about the end of an action, and gives what they say.
func started(t *testing.T, a *actionRunner, cmd tea.Cmd) {
	t.Helper()
	batch, ok := cmd().(tea.BatchMsg)
	if !ok || len(batch) != 2 {
		t.Fatalf("%T", cmd())
	}
	done := batch[1]()
	if _, ok := done.(actionDone); !ok {
		t.Fatalf("%T", done)
	}
	if _, ok := a.Update(done); !ok {
		t.Fatal("the message is not taken")
	}
}

// says is what is on the screen, without colours.
func says(a *actionRunner) string { return ansi.Strip(strings.Join(a.lines(60, 10), "\n")) }

// echo is an action that gives what it was told.
func echo(w Work) ([]string, error) {
	w.Progress(0.5)
	return []string{fmt.Sprintf("about %q of %q", w.Filter, w.Ship), fmt.Sprintf("%q %v", w.Path, w.Replace)}, nil
}

func TestActionShows(t *testing.T) {
	for _, key := range []string{"s", "T", "r"} {
		a := &actionRunner{actions: Actions{Stats: echo, Timeline: echo, Report: echo}}
		cmd, ok := a.Begin(key, "frame == 1", "Ace", 60)
		if !ok || !a.active() {
			t.Fatalf("%s is not begun", key)
		}
		if text := says(a); !strings.Contains(text, ": 0 %   Esc stops it") {
			t.Errorf("%s: %q", key, text)
		}
		started(t, a, cmd)
		if text := says(a); !a.full() || !strings.HasPrefix(text, "about \"frame == 1\" of \"Ace\"\n\"\" false\n") {
			t.Errorf("%s: %q", key, text)
		}
		if a.Key(press("q")); a.active() || a.lines(60, 10) != nil {
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
		a := &actionRunner{light: background, actions: Actions{Stats: func(Work) ([]string, error) { return table(dark), nil }}}
		cmd, _ := a.Begin("s", "", "", 60)
		started(t, a, cmd)
		want := table(dark)
		if background {
			want = table(light)
		}
		if !slices.Equal(a.viewer.content, want) {
			t.Errorf("light %v: %q, want %q", background, a.viewer.content, want)
		}
	}
}

// TestNoAction: what there is no action for begins nothing.
func TestNoAction(t *testing.T) {
	a := &actionRunner{actions: Actions{Timeline: echo}}
	for _, key := range []string{"s", "r", "w", "x", ""} {
		if cmd, ok := a.Begin(key, "", "Ace", 60); ok || cmd != nil || a.active() {
			t.Errorf("%s is begun", key)
		}
	}
	if cmd, ok := a.Begin("T", "", "", 60); !ok || cmd != nil || !strings.HasPrefix(says(a), "No ship is at hand") {
		t.Errorf("%q", says(a))
	}
	if a.Settle(); a.active() {
		t.Error("what is told stays")
	}
	a.Begin("T", "", "Ace", 60)
	if a.Settle(); a.stage != running {
		t.Error("an action that runs is taken away")
	}
	a.tell("told")
	if a.Key(press("x")); a.active() {
		t.Error("what is told stays")
	}
}

func TestActionFails(t *testing.T) {
	a := &actionRunner{actions: Actions{Stats: func(Work) ([]string, error) { return nil, errors.New("no\x1b[31m such file") }}}
	cmd, _ := a.Begin("s", "", "", 60)
	started(t, a, cmd)
	if text := strings.Join(a.lines(60, 10), "\n"); text != `Not done: no\x1b[31m such file` {
		t.Errorf("%q", text)
	}
}

// TestActionStops: Esc closes Stop, and what the action says later is not shown.
func TestActionStops(t *testing.T) {
	stopped := false
	a := &actionRunner{actions: Actions{Stats: func(w Work) ([]string, error) {
		select {
		case <-w.Stop:
			stopped = true
		case <-time.After(time.Minute):
		}
		return []string{"late"}, nil
	}}}
	cmd, _ := a.Begin("s", "", "", 60)
	a.Key(press("x"))
	if !a.active() || a.stage != running {
		t.Fatal("any key stops it")
	}
	a.Key(press("esc"))
	if says(a) != "Stopped" {
		t.Errorf("%q", says(a))
	}
	started(t, a, cmd)
	if !stopped || says(a) != "Stopped" {
		t.Errorf("%v, %q", stopped, says(a))
	}
	a.Stop()
	if a.active() {
		t.Error("something is left")
	}
}

// TestActionProgress: how far it is is drawn again as long as it runs.
func TestActionProgress(t *testing.T) {
	var told Work
	a := &actionRunner{actions: Actions{Stats: func(w Work) ([]string, error) { told = w; return nil, nil }}}
	cmd, _ := a.Begin("s", "", "", 60)
	batch := cmd().(tea.BatchMsg)
	done := batch[1]()
	for share, want := range map[float64]string{0.5: "stats: 50 %", 1: "stats: 100 %", 7: "stats: 100 %", -1: "stats: 0 %"} {
		if told.Progress(share); !strings.HasPrefix(says(a), want) {
			t.Errorf("%v: %q", share, says(a))
		}
	}
	if next, ok := a.Update(batch[0]()); !ok || next == nil {
		t.Error("nobody looks again how far it is")
	}
	a.Update(done)
	if next, ok := a.Update(actionTick{a.run}); !ok || next != nil {
		t.Error("it goes on when it is over")
	}
	if _, ok := a.Update(tea.WindowSizeMsg{}); ok {
		t.Error("it takes messages that are not its own")
	}
}

func TestWriteAction(t *testing.T) {
	var asked []Work
	a := &actionRunner{actions: Actions{Write: func(w Work) ([]string, error) {
		if asked = append(asked, w); w.Path == "there.pcap" && !w.Replace {
			return nil, fmt.Errorf("write: %w", &ExistsError{Path: w.Path})
		}
		return []string{"Written: " + w.Path}, nil
	}}}
	name := func(text string) (cmd tea.Cmd) {
		if cmd, ok := a.Begin("w", "frame == 1", "", 60); !ok || cmd != nil {
			t.Fatal("it does not ask for a name")
		}
		if a.Update(tea.PasteMsg{Content: text}); !strings.HasPrefix(says(a), "write to: "+text+"\n.pcap .pcapng packets") || a.column(60) != len("write to: "+text) {
			t.Errorf("%q, %d", says(a), a.column(60))
		}
		return a.Key(press("enter"))
	}
	if cmd := name(""); cmd != nil || a.active() {
		t.Error("an empty name writes something")
	}
	started(t, a, name("new.txt"))
	if says(a) != "Written: new.txt" {
		t.Errorf("%q", says(a))
	}
	for answer, want := range map[string]string{"y": "Written: there.pcap", "n": "Not written", "enter": "Not written", "esc": "Not written"} {
		started(t, a, name("there.pcap"))
		if says(a) != "there.pcap is there already. Replace it? y/n" {
			t.Errorf("%q", says(a))
		}
		if cmd := a.Key(press(answer)); cmd != nil {
			started(t, a, cmd)
		}
		if says(a) != want {
			t.Errorf("%s: %q", answer, says(a))
		}
	}
	if a.Begin("w", "", "", 60); a.active() {
		a.Key(press("a"))
		a.Key(press("esc"))
	}
	if a.active() || asked[0].Filter != "frame == 1" {
		t.Errorf("%+v", asked[0])
	}
}

// TestCommandIsCopied: y gives the command of what is on the screen, to the clipboard too.
func TestCommandIsCopied(t *testing.T) {
	a := &actionRunner{actions: Actions{
		Stats:   echo,
		Command: func(key string, w Work) string { return "bcdump " + key + " -f '" + w.Filter + "'" },
	}}
	copied := func(cmd tea.Cmd) string { return fmt.Sprint(reflect.ValueOf(cmd())) }
	cmd, ok := a.Begin("y", "frame == 1", "", 60)
	if !ok || copied(cmd) != "bcdump y -f 'frame == 1'" || says(a) != "Copied: bcdump y -f 'frame == 1'" {
		t.Errorf("%v, %q", copied(cmd), says(a))
	}
	cmd, _ = a.Begin("s", "frame == 1", "", 60)
	started(t, a, cmd)
	if !strings.HasSuffix(says(a), "n N next  y command  q close") {
		t.Errorf("%q", says(a))
	}
	if cmd := a.Key(press("y")); copied(cmd) != "bcdump s -f 'frame == 1'" || says(a) != "Copied: bcdump s -f 'frame == 1'" {
		t.Errorf("%q", says(a))
	}
	a.Begin("s", "frame == 1", "", 60)
	a.ended([]string{"one", "two"}, nil)
	a.Key(press("/"))
	if cmd := a.Key(press("y")); cmd != nil || a.viewer.search.text != "y" {
		t.Error("y is no character of a search")
	}
}

// TestActionLines: nothing of it is wider than the screen.
func TestActionLines(t *testing.T) {
	for width := 1; width < 70; width++ {
		for _, stage := range []stage{naming, asking, running, told, shown} {
			a := &actionRunner{actions: Actions{Stats: echo}}
			a.Begin("s", "", "", width)
			a.stage, a.text, a.viewer = stage, "日本語 is there already, and more than that", newViewer("stats", numbered(3, 3))
			a.name.insert("日本語/file.pcap")
			lines := a.lines(width, 4)
			for _, line := range lines {
				if w := styledWidth(line); w > width && width > 1 {
					t.Errorf("%d columns: %q has %d", width, line, w)
				}
			}
			if at := a.column(width); len(lines) > 4 || len(lines) == 0 || at >= width {
				t.Errorf("%d columns: %d lines, cursor %d", width, len(lines), at)
			}
		}
	}
}
