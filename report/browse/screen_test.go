package browse

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/records"
)

// screen drives a model without a terminal: what goes on in the background is done before the next key.
type screen struct {
	*Model
	t    *testing.T
	todo []tea.Cmd // one after the other
	quit bool
}

func open(t *testing.T, path string, width, height int, o Options) *screen {
	t.Helper()
	s := unopened(t, path, o)
	s.do(s.Init())
	s.give(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

// unopened is a screen before it has begun to read.
func unopened(t *testing.T, path string, o Options) *screen {
	t.Helper()
	return opening(t, path, o, facts.Options{})
}

// opening is unopened for a part of a capture.
func opening(t *testing.T, path string, o Options, part facts.Options) *screen {
	t.Helper()
	stop := make(chan struct{})
	x, err := decode.OpenFile(path, decode.Options{Jobs: 1, Copies: true, NoLedger: true, Interrupt: stop})
	if err != nil {
		t.Skip(err)
	}
	o.Start = startOf(t, path)
	o.Open, o.Name = func() (*decode.Capture, facts.Options, error) { return x, part, nil }, filepath.Base(path)
	s := &screen{Model: New(o), t: t}
	t.Cleanup(func() {
		close(stop)
		s.Stop()
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// startOf is the time of the first frame.
func startOf(t *testing.T, path string) capture.Time {
	t.Helper()
	c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
	start, _ := c.Start()
	must.Do(t, c.Close())
	return start
}

// give gives an event, and does all that comes of it.
func (s *screen) give(msg tea.Msg) {
	s.t.Helper()
	s.take(msg)
	for len(s.todo) > 0 {
		cmd := s.todo[0]
		s.todo = s.todo[1:]
		s.take(cmd())
	}
}

func (s *screen) take(msg tea.Msg) {
	s.t.Helper()
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		s.quit = true
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.do(cmd)
		}
	default:
		_, cmd := s.Update(msg)
		if err := s.Err(); err != nil {
			s.t.Fatalf("%v", err)
		}
		s.do(cmd)
	}
}

func (s *screen) do(cmd tea.Cmd) {
	if cmd != nil {
		s.todo = append(s.todo, cmd)
	}
}

// named are keys that are no characters.
var named = map[string]tea.Key{
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "enter": {Code: tea.KeyEnter},
	"esc": {Code: tea.KeyEscape}, "backspace": {Code: tea.KeyBackspace}, "space": {Code: ' ', Text: " "},
	"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+o": {Code: 'o', Mod: tea.ModCtrl},
	"ctrl+d": {Code: 'd', Mod: tea.ModCtrl}, "ctrl+f": {Code: 'f', Mod: tea.ModCtrl}, "ctrl+b": {Code: 'b', Mod: tea.ModCtrl},
}

// press presses keys one after the other: "tab", or each character of a text.
func (s *screen) press(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		if k, ok := named[key]; ok {
			s.give(tea.KeyPressMsg(k))
			continue
		}
		for _, c := range key {
			s.give(tea.KeyPressMsg{Code: c, Text: string(c)})
		}
	}
}

// lines is the screen as it is.
func (s *screen) lines() []string { return strings.Split(s.View().Content, "\n") }

// body is what is between the header and the last line, without blanks at the ends of lines.
func (s *screen) body() (lines []string) {
	all := s.lines()
	for _, line := range all[headerLines : len(all)-1] {
		lines = append(lines, strings.TrimRight(ansi.Strip(line), " "))
	}
	return lines
}

const testCaptures = "../../testdata/pcaps"

func captureFiles(t *testing.T) (paths []string) {
	t.Helper()
	for _, f := range must.Get(os.ReadDir(testCaptures))(t) {
		if !strings.HasSuffix(f.Name(), ".golden") && f.Name() != "bomb.pcap.zst" {
			paths = append(paths, filepath.Join(testCaptures, f.Name()))
		}
	}
	return paths
}

// printed is what `bcdump decode` prints of each message, in a form.
func printed(t *testing.T, path string, o records.TextOptions) (texts []string) {
	t.Helper()
	c, err := decode.OpenFile(path, decode.Options{})
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = c.Close() }()
	o.Start, _ = c.Start()
	render := records.Text(o)()
	for r := range c.Records() {
		texts = append(texts, string(render(nil, r)))
	}
	return texts
}

func widest(texts []string) (n int) {
	for _, text := range texts {
		for line := range strings.Lines(text) {
			n = max(n, wide(line))
		}
	}
	return n
}

// roomyWidth has room for all columns.
const roomyWidth = 1000

// TestTruthRows: the rows are the lines that decode prints, for each message of the corpus.
func TestTruthRows(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	for _, path := range heavy.InTurn(captureFiles(t), 0, 9, 2) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			width := max(widest(printed(t, path, records.TextOptions{Room: roomyWidth}))+2, narrow)
			want := printed(t, path, records.TextOptions{Room: width - 1})
			s := open(t, path, width, 60, Options{})
			s.press("2", "3")
			if len(want) == 0 && !strings.Contains(s.body()[0], "no messages") {
				t.Errorf("%q", s.body()[0])
			}
			rows := func() []string { return s.body()[1:] } // without the titles
			for from := 0; from < len(want); from += len(rows()) {
				from = min(from, max(len(want)-len(rows()), 0))
				for i, line := range rows() {
					if n := from + i; n < len(want) && unmarked(line) != strings.TrimSuffix(want[n], "\n") {
						t.Fatalf("message %d is\n%s\nand not\n%s", n, line, want[n])
					}
				}
				s.list.move(0)
				s.press("down", "pgdown")
				s.list.top = s.place(s.list.chosen) // the row that was below the last one
				s.draw()
			}
		})
	}
}

