package browse

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/report/facts"
)

const session = testCaptures + "/session-small.pcap"

// at checks which message is chosen.
func (s *screen) at(frame int64, title string) {
	s.t.Helper()
	if r := s.list.current; r == nil || r.Frame != frame || r.Title() != title {
		s.t.Fatalf("at %v, want frame %d, %s; %q", s.here(), frame, title, s.notice.text)
	}
}

func (s *screen) here() string {
	if s.list.current == nil {
		return "nothing"
	}
	return fmt.Sprintf("frame %d, %s", s.list.current.Frame, s.list.current.Title())
}

// every gives all messages, each valid until the next one.
func (s *screen) every() iter.Seq2[int, *decode.Record] {
	return func(yield func(int, *decode.Record) bool) {
		for n, c := 0, s.facts.Reader(); n < s.all() && yield(n, c.At(n)); n++ {
		}
	}
}

// first finds the first message with a title.
func (s *screen) first(title string) int {
	s.t.Helper()
	for n, r := range s.every() {
		if r.Title() == title {
			return n
		}
	}
	s.t.Fatalf("there is no %s", title)
	return 0
}

// kinds are the titles of the messages that the list has.
func (s *screen) kinds() (titles map[string]int) {
	titles = map[string]int{}
	for place := range s.count() {
		titles[s.message(s.number(place)).Title()]++
	}
	return titles
}

func TestFilter(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	all := s.kinds()
	s.press("f", `name == "Chat"`, "enter")
	if got := s.kinds(); len(got) != 1 || got["Chat"] != all["Chat"] || got["Chat"] == 0 {
		t.Errorf("%v of %v", got, all)
	}
	if header := ansi.Strip(s.lines()[0]); !strings.Contains(header, `filter: name == "Chat"`) || !strings.Contains(header, fmt.Sprintf("%d of ", all["Chat"])) {
		t.Errorf("header: %s", header)
	}
	s.press("f", "ctrl+u", `nam == "Chat"`, "enter")
	if got := strings.Join(s.lines(), "\n"); !strings.Contains(got, "there is no key nam") {
		t.Errorf("no error in place:\n%s", got)
	}
	s.press("esc", "backspace")
	if got := s.kinds(); len(got) != len(all) {
		t.Errorf("back: %v", got)
	}
	s.press("f", "frame < 0", "enter")
	if got := s.body()[0]; !strings.Contains(got, "no message matches") {
		t.Errorf("%q", got)
	}
	s.press("f", "ctrl+u", "enter")
	if s.count() != s.all() || s.filter != nil {
		t.Errorf("an empty filter keeps %d of %d", s.count(), s.all())
	}
}

// TestFilterKeepsPlace: the chosen message stays, or the next one that is kept takes its place.
func TestFilterKeepsPlace(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	s := open(t, session, 120, 30, Options{})
	for n := range s.all() {
		if n%heavy.Scale(397, 97) != 0 {
			continue
		}
		s.list.pick(n)
		s.press("f", "ctrl+u", "type == 'ack'", "enter")
		if got := s.list.chosen; got < n && s.place(n) < s.count() || s.list.current.Title() != "Ack" {
			t.Errorf("%d: %d, %s", n, got, s.here())
		}
		if s.press("backspace"); s.list.chosen != n {
			t.Errorf("back: %d, not %d", s.list.chosen, n)
		}
	}
}

func TestJumps(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	chat := s.first("Chat")
	s.jump(chat)
	frame := s.list.current.Frame
	s.press("n")
	if s.list.current.Title() != "Chat" || s.list.chosen <= chat {
		t.Errorf("n: %s", s.here())
	}
	s.press("N")
	s.at(frame, "Chat")
	s.press("c")
	if s.list.chosen == chat || s.list.current.Link != s.message(chat).Link {
		t.Errorf("c: %s", s.here())
	}
	s.press("C")
	s.at(frame, "Chat")
	for range 4 {
		s.press("backspace")
	}
	s.at(frame, "Chat")
	s.press("ctrl+o")
	if s.list.chosen != 0 {
		t.Errorf("back to the start: %s", s.here())
	}
	s.press("ctrl+o")
	if s.notice.text == "" {
		t.Error("nothing is said where there is no way back")
	}
}

