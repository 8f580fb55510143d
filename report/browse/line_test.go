package browse

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/internal/enclosed"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestMain keeps the tests out of the folders of the user.
func TestMain(m *testing.M) { os.Exit(enclosed.Run(m)) }

// namedKeys are those of which tests write the names.
var namedKeys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp,
	"pgdown": tea.KeyPgDown, "delete": tea.KeyDelete, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
}

// press makes the key that a name such as "ctrl+a" means; one character is that which is typed.
func press(name string) tea.KeyPressMsg {
	if r := []rune(name); len(r) == 1 {
		return tea.KeyPressMsg{Code: r[0], Text: name}
	}
	var k tea.KeyPressMsg
	for mod, bit := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if rest, ok := strings.CutPrefix(name, mod); ok {
			k.Mod, name = bit, rest
		}
	}
	if k.Code = namedKeys[name]; k.Code == 0 {
		k.Code = []rune(name)[0]
	}
	return k
}

// newLine is an empty line, with the filters of a file.
func newLine(history string, values func(filter.Key) []filter.Known) *filterLine {
	l := &filterLine{look: &looks{}, history: newHistory(history), values: values}
	l.open("")
	return l
}

// typed gives the line what <...> names, and the characters of the rest; it tells how the last key ended.
func typed(l *filterLine, script string) (done, cancelled bool) {
	for script != "" {
		name, rest, ok := strings.Cut(strings.TrimPrefix(script, "<"), ">")
		if !strings.HasPrefix(script, "<") || !ok {
			name = string([]rune(script)[:1])
			rest = script[len(name):]
		}
		done, cancelled = l.press(press(name))
		script = rest
	}
	return done, cancelled
}

// marked shows a line with its cursor.
func marked(e *editor) string { return e.before() + "|" + strings.Join(e.cells[e.at:], "") }

func TestEditing(t *testing.T) {
	for script, want := range map[string]string{
		"abc<left><left>x":                     "ax|bc",
		"abc<home>x<end>y":                     "xabcy|",
		"abc<ctrl+a>x<ctrl+e>y":                "xabcy|",
		"abc<ctrl+b><ctrl+b><ctrl+f><delete>":  "ab|",
		"frame == 12<ctrl+u>":                  "|",
		"frame == 12<alt+b><ctrl+k>":           "frame == |",
		"frame == 12<ctrl+w>":                  "frame == |",
		"frame == 12  <ctrl+w>":                "frame == |",
		"frame == 12<alt+b><alt+b>x":           "x|frame == 12",
		"frame == 12<home><alt+f><alt+f>x":     "frame == 12x|",
		"frame == 12<ctrl+w><ctrl+y><ctrl+y>":  "frame == 1212|",
		"frame == 12<alt+backspace>":           "frame == |",
		"frame == 12<home><alt+d>":             "| == 12",
		"abc<backspace><backspace>":            "a|",
		"<backspace><delete><left><right>":     "|",
		"日本語<left><backspace>":                 "日|語",
		"e\u0301x<left><left>y":                "y|e\u0301x",
		"e\u0301x<left><backspace>":            "|x",
		"a👩‍🚀":                                 "a👩\\u200d🚀|", // what joins them is a control character
		"a\u00a0":                              "a\\xa0|",
		"frame == 12<ctrl+left><alt+left>x":    "x|frame == 12",
		"frame<home><ctrl+right>x":             "framex|",
		"ab<ctrl+z><alt+x>":                    "ab|",
		"日本語<alt+b>x<ctrl+e><ctrl+k><ctrl+y>":  "x日本語|",
		"a b<ctrl+w><ctrl+w><ctrl+w><ctrl+y>c": "a c|",
	} {
		l := newLine("", nil)
		typed(l, script)
		if got := marked(&l.editor); got != want {
			t.Errorf("%q: %q, want %q", script, got, want)
		}
	}
}