// unmarked is a row without the column of the mark.
func unmarked(row string) string {
	if bare, marked := strings.CutPrefix(row, gutter); marked {
		return bare
	}
	return strings.TrimPrefix(row, " ")
}

// explained is a row of decode --explain with the start of a field, or a remark.
type explained struct{ inFrame, inUDP, said string }

// explainedOf reads what decode --explain prints of a message.
func explainedOf(text string) (rows []explained) {
	const offset, bytes = len("        54      12  "), 3 * mostPerRow
	path := ""
	for line := range strings.Lines(text[strings.Index(text, "\n")+1:]) {
		line = strings.TrimRight(line, "\n")
		if strings.TrimSpace(line[:offset]) == "" {
			rows = append(rows, explained{said: strings.TrimSpace(line)})
			continue
		}
		at := strings.Fields(line[:offset])
		switch last := len(rows) - 1; {
		case len(line) > offset+bytes:
			rows = append(rows, explained{at[0], at[1], line[offset+bytes:]})
			path = strings.Fields(line[offset+bytes:])[0]
		case last >= 0 && rows[last].inUDP == "": // a field goes on in the next part
			rows = append(rows, explained{at[0], at[1], path + " continued"})
		}
	}
	return rows
}

// words are those of a text, in no order: the columns of the pane have another one.
func words(text string) []string {
	list := strings.Fields(text)
	slices.Sort(list)
	return list
}

// TestTruthFields: the fields are those that decode --explain prints, with all that it says of them.
func TestTruthFields(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	for _, path := range heavy.InTurn(captureFiles(t), 1, 9, 2) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			want := printed(t, path, records.TextOptions{Explain: true})
			s := open(t, path, max(widest(want), narrow), 1000, Options{})
			s.press("1", "3")
			tried := map[string]bool{}
			for n, text := range want {
				rows := explainedOf(text)
				s.give(tea.WindowSizeMsg{Width: s.width, Height: len(rows) + 20})
				checkFields(t, s, n, rows)
				if title := s.fields.title; !tried[title] {
					tried[title] = true
					checkPlaces(t, s, n, rows)
				}
				s.press("J")
			}
		})
	}
}

var placeText = regexp.MustCompile(`byte (\d+) of the (frame|datagram)(?:, (\d+) of the datagram)?`)

func checkFields(t *testing.T, s *screen, n int, want []explained) {
	t.Helper()
	got := s.body()[2:] // below rule and title
	for i, row := range want {
		line := unmarked(got[i])
		if !slices.Equal(words(line), words(row.said)) || row.inUDP != "" && strings.Fields(line)[0] != strings.Fields(row.said)[0] {
			t.Fatalf("message %d, row %d: %q, want %q", n, i, line, row.said)
		}
	}
	if len(want) < len(got) && strings.TrimSpace(got[len(want)]) != "" {
		t.Fatalf("message %d: decode does not print %q", n, got[len(want)])
	}
}