// TestOtherEnd: from each message of a capture to what belongs to it, and back.
func TestOtherEnd(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	s := open(t, session, 120, 30, Options{})
	asked, jumped := 0, 0
	for n := range s.all() {
		if n%heavy.Scale(9, 1) != 0 { // an ordinary run takes one in nine
			continue
		}
		s.list.pick(n)
		related := s.related(n)
		s.press("o")
		if len(related) > 1 {
			asked++
			s.press("down", "enter")
			related = related[1:]
		}
		if len(related) > 0 {
			jumped++
			if s.list.chosen != related[0].number {
				t.Fatalf("%d: %d, not %d", n, s.list.chosen, related[0].number)
			}
		}
	}
	if asked == 0 || jumped == 0 {
		t.Errorf("%d menus, %d jumps", asked, jumped)
	}
}

// TestHidden: a jump to what the filter does not keep shows it, and the way back leads to the filter.
func TestHidden(t *testing.T) {
	s := open(t, session, 120, 30, Options{Filter: "type == 'ack'"})
	s.press("o")
	if s.filter != nil || s.list.current.Title() == "Ack" {
		t.Errorf("%s, filter %q", s.here(), s.filterText())
	}
	s.press("backspace")
	if s.filter == nil || s.list.current.Title() != "Ack" || s.list.chosen != s.number(0) {
		t.Errorf("%s, filter %q", s.here(), s.filterText())
	}
}

func TestFrameAndTime(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	for _, keys := range []string{"g", ":"} {
		s.press("home", keys, "200", "enter")
		if s.list.current.Frame != 200 && s.facts.FrameAt(s.list.chosen-1) >= 200 {
			t.Errorf("%s: %s", keys, s.here())
		}
	}
	want := s.list.current.Time
	clock := s.row()[len("▌    200  "):][:len("22:08:08.123")]
	s.press("home", "t", clock, "enter")
	if d := want.Sub(s.list.current.Time); d < 0 || d > 1e6 {
		t.Errorf("%s: %v", clock, s.list.current.Time)
	}
	s.press("t", "+0s", "enter")
	if s.list.chosen != 0 {
		t.Errorf("+0s: %s", s.here())
	}
	for _, bad := range [][]string{{"g", "x", "enter"}, {"t", "noon", "enter"}} {
		if s.press(bad...); !s.notice.bad {
			t.Errorf("%v: %+v", bad, s.notice)
		}
	}
	if s.press("g", "99999999", "enter"); s.list.chosen != s.all()-1 || !strings.Contains(s.notice.text, "the last one") {
		t.Errorf("behind the end: %s, %q", s.here(), s.notice.text)
	}
	s.press("f", `name == "Chat"`, "enter", "g", "1", "enter")
	if s.list.chosen != s.number(0) || !strings.Contains(s.notice.text, "keeps nothing of frame 1;") {
		t.Errorf("before what the filter keeps: %s, %q", s.here(), s.notice.text)
	}
}

// TestNextDeath: D goes to each death once, to whomever it is told, and with a filter to what is told there.
func TestNextDeath(t *testing.T) {
	const kills, tellings = 1, 3 // bcdump match; bcdump decode -f 'fields.event_code == 0x80004E'
	s := open(t, session, 120, 30, Options{})
	for range kills {
		s.press("D")
		if r := s.list.current; !strings.Contains(s.row(), "OBJECT_EXPLODING") {
			t.Fatalf("frame %d: %s", r.Frame, s.row())
		}
	}
	told := s.list.chosen
	if s.press("D"); s.list.chosen != told || s.notice.text == "" {
		t.Errorf("a death too many: %s", s.row())
	}
	var list []int
	for n := range s.all() {
		if _, ok := s.death(n, s.facts.Row(n)); ok {
			list = append(list, n)
		}
	}
	if len(list) != tellings {
		t.Fatalf("%d tellings, %d are in the capture", len(list), tellings)
	}
	again := list[1]
	s.press("home", "f", fmt.Sprintf("frame == %d", s.facts.FrameAt(again)), "enter", "gg", "D")
	if s.list.chosen != again {
		t.Errorf("under a filter: %s, not number %d", s.here(), again)
	}
}

