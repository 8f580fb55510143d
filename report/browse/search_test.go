package browse

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"bcdump/decode"
)

// TestFindText: / finds a text in lines and in fields, in both directions, among what the filter keeps; n and N go on.
func TestFindText(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	var chats []int
	for n, r := range s.every() {
		if r.Title() == "Chat" {
			chats = append(chats, n)
		}
	}
	for i, key := range []string{"n", "n", "N", "n"} {
		if i == 0 {
			s.press("/", "cHAT ", "enter")
		}
		want := []int{chats[0], chats[1], chats[2], chats[1]}[i]
		if s.list.chosen != want {
			t.Fatalf("step %d: %s, want message %d", i, s.here(), want)
		}
		s.press(key)
	}
	if s.press("G", "n"); !strings.Contains(s.notice.text, "no message behind this one has chat") {
		t.Errorf("%+v", s.notice)
	}
	if s.press("/", `name == "Chatt"`, "enter"); !strings.HasSuffix(s.notice.text, `has name == "chatt"; f takes filters`) {
		t.Errorf("%+v", s.notice)
	}
	s.press("/", "chat", "enter")
	if s.press("N"); s.list.chosen != chats[len(chats)-1] {
		t.Errorf("from the end: %s", s.here())
	}
	if s.press("backspace"); s.list.chosen != s.all()-1 {
		t.Errorf("back: %s", s.here())
	}
	s.press("gg", "/", "0x00008128", "enter") // a class, which the line of a message does not name
	if e := s.fields.entry(); s.list.current.Title() != "StartFiring" || e == nil || e.Field.Path != "class_id" {
		t.Errorf("in a field: %s, %+v", s.here(), e)
	}
	s.press("f", "name == 'Connect'", "enter", "gg", "/", "chat", "enter")
	if s.filter == nil || s.list.current.Title() != "Connect" {
		t.Errorf("the filter keeps no chat, but %s", s.here())
	}
}

// TestKindKeys: before the first search n and N go to messages of this kind, as * and # always do.
func TestKindKeys(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	for _, keys := range [][2]string{{"n", "N"}, {"*", "#"}} {
		begin := s.list.chosen
		if s.press(keys[0]); s.list.chosen == begin || s.list.current.Title() != "Connect" {
			t.Errorf("%s: %s", keys[0], s.here())
		}
		if s.press(keys[1]); s.list.chosen != begin {
			t.Errorf("%s: %s", keys[1], s.here())
		}
	}
}

// TestHideQuiet: a key hides Acks and what is sent again, under the filter that there is, and shows them again.
func TestHideQuiet(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	all := s.count()
	s.press("a")
	for place := range s.count() {
		if r := s.message(s.number(place)); r.Title() == "Ack" || r.Has(decode.Retransmit) {
			t.Fatalf("%s is shown, frame %d", r.Title(), r.Frame)
		}
	}
	if s.count() == all || s.count() < all/4 {
		t.Errorf("%d of %d are shown", s.count(), all)
	}
	if s.press("a"); s.count() != all || s.filter != nil {
		t.Errorf("again: %d of %d", s.count(), all)
	}
	s.press("f", "frame < 20 || frame > 40", "enter")
	kept := s.count()
	if s.press("a"); s.count() >= kept {
		t.Errorf("under a filter: %d of %d", s.count(), kept)
	}
	if s.press("a"); s.count() != kept {
		t.Errorf("again under a filter: %d of %d", s.count(), kept)
	}
}

// TestKeysOfLess: gg, G, and the keys of less and vim for screens and halves of them.
func TestKeysOfLess(t *testing.T) {
	s := open(t, session, 120, 30, Options{})
	rows := s.list.height
	for _, step := range []struct {
		keys string
		want int
	}{{"ctrl+d", rows / 2}, {"ctrl+f", rows/2 + rows}, {"ctrl+u", rows}, {"ctrl+b", 0}, {"G", s.all() - 1}, {"gg", 0}, {"g640", 0}} {
		s.press(step.keys)
		if got := s.list.chosen; got < step.want-2 || got > step.want+2 {
			t.Errorf("%s: message %d, want %d", step.keys, got, step.want)
		}
	}
	if s.press("enter"); s.list.current.Frame != 640 {
		t.Errorf("g640: %s", s.here())
	}
}

// TestTitles: the columns have titles, and stand where these do, whatever the address is.
func TestTitles(t *testing.T) {
	for _, width := range []int{80, 110, 160} {
		s := open(t, filepath.Join(testCaptures, "ipv6-fragments.pcap"), width, 30, Options{})
		body := s.body()
		at := strings.Index(body[0], "message")
		for place, line := range body[1:] {
			n := s.number(s.list.top + place)
			if n < 0 {
				break
			}
			r := s.message(n)
			title := []rune(ansi.Strip(line))[at:]
			if !strings.HasPrefix(string(title), r.Title()[:min(len(r.Title()), 8)]) && r.Title() != "part" || r.Dir == "" {
				t.Errorf("%d columns: %q begins otherwise than %s", width, string(title), r.Title())
			}
		}
	}
}

// TestThisMessage: y copies the command that shows this message.
func TestThisMessage(t *testing.T) {
	var asked []Work
	s := open(t, session, 120, 30, Options{Actions: Actions{Command: func(key string, w Work) string {
		asked = append(asked, w)
		return key
	}}})
	s.press("f", "name == 'Chat'", "enter", "y", "Y")
	r := s.list.current
	f, err := decode.NewFilter(asked[0].Filter)
	if err != nil || asked[1].Filter != "name == 'Chat'" {
		t.Fatal(err, asked)
	}
	matches := f.Matcher("")
	var found []int64
	for _, other := range s.every() {
		if matches.Match(other) {
			found = append(found, other.Frame)
		}
	}
	if len(found) != 1 || found[0] != r.Frame {
		t.Errorf("%s keeps frames %d, not %d", asked[0].Filter, found, r.Frame)
	}
}