// TestPaste: what is pasted cannot steer the terminal, and means in a filter what it was.
func TestPaste(t *testing.T) {
	for text, want := range map[string]string{
		"frame == 1\n":                       "frame == 1",
		"frame == 1\r\n&&\tframe == 2\n\n":   "frame == 1 && frame == 2",
		"player == \"\x1b[31m\"":             `player == "\x1b[31m"`,
		"player == \"a\u202eb\"":             `player == "a\u202eb"`,
		"\xff":                               "\uFFFD",
		strings.Repeat("a", maxLine+100):     strings.Repeat("a", maxLine),
		strings.Repeat("日", maxLine):         strings.Repeat("日", maxLine/3),
		"frame == 1\x00" + "\x7f" + "\u009b": `frame == 1\x00\x7f\x9b`,
	} {
		l := newLine("", nil)
		l.insert(text)
		if got := strings.TrimRight(l.expression(), "\uFFFD"); got != strings.TrimRight(want, "\uFFFD") {
			t.Errorf("%.40q: %.80q", text, got)
		}
	}
}

func TestFinish(t *testing.T) {
	for script, want := range map[string]bool{
		"frame == 1<enter>":      true,
		"<enter>":                true,
		"  <enter>":              true,
		"frame ==<enter>":        false,
		"fram == 1<enter>":       false,
		"(frame == 1<enter>":     false,
		"player == \"Ace<enter>": false,
	} {
		l := newLine("", nil)
		done, cancelled := typed(l, script)
		if done != want || cancelled || done && l.fault != nil {
			t.Errorf("%q: done %v, cancelled %v, fault %v", script, done, cancelled, l.fault)
		}
	}
	l := newLine("", nil)
	if done, cancelled := typed(l, "frame == 1<esc>"); done || !cancelled {
		t.Error("esc does not cancel")
	}
	if l.open(" frame == 2 "); l.expression() != "frame == 2" || l.fault != nil {
		t.Errorf("%q after it was opened again", l.expression())
	}
}

// TestFaults: what is wrong is pointed at, but not while the user may just not be done.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"fram", ""}, {"frame =", ""}, {"frame == ", ""}, {`player == "A`, ""}, {`(frame == 1 `, ""}, {"name == Cha", ""},
		{"fram == 1", "  ^"}, {"frame == 1 && playr == 3", "                ^"}, {`name == "no such" `, "          ^"},
		{"frame == <enter>", "           ^"}, {"(frame == 1 <enter>", "  ^"}, {"fram<enter>", "  ^"},
		{"player == '日本' && fram == 1", "                      ^"},
	} {
		l := newLine("", nil)
		typed(l, c.script)
		got := ""
		for _, line := range l.lines(60, 10)[1:] {
			if strings.HasSuffix(line, "^") {
				got = line
			}
		}
		if got != c.want {
			t.Errorf("%q: marker %q, want %q in %q", c.script, got, c.want, l.lines(60, 10))
		}
	}
	l := newLine("", nil)
	typed(l, "fram == 1")
	if all := strings.Join(l.lines(60, 10), "\n"); !strings.Contains(all, "there is no key fram; did you mean frame") {
		t.Errorf("%s", all)
	}
	typed(l, "<home><right><right><right><right>e")
	if all := strings.Join(l.lines(60, 10), "\n"); strings.Contains(all, "^") || l.fault != nil {
		t.Errorf("the fault stays when it is mended: %s", all)
	}
}

// TestNever: a filter that nothing can pass is applied, but the user is told.
func TestNever(t *testing.T) {
	l := newLine("", nil)
	done, _ := typed(l, `name == "StateUpdate" && opcode == 0x19`)
	if got := l.lines(80, 10); len(got) < 3 || got[1] != strings.Repeat(" ", 2+25)+"^" || !strings.Contains(got[2], "the filter can never match") || done {
		t.Errorf("%q", got)
	}
	if done, _ := typed(l, "<enter>"); !done {
		t.Error("it is refused")
	}
	if l.open(`name == "StateUpdate" && opcode == 0x1C`); strings.Contains(strings.Join(l.lines(80, 10), "\n"), "never") {
		t.Errorf("%s", strings.Join(l.lines(80, 10), "\n"))
	}
	l.protocol = decode.BC
	if l.open(`name == "State"`); !strings.Contains(strings.Join(l.lines(80, 10), "\n"), "never") {
		t.Errorf("%s", strings.Join(l.lines(80, 10), "\n"))
	}
}

