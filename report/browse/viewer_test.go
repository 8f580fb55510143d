package browse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// numbered is a text of n lines, each of width columns or a little more.
func numbered(n, width int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf("\x1b[1mline %d\x1b[22m ", i+1)+strings.Repeat("x", width)+fmt.Sprint(" end ", i+1))
	}
	return lines
}

// look gives the viewer keys, separated by blanks, and tells which lines it shows.
func look(v *viewer, width, height int, keys string) (first, last string) {
	v.lines(width, height)
	for _, key := range strings.Fields(keys) {
		v.press(press(key))
	}
	shown := v.lines(width, height)
	return strings.TrimSpace(ansi.Strip(shown[0])), strings.TrimSpace(ansi.Strip(shown[len(shown)-2]))
}

func TestViewerMoves(t *testing.T) {
	for keys, want := range map[string][2]string{
		"":                           {"line 1 x", "line 5 x"},
		"up left":                    {"line 1 x", "line 5 x"},
		"down down":                  {"line 3 x", "line 7 x"},
		"down up j k enter":          {"line 2 x", "line 6 x"},
		"pgdown":                     {"line 6 x", "line 10"},
		"space pgdown pgup":          {"line 6 x", "line 10"},
		"end":                        {"line 96", "line 10"},
		"G home":                     {"line 1 x", "line 5 x"},
		"pgdown g":                   {"line 1 x", "line 5 x"},
		"right":                      {"1 xxxxxx", "5 xxxxxx"},
		"right right right":          {"xx end 1", "xx end 5"},
		"right right right h h left": {"line 1 x", "line 5 x"},
		"l l l l l l l l l l l l":    {"end 1", "end 5"},
		"end l l l l l l l l l l":    {"x end 96", "xx end 100"},
	} {
		v := newViewer("title", "", numbered(100, 10), &looks{})
		first, last := look(v, 10, 6, keys)
		if !strings.HasPrefix(first, want[0]) || !strings.HasPrefix(last, want[1]) {
			t.Errorf("%q: %q to %q, want %q", keys, first, last, want)
		}
	}
}

func TestViewerScrolls(t *testing.T) {
	v := newViewer("title", "", numbered(10, 1), &looks{})
	v.lines(40, 6)
	for _, c := range []struct{ by, top int }{{3, 3}, {3, 5}, {-1, 4}, {-9, 0}} {
		if v.move(c.by, 0); v.top != c.top {
			t.Errorf("%d: line %d is first, want %d", c.by, v.top, c.top)
		}
	}
}

func TestViewerCloses(t *testing.T) {
	for key, want := range map[string]bool{"q": true, "esc": true, "ctrl+c": true, "/": false, "x": false, "down": false} {
		v := newViewer("title", "", numbered(3, 3), &looks{})
		if got := v.press(press(key)); got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
	v := newViewer("title", "", numbered(3, 3), &looks{})
	v.press(press("/"))
	if v.press(press("q")) || v.press(press("esc")) || !v.press(press("esc")) {
		t.Error("in a search, q is a character and esc ends the search only")
	}
}

func TestViewerSearch(t *testing.T) {
	for keys, want := range map[string]int{
		"/ L i n e space 5 0 enter": 49,
		"/ e n d space 9 9 enter":   98,
		"/ E N D enter":             0,
		"/ 1 0 enter":               9,
		"/ 1 0 enter n":             99,
		"/ 1 0 enter n n":           9,
		"/ 1 0 enter N":             99,
		"/ 5 0 enter / enter":       49,
		"/ z z enter":               -1,
		"/ z z enter n":             -1,
		"/ 5 0 enter / z esc n":     49,
		"n":                         -1,
		"G / space 5 space x enter": 4, // around the end
	} {
		v := newViewer("title", "", numbered(100, 100), &looks{})
		v.lines(20, 10)
		for _, key := range strings.Fields(keys) {
			if key == "space" {
				v.press(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
				continue
			}
			v.press(press(key))
		}
		shown := v.lines(20, 10)
		if v.found != want {
			t.Errorf("%q: line %d is found, want %d", keys, v.found, want)
			continue
		}
		if want >= 0 && !strings.Contains(strings.ToLower(ansi.Strip(shown[want-v.top])), v.wanted) {
			t.Errorf("%q: what was found is not shown: %q", keys, shown)
		}
		if missing := strings.Contains(v.lines(60, 10)[9], "not found"); missing != (want < 0 && keys != "n") {
			t.Errorf("%q: %q", keys, v.lines(60, 10)[9])
		}
	}
}

func TestViewerStatus(t *testing.T) {
	v := newViewer("stats", "", numbered(100, 1), &looks{})
	if got := v.lines(80, 11)[10]; got != "stats   1-10 of 100   / search  n N next  q close" {
		t.Errorf("%q", got)
	}
	v.content = v.content[:3]
	lines := v.lines(12, 11)
	if got := lines[10]; got != "stats   all…" || len(lines) != 11 || lines[3] != "" {
		t.Errorf("%q", lines)
	}
	v.press(press("/"))
	v.search.insert("日本\x1b")
	if got := v.lines(80, 11)[10]; got != `/日本\x1b` || v.column(80) != 9 {
		t.Errorf("%q, %d", got, v.column(80))
	}
}

// FuzzViewer: no keys break the viewer, and no line is wider than the screen, whatever the text is.
func FuzzViewer(f *testing.F) {
	keys := []string{"up", "down", "pgup", "pgdown", "home", "end", "left", "right", "/", "enter", "n", "N", "backspace"}
	f.Add("one\n\x1b[31mtwo 日本語\x1b[0m\n☺️👩‍🚀e\u0301", "\x07\x07\x01/日\x09\x0a", uint8(7), uint8(3))
	f.Add("", "\x05\x07n", uint8(0), uint8(0))
	f.Add("0\ufe0f0000", "0", uint8(3), uint8(3)) // two columns by its cluster, one by its runes
	f.Fuzz(func(t *testing.T, text, script string, width, height uint8) {
		v := newViewer("title", "", strings.Split(text, "\n"), &looks{})
		for _, c := range script {
			key := tea.KeyPressMsg{Code: c, Text: string(c)}
			if int(c) < len(keys) {
				key = press(keys[c])
			}
			v.press(key)
			lines := v.lines(int(width), int(height))
			if len(lines) != max(int(height), 1) {
				t.Fatalf("%d lines of %d", len(lines), height)
			}
			wide := func(line string) bool { return max(ansi.StringWidth(line), ansi.StringWidthWc(line)) > int(width) }
			if i := slices.IndexFunc(lines, wide); i >= 0 && width > 0 {
				t.Fatalf("%q is wider than %d", lines[i], width)
			}
			if at := v.column(int(width)); at >= max(int(width), 1) {
				t.Fatalf("the cursor is in column %d of %d", at, width)
			}
		}
	})
}