// TestNextNote: ! goes to each note, but not to each repeated Ack, and says it.
func TestNextNote(t *testing.T) {
	s := open(t, session, 400, 30, Options{})
	want := map[int]bool{}
	for n, r := range s.every() {
		if len(r.Diagnostics()) > 0 && r.Title() != "Ack" && r.Copy == 0 {
			want[n] = true
		}
	}
	if len(want) == 0 || want[0] {
		t.Fatalf("%d notes", len(want))
	}
	for range len(want) {
		s.press("!")
		note := s.list.current.Diagnostics()[0].Text
		if !want[s.list.chosen] || !strings.HasPrefix(s.notice.text, "! "+note) {
			t.Fatalf("%s: %q", s.row(), s.notice.text)
		}
		delete(want, s.list.chosen)
	}
	if s.press("!"); !strings.Contains(s.notice.text, "no message with a note") {
		t.Errorf("%q", s.notice.text)
	}
}

// TestHeader: where there is little room, the filter is what stays of the header.
func TestHeader(t *testing.T) {
	const filter = `name == "Chat" && frame < 2000`
	s := open(t, session, 120, 30, Options{})
	s.name = "a/long/way/to/session-small.pcap"
	s.press("f", filter, "enter")
	for width, want := range map[int]string{
		140: `^ a/long/way/to/session-small.pcap   [0-9,]+ frames   22:08:00 – 22:\d\d:\d\d   filter: ` + regexp.QuoteMeta(filter) + ` .*[0-9]+ of 2,806 $`,
		118: `^ session-small.pcap   [0-9,]+ frames   22:08:00 – 22:\d\d:\d\d   filter: ` + regexp.QuoteMeta(filter) + ` .*[0-9]+ of 2,806 $`,
		90:  `^ session-small.pcap   [0-9,]+ frames   filter: ` + regexp.QuoteMeta(filter) + ` .*[0-9]+ of 2,806 $`,
		60:  `^ session-small.pcap   filter: name == "Ch.*… *[0-9]+ of 2,806 $`,
	} {
		s.give(tea.WindowSizeMsg{Width: width, Height: 20})
		if header := ansi.Strip(s.lines()[0]); !regexp.MustCompile(want).MatchString(header) {
			t.Errorf("%d: %s", width, header)
		}
	}
}

// TestNoGame: the line at the top says what a capture without the game has, once it is read.
func TestNoGame(t *testing.T) {
	s := open(t, testCaptures+"/noise.pcap", 160, 20, Options{})
	if head := ansi.Strip(s.lines()[0]); !strings.Contains(head, "! no datagram of the game; ") || !s.Complete() {
		t.Errorf("%q", head)
	}
	if head := ansi.Strip(open(t, session, 160, 20, Options{}).lines()[0]); strings.Contains(head, "no datagram") {
		t.Errorf("%q", head)
	}
}

// TestEnded: when no more comes, the header does not say that it is followed, and the user is told.
func TestEnded(t *testing.T) {
	s := open(t, session, 120, 30, Options{Follow: true})
	if header := s.lines()[0]; strings.Contains(header, "following") || !strings.Contains(s.notice.text, "ended") {
		t.Errorf("%s\n%q", header, s.notice.text)
	}
}

// TestKeyLine: how to get help and how to quit can be seen in any window that has room for it.
func TestKeyLine(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	for width := 40; width < 200; width++ {
		s.give(tea.WindowSizeMsg{Width: width, Height: 20})
		if last := s.lines()[s.height-1]; !strings.HasSuffix(strings.TrimRight(last, " "), " ? help  q quit") {
			t.Errorf("%d: %q", width, last)
		}
	}
}

// TestNotice: what is said is told to its end.
func TestNotice(t *testing.T) {
	s := open(t, session, 60, 20, Options{})
	s.press("t", "noon", "enter")
	said := strings.Join(strings.Fields(strings.Join(s.lines()[s.height-s.bottom:], " ")), " ")
	if said != s.notice.text || s.bottom < 2 {
		t.Errorf("%q, not %q", said, s.notice.text)
	}
	s.checkSize(nil)
}

// row is the chosen row of the list.
func (s *screen) row() string {
	for _, line := range s.body() {
		if strings.HasPrefix(line, gutter) {
			return line
		}
	}
	return ""
}