func known(key filter.Key) []filter.Known {
	switch key.Path {
	case "player":
		return []filter.Known{{Value: "Ace"}, {Value: `The "Näme`}}
	case "client":
		return []filter.Known{{Value: "1", About: "Ace"}, {Value: "2", About: "Cady2"}}
	case "fields.object":
		return []filter.Known{{Value: "Ace's Akira"}, {Value: "Cady2's Sovereign"}}
	}
	return nil
}

func TestCompletion(t *testing.T) {
	for script, want := range map[string]string{
		"pla<tab>":                           "player|",
		"pla<tab><tab>":                      "player |",
		"pla<tab><tab><tab>":                 "player ==|",
		"pla<tab><tab><tab><tab>":            "player !=|",
		"pla<tab><tab><tab><tab><shift+tab>": "player ==|",
		"player <shift+tab>":                 "player matches|",
		"player == <tab>":                    `player == "Ace"|`,
		"player == <tab><tab>":               `player == "The \"Näme"|`,
		"player == t<tab>":                   `player == "The \"Näme"|`,
		`player == "T<tab> && `:              `player == "The \"Näme" && |`,
		"client == <tab>":                    "client == 1|",
		"client == Cady<tab>":                "client == 2|",
		"fields.object == sov<tab>":          `fields.object == "Cady2's Sovereign"|`,
		"fields.object == 'a<tab>":           `fields.object == "Ace's Akira"|`,
		"name == torpedof<tab>":              `name == "TorpedoFire"|`,
		"dir == 1 <home><right><right><tab>": "dir|r == 1 ",
		"zzz<tab>":                           "zzz|",
	} {
		l := newLine("", known)
		typed(l, script)
		if got := marked(&l.editor); got != want {
			t.Errorf("%q: %q, want %q; %q", script, got, want, l.lines(80, 9))
		}
	}
}

func TestCompletionLines(t *testing.T) {
	l := newLine("", known)
	typed(l, "client == ")
	want := []string{"/ client == ", "  1                             Ace", "  2                             Cady2"}
	if got := l.lines(80, 9); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	typed(l, "<tab>")
	if got := l.lines(80, 9); !strings.HasPrefix(got[1], "> 1 ") || !strings.HasPrefix(got[2], "  2 ") {
		t.Errorf("%q", got)
	}
	l.open("")
	for range 30 {
		typed(l, "<tab>")
		chosen := slices.ContainsFunc(l.lines(40, 5), func(line string) bool {
			return strings.HasPrefix(line, "> "+l.expression()) || strings.HasPrefix(line, "> ") && strings.HasSuffix(line, more)
		})
		if got := l.lines(40, 5); len(got) != 5 || !chosen {
			t.Fatalf("%q: %q", l.expression(), got)
		}
	}
}

func TestHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "bcdump", "filter-history")
	l := newLine(path, nil)
	for _, text := range []string{"frame == 1", "frame == 2", "frame == 1", "bad ==", "", "frame == 3"} {
		l.open(text)
		typed(l, "<enter>")
	}
	other := newLine(path, nil)
	other.open("frame == 4")
	typed(other, "<enter>")
	l.open("frame == 5")
	typed(l, "<enter>")
	data, err := os.ReadFile(path)
	if want := "frame == 2\nframe == 1\nframe == 3\nframe == 4\nframe == 5\n"; err != nil || string(data) != want {
		t.Fatalf("%q, %v", data, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	fresh := newLine(path, nil)
	for script, want := range map[string]string{
		"<up>": "frame == 5", "<up><up>": "frame == 4", "<up><up><up><up><up><up><up>": "frame == 2",
		"draft<up><up><down><down>": "draft", "draft<down>": "draft", "<up>1<down>": "", "<ctrl+p><ctrl+p><ctrl+n>": "frame == 5",
	} {
		fresh.open("")
		if typed(fresh, script); fresh.expression() != want {
			t.Errorf("%s: %q, want %q", script, fresh.expression(), want)
		}
	}
}

// TestHistoryIsBounded: the file does not grow, and what others wrote into it harms nobody.
func TestHistoryIsBounded(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	path := filepath.Join(t.TempDir(), "filter-history")
	must.Do(t, os.WriteFile(path, []byte("\x1b[31m\n"+strings.Repeat("frame == 1\nreliable\n", 300)+"\xff\n"+strings.Repeat("x", 2*maxHistoryFile)), 0o600))
	h := newHistory(path)
	if want := []string{"frame == 1", "reliable"}; !slices.Equal(h.lines[:2], want) {
		t.Errorf("%.100q", h.lines)
	}
	for i := range maxHistory + 50 { // together they are more than may lie in the file
		h.add(strings.Repeat("x", i+1))
	}
	if info, err := os.Stat(path); err != nil || info.Size() > maxHistoryFile || len(newHistory(path).lines) != maxHistory {
		t.Errorf("%d lines, %v", len(newHistory(path).lines), err)
	}
}

// TestNoHistory: where the file cannot be, or is to be none, filters are remembered for the session.
func TestNoHistory(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "file"), nil, 0o600))
	for _, path := range []string{"", folder, filepath.Join(folder, "file", "filter-history")} {
		l := newLine(path, nil)
		if done, _ := typed(l, "frame == 1<enter>"); !done {
			t.Errorf("%q: the filter is refused", path)
		}
		l.open("")
		if typed(l, "<up>"); l.expression() != "frame == 1" {
			t.Errorf("%q: %q", path, l.expression())
		}
	}
	if there, err := os.ReadDir(folder); err != nil || len(there) != 1 {
		t.Errorf("files were made: %v, %v", there, err)
	}
}

func TestHistoryFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_STATE_HOME", folder)
	if want := filepath.Join(folder, "bcdump", "filter-history"); HistoryFile() != want {
		t.Errorf("%q", HistoryFile())
	}
	t.Setenv("XDG_STATE_HOME", "relative")
	t.Setenv("HOME", folder)
	if runtime.GOOS == "linux" && HistoryFile() != filepath.Join(folder, ".local", "state", "bcdump", "filter-history") {
		t.Errorf("%q", HistoryFile())
	}
}

// checkLine: the cursor is in the line, and nothing is wider than the screen, however one counts.
func checkLine(t *testing.T, l *filterLine, width, height int) {
	t.Helper()
	if l.at < 0 || l.at > len(l.cells) {
		t.Fatalf("the cursor is at %d of %q", l.at, l.cells)
	}
	if at := l.column(width); at < 0 || at >= width {
		t.Fatalf("the cursor is in column %d of %d", at, width)
	}
	lines := l.lines(width, height)
	if len(lines) > height {
		t.Fatalf("%d lines, %d are the most", len(lines), height)
	}
	for _, line := range lines {
		if w := max(ansi.StringWidth(line), ansi.StringWidthWc(line)); w > width {
			t.Fatalf("%q is %d columns wide, of %d", line, w, width)
		}
	}
}

// FuzzLine: no sequence of keys and pasted texts breaks the line.
func FuzzLine(f *testing.F) {
	keys := []string{
		"left", "right", "home", "end", "up", "down", "tab", "shift+tab", "enter", "esc", "backspace", "delete", "ctrl+a",
		"ctrl+e", "ctrl+u", "ctrl+k", "ctrl+w", "ctrl+y", "alt+b", "alt+f", "alt+d", "alt+backspace", "ctrl+h", "ctrl+d", "ctrl+z",
	}
	f.Add("\x00pla\x06\x06\x06\x06", uint8(0))
	f.Add("frame == 1 && fram == 日本語\x08", uint8(20))
	f.Add("\x01e\u0301\u202e👩‍🚀☺️ \x00\x0a\xff", uint8(1))
	f.Add("\x01player == \"The\x06\x06\x0d", uint8(255))
	f.Fuzz(func(t *testing.T, script string, size uint8) {
		const most = 40 // each key takes its time
		l := newLine("", known)
		for i, c := range script[:min(len(script), most)] {
			switch {
			case int(c) < len(keys):
				l.press(press(keys[c]))
			case i%16 == 0:
				l.insert(script[i:min(len(script), i+40)])
				l.settle()
			default:
				l.press(tea.KeyPressMsg{Code: c, Text: string(c)})
			}
			checkLine(t, l, max(int(size), 1), 1+int(size)%12)
		}
	})
}