// checkPlaces goes through the fields of a message: where its bytes lie is said of the chosen one.
func checkPlaces(t *testing.T, s *screen, n int, want []explained) {
	t.Helper()
	s.press("home")
	width := s.width
	s.give(tea.WindowSizeMsg{Width: 120, Height: low})
	defer s.give(tea.WindowSizeMsg{Width: width, Height: low})
	for i, row := range want {
		if row.inUDP == "" {
			continue
		}
		if e := s.fields.chosen; e != i {
			t.Fatalf("message %d: field %d is chosen, not %d", n, e, i)
		}
		at := placeText.FindStringSubmatch(s.body()[0])
		switch {
		case at == nil:
			t.Fatalf("message %d: no place in %q", n, s.body()[0])
		case row.inFrame == "-" && (at[2] != "datagram" || at[1] != row.inUDP), row.inFrame != "-" && (at[1] != row.inFrame || at[3] != row.inUDP):
			t.Fatalf("message %d, row %d: %q, want %v", n, i, at, row)
		}
		s.press("down")
	}
}

// owner is a byte of a record, and the field that it belongs to.
type owner struct {
	value, path string
}

// ownersOf reads what decode --hex prints of a message: its bytes by their offsets.
func ownersOf(text string) map[int]owner {
	const bytes = len("             0  ")
	owners, path := map[int]owner{}, ""
	for line := range strings.Lines(text[strings.Index(text, "\n")+1:]) {
		line = strings.TrimRight(line, "\n")
		at, err := strconv.Atoi(strings.TrimSpace(line[:bytes]))
		shown := line[bytes:min(len(line), bytes+3*mostPerRow)]
		if err != nil || strings.HasPrefix(shown, "(shared)") {
			continue
		}
		if len(line) > bytes+3*mostPerRow {
			path = strings.Fields(line[bytes+3*mostPerRow:])[0]
		}
		for i, value := range strings.Fields(shown) {
			owners[at+i] = owner{value, path}
		}
	}
	return owners
}

// TestTruthBytes: the bytes are those that decode --hex prints, and the field that is chosen with a byte
// is the one that it names.
func TestTruthBytes(t *testing.T) {
	heavy.SkipRace(t, "all of it is done on one goroutine")
	for _, path := range heavy.InTurn(captureFiles(t), 2, 9, 2) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			want := printed(t, path, records.TextOptions{Hex: true})
			s := open(t, path, narrow, 1000, Options{})
			s.press("1", "2")
			tried := map[string]bool{}
			for n, text := range want {
				owners := ownersOf(text)
				s.give(tea.WindowSizeMsg{Width: narrow, Height: len(owners)/mostPerRow + 20})
				checkBytes(t, s, n, owners)
				if title := s.fields.title; !tried[title] {
					tried[title] = true
					checkOwners(t, s, n, owners)
				}
				s.press("J")
			}
		})
	}
}

func checkBytes(t *testing.T, s *screen, n int, want map[int]owner) {
	t.Helper()
	count := 0
	for _, line := range s.body()[1:] {
		row := strings.NewReplacer("[", " ", "]", " ").Replace(unmarked(line))
		if row == "" {
			continue
		}
		at, err := strconv.ParseInt(row[:4], 16, 32)
		if err != nil {
			t.Fatalf("message %d: %q", n, line)
		}
		for i, value := range strings.Fields(row[5:min(len(row), 5+3*mostPerRow)]) {
			count++
			if w := want[int(at)+i]; w.value != value {
				t.Fatalf("message %d, byte %d: %s, want %s", n, int(at)+i, value, w.value)
			}
		}
	}
	if count != len(want) {
		t.Fatalf("message %d: %d bytes, want %d", n, count, len(want))
	}
}

func checkOwners(t *testing.T, s *screen, n int, want map[int]owner) {
	t.Helper()
	s.give(tea.WindowSizeMsg{Width: narrow, Height: low})
	if len(want) > 0 {
		s.press("home")
	}
	for at := range len(want) {
		if s.bytes.at != at {
			t.Fatalf("message %d: byte %d is chosen, not %d", n, s.bytes.at, at)
		}
		e := s.fields.entry()
		if path := fmt.Sprint(strings.Fields(e.Field.Path)[0]); path != want[at].path {
			t.Fatalf("message %d, byte %d: %s, want %s", n, at, path, want[at].path)
		}
		s.press("right")
	}
}