// TestPlaceAt: the message that is found at a time is the first one that is not before it.
func TestPlaceAt(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	for n, r := range s.every() {
		if n%211 != 0 {
			continue
		}
		for _, later := range []time.Duration{-time.Nanosecond, 0, time.Nanosecond} {
			at := r.Time.Add(later)
			place := s.placeAt(at)
			if place > 0 && !s.timeOf(place-1).Before(at) || place < s.count() && s.timeOf(place).Before(at) {
				t.Errorf("message %d, %v: place %d", n, later, place)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	if s.press("down", "down", "m", "a"); !strings.Contains(s.notice.text, "' and a") {
		t.Errorf("nothing is said of the mark: %q", s.notice.text)
	}
	s.press("end")
	end := s.list.chosen
	if s.press("'", "a"); s.list.chosen != 2 {
		t.Errorf("%d", s.list.chosen)
	}
	if got := s.body()[3]; !strings.HasPrefix(got, "a") {
		t.Errorf("the mark is not seen: %q", got)
	}
	if s.press("'", "'"); s.list.chosen != end {
		t.Errorf("back: %d, not %d", s.list.chosen, end)
	}
	if s.press("'", "x"); s.notice.text == "" || s.list.chosen != end {
		t.Errorf("%+v", s.notice)
	}
}

// TestFieldMenu: the filters and the column of a field.
func TestFieldMenu(t *testing.T) {
	s := open(t, session, 160, 40, Options{})
	s.jump(s.first("Chat"))
	s.press("tab", "end")
	if path := s.fields.entry().Field.Path; path != "text" {
		t.Fatal(path)
	}
	text := s.fields.entry().Field.Value
	s.press("enter", "enter")
	if s.filterText() != fmt.Sprintf("fields.text == %q", text) || s.count() == 0 {
		t.Errorf("%q, %d", s.filterText(), s.count())
	}
	kept := s.count()
	s.press("backspace", "enter", "2")
	if s.filterText() != fmt.Sprintf("fields.text != %q", text) || s.count() == 0 {
		t.Errorf("%q, %d of %d without %d", s.filterText(), s.count(), s.all(), kept)
	}
	s.press("backspace", "enter", "down", "down", "enter")
	if got := s.body(); !strings.HasPrefix(got[0], " text") || !strings.Contains(s.row(), text+" ") || !strings.Contains(s.row(), "│") {
		t.Errorf("%q, %q", got[0], s.row())
	}
	s.press("enter", "3")
	if strings.Contains(s.row(), "│") {
		t.Errorf("the column stays: %q", s.row())
	}
}

func TestPanes(t *testing.T) {
	s := open(t, session, 100, 30, Options{})
	height := s.panes.areas[messagesPane].height
	s.press("+", "+")
	if got := s.panes.areas[messagesPane].height; got != height+2 {
		t.Errorf("+: %d of %d", got, height)
	}
	for range 100 {
		s.press("-")
	}
	if got := s.panes.areas[messagesPane].height; got != leastRows {
		t.Errorf("-: %d", got)
	}
	s.press("+")
	if got := s.panes.areas[messagesPane].height; got != leastRows+1 {
		t.Errorf("+: %d", got)
	}
	width := s.panes.areas[fieldsPane].width
	s.press("tab", "+")
	if got := s.panes.areas[fieldsPane].width; got != width+2 {
		t.Errorf("fields: %d of %d", got, width)
	}
	s.press("2", "3", "1")
	if a := s.panes.areas; a[messagesPane].height != 28 || a[fieldsPane].height+a[bytesPane].height > 0 || s.panes.focus != messagesPane {
		t.Errorf("%v", a)
	}
}

// TestSizes: at any size the screen has as many lines as the terminal, none wider, whatever is open.
func TestSizes(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	s := open(t, session, 100, 30, Options{Color: true})
	s.jump(s.first("StateUpdate"))
	for _, keys := range [][]string{{}, {"tab"}, {"tab"}, {"/", "na"}, {"esc", "f", "na"}, {"esc", "?"}, {"q", "g", "12"}, {"esc", "m"}, {"esc", "w"}} {
		s.press(keys...)
		for _, size := range [][2]int{{200, 60}, {120, 24}, {80, 24}, {80, 16}, {79, 24}, {60, 20}, {40, 10}, {20, 5}, {10, 3}, {5, 2}, {1, 1}} {
			s.give(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			s.checkSize(keys)
		}
	}
}

func (s *screen) checkSize(keys []string) {
	s.t.Helper()
	lines := s.lines()
	if len(lines) != s.height {
		s.t.Errorf("%v at %dx%d: %d lines", keys, s.width, s.height, len(lines))
	}
	for _, line := range lines {
		if wide(line) != s.width {
			s.t.Fatalf("%v at %dx%d: %d columns: %q", keys, s.width, s.height, wide(line), line)
		}
	}
	if c := s.View().Cursor; c != nil && (c.X < 0 || c.X >= s.width || c.Y < 0 || c.Y >= s.height) {
		s.t.Errorf("%v at %dx%d: the cursor is at %d, %d", keys, s.width, s.height, c.X, c.Y)
	}
}

// TestNarrow: where there is room for one pane, Tab and the numbers show another one.
func TestNarrow(t *testing.T) {
	s := open(t, session, 60, 20, Options{})
	for i, keys := range []string{"tab", "tab", "tab", "2", "3", "1"} {
		s.press(keys)
		want := []pane{fieldsPane, bytesPane, messagesPane, fieldsPane, bytesPane, messagesPane}[i]
		for which, a := range s.panes.areas {
			if shown := a.height > 0; shown != (pane(which) == want) {
				t.Errorf("%s: pane %d: %v", keys, which, shown)
			}
		}
	}
}

func TestMouse(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	s.jump(s.first("Chat"))
	messages, fields, bytes := s.panes.areas[messagesPane], s.panes.areas[fieldsPane], s.panes.areas[bytesPane]
	top := s.list.top
	s.give(tea.MouseClickMsg{X: 20, Y: messages.y + 1 + 5, Button: tea.MouseLeft}) // below the titles
	if s.list.chosen != top+5 || s.panes.focus != messagesPane {
		t.Errorf("message %d, pane %d", s.list.chosen, s.panes.focus)
	}
	s.give(tea.MouseClickMsg{X: 3, Y: fields.y + 2, Button: tea.MouseLeft})
	if s.fields.chosen != 1 || s.panes.focus != fieldsPane || s.bytes.from != s.fields.entry().Field.Offset {
		t.Errorf("field %d, pane %d, byte %d", s.fields.chosen, s.panes.focus, s.bytes.from)
	}
	s.give(tea.MouseClickMsg{X: bytes.x + len(" 0000 ") + 3*2 + 1, Y: bytes.y, Button: tea.MouseLeft})
	if s.bytes.at != 2 || s.panes.focus != bytesPane {
		t.Errorf("byte %d, pane %d", s.bytes.at, s.panes.focus)
	}
	n := s.list.chosen
	s.give(tea.MouseWheelMsg{X: 3, Y: messages.y, Button: tea.MouseWheelDown})
	if s.list.chosen != n+3 || s.panes.focus != bytesPane {
		t.Errorf("message %d, pane %d", s.list.chosen, s.panes.focus)
	}
	s.give(tea.MouseClickMsg{X: 1, Y: 0, Button: tea.MouseLeft})
	s.give(tea.MouseClickMsg{X: 119, Y: 29, Button: tea.MouseLeft})
}

// TestBothWays: the field of the chosen byte is the one that marks the byte.
func TestBothWays(t *testing.T) {
	s := open(t, session, 120, 40, Options{})
	s.jump(s.first("StateUpdate"))
	s.press("tab", "tab", "home")
	for range s.bytes.bytes {
		if e := s.fields.entry(); s.bytes.at < e.Field.Offset || s.bytes.at >= e.Field.Offset+len(e.Field.Bytes) || s.bytes.from != e.Field.Offset {
			t.Errorf("byte %d, field %s at %d", s.bytes.at, e.Field.Path, e.Field.Offset)
		}
		s.press("right")
	}
	s.press("shift+tab", "home")
	for i := range s.fields.entries {
		if e := s.fields.entry(); i == s.fields.chosen && !e.Datagram && len(e.Field.Bytes) > 0 && s.bytes.at != e.Field.Offset {
			t.Errorf("field %s: byte %d", e.Field.Path, s.bytes.at)
		}
		s.press("down")
	}
}

// TestWithoutColours: what is chosen is seen by characters alone.
func TestWithoutColours(t *testing.T) {
	s := open(t, session, 120, 40, Options{})
	s.jump(s.first("Chat"))
	s.press("tab", "end")
	body := strings.Join(s.body(), "\n")
	if strings.Count(body, gutter) != 3 || strings.Count(body, "[") == 0 || strings.Count(body, "]") == 0 {
		t.Errorf("\n%s", body)
	}
}

// TestNothingSteers: only our own colours get to the terminal.
func TestNothingSteers(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	for _, path := range heavy.Some(captureFiles(t), 6) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s := open(t, path, 120, 40, Options{Color: true, Name: "evil\x1b[2Jname"})
			for range min(s.all(), 100) {
				for _, line := range s.lines() {
					if plain := ansi.Strip(line); strings.ContainsFunc(plain, func(r rune) bool { return r < ' ' || r >= 0x7F && r < 0xA0 }) {
						t.Fatalf("%q", line)
					}
				}
				s.press("down")
			}
		})
	}
}

// TestHelp: the help lists each key of the table, and no key stands for two things.
func TestHelp(t *testing.T) {
	s := open(t, session, 200, 200, Options{})
	s.press("?")
	help := strings.Join(s.body(), "\n")
	seen := map[string]bool{}
	for _, b := range s.keys {
		if !strings.Contains(help, b.show) || !strings.Contains(help, b.about) {
			t.Errorf("%s is not in the help", b.show)
		}
		for _, key := range b.keys {
			if seen[key] {
				t.Errorf("%s stands for two things", key)
			}
			seen[key] = true
		}
	}
	if s.press("?"); s.asked != nil {
		t.Error("the help stays")
	}
	if s.press("q"); !s.quit {
		t.Error("q does not quit")
	}
}

// TestPanic: a panic, here of a key, in the background and in an action, is an error, and quits.
func TestPanic(t *testing.T) {
	broken := func(*Model) tea.Cmd { panic("broken") }
	for name, cmd := range map[string]func(m *Model) tea.Cmd{
		"key": func(m *Model) tea.Cmd {
			m.keys = append(m.keys, binding{keys: []string{"X"}, do: broken})
			_, cmd := m.Update(tea.KeyPressMsg{Code: 'X', Text: "X"})
			return cmd
		},
		"background": func(m *Model) tea.Cmd {
			_, cmd := m.Update(m.do(func() done { panic("broken") })())
			return cmd
		},
	} {
		m := New(Options{Open: func() (*decode.Capture, facts.Options, error) { return nil, facts.Options{}, errors.ErrUnsupported }})
		quit := cmd(m)
		var p *Panicked
		if !errors.As(m.Err(), &p) || p.Reason != "broken" || len(p.Stack) == 0 {
			t.Errorf("%s: %v", name, m.Err())
		}
		if _, ok := quit().(tea.QuitMsg); !ok {
			t.Errorf("%s: it goes on", name)
		}
	}
	s := open(t, session, 100, 30, Options{Actions: Actions{Stats: func(Work) ([]string, error) { panic("broken") }}})
	if s.press("s"); s.notice.text != "Not done: internal error: broken" {
		t.Errorf("no error of an action: %q", s.notice.text)
	}
}

// TestRefused: what cannot be opened is an error, and quits.
func TestRefused(t *testing.T) {
	m := New(Options{Open: func() (*decode.Capture, facts.Options, error) { return nil, facts.Options{}, io.ErrUnexpectedEOF }})
	_, cmd := m.Update(m.open())
	if _, ok := cmd().(tea.QuitMsg); !ok || !errors.Is(m.Err(), io.ErrUnexpectedEOF) {
		t.Errorf("%v", m.Err())
	}
}

// TestNoticesAreSafe: what the last line says of a message that somebody sent controls no terminal.
func TestNoticesAreSafe(t *testing.T) {
	m := New(Options{})
	for _, say := range []func(string){m.say, m.complain} {
		say("a\x1b]0;b\a\nc\u009bd\u202ee")
		if strings.ContainsAny(m.notice.text, "\x1b\a\n\u009b\u202e") {
			t.Errorf("%q", m.notice.text)
		}
	}
}
